import { parentPort, workerData } from 'node:worker_threads'
import { drawPdf } from './draw-pdf.ts'
import type { PdfJob } from './pdf-job.ts'

// `workerData` is what make-pdf.ts put there; it has no type on this side of a thread.
const job = workerData as PdfJob
void drawPdf(job).then((pdf) => parentPort?.postMessage(pdf))
