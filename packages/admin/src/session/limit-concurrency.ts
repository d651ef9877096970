import { fail } from '@suoan/platform/fail'

/**
 * Runs at most `running` tasks at once and lets `waiting` more queue in order; above that it refuses with `TOO_MANY`,
 * so that a flood costs neither memory nor the answers of others.
 */
export function limitConcurrency(limits: { readonly running: number; readonly waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      if (queue.length >= limits.waiting) throw fail('TOO_MANY')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await task()
    } finally {
      const next = queue.shift()
      // The place is handed over, not given back, so a newcomer cannot overtake.
      if (next) next()
      else running -= 1
    }
  }
}
