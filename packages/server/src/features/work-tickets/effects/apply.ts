import type { ActorFact, Effect, Ticket } from '@suoan/domain/work-ticket'
import type { Tx } from '../../../context.ts'
import type { WorkRow } from '../ticket-row.ts'
import { activateGrants, createGrants, revokeGrants, suspendGrants } from './grants.ts'
import {
  freeReservations,
  freeTentative,
  makeReservations,
  placeHold,
  placePersonalHold,
  releaseHolds,
  tentativeHolds,
} from './holds.ts'
import { raiseAlarm } from './alarms.ts'
import { hangTag, installLock, removeTag, returnLock } from './locks.ts'
import { setPerson } from './people.ts'
import { setPoint, voidVerifications } from './points.ts'
import { clearKeys, createSteps, recordKey, setSteps } from './steps.ts'

/** What performing an effect may use: the transaction, the ticket after the event, who acted, and when. */
export interface EffectScene {
  readonly tx: Tx
  readonly work: WorkRow
  readonly ticket: Ticket
  readonly actor: ActorFact
  readonly event: string
  /** The isolation point the event speaks of, if any. */
  readonly pointId: string | null
  readonly now: number
}

type Perform = {
  [K in Effect['do']]: (scene: EffectScene, effect: Extract<Effect, { do: K }>) => Promise<void> | void
}

/** Done by the command itself (numbering, hashes, diff) or by another mechanism after the commit (notices, timers). */
const elsewhere = (): void => {}

/** Every effect of the transition table, performed in the same transaction as the transition. */
const perform: Perform = {
  'number.reserve': elsewhere,
  'diff.record': elsewhere,
  'round.open': elsewhere,
  'draft.delete': ({ tx, ticket, now }) => deleteDraft(tx, ticket.id, now),
  'content.seal': elsewhere,
  'steps.create': createSteps,
  'steps.set': setSteps,
  'holds.tentative': tentativeHolds,
  'holds.freeTentative': freeTentative,
  'reservations.make': makeReservations,
  'reservations.free': freeReservations,
  'grants.create': createGrants,
  'grants.activate': activateGrants,
  'grants.suspend': suspendGrants,
  'grants.revoke': revokeGrants,
  'point.set': setPoint,
  'hold.place': placeHold,
  'personalHold.place': placePersonalHold,
  'hold.release': releaseHolds,
  'lock.install': installLock,
  // The isolator opens it himself under leg L4 once the hold is gone; a server never opens a lock by itself.
  'lock.open': elsewhere,
  'lock.return': returnLock,
  'tag.hang': hangTag,
  'tag.remove': removeTag,
  'person.set': setPerson,
  'crew.set': elsewhere,
  // @NOTE Expiry timers and notices belong to the warning engine; the outbox event `ticket.moved` is their source.
  'timers.start': elsewhere,
  'verifications.void': voidVerifications,
  'alarm.raise': raiseAlarm,
  'notice.send': elsewhere,
  'key.record': recordKey,
  'keys.clear': clearKeys,
  'chain.seal': elsewhere,
}

/** Performs effects in order; an unknown one does not compile. */
export async function applyEffects(scene: EffectScene, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    // The table is keyed by the same `do` that discriminates the union.
    const act = perform[effect.do] as (scene: EffectScene, effect: Effect) => Promise<void> | void
    await act(scene, effect)
  }
}

async function deleteDraft(tx: Tx, workId: string, now: number): Promise<void> {
  await tx
    .updateTable('loWork')
    .set({ delFlag: 1, updateTime: new Date(now) })
    .where('id', '=', workId)
    .execute()
}
