import { fail } from '../fail.ts'

const exporting = new Map<symbol, readonly string[]>()
let jobs = 0

/**
 * A place among the exports that run, taken before anything is waited for; answers with how to leave it. The slow
 * downloads of one person, and of one address whose accounts may be one person's, never take the last place. `most` is the
 * number of connections for exports; a job in the background has one of them.
 */
export function takePlace(most: number, keys: readonly string[]): () => void {
  const free = Math.max(1, most - jobs)
  const held = [...exporting.values()]
  const own = Math.max(...keys.map((key) => held.filter((each) => each.includes(key)).length))
  if (own >= Math.max(1, free - 1)) throw fail('TOO_MANY')
  if (exporting.size >= free) throw fail('BUSY')
  const place = Symbol('export')
  exporting.set(place, keys)
  return () => void exporting.delete(place)
}

/** The place of a job, which nobody waits for; null while people have them all. Answers with how to leave it. */
export function takeJobPlace(most: number): (() => void) | null {
  if (exporting.size + jobs >= most) return null
  jobs += 1
  return () => void (jobs -= 1)
}
