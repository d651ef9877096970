import type { Effect } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
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
import {
  declareEmergency,
  escalateReview,
  grantRemoval,
  openRemoval,
  reviewedAfter,
  setMustAck,
  setRemoval,
} from './emergency.ts'
import { acceptLock, transferHolds } from './transfer.ts'
import { raiseAlarm, recoverAlarms } from './alarms.ts'
import { sendNotice } from './notices.ts'
import { extendGrants, setExtension } from './extension.ts'
import { removeCrew, setHandover, switchRole, notifyPerson } from './handover.ts'
import { handBackLock, hangTag, installLock, removeTag, returnLock } from './locks.ts'
import { setPerson } from './people.ts'
import { setPoint, voidVerifications } from './points.ts'
import { clearKeys, recordKey } from './keys.ts'
import { clearCauses, closeCause, openCause } from './stop-causes.ts'
import { createSteps, delegateStep, escalateStep, flagStep, setSteps, urgeStep } from './steps.ts'
import { notifyPeople } from './notify.ts'
import { beginTest, clearTest, endTest, liftHolds } from './test-run.ts'
import { gasTimers, proofTimers, startTimers, stopTimers } from './timers.ts'
import type { EffectScene } from './effect-scene.ts'

type Perform = {
  [K in Effect['do']]: (scene: EffectScene, effect: Extract<Effect, { do: K }>) => Promise<void> | void
}

/** Done by the command itself (numbering, hashes, diff). */
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
  'step.delegate': delegateStep,
  'step.urge': urgeStep,
  'step.escalate': escalateStep,
  'step.flag': flagStep,
  'point.set': setPoint,
  'hold.place': placeHold,
  'personalHold.place': placePersonalHold,
  'hold.release': releaseHolds,
  'holds.transfer': transferHolds,
  'lock.accept': acceptLock,
  'removal.open': openRemoval,
  'removal.set': setRemoval,
  'removal.grant': grantRemoval,
  'person.mustAck': setMustAck,
  'emergency.declare': declareEmergency,
  'emergency.reviewed': reviewedAfter,
  'emergency.escalate': escalateReview,
  'lock.install': installLock,
  // The isolator opens it himself under leg L4 once the hold is gone; a server never opens a lock by itself.
  'lock.open': elsewhere,
  'lock.return': returnLock,
  'tag.hang': hangTag,
  'tag.remove': removeTag,
  'person.set': setPerson,
  'crew.set': elsewhere,
  'cause.open': openCause,
  'cause.close': closeCause,
  'causes.clear': clearCauses,
  'timers.start': startTimers,
  'verifications.void': voidVerifications,
  'alarm.raise': raiseAlarm,
  'notice.notify': notifyPeople,
  'notice.send': sendNotice,
  'key.record': recordKey,
  'keys.clear': clearKeys,
  'chain.seal': elsewhere,
  'notice.person': notifyPerson,
  'handover.set': setHandover,
  'role.switch': switchRole,
  'crew.remove': removeCrew,
  'hold.lift': liftHolds,
  'test.begin': beginTest,
  'test.end': endTest,
  'test.clear': clearTest,
  'lock.handBack': handBackLock,
  'extension.set': setExtension,
  'grants.extend': extendGrants,
  'timers.gas': gasTimers,
  'timers.proof': proofTimers,
  'timers.stop': stopTimers,
  'alarm.recover': recoverAlarms,
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
