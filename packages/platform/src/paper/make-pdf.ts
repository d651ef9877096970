import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { fail } from '../fail.ts'
import { fairQueue } from '../http/fair-queue.ts'
import { bundledThread } from '../resource/thread-from-source.ts'
import type { Drawing, PdfJob } from './pdf-job.ts'

export type { Drawing } from './pdf-job.ts'

const resolve = createRequire(import.meta.url).resolve
const fonts = (): PdfJob['fonts'] => ({
  regular: resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
})

/** The longest a paper may take; thirty points with their history take two seconds on a busy machine. */
const TIMEOUT_MS = 60_000
const HEAP_MB = 512

/** One at a time: each holds two fonts and a core. */
const queue = fairQueue({ running: 1, waiting: 30, ofOne: 3 })

/**
 * Draws a PDF in a thread of its own. `key` is who asks: papers of different people take turns (`TOO_MANY`, `BUSY`).
 * `images` are PNG or JPEG by their stored path; a picture that is not there is left out. Only the letters that stand on
 * the paper travel with it (decision 0935).
 */
export function makePdf(
  key: string,
  drawing: Drawing,
  { images = {}, now }: { readonly images?: PdfJob['images']; readonly now: number },
): Promise<Buffer> {
  return queue(key, () => run({ drawing, images, fonts: fonts(), now }))
}

async function run(job: PdfJob): Promise<Buffer> {
  const worker = await start(job)
  try {
    return await new Promise<Buffer>((done, broken) => {
      const timer = setTimeout(
        () => broken(fail('REFUSED', { detail: '内容过多，生成 PDF 超时；请减少选中的行后重试' })),
        TIMEOUT_MS,
      )
      worker.once('message', (pdf: Uint8Array) => {
        clearTimeout(timer)
        done(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
      })
      worker.once('error', (error) => {
        clearTimeout(timer)
        broken(error)
      })
      worker.once('exit', (code) => {
        clearTimeout(timer)
        broken(new Error(`the thread that draws ended with ${code} before it answered`))
      })
    })
  } finally {
    await worker.terminate()
  }
}

// In a bundle the thread's file stands beside ours as JavaScript; from source it is made into JavaScript first.
async function start(job: PdfJob): Promise<Worker> {
  const options = {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
    env: {},
  }
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./paper-worker.js', import.meta.url), options)
  const script = await bundledThread(new URL('./paper-worker.ts', import.meta.url), [
    'pdfkit',
    'bwip-js/node',
  ])
  return new Worker(script, { ...options, eval: true })
}
