import { parentPort, workerData } from 'node:worker_threads'
import { parseSheet } from './parse-sheet.ts'
import type { SheetLimits } from './sheet-reader.ts'

export type SheetJob = { readonly bytes: Uint8Array<ArrayBuffer>; readonly limits: SheetLimits }

/** Rows of texts, or a Chinese sentence for the person who uploaded the file. */
export type SheetReading =
  | { readonly ok: true; readonly rows: readonly (readonly string[])[] }
  | { readonly ok: false; readonly message: string }

// `workerData` is what sheet-reader.ts put there; it has no type on this side of a thread.
const job = workerData as SheetJob
parentPort?.postMessage(parseSheet(Buffer.from(job.bytes.buffer), job.limits))
