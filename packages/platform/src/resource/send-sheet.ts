import type { FastifyReply } from 'fastify'
import { sheetMediaType, streamSheet, type SheetFormat } from './sheet-writer.ts'
import type { SheetCell, SheetDescription } from './sheet.ts'

/**
 * Rows of the largest .xls. The format wants to know its end before its first byte; what is longer goes as .xlsx, whose
 * first byte leaves with the first rows, and which holds a million of them in one sheet.
 */
export const MOST_XLS_ROWS = 5_000

/** A sheet that is written while it is sent. */
interface SentSheet {
  readonly format: SheetFormat
  /** File name without its ending. */
  readonly name: string
  readonly sheet: SheetDescription
  /** Blocks of rows. */
  readonly cells: AsyncGenerator<SheetCell[][]>
  /** Called once the rows are read, or nobody wants more of them. */
  onEnd(): void
}

/**
 * Answers with a sheet. An error in the first rows is thrown, for an answer with its status; a later one breaks the
 * connection, so that nobody takes a part for the whole.
 */
export async function sendSheet(
  reply: FastifyReply,
  { format, name, sheet, cells, onEnd }: SentSheet,
): Promise<FastifyReply> {
  const rows = await begun(cells, onEnd)
  reply
    .header('content-type', sheetMediaType[format])
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}.${format}`)
  return await reply.send(streamSheet(format, sheet, rows))
}

/**
 * The same rows, the first of them read by then, so that what fails there is an answer; `onEnd` is called when they are read or
 * nobody wants more. No generator: each layer of them costs a second for a million rows.
 */
async function begun(
  source: AsyncGenerator<SheetCell[][]>,
  onEnd: () => void,
): Promise<AsyncIterable<SheetCell[][]>> {
  let first: IteratorResult<SheetCell[][]> | null = await source.next()
  const next = async (): Promise<IteratorResult<SheetCell[][]>> => {
    if (first !== null) {
      const taken = first
      first = null
      return taken
    }
    try {
      const read = await source.next()
      if (read.done) onEnd()
      return read
    } catch (error) {
      onEnd()
      throw error
    }
  }
  const end = async (): Promise<IteratorResult<SheetCell[][]>> => {
    try {
      return await source.return(undefined)
    } finally {
      onEnd()
    }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}
