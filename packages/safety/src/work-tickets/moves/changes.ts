import { workExecutionEndpoints as execution, type InputOf } from '@suoan/contract'
import { grantStatus, grantType, lockPurpose } from '@suoan/domain/dictionaries'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { askForKept } from '../../locks/index.ts'
import { mustExist } from '../draft/must-exist.ts'
import { command, just, type Scene, type TicketCommand } from '../ticket-command.ts'
import type { BindMove } from './bind-move.ts'
import { addToCrew, namedIn } from './crew.ts'

/** Changes while the work runs (T31): somebody for somebody, a lock more; a point more is a new ticket. */
export function bindChanges(bindMove: BindMove): void {
  bindMove(execution.crewReplace, crewReplace)
  bindMove(execution.lockAdd, lockAdd)
  bindMove(execution.pointAdd, ({ pointId }) => just({ type: 'pointAdd' }, { pointId }))
}

/** The successor stands on the list before the guards look; the leaver goes only when they agree. */
function crewReplace({ personId, ...named }: InputOf<typeof execution.crewReplace>): TicketCommand {
  const { who, personId: userId } = namedIn(named)
  return command({
    prepare: async (scene) => {
      const { tx, work } = scene
      const leaver = await tx
        .selectFrom('loWorkPerson')
        .select(['personId', 'externalId', 'roleTag', 'personSource'])
        .where('id', '=', personId)
        .where('workId', '=', work.id)
        .where('state', '=', 1)
        .executeTakeFirst()
      if (!leaver?.personId) throw fail('REFUSED', { detail: '此人不在本票人员名单中，请刷新后重新选择' })
      if (!['WORK', 'CONTR', 'GUARD'].includes(leaver.roleTag ?? ''))
        throw fail('REFUSED', { detail: '只能替换作业人员、承包商人员或监护人，其他角色请办理交接' })
      if (leaver.personId === userId)
        throw fail('REFUSED', { detail: '替换人员与被替换人员相同，请重新选择' })
      // What the register said of the leaver says nothing of an account that follows him; the tag still does.
      const source = leaver.externalId !== null && leaver.roleTag !== 'CONTR' ? 1 : (leaver.personSource ?? 1)
      await addToCrew(scene, who, leaver.roleTag ?? '', source)
      // One of the three tags above.
      return { replaces: leaver.personId, roleTag: leaver.roleTag as 'WORK' | 'CONTR' | 'GUARD' }
    },
    act: ({ prepared }) => ({
      event: { type: 'crewChange', userId, changesScope: false, ...prepared },
      audit: { userId, ...prepared },
    }),
  })
}

/** The lock stands on the ticket before the guards look (G07); access locks may be opened by those named, from now on. */
function lockAdd(input: InputOf<typeof execution.lockAdd>): TicketCommand {
  const { lockId, useType, pointId, userIds } = input
  return command({
    reads: ['points'],
    prepare: async (scene) => {
      const { tx, work, now } = scene
      await mustExist(tx, work.tenantId, 'lo_lock', [lockId], '锁具')
      const listed = await tx
        .selectFrom('loWorkLock')
        .select('id')
        .where('workId', '=', work.id)
        .where('lockId', '=', lockId)
        .where('state', '<', 3)
        .executeTakeFirst()
      if (listed) throw fail('REFUSED', { detail: '该锁具已在本票锁具中，请核对锁具编号' })
      await tx
        .insertInto('loWorkLock')
        .values({
          id: newId(),
          tenantId: work.tenantId,
          workId: work.id,
          lockId,
          useType,
          pointId: pointId ?? null,
          userIds: JSON.stringify(userIds),
          state: 0,
          createTime: new Date(now),
        })
        .execute()
      return { isElsewhere: useType === lockPurpose.access && (await opensElsewhere(scene, lockId)) }
    },
    act: ({ facts, prepared }) => ({
      event: {
        type: 'lockAdd',
        lockId,
        userIds,
        changesScope:
          prepared.isElsewhere ||
          (Boolean(pointId) && !facts.points.some((point) => point.pointId === pointId)),
      },
      afterEffects: async (done) => {
        const { tx, work } = done
        await sql`update lo_lock set curr_work_id = ${work.id} where id = ${lockId} and curr_work_id is null`.execute(
          tx,
        )
        // From now on it opens by this ticket alone.
        await askForKept(tx, work.tenantId, [lockId], done.now)
        if (useType === lockPurpose.access) await grantAccess(done, lockId, userIds)
      },
      audit: { lockId },
    }),
  })
}

/** Does the access lock open a place that was not reviewed: outside the ticket's area and away from its points (T31)? */
async function opensElsewhere({ tx, work }: Scene, lockId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from lo_lock l where l.id = ${lockId} and not starts_with(l.area_code, ${work.areaCode ?? ''})
    and not exists (select 1 from lo_work_point i join lo_point p on p.id = i.point_id
      where i.work_id = ${work.id} and i.del_flag = 0 and p.area_code = l.area_code)
    -- One that is reviewed with the ticket stands beside it already.
    and not exists (select 1 from lo_work_lock k join lo_lock o on o.id = k.lock_id where k.work_id = ${work.id}
      and k.lock_id <> l.id and k.use_type = ${lockPurpose.access} and k.del_flag = 0 and o.area_code = l.area_code)`.execute(
      tx,
    )
  return rows.length > 0
}

async function grantAccess(
  { tx, work, now }: Scene,
  lockId: string,
  userIds: readonly string[],
): Promise<void> {
  const people = await tx
    .selectFrom('loWorkPerson')
    .select(['id', 'userId'])
    .where('workId', '=', work.id)
    .where('state', '=', 1)
    .where('roleTag', 'in', ['WORK', 'CONTR', 'GUARD'])
    .execute()
  const named = people.filter((person) => person.userId !== null && userIds.includes(person.userId))
  if (named.length < new Set(userIds).size)
    throw fail('REFUSED', { detail: '可开人员须为本票的作业人员或监护人，请重新选择' })
  for (const { id, userId } of named)
    await tx
      .insertInto('loLockUser')
      .values({
        id: newId(),
        tenantId: work.tenantId,
        userId: userId ?? '',
        scopeType: 1,
        lockId,
        grantType: grantType.ticket,
        actions: 'OPEN',
        validFrom: new Date(now),
        validTo: work.closeDeadline ?? work.validEnd,
        maxUses: 0,
        usedCount: 0,
        workId: work.id,
        workPersonId: id,
        phases: '20',
        grantBy: 'SYSTEM',
        reason: `工作票 ${work.workNo ?? ''} 增补锁具`,
        status: grantStatus.active,
        createTime: new Date(now),
      })
      .execute()
}
