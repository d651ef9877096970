import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { MutantResult } from '@suoan/model'
import type { FromMutantWorker } from './mutant-worker.ts'

/** Threads that test mutants at once: the walks are pure computing, and the machine has other work. */
const threads = 2

// From source a thread first needs a TypeScript loader, as in `server/resource/sheet-reader.ts`.
function startHunter(): Worker {
  // `require` finds the CommonJS half of the loader, which cannot be imported; the other half stands beside it.
  const found = createRequire(import.meta.url).resolve('tsx/esm/api')
  const loader = pathToFileURL(found.replace(/\.cjs$/, '.mjs')).href
  const file = new URL('./mutant-worker.ts', import.meta.url).href
  const script = `import(${JSON.stringify(loader)}).then((tsx) => tsx.tsImport(${JSON.stringify(file)}, ${JSON.stringify(file)}))`
  return new Worker(script, { eval: true, execArgv: [] })
}

/**
 * Hunts the mutants of these names on two threads, in the order given, and tells each answer as it comes. Ends early,
 * with its threads, when `signal` is aborted. Rejects when a thread fails.
 */
export async function testAllMutants(
  ids: readonly string[],
  onResult: (result: MutantResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...ids]
  const workers = Array.from({ length: Math.min(threads, waiting.length) }, () => startHunter())
  const stop = () => void Promise.all(workers.map((worker) => worker.terminate()))
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.all(workers.map((worker) => work(worker, waiting, onResult)))
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

function work(worker: Worker, waiting: string[], onResult: (result: MutantResult) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
    worker.on('message', (message: FromMutantWorker) => {
      if (message !== 'ready') onResult(message)
      const next = waiting.shift()
      if (next === undefined) resolve()
      else worker.postMessage(next)
    })
  })
}
