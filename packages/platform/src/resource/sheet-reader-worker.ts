import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { Archive } from './archive.ts'
import { parseSheet } from './parse-sheet.ts'
import { NotStreamable, readWorkbook } from './read-workbook.ts'
import { beginsAsValues, readCsv } from './read-csv.ts'
import { RowWriter } from './row-writer.ts'
import { SharedStrings } from './shared-strings.ts'
import { SheetRefusal, type SheetJob, type SheetReading } from './sheet-reading.ts'
import { textPieces } from './text-file.ts'

// `workerData` is what sheet-reader.ts put there; it has no type on this side of a thread.
const job = workerData as SheetJob

/** The library reads lines of values as well, and knows more formats; it takes some thirty times the memory. */
const SHORT = 1024 * 1024

async function answer(): Promise<SheetReading> {
  const workbook = openSync(job.file, 'r')
  try {
    return { ok: true, ...(await readRows(workbook)) }
  } catch (error) {
    if (error instanceof SheetRefusal) return { ok: false, message: error.message }
    throw error
  } finally {
    closeSync(workbook)
  }
}

async function readRows(workbook: number): Promise<Omit<Extract<SheetReading, { ok: true }>, 'ok'>> {
  if (isZip(workbook)) {
    const archive = await Archive.open(workbook, fstatSync(workbook).size, job.limits)
    const rows = new RowWriter(job.rows, job.limits)
    try {
      const others = await readWorkbook(archive, new SharedStrings(job.strings), rows)
      return { index: rows.finish(), others }
    } catch (error) {
      if (!(error instanceof NotStreamable)) throw error
    }
  }
  const rows = new RowWriter(job.rows, job.limits)
  const text = textPieces(workbook)
  let others: readonly string[] = []
  if (text && fstatSync(workbook).size > SHORT && beginsAsValues(firstOf(text()))) readCsv(text(), rows)
  else others = await parseSheet(readFileSync(workbook), text && [...text()].join(''), rows)
  return { index: rows.finish(), others }
}

const firstOf = ([first = '']: Iterable<string>): string => first

/** Whether a file begins as an archive does; an .xlsx is one. */
function isZip(file: number): boolean {
  const head = Buffer.alloc(4)
  readSync(file, head, 0, head.length, 0)
  return head.readUInt32LE() === 0x0403_4b50
}

void answer().then((reading) => parentPort?.postMessage(reading))
