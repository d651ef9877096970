import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Repeats `attempt` while it answers 'again', waiting 50 ms, then twice as long each time up to 2 s, for at most
 * `forMs` in all. Returns the first other answer, or 'again' when the time is over.
 */
export async function withBackoff<T>(
  forMs: number,
  attempt: () => Promise<T | 'again'>,
): Promise<T | 'again'> {
  for (let waited = 0, wait = 50; ; waited += wait, wait = Math.min(wait * 2, 2_000)) {
    const answer = await attempt()
    if (answer !== 'again' || waited >= forMs) return answer
    await sleep(wait)
  }
}
