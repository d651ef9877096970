import type { LiveCell, Presence } from '@suoan/contract'

/** Somebody else in a cell of this page. */
export interface PersonInCell {
  readonly name: string
  readonly cell: LiveCell
  /** Which of the six colours is his. */
  readonly hue: number
}

/** Places are told again this often, ms; who was not heard of for three times as long has gone without a word. */
export const presenceAgainMs = 20_000
const hues = 6

/** Where the others are, by what the channel tells. */
export class PeopleInCells {
  readonly #people = new Map<string, PersonInCell & { readonly heardAt: number }>()

  take({ person, name, cell }: Presence, now: number): void {
    if (!cell) return void this.#people.delete(person)
    const hue = this.#people.get(person)?.hue ?? this.#freeHue()
    this.#people.set(person, { name, cell, hue, heardAt: now })
  }

  /** Nobody is known to be anywhere: the channel was lost. */
  clear(): void {
    this.#people.clear()
  }

  at(now: number): readonly PersonInCell[] {
    for (const [person, { heardAt }] of this.#people)
      if (now - heardAt > 3 * presenceAgainMs) this.#people.delete(person)
    return [...this.#people.values()]
  }

  #freeHue(): number {
    const taken = new Set([...this.#people.values()].map(({ hue }) => hue))
    for (let hue = 0; hue < hues; hue++) if (!taken.has(hue)) return hue
    return this.#people.size % hues
  }
}
