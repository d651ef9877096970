import type { EffectScene } from './effect-scene.ts'

/** What templates of messages about a ticket may name (`messageEvents`). */
export const ticketVariables = (
  work: EffectScene['work'],
  ticket: EffectScene['ticket'],
): Readonly<Record<string, string>> => ({
  workNo: ticket.workNo,
  workName: work.workName ?? '',
  place: ticket.place,
})
