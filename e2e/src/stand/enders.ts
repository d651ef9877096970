/**
 * What a run has opened and must end, also after an error: ended in the opposite order, each at most once. One that
 * fails does not keep the others from being ended; the first error is thrown at the end.
 */
export class Enders {
  readonly #enders: (() => unknown)[] = []

  add(end: () => unknown): void {
    this.#enders.push(end)
  }

  async end(): Promise<void> {
    const errors: unknown[] = []
    for (let end = this.#enders.pop(); end; end = this.#enders.pop()) {
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
export async function withEnders(work: (enders: Enders) => Promise<void>): Promise<void> {
  const enders = new Enders()
  const stop = (): void => void enders.end().finally(() => process.exit(130))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    await work(enders)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await enders.end()
  }
}
