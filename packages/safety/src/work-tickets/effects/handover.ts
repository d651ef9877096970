import type { RoleTag } from '@suoan/domain/dictionaries'
import { grantStatus } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { openTicket } from '../../open-ticket.ts'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { countPeople } from '../count-people.ts'
import { keepAccount } from '../keep-account.ts'
import type { EffectScene } from './effect-scene.ts'
import { ticketVariables } from './ticket-variables.ts'
import { holdIn } from '../../hold-sets.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** The handover's row moves on; who signed stands there already (T34). */
export async function setHandover({ tx, work, now }: EffectScene, effect: Of<'handover.set'>): Promise<void> {
  const moment = new Date(now)
  const times = { 1: { acceptTime: moment }, 2: { releaseTime: moment }, 3: {} }[effect.state]
  await tx
    .updateTable('loWorkHandover')
    .set({ state: effect.state, updateTime: moment, ...times })
    .where('id', '=', effect.handoverId)
    .where('workId', '=', work.id)
    .execute()
  if (effect.state !== 3) return
  // A guardian who stood beside the other while the handover was open goes with it.
  await sql`update lo_work_person p set state = 0, update_time = ${moment} from lo_work_handover h
    where h.id = ${effect.handoverId} and h.role_tag = 'GUARD' and p.work_id = h.work_id and p.user_id = h.to_user_id
      and p.role_tag = 'GUARD' and p.state = 1 and h.accept_time is not null`.execute(tx)
}

/**
 * A tag goes from one person to another in one step (T34). The old line stays in the table as replaced; a post like
 * PERMIT may have had no line, its successor gets one.
 */
export async function switchRole(scene: EffectScene, effect: Of<'role.switch'>): Promise<void> {
  const { tx, ticket, work, now } = scene
  const { roleTag, fromUserId, toUserId } = effect
  await keepAccount(tx, toUserId)
  const old = await retire(scene, fromUserId, roleTag)
  // A guardian took his post himself when he accepted.
  const beside = await tx
    .selectFrom('loWorkPerson')
    .select('id')
    .where('workId', '=', ticket.id)
    .where('userId', '=', toUserId)
    .where('roleTag', '=', roleTag)
    .where('state', '=', 1)
    .executeTakeFirst()
  if (beside) {
    await countPeople(scene.tx, scene.ticket.id)
    if (old !== null) await passGrants(scene, { fromUserId, fromRow: old, toUserId, toRow: beside.id })
    return
  }
  const hold = await tx
    .selectFrom('loPointHold')
    .select('lockId')
    .where('workId', '=', ticket.id)
    .where('userId', '=', toUserId)
    .where(holdIn('personal', 'lo_point_hold'))
    .executeTakeFirst()
  const id = newId()
  await tx
    .insertInto('loWorkPerson')
    .values({
      id,
      tenantId: work.tenantId,
      workId: ticket.id,
      userId: toUserId,
      roleTag,
      personSource: roleTag === 'CONTR' ? 2 : 1,
      onState: 0,
      personalLockId: hold?.lockId ?? null,
      mustAck: 0,
      state: 1,
      createTime: new Date(now),
    })
    .execute()
  await countPeople(scene.tx, scene.ticket.id)
  if (old !== null) await passGrants(scene, { fromUserId, fromRow: old, toUserId, toRow: id })
}

/** Who was replaced leaves the list; what he might open, his successor may (T31). */
export async function removeCrew(scene: EffectScene, effect: Of<'crew.remove'>): Promise<void> {
  const { userId: fromUserId, successorId: toUserId, roleTag } = effect
  const old = await retire(scene, fromUserId, roleTag)
  const successor = await scene.tx
    .selectFrom('loWorkPerson')
    .select(['id', 'userId'])
    .where('workId', '=', scene.ticket.id)
    .where('personId', '=', toUserId)
    .where('roleTag', '=', roleTag)
    .where('state', '=', 1)
    .executeTakeFirst()
  await countPeople(scene.tx, scene.ticket.id)
  if (old !== null && successor)
    await passGrants(scene, { fromUserId, fromRow: old, toUserId: successor.userId, toRow: successor.id })
}

async function retire(
  { tx, ticket, now }: EffectScene,
  userId: string,
  roleTag: RoleTag,
): Promise<string | null> {
  const row = await tx
    .updateTable('loWorkPerson')
    .set({ state: 0, updateTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('personId', '=', userId)
    .where('roleTag', '=', roleTag)
    .where('state', '=', 1)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

interface Passing {
  readonly fromUserId: string
  readonly fromRow: string
  /** The successor's account; null = he has none, and opens no lock. */
  readonly toUserId: string | null
  readonly toRow: string
}

/**
 * The successor opens what his predecessor was named for, as long as it lasts; the predecessor nothing more. Without an
 * account nobody opens a lock: then nobody follows as its opener.
 */
async function passGrants({ tx, ticket, now }: EffectScene, passing: Passing): Promise<void> {
  const { fromUserId, fromRow, toUserId, toRow } = passing
  const grants = await tx
    .selectFrom('loLockUser')
    .select('id')
    .where('workId', '=', ticket.id)
    .where('workPersonId', '=', fromRow)
    .where('status', 'in', [grantStatus.pending, grantStatus.active, grantStatus.frozen])
    .execute()
  for (const { id } of toUserId === null ? [] : grants)
    await sql`insert into lo_lock_user select (jsonb_populate_record(g, jsonb_build_object('id', ${newId()}::text,
        'user_id', ${toUserId}::text, 'work_person_id', ${toRow}::text, 'used_count', 0))).*
      from lo_lock_user g where g.id = ${id}`.execute(tx)
  await tx
    .updateTable('loLockUser')
    .set({ status: grantStatus.revoked, updateTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('workPersonId', '=', fromRow)
    .where('status', 'in', [grantStatus.pending, grantStatus.active, grantStatus.frozen])
    .execute()
  await sql`update lo_work_lock set user_ids = (user_ids - ${fromUserId}::text)
      || case when ${toUserId}::text is null or user_ids ? ${toUserId}::text then '[]'::jsonb
        else to_jsonb(${toUserId}::text) end
    where work_id = ${ticket.id} and use_type = 2 and user_ids ? ${fromUserId}`.execute(tx)
}

/** One person is told, whatever his tags. */
export async function notifyPerson(
  { tx, emit, work, ticket, now }: EffectScene,
  effect: Of<'notice.person'>,
): Promise<void> {
  await notifyUsers(tx, emit, {
    tenantId: work.tenantId,
    userIds: [effect.userId],
    title: effect.text,
    text: `${effect.text}\n作业名称：${work.workName ?? ''}\n地点：${ticket.place}`,
    level: 2,
    open: openTicket(ticket.id, 'handoverAccept'),
    about: { type: 'work', id: ticket.id },
    event: 'stepWaiting',
    variables: ticketVariables(work, ticket),
    now,
  })
}
