import type { Resource } from '../resource.ts'

/** Why a line of a workbook would be refused, and where in it. */
interface ImportPreviewError {
  /** As the spreadsheet counts, from 1. */
  readonly line: number
  /** The columns to blame, e.g. `B 列“职务编码”`; empty where the reason names none. */
  readonly column: string
  readonly reason: string
}

/** What `{base}/importPreview` answers: what an import of the same workbook would do at this moment. */
export interface ImportPreview {
  /** Lines with data. */
  readonly totalCount: number
  /** Lines that were tried; fewer than all only of large sheets whose lines refer to each other. */
  readonly triedCount: number
  readonly insertCount: number
  readonly changeCount: number
  /** Lines that say what is stored already. */
  readonly sameCount: number
  readonly errorCount: number
  /** Whether lines with the key of a stored row change it. */
  readonly updatesExisting: boolean
  /** Labels of the columns by which stored rows are found; empty where the sheet has none. */
  readonly keyLabels: readonly string[]
  /** Headings that are none of the resource's: their columns are not imported. */
  readonly unknownColumns: readonly string[]
  /** Names of the sheets that hold something: only the first sheet is imported. */
  readonly otherSheets: readonly string[]
  /** The first errors. */
  readonly errors: readonly ImportPreviewError[]
  /** All of them as lines of a text, below the API base; null when there are none. */
  readonly fileUrl: string | null
  /** The refused lines as a workbook with their cells marked. */
  readonly markedUrl: string | null
}

/** Whether a line of a workbook can find the stored row that it is about: by a field, or several, that no two rows share. */
export const hasImportKey = ({
  fields,
  uniqueTogether,
}: Pick<Resource, 'fields' | 'uniqueTogether'>): boolean =>
  uniqueTogether.length > 0 || Object.values(fields).some(({ unique }) => unique === true)

/** Rows above which the console orders an export as a job instead of waiting for it. */
export const exportJobFrom = 50_000
/** Rows of the largest job: as many as one sheet of an .xlsx takes, with room for its headings. */
export const mostExportRows = 1_000_000
/** How long the file of a job is kept, days. */
export const exportKeepDays = 3
