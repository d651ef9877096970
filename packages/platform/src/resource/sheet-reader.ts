import { importBytes } from '@suoan/contract'
import { readFile, stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { SheetJob, SheetReading } from './sheet-reading.ts'
import type { SheetLimits } from './sheet-reading.ts'
import { bundledThread } from './thread-from-source.ts'

/** The limits of an import (security.md V25). */
export const importLimits: SheetLimits = {
  fileBytes: importBytes,
  rows: 100_000,
  columns: 200,
  zipEntries: 1000,
  unpackedBytes: 200 * 1024 * 1024,
  zipRatio: 200,
  heapMegabytes: 768,
  timeoutMs: 120_000,
}

export type { SheetReading } from './sheet-reading.ts'

/**
 * The first sheet of an uploaded workbook (.xls, .xlsx, or CSV and HTML that carry these names) as rows of texts.
 * Rows keep their places: row 0 is the first line of the sheet, an empty line is an empty row. Dates come as
 * `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`. Whatever goes wrong in the file comes back as a Chinese message; the
 * parsing runs in a thread of its own with limited memory and time.
 */
export async function readSheet(
  file: Uint8Array | string,
  limits: SheetLimits = importLimits,
): Promise<SheetReading> {
  const size = typeof file === 'string' ? (await stat(file)).size : file.byteLength
  if (size > limits.fileBytes) {
    return refusal(`文件超过${Math.floor(limits.fileBytes / 1024 / 1024)}MB，请拆分后再导入`)
  }
  if (size === 0) return refusal('文件是空的，请重新选择文件')
  // A copy of our own, because the buffer moves into the thread.
  const bytes = Uint8Array.from(typeof file === 'string' ? await readFile(file) : file)
  return runWorker({ bytes, limits })
}

function refusal(message: string): SheetReading {
  return { ok: false, message }
}

async function runWorker(job: SheetJob): Promise<SheetReading> {
  const worker = await startWorker(job)
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      settle(refusal('文件内容过于复杂，读取超时，请拆分后再导入'))
    }, job.limits.timeoutMs)
    const settle = (reading: SheetReading): void => {
      clearTimeout(timer)
      resolve(reading)
      void worker.terminate()
    }
    worker.once('message', settle)
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') settle(refusal('文件内容过大，请拆分后再导入'))
      else {
        clearTimeout(timer)
        reject(error)
      }
    })
    worker.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the sheet reader ended with ${code} before it answered`))
    })
  })
}

// In a bundle the thread's file stands beside ours as JavaScript; from source it is made into JavaScript first.
async function startWorker(job: SheetJob): Promise<Worker> {
  const options = {
    workerData: job,
    transferList: [job.bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: job.limits.heapMegabytes, maxYoungGenerationSizeMb: 64 },
    execArgv: [],
    env: {},
  }
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./sheet-reader-worker.js', import.meta.url), options)
  }
  const script = await bundledThread(new URL('./sheet-reader-worker.ts', import.meta.url))
  return new Worker(script, { ...options, eval: true })
}
