import type { AmISafe } from '@suoan/contract'

/** Grey: nothing recent is known, so nobody may rely on it. */
export type ShownColour = 'green' | 'amber' | 'red' | 'grey'

/** What is older says nothing about now (3-domain.md M13). */
const staleMs = 60_000

export interface Reach {
  /** Age of the last answer, ms. */
  readonly age: number
  /** The notice channel is open, so that a change would be told. */
  readonly isLive: boolean
  /** The last question failed. */
  readonly failed: boolean
}

/** What the card shows: never green on old data, without the channel, or after a failed question. */
export function shownColour(colour: ShownColour, { age, isLive, failed }: Reach): ShownColour {
  return age > staleMs || age < 0 || !isLive || failed ? 'grey' : colour
}

export type Colours = Readonly<Record<string, ShownColour>>

export const coloursOf = (answer: AmISafe, reach: Reach): Colours =>
  Object.fromEntries(answer.cards.map((card) => [card.workId, shownColour(card.colour, reach)]))

/** Some card that was green is green no more, or gone: the phone shakes. */
export const lostGreen = (before: Colours, after: Colours): boolean =>
  Object.entries(before).some(([workId, colour]) => colour === 'green' && after[workId] !== 'green')
