import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
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

/**
 * `waiting` for its turn, `running`, `done` (the file can be had until it expires), `failed`, `cancelled` by its owner, or
 * `interrupted` by the end of a server.
 */
export type ExportJobStatus = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted'

/** An export of one's own that is made in the background. */
export interface ExportJob {
  readonly id: string
  /** Of the list, e.g. 锁具日志. */
  readonly title: string
  readonly status: ExportJobStatus
  readonly rowsDone: number
  /** As the list told it when it was ordered; null where it did not. */
  readonly rowsExpected: number | null
  readonly bytes: number | null
  /** Why there is no file; else null. */
  readonly reason: string | null
  readonly createTime: string
  readonly endTime: string | null
  /** Until when the file is kept. */
  readonly expireTime: string | null
  /** The file, below the API base; null where there is none. */
  readonly fileUrl: string | null
}

const ofJob = { access: 'signedIn', input: z.object({ id: z.string().regex(/^\d{1,32}$/) }) } as const

/** 我的导出: what one has ordered oneself. `POST {base}/exportJob` orders one, with the parameters of `exportXls`. */
export const exportJobEndpoints = {
  list: defineEndpoint<readonly ExportJob[]>()({
    title: '我的导出',
    methods: ['GET'],
    path: '/sys/exportJob/list',
    access: 'signedIn',
    input: z.object({}),
  }),
  cancel: defineEndpoint<null>()({
    ...ofJob,
    title: '我的导出·取消',
    methods: ['POST'],
    path: '/sys/exportJob/cancel',
  }),
  /** Orders once more what was ordered then. */
  again: defineEndpoint<null>()({
    ...ofJob,
    title: '我的导出·重新导出',
    methods: ['POST'],
    path: '/sys/exportJob/again',
  }),
  remove: defineEndpoint<null>()({
    ...ofJob,
    title: '我的导出·删除',
    methods: ['DELETE'],
    path: '/sys/exportJob/delete',
  }),
} as const
