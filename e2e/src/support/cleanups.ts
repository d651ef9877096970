/**
 * What a run has opened and must end, also after an error: ended in the opposite order, each at most once. One that
 * fails does not keep the others from being ended; the first error is thrown at the end.
 */
export class Cleanups {
  readonly #cleanups: (() => unknown)[] = []

  add(end: () => unknown): void {
    this.#cleanups.push(end)
  }

  async end(): Promise<void> {
    const errors: unknown[] = []
    for (let end = this.#cleanups.pop(); end; end = this.#cleanups.pop()) {
      try {
        await end()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}

/** Runs `work` and ends what it opened, whether it returns, throws, or the run is asked to stop (Ctrl-C). */
export async function withCleanups(work: (cleanups: Cleanups) => Promise<void>): Promise<void> {
  const cleanups = new Cleanups()
  const stop = (): void => void cleanups.end().finally(() => process.exit(130))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    await work(cleanups)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await cleanups.end()
  }
}
