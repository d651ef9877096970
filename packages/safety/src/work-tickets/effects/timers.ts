import { workStatus } from '@suoan/domain/dictionaries'
import { minute } from '@suoan/domain/verdict'
import { cancelTimers, scheduleTimer, type TimerKind } from '@suoan/platform/timers'
import { reVerifications } from '../../re-verifications.ts'
import { gasNoticeMin, gasRepeatDue } from '../facts/gas-repeat.ts'
import type { EffectScene } from './effect-scene.ts'

/** Minutes before the end at which leader, guardian and permitter are told (T27). */
const reminders = [60, 30, 10] as const
/** Minutes before zero energy must be proven again that people are told, or half of a shorter time. [D] */
export const proofNoticeMin = 10
/** What runs only while people work; another feature's timers of the same ticket stay. */
const whileWorking: readonly TimerKind[] = [
  'ticket.reminder',
  'ticket.gasDue',
  'ticket.proofDue',
  'ticket.testOver',
  'ticket.guardAway',
]

/** Expiry reminders and the gas repetition of a ticket at work; called again they move with a new end. */
export async function startTimers(scene: EffectScene): Promise<void> {
  const { tx, ticket, work, now } = scene
  const end = ticket.validEnd ?? ticket.planEnd
  const { tenantId } = work
  await cancelTimers(tx, { tenantId, subjectId: ticket.id, kind: 'ticket.reminder' })
  for (const minutes of reminders) {
    const dueAt = end - minutes * minute
    if (dueAt > now)
      await scheduleTimer(tx, {
        tenantId,
        kind: 'ticket.reminder',
        subjectId: ticket.id,
        key: `-${minutes}`,
        dueAt,
        data: { minutes },
      })
  }
  await gasTimers(scene)
  await proofTimers(scene)
}

/** When the next gas repetition must be, and a while before (T30). */
export async function gasTimers({ tx, ticket, work }: EffectScene): Promise<void> {
  const due = await gasRepeatDue(tx, work, ticket.realStart)
  if (due === null) return
  const timer = { tenantId: work.tenantId, kind: 'ticket.gasDue', subjectId: ticket.id, data: {} } as const
  await scheduleTimer(tx, { ...timer, key: 'soon', dueAt: due - gasNoticeMin * minute })
  await scheduleTimer(tx, { ...timer, key: 'over', dueAt: due })
}

/** When zero energy must be proven again at the first point where energy can build up, and a while before (T24). */
export async function proofTimers({ tx, ticket, work, now }: EffectScene): Promise<void> {
  const timer = { tenantId: work.tenantId, kind: 'ticket.proofDue', subjectId: ticket.id } as const
  await cancelTimers(tx, timer)
  const [first] = await reVerifications(tx, ticket.id)
  if (first === undefined) return
  const due = first.reVerifyDue.getTime()
  const soon = Math.max(due - proofNoticeMin * minute, (now + due) / 2)
  if (soon < due) await scheduleTimer(tx, { ...timer, key: 'soon', dueAt: soon, data: {} })
  await scheduleTimer(tx, { ...timer, key: 'over', dueAt: due, data: {} })
}

/** The work is over or held: nothing reminds of it any more, except of the close-out that is left. */
export async function stopTimers(scene: EffectScene): Promise<void> {
  const { tx, ticket, work } = scene
  for (const kind of whileWorking)
    await cancelTimers(tx, { tenantId: work.tenantId, subjectId: ticket.id, kind })
  await remindClosing(scene)
}

/** The end of the close-out term of an expired ticket (§5.8 L4). */
export async function remindClosing({ tx, ticket, work }: EffectScene): Promise<void> {
  const timer = { tenantId: work.tenantId, kind: 'ticket.closeDue', subjectId: ticket.id } as const
  await cancelTimers(tx, timer)
  if (ticket.status !== workStatus.expired || ticket.closeFlag || ticket.closeDeadline === null) return
  await scheduleTimer(tx, { ...timer, dueAt: ticket.closeDeadline, data: {} })
}
