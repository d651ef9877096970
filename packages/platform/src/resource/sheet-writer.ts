import { PassThrough } from 'node:stream'
import type { Readable, Writable } from 'node:stream'
import { writeXls } from './sheet-writer-xls.ts'
import { writeXlsx } from './sheet-writer-xlsx.ts'
import type { SheetDescription, SheetRows } from './sheet.ts'

export type SheetFormat = 'xls' | 'xlsx'

/** The media type of each format, for the answer's header. */
export const sheetMediaType: Record<SheetFormat, string> = {
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const writers: Record<
  SheetFormat,
  (sheet: SheetDescription, rows: SheetRows, sink: Writable) => Promise<number>
> = {
  xls: writeXls,
  xlsx: writeXlsx,
}

/** The title rows of every export of the product (4-api.md §6.4). */
export function exportTitles(title: string, exporter: string): string[] {
  return [title, `导出人:${exporter}`]
}

/**
 * The sheet as a stream of file bytes, ready to be an answer's body. An error in `rows` destroys the stream; a
 * reader that goes away ends the reading of `rows`.
 */
export function streamSheet(format: SheetFormat, sheet: SheetDescription, rows: SheetRows): Readable {
  const sink = new PassThrough()
  writers[format](sheet, rows, sink).then(
    () => sink.end(),
    (error: unknown) =>
      sink.destroy(error instanceof Error ? error : new Error('sheet writing failed', { cause: error })),
  )
  return sink
}
