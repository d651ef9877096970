import { parentPort } from 'node:worker_threads'
import { allMutants, groundOf, testMutant, quickScenes, type MutantResult } from '@suoan/model'

/** What this thread tells: that it is ready, or what became of a mutant. */
export type FromMutantWorker = 'ready' | MutantResult

// A thread of `test-all-mutants.ts`: it walks the worlds once, then every mutant it is given from there.
const grounds = quickScenes.map((scene) => groundOf(scene))
const mutants = new Map(allMutants().map((mutant) => [mutant.id, mutant]))

const tell = (message: FromMutantWorker): void => parentPort?.postMessage(message)

parentPort?.on('message', (id: string) => {
  const mutant = mutants.get(id)
  if (mutant === undefined) throw new Error(`no mutant ${id}`)
  tell(testMutant(mutant, grounds))
})
tell('ready')
