import { grantStatus, grantType } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { z } from 'zod'
import type { EffectScene } from './effect-scene.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

const people = z.array(z.string())

/**
 * Ticket grants at approval, not yet in force (T11): isolators and verifiers on every ticket lock for the isolation and
 * release phases, the people named for an access lock on that lock for the working phase.
 */
export async function createGrants({ tx, ticket, work, now }: EffectScene): Promise<void> {
  const locks = await tx
    .selectFrom('loWorkLock')
    .select(['lockId', 'useType', 'userIds'])
    .where('workId', '=', ticket.id)
    .execute()
  const crew = await tx
    .selectFrom('loWorkPerson')
    .select(['id', 'userId', 'roleTag'])
    .where('workId', '=', ticket.id)
    .where('state', '=', 1)
    .execute()
  const grants = locks.flatMap((lock) => {
    const named = people.catch([]).parse(lock.userIds ?? [])
    return crew.flatMap((person) => {
      if (person.userId === null) return []
      const isolates = person.roleTag === 'ISO' || person.roleTag === 'VERIFY'
      const works =
        ['WORK', 'GUARD', 'CONTR'].includes(person.roleTag ?? '') &&
        lock.useType === 2 &&
        named.includes(person.userId)
      if (!isolates && !works) return []
      return [
        { person, userId: person.userId, lockId: lock.lockId, phases: isolates ? '10,11,12,23,24' : '20' },
      ]
    })
  })
  for (const { person, userId, lockId, phases } of grants) {
    await tx
      .insertInto('loLockUser')
      .values({
        id: newId(),
        tenantId: work.tenantId,
        userId,
        scopeType: 1,
        lockId,
        grantType: grantType.ticket,
        actions: 'OPEN',
        validFrom: new Date(ticket.planStart - 24 * 3_600_000),
        validTo: new Date(ticket.closeDeadline ?? ticket.planEnd),
        maxUses: 0,
        usedCount: 0,
        workId: ticket.id,
        workPersonId: person.id,
        phases,
        grantBy: 'SYSTEM',
        reason: `工作票 ${ticket.workNo}`,
        status: grantStatus.pending,
        createTime: new Date(now),
      })
      .execute()
  }
}

const setGrants = async (
  { tx, ticket, now }: EffectScene,
  roles: readonly string[],
  from: readonly number[],
  to: number,
) => {
  await sql`update lo_lock_user g set status = ${to}, update_time = ${new Date(now)}
    from lo_work_person p
    where g.work_id = ${ticket.id} and g.grant_type = ${grantType.ticket} and p.id = g.work_person_id
      and p.role_tag = any(${[...roles]}) and g.status = any(${[...from]})`.execute(tx)
}

export const activateGrants = (scene: EffectScene, effect: Of<'grants.activate'>): Promise<void> =>
  setGrants(scene, effect.roles, [grantStatus.pending, grantStatus.frozen], grantStatus.active)

export const suspendGrants = (scene: EffectScene, effect: Of<'grants.suspend'>): Promise<void> =>
  setGrants(scene, effect.roles, [grantStatus.pending, grantStatus.active], grantStatus.frozen)

/** Ends every grant the ticket gave, frozen ones too. */
export async function revokeGrants({ tx, ticket, now }: EffectScene): Promise<void> {
  await tx
    .updateTable('loLockUser')
    .set({ status: grantStatus.revoked, updateTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('status', 'in', [grantStatus.pending, grantStatus.active, grantStatus.frozen])
    .execute()
}
