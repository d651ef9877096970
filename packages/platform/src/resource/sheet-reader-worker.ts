import { parentPort, workerData } from 'node:worker_threads'
import { parseSheet } from './parse-sheet.ts'
import type { SheetJob } from './sheet-reading.ts'

// `workerData` is what sheet-reader.ts put there; it has no type on this side of a thread.
const job = workerData as SheetJob
parentPort?.postMessage(parseSheet(Buffer.from(job.bytes.buffer), job.limits))
