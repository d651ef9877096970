/**
 * Makes `work` take together what comes while it is busy: the first item at once, everything that came in the meantime
 * as the next batch, in order, never two batches at a time. For reactions to floods: thousands of reports a second
 * become a few statements. A failed batch is reported to the caller that started the run; later batches still run.
 */
export function coalesce<T>(work: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = []
  let isBusy = false
  return async (item) => {
    waiting.push(item)
    if (isBusy) return
    isBusy = true
    const errors: unknown[] = []
    while (waiting.length > 0) {
      const items = waiting
      waiting = []
      try {
        await work(items)
      } catch (error) {
        errors.push(error)
      }
    }
    isBusy = false
    if (errors.length > 0) throw errors[0]
  }
}
