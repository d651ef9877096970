/**
 * Lets what came late wait until it is seen: a tab that is hidden may be shown again, and goes on then; what was closed is
 * never shown again, and whoever waited for it waits for ever and does nothing.
 */
export class ShownGate {
  #isShown = false
  #waiting: (() => void)[] = []

  /** It is on the screen now; ends when it goes. */
  readonly show = (): (() => void) => {
    this.#isShown = true
    const waiting = this.#waiting
    this.#waiting = []
    for (const go of waiting) go()
    return () => {
      this.#isShown = false
    }
  }

  readonly shown = (): Promise<void> =>
    new Promise((resolve) => {
      if (this.#isShown) resolve()
      else this.#waiting.push(resolve)
    })
}
