import type { World } from './world.ts'

/** Short names for parts of a world. Parts are never changed in place, so an object keeps its name. */
export class StateNames {
  readonly #ofObject = new WeakMap<object, number>()
  readonly #ofText = new Map<string, number>()

  /**
   * The name of a state: equal for worlds no guard can tell apart. The workers are interchangeable, so they stand sorted;
   * ages and dates are already what the clock makes of them (`settled`), rounds are the first or a later one.
   */
  nameOf({ clock, tickets, locks, holds, workers, traits }: World): string {
    const crew = Object.values(workers).map((worker) => this.#part(worker))
    // Workers who hand a tag over are two different people, and so are those of whom different things are known.
    const alike =
      traits.w1.external === traits.w2.external &&
      traits.w1.briefed === traits.w2.briefed &&
      tickets.every(({ running }) => Object.keys(running.tags).length === 0)
    const parts = [
      ...tickets.flatMap(({ evacuation, ...rest }) => [
        Number(evacuation),
        ...Object.values(rest).map((part) => this.#part(part)),
      ]),
      this.#part(holds),
      ...Object.values(locks).map((lock) => this.#part(lock)),
    ]
    return `${clock},${parts.join()},${(alike ? crew.toSorted((a, b) => a - b) : crew).join()}`
  }

  #part(part: object): number {
    const known = this.#ofObject.get(part)
    if (known !== undefined) return known
    const text = JSON.stringify(part)
    const name = this.#ofText.get(text) ?? this.#ofText.size
    this.#ofText.set(text, name)
    this.#ofObject.set(part, name)
    return name
  }
}
