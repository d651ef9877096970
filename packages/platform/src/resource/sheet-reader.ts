import { importBytes } from '@suoan/contract'
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { RowFile } from './row-file.ts'
import type { SheetJob, SheetLimits, SheetReading } from './sheet-reading.ts'
import { openTemporary } from './temporary-file.ts'
import { bundledThread } from './thread-from-source.ts'

/** The limits of an import (security.md V25). */
export const importLimits: SheetLimits = {
  fileBytes: importBytes,
  rows: 100_000,
  columns: 200,
  zipEntries: 1000,
  unpackedBytes: 200 * 1024 * 1024,
  zipRatio: 200,
  heapMegabytes: 160,
  timeoutMs: 120_000,
}

/** The rows of a workbook, to be disposed of, and the names of the sheets that were not read; or a Chinese sentence for the person who uploaded the file. */
export type OpenedSheet =
  | { readonly ok: true; readonly rows: RowFile; readonly others: readonly string[] }
  | { readonly ok: false; readonly message: string }

/**
 * The first sheet of an uploaded workbook (.xls, .xlsx, or CSV and HTML that carry these names) as rows of texts on the
 * disk. Rows know their places: place 0 is the first line of the sheet. Dates come as `YYYY-MM-DD` or
 * `YYYY-MM-DD HH:mm:ss`. Whatever goes wrong in the file comes back as a Chinese message; the reading runs in a thread of
 * its own with limited memory and time.
 */
export async function openSheet(file: string, limits: SheetLimits = importLimits): Promise<OpenedSheet> {
  const { size } = await stat(file)
  if (size > limits.fileBytes)
    return refusal(`文件超过${Math.floor(limits.fileBytes / 1024 / 1024)}MB，请拆分后再导入`)
  if (size === 0) return refusal('文件是空的，请重新选择文件')
  const rows = await openTemporary()
  let isKept = false
  try {
    await using strings = await openTemporary()
    const reading = await runWorker({ file, rows: rows.fd, strings: strings.fd, limits })
    if (!reading.ok) return reading
    isKept = true
    return { ok: true, rows: new RowFile(rows, reading.index), others: reading.others }
  } finally {
    if (!isKept) await rows.close()
  }
}

function refusal(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}

async function runWorker(job: SheetJob): Promise<SheetReading> {
  const worker = await startWorker(job)
  try {
    return await new Promise<SheetReading>((resolve, reject) => {
      const timer = setTimeout(
        () => resolve(refusal('文件内容过于复杂，读取超时，请拆分后再导入')),
        job.limits.timeoutMs,
      )
      const settle = (reading: SheetReading): void => {
        clearTimeout(timer)
        resolve(reading)
      }
      worker.once('message', settle)
      worker.once('error', (error: Error & { code?: string }) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
          return settle(refusal('文件内容过大，请另存为.xlsx或拆分后再导入'))
        clearTimeout(timer)
        reject(error)
      })
      worker.once('exit', (code) => {
        clearTimeout(timer)
        reject(new Error(`the sheet reader ended with ${code} before it answered`))
      })
    })
  } finally {
    // Its files are closed by whoever opened them: not before it has stopped writing.
    await worker.terminate()
  }
}

// In a bundle the thread's file stands beside ours as JavaScript; from source it is made into JavaScript first.
async function startWorker(job: SheetJob): Promise<Worker> {
  const options = {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: job.limits.heapMegabytes, maxYoungGenerationSizeMb: 16 },
    execArgv: [],
    env: {},
  }
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./sheet-reader-worker.js', import.meta.url), options)
  }
  const script = await bundledThread(new URL('./sheet-reader-worker.ts', import.meta.url))
  return new Worker(script, { ...options, eval: true })
}
