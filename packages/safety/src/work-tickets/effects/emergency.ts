import { grantStatus, grantType } from '@suoan/domain/dictionaries'
import { emergencyMinutes } from '@suoan/domain/grant'
import { clockText, minute } from '@suoan/domain/verdict'
import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { cancelTimers, scheduleTimer } from '@suoan/platform/timers'
import { openRemovals, openTicket } from '../../open-ticket.ts'
import { personName } from '../../person-name.ts'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { revokeTokens } from '../../offline-tokens.ts'
import { askForGrantSyncOf } from '../../locks/index.ts'
import type { EffectScene } from './effect-scene.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** A minute that has only just begun is still inside G23: the timer looks when it is over. */
const graceMs = 1000

/** The request itself with its evidence (T47) is written by the call; here its ten minutes begin. */
export async function openRemoval(
  { tx, emit, work, now }: EffectScene,
  effect: Of<'removal.open'>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from lo_emergency_removal
    where hold_id = ${effect.holdId} and state = 0`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`no removal was written for hold ${effect.holdId}`)
  tellRemoval(emit, work, id)
  await tellPeople({ tx, emit, work, now }, id, 0)
  await scheduleTimer(tx, {
    tenantId: work.tenantId,
    kind: 'removal.expire',
    subjectId: id,
    dueAt: now + emergencyMinutes * minute + graceMs,
    data: { workId: work.id },
  })
}

/** The lists of removals, and the red card of an owner, are new at once: a minute later somebody has acted on the old one. */
const tellRemoval = (emit: EffectScene['emit'], { tenantId }: EffectScene['work'], id: string): void =>
  emit('resource.changed', { resource: 'emergencyRemoval', tenantId, ids: [id] })

/** Moves the request on; who acted is stamped with its moment (T48, T49). A one-shot grant dies with it. */
export async function setRemoval(
  { tx, emit, work, actor, now }: EffectScene,
  { removalId, state }: Of<'removal.set'>,
): Promise<void> {
  const moment = new Date(now)
  const { tenantId } = work
  await tx
    .updateTable('loEmergencyRemoval')
    .set({
      state,
      updateTime: moment,
      updateBy: actor.userId,
      ...(state === 1 || state === 8 ? { approveBy: actor.userId, approveTime: moment } : {}),
      ...(state === 2 ? { removeTime: moment, ownerInformedTime: moment } : {}),
      ...(state === 3 ? { ownerAckTime: moment } : {}),
    })
    .where('id', '=', removalId)
    .where('workId', '=', work.id)
    .execute()
  tellRemoval(emit, work, removalId)
  await tellPeople({ tx, emit, work, now }, removalId, state)
  if (state === 1) {
    const dueAt = now + emergencyMinutes * minute + graceMs
    await scheduleTimer(tx, {
      tenantId,
      kind: 'removal.expire',
      subjectId: removalId,
      dueAt,
      data: { workId: work.id },
    })
    return
  }
  await cancelTimers(tx, { tenantId, subjectId: removalId, kind: 'removal.expire' })
  await sql`update lo_lock_user g set status = ${grantStatus.revoked}, update_time = ${moment}
    from lo_emergency_removal r where r.id = ${removalId} and g.id = r.grant_id and g.status = ${grantStatus.active}`.execute(
    tx,
  )
}

interface Told {
  ownerId: string
  requestBy: string
  removerId: string | null
  lockCode: string
  ownerName: string
  asker: string
  reason: string
}

/**
 * Who has to know of a removal at once: its owner, that somebody asks for his lock (he may be nearer than they think) and
 * that it is gone; who asked, what became of it; who removes, that his minutes run.
 */
async function tellPeople(
  { tx, emit, work, now }: Pick<EffectScene, 'tx' | 'emit' | 'work' | 'now'>,
  removalId: string,
  state: 0 | Of<'removal.set'>['state'],
): Promise<void> {
  const { rows } = await sql<Told>`
    select r.owner_id, r.request_by, r.remover_id, coalesce(l.lock_code, '') as lock_code, r.reason,
      ${personName('r.owner_id')} as owner_name, ${personName('r.request_by')} as asker
    from lo_emergency_removal r left join lo_lock l on l.id = r.lock_id where r.id = ${removalId}`.execute(tx)
  const [removal] = rows
  if (!removal) return
  for (const { userIds, title, text, open } of wordsOf(removal, work, state, now))
    await notifyUsers(tx, emit, {
      tenantId: work.tenantId,
      userIds,
      title,
      text: `工作票 ${work.workNo ?? ''}：${removal.reason}\n${text}`,
      level: 3,
      open,
      about: { type: 'work', id: work.id },
      event: 'ticketUrgent',
      variables: { workNo: work.workNo ?? '', workName: work.workName ?? '' },
      now,
    })
}

function wordsOf(
  { ownerId, requestBy, removerId, lockCode, ownerName, asker }: Told,
  work: EffectScene['work'],
  state: 0 | Of<'removal.set'>['state'],
  now: number,
) {
  const open = openTicket(work.id)
  const until = clockText(now + emergencyMinutes * minute)
  const toOwner = (title: string, text: string) => [{ userIds: [ownerId], title, text, open }]
  const toAsker = (title: string, text: string) => [{ userIds: [requestBy], title, text, open: openRemovals }]
  switch (state) {
    case 0:
      return toOwner(
        `有人申请拆除您的个人锁 ${lockCode}`,
        `${asker} 申请应急拆锁。您若在现场或能到场，请立即联系${asker}，由您本人摘锁。`,
      )
    case 1:
      return [
        {
          userIds: [removerId ?? requestBy],
          title: `已批准拆除 ${ownerName} 的个人锁 ${lockCode}`,
          text: `请在 ${until} 前拆下，并在“应急拆锁”登记；拆锁时见证人须在旁边。`,
          open: openRemovals,
        },
      ]
    case 2:
      return toOwner(
        `您的个人锁 ${lockCode} 已被应急拆除`,
        '请立即确认知悉；确认前不能进入现场、开锁或担任新的作业角色。',
      )
    case 8:
      return toAsker(
        `拆除 ${ownerName} 的个人锁 ${lockCode} 未获批准`,
        '这把锁不得拆除。处理意见见“应急拆锁”；情况变化的补齐依据后重新申请。',
      )
    case 9:
      return toAsker(
        `拆除 ${ownerName} 的个人锁 ${lockCode} 的申请已超时`,
        `${emergencyMinutes} 分钟内没有完成，这把锁不得拆除；仍需拆除的请重新申请。`,
      )
    default:
      return []
  }
}

/** One opening, by the named remover, within the minutes agreed (grant type 5; R14 looks at its use). */
export async function grantRemoval(
  { tx, work, ticket, actor, now }: EffectScene,
  { removalId, userId, minutes }: Of<'removal.grant'>,
): Promise<void> {
  const removal = await tx
    .selectFrom('loEmergencyRemoval')
    .select('lockId')
    .where('id', '=', removalId)
    .executeTakeFirstOrThrow()
  const id = newId()
  await tx
    .insertInto('loLockUser')
    .values({
      id,
      tenantId: work.tenantId,
      userId,
      scopeType: 1,
      lockId: removal.lockId,
      grantType: grantType.emergency,
      actions: 'OPEN',
      validFrom: new Date(now),
      validTo: new Date(now + minutes * minute),
      maxUses: 1,
      usedCount: 0,
      workId: ticket.id,
      grantBy: actor.userId,
      reason: `工作票 ${ticket.workNo} 应急拆锁`,
      status: grantStatus.active,
      createTime: new Date(now),
    })
    .execute()
  await tx
    .updateTable('loEmergencyRemoval')
    .set({ grantId: id, removerId: userId })
    .where('id', '=', removalId)
    .execute()
}

/** Whether a person has to acknowledge that his lock was removed before he enters again (T48, T49). */
export async function setMustAck(
  { tx, ticket, work, now }: EffectScene,
  { userId, mustAck }: Of<'person.mustAck'>,
): Promise<void> {
  // What he took along for work without network is worth nothing from now on.
  if (mustAck) await revokeTokens(tx, sql`t.tenant_id = ${work.tenantId} and t.user_id = ${userId}`, now)
  await askForGrantSyncOf(tx, work.tenantId, userId, now)
  await tx
    .updateTable('loWorkPerson')
    .set({ mustAck: mustAck ? 1 : 0 })
    .where('workId', '=', ticket.id)
    .where('personId', '=', userId)
    .execute()
}

/** The duty manager took it on himself; the review is due later (T50). */
export async function declareEmergency(
  { tx, work, actor }: EffectScene,
  { reviewDueAt }: Of<'emergency.declare'>,
): Promise<void> {
  await tx
    .updateTable('loWork')
    .set({
      emergencyFlag: 1,
      dutyManagerId: actor.userId,
      afterReviewState: 1,
      afterReviewDue: new Date(reviewDueAt),
    })
    .where('id', '=', work.id)
    .execute()
  await scheduleTimer(tx, {
    tenantId: work.tenantId,
    kind: 'ticket.afterReview',
    subjectId: work.id,
    dueAt: reviewDueAt,
    data: {},
  })
}

/** The review after an emergency is done; nothing escalates any more (T50). */
export async function reviewedAfter({ tx, work, actor, now }: EffectScene): Promise<void> {
  await tx
    .updateTable('loWork')
    .set({ afterReviewState: 2, afterReviewBy: actor.userId, afterReviewTime: new Date(now) })
    .where('id', '=', work.id)
    .execute()
  await cancelTimers(tx, { tenantId: work.tenantId, subjectId: work.id, kind: 'ticket.afterReview' })
}

/** The review after an emergency is overdue. */
export async function escalateReview({ tx, work }: EffectScene): Promise<void> {
  await tx.updateTable('loWork').set({ afterReviewState: 3 }).where('id', '=', work.id).execute()
}
