import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Tx } from '@suoan/platform/context'
import type { Draft } from './draft-fields.ts'
import { externalColumns } from './external-columns.ts'
import { mustBeItem, mustDiffer, mustExist } from './must-exist.ts'

interface Common {
  readonly tenantId: number
  readonly workId: string
  readonly createBy: string
  readonly createTime: Date
}

/** Points, locks, people and measures are replaced as written: a draft has no history of its own. */
export async function writeRows(
  tx: Tx,
  actor: Actor,
  workId: string,
  draft: Draft,
  now: number,
): Promise<void> {
  const common = { tenantId: actor.tenantId, workId, createBy: actor.username, createTime: new Date(now) }
  await sql`with points as (delete from lo_work_point where work_id = ${workId}),
      locks as (delete from lo_work_lock where work_id = ${workId}),
      people as (delete from lo_work_person where work_id = ${workId}),
      measures as (delete from lo_work_measure where work_id = ${workId})
    delete from lo_work_tag where work_id = ${workId}`.execute(tx)
  await writePoints(tx, common, draft, actor.userId)
  await writeLocks(tx, common, draft)
  await writePeople(tx, common, draft)
  const measures = draft.measures.map((measure, index) => ({
    ...common,
    id: newId(),
    orderNum: index + 1,
    content: measure.content,
    involve: measure.involve,
    dualControl: measure.dualControl,
    // Nobody writes at his desk that a measure is in place (G28).
    result: 0,
    controlRank: measure.controlRank ?? null,
  }))
  if (measures.length > 0) await tx.insertInto('loWorkMeasure').values(measures).execute()
}

async function writePoints(tx: Tx, common: Common, draft: Draft, userId: string): Promise<void> {
  const ids = draft.points.map((point) => point.pointId)
  if (ids.length === 0) return
  mustDiffer(ids, '同一隔离点重复添加，请删除重复的一行')
  await mustExist(tx, common.tenantId, 'lo_point', ids, '隔离点')
  const kinds = await tx.selectFrom('loPoint').select(['id', 'lockCount']).where('id', 'in', ids).execute()
  const isDrain = (id: string) => kinds.some((kind) => kind.id === id && kind.lockCount === 0)
  const inOrder = draft.points
    .map((point, index) => ({ ...point, orderNum: point.orderNum ?? index + 1 }))
    .toSorted((a, b) => a.orderNum - b.orderNum)
  const rows = inOrder.map((point, index) => ({
    ...common,
    id: newId(),
    pointId: point.pointId,
    orderNum: point.orderNum,
    // Points are taken in the plan's order: each waits for the one before it (`LoWorkPoint.predecessors`, T21).
    predecessors: JSON.stringify(inOrder.slice(Math.max(0, index - 1), index).map((each) => each.pointId)),
    mandatory: point.mandatory,
    isoMethod: point.isoMethod ?? null,
    plannedLockId: point.plannedLockId ?? null,
    releaseGroup: point.releaseGroup,
    remark: point.remark ?? null,
    state: 0,
    // A drain or vent is there to release what is left; at other points the question does not arise.
    residualDone: isDrain(point.pointId) ? 0 : 9,
  }))
  await tx.insertInto('loWorkPoint').values(rows).execute()
  const holderId = draft.people.find((person) => person.roleTag === 'ISO')?.userId ?? userId
  const tags = draft.points.flatMap(({ pointId, plannedLockId }) =>
    plannedLockId ? [{ ...common, id: newId(), pointId, lockId: plannedLockId, holderId }] : [],
  )
  const printed = tags.map((tag) => ({
    ...tag,
    tagNo: `T${tag.id}`,
    tagText: '禁止操作 有人工作',
    state: 0,
  }))
  if (printed.length > 0) await tx.insertInto('loWorkTag').values(printed).execute()
}

async function writeLocks(tx: Tx, common: Common, draft: Draft): Promise<void> {
  const named = draft.locks.map((lock) => lock.lockId)
  mustDiffer(named, '同一锁具重复添加，请删除重复的一行')
  const planned = draft.points.flatMap(({ pointId, plannedLockId }) =>
    plannedLockId ? [{ lockId: plannedLockId, pointId }] : [],
  )
  mustDiffer(
    planned.map((each) => each.lockId),
    '同一锁具用在了两个隔离点上，请为每个隔离点选择不同的锁具',
  )
  const added = planned.filter((each) => !named.includes(each.lockId))
  await mustExist(tx, common.tenantId, 'lo_lock', [...named, ...added.map((each) => each.lockId)], '锁具')
  const openers = draft.locks.flatMap((lock) => [...lock.userIds, ...(lock.ownerId ? [lock.ownerId] : [])])
  await mustExist(tx, common.tenantId, 'sys_user', openers, '可开锁人员')
  const rows = [
    ...draft.locks.map((lock) => ({
      ...common,
      id: newId(),
      lockId: lock.lockId,
      useType: lock.useType,
      pointId: lock.pointId ?? null,
      ownerId: lock.ownerId ?? null,
      userIds: JSON.stringify(lock.userIds),
      allowOpenMin: lock.allowOpenMin ?? null,
      state: 0,
    })),
    ...added.map((each) => ({ ...common, ...each, id: newId(), useType: 1, userIds: '[]', state: 0 })),
  ]
  if (rows.length > 0) await tx.insertInto('loWorkLock').values(rows).execute()
}

async function writePeople(tx: Tx, common: Common, draft: Draft): Promise<void> {
  if (draft.people.length === 0) return
  for (const person of draft.people) mustBeItem('lo_role_tag', person.roleTag, '人员角色')
  const known = draft.people.flatMap((person) => (person.userId ? [person.userId] : []))
  await mustExist(tx, common.tenantId, 'sys_user', known, '作业人员')
  mustDiffer(
    draft.people.map(
      (person) => `${person.userId || person.externalId || person.personName || ''}/${person.roleTag}`,
    ),
    '同一人员以同一角色重复添加，请删除重复的一行',
  )
  const locks = draft.people.flatMap((person) => (person.personalLockId ? [person.personalLockId] : []))
  await mustExist(tx, common.tenantId, 'lo_lock', locks, '个人锁')
  const rows = await Promise.all(
    draft.people.map(async (person) => ({
      ...common,
      ...(person.externalId
        ? await externalColumns(tx, common.tenantId, person.externalId)
        : {
            userId: person.userId || null,
            personName: person.personName ?? null,
            personSource: person.personSource,
          }),
      id: newId(),
      roleTag: person.roleTag,
      personalLockId: person.personalLockId ?? null,
      onState: 0,
      mustAck: 0,
      state: 1,
    })),
  )
  await tx.insertInto('loWorkPerson').values(rows).execute()
}
