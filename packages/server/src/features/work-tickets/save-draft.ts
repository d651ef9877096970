import type { InputOf, workTicketEndpoints } from '@suoan/contract'
import { workStatus } from '@suoan/domain/dictionaries'
import { newTicketState } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '../../context.ts'
import { fail } from '../../http/fail.ts'
import { claimClientOp, storeAnswer } from './client-op.ts'
import { loadActor } from './facts/people.ts'
import { recordTransition } from './record-transition.ts'
import { lockTicket, ticketOf } from './ticket-row.ts'
import { nextWorkNo } from './work-number.ts'

export type Draft = Omit<InputOf<typeof workTicketEndpoints.saveDraft>, 'clientOpId'>

/**
 * Saves a draft (T01 create, T02 edit; from 3 or 5 the first edit opens the next round). The ticket's number is taken
 * at the first save. Returns the ticket's id.
 */
export async function saveDraft(
  ctx: Context,
  actor: Actor,
  draft: Draft,
  clientOpId: string,
): Promise<string> {
  return ctx.db.transaction().execute(async (tx) => {
    const stored = await claimClientOp(tx, actor, clientOpId, 'saveDraft')
    if (stored === 'foreign') throw fail('BAD_INPUT', { detail: '操作号已被使用，请刷新页面后重试' })
    if (stored !== 'claimed') return String(stored.body)
    const now = ctx.clock.now()
    const id = await writeDraft(tx, actor, draft, now)
    await storeAnswer(tx, actor, clientOpId, { ok: true, body: id })
    return id
  })
}

/** Writes the draft in the caller's transaction; returns its id. */
export async function writeDraft(tx: Tx, actor: Actor, draft: Draft, now: number): Promise<string> {
  return draft.id === undefined ? create(tx, actor, draft, now) : edit(tx, actor, draft, draft.id, now)
}

async function create(tx: Tx, actor: Actor, draft: Draft, now: number): Promise<string> {
  const id = newId()
  const fields = await fieldsOf(tx, actor, draft)
  await tx
    .insertInto('loWork')
    .values({
      ...fields,
      id,
      tenantId: actor.tenantId,
      workNo: await nextWorkNo(tx, actor.tenantId, actor.orgCode, draft.workType, now),
      workStatus: newTicketState.status,
      execPhase: newTicketState.phase,
      voidFlag: 0,
      closeFlag: 0,
      reviewStatus: 0,
      approveStatus: 0,
      round: 1,
      applicantId: actor.userId,
      applyDepartId: await departOf(tx, actor),
      sysOrgCode: actor.orgCode,
      createBy: actor.username,
      createTime: new Date(now),
      revision: 1,
    })
    .execute()
  await writeChildren(tx, actor, id, draft, now)
  await record(tx, actor, id, 'T01', 'create', null, now)
  return id
}

async function edit(tx: Tx, actor: Actor, draft: Draft, id: string, now: number): Promise<string> {
  const work = await lockTicket(tx, actor.tenantId, id)
  if (!work) throw fail('NOT_FOUND')
  const person = await loadActor(tx, work, actor)
  if (work.applicantId !== actor.userId && !person.isDepartmentEditor)
    throw fail('REFUSED', { detail: '只有申请人或本部门编辑人员可以修改此作业票' })
  if (work.voidFlag === 1 || ![0, 3, 5].includes(work.workStatus ?? -1))
    throw fail('REFUSED', { detail: '当前状态不允许修改，请先撤回或等待处理结果' })
  if (draft.revision !== undefined && draft.revision !== work.revision) throw fail('STALE')
  const before = ticketOf(work)
  // T02: the first edit after a rejection opens the next round and brings the ticket back to a draft.
  const reopened =
    work.workStatus === workStatus.draft
      ? {}
      : { workStatus: 0, reviewStatus: 0, approveStatus: 0, round: (work.round ?? 1) + 1 }
  await tx
    .updateTable('loWork')
    .set({
      ...(await fieldsOf(tx, actor, draft)),
      ...reopened,
      updateBy: actor.username,
      updateTime: new Date(now),
      revision: work.revision + 1,
    })
    .where('id', '=', id)
    .execute()
  await writeChildren(tx, actor, id, draft, now)
  await record(tx, actor, id, 'T02', 'edit', before, now)
  return id
}

async function record(
  tx: Tx,
  actor: Actor,
  id: string,
  transId: string,
  event: string,
  before: ReturnType<typeof ticketOf> | null,
  now: number,
) {
  const work = await lockTicket(tx, actor.tenantId, id)
  if (!work) return
  await recordTransition(tx, work, await loadActor(tx, work, actor), {
    transId,
    event,
    before,
    after: ticketOf(work),
    verdicts: [],
    diff: before === null ? null : changes(before, ticketOf(work)),
    clientOpId: null,
    now,
  })
}

function changes(before: ReturnType<typeof ticketOf>, after: ReturnType<typeof ticketOf>) {
  const fields = [
    'workLevel',
    'place',
    'content',
    'planStart',
    'planEnd',
    'needIsolation',
    'leaderId',
  ] as const
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, old: before[field], new: after[field] }))
}

/** The ticket's own columns; what is referred to must exist in the same tenant. */
async function fieldsOf(tx: Tx, actor: Actor, draft: Draft) {
  const area = await tx
    .selectFrom('loArea')
    .select(['id', 'areaCode', 'status'])
    .where('id', '=', draft.areaId)
    .where('tenantId', '=', actor.tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!area) throw fail('BAD_INPUT', { detail: '作业区域不存在，请重新选择' })
  await mustExist(tx, actor.tenantId, 'lo_equip', draft.equipIds, '作业设备')
  const leader = draft.leaderId ?? draft.people.find((person) => person.roleTag === 'LEAD')?.userId ?? null
  return {
    workName: draft.workName,
    workType: draft.workType,
    workLevel: draft.workLevel,
    urgency: draft.urgency,
    areaId: area.id,
    areaCode: area.areaCode,
    place: draft.place,
    equipIds: JSON.stringify(draft.equipIds),
    workDepartId: draft.workDepartId ?? null,
    territoryDepartId:
      draft.territoryDepartId ?? (await territoryOf(tx, area.areaCode ?? '', actor.tenantId)),
    leaderId: leader,
    content: draft.content,
    hazards: draft.hazards.join(','),
    planStart: draft.planStart,
    planEnd: draft.planEnd,
    needIsolation: draft.needIsolation,
    noIsoReason: draft.noIsoReason ?? null,
    emergencyContact: draft.emergencyContact ?? null,
    peopleCount: new Set(draft.people.map((person) => person.userId ?? person.personName)).size,
    isolationPlanState: draft.points.length > 0 ? 1 : 0,
  }
}

/** The department that owns the area, from the nearest area with an owner upwards (`LoDepartArea` relType 1). */
async function territoryOf(tx: Tx, areaCode: string, tenantId: number): Promise<string | null> {
  const { rows } = await sql<{ departId: string }>`select depart_id from lo_depart_area
    where tenant_id = ${tenantId} and rel_type = 1 and del_flag = 0 and ${areaCode} like area_code || '%'
    order by length(area_code) desc limit 1`.execute(tx)
  return rows[0]?.departId ?? null
}

async function departOf(tx: Tx, actor: Actor): Promise<string | null> {
  const { rows } = await sql<{
    id: string
  }>`select id from sys_depart where org_code = ${actor.orgCode} limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Refuses ids that are not rows of this tenant, in one query, naming what is wrong. */
async function mustExist(
  tx: Tx,
  tenantId: number,
  table: 'lo_equip' | 'lo_point' | 'lo_lock',
  ids: readonly string[],
  what: string,
) {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where id = any(${wanted}) and tenant_id = ${tenantId} and del_flag = 0`.execute(tx)
  if (rows.length < wanted.length) throw fail('BAD_INPUT', { detail: `${what}不存在或已删除，请重新选择` })
}

/** Points, locks, people and measures are replaced as written: a draft has no history of its own. */
async function writeChildren(tx: Tx, actor: Actor, workId: string, draft: Draft, now: number): Promise<void> {
  const pointIds = draft.points.map((point) => point.pointId)
  const repeated = pointIds.find((id, index) => pointIds.indexOf(id) !== index)
  if (repeated !== undefined) throw fail('BAD_INPUT', { detail: '同一隔离点重复添加，请删除重复的一行' })
  const plannedLocks = draft.points.flatMap((point) => (point.plannedLockId ? [point.plannedLockId] : []))
  const locks = [
    ...draft.locks,
    ...draft.points.flatMap((point) =>
      point.plannedLockId && !draft.locks.some((lock) => lock.lockId === point.plannedLockId)
        ? [
            {
              lockId: point.plannedLockId,
              useType: 1,
              pointId: point.pointId,
              ownerId: null,
              userIds: [],
              allowOpenMin: null,
            },
          ]
        : [],
    ),
  ]
  await mustExist(tx, actor.tenantId, 'lo_point', pointIds, '隔离点')
  await mustExist(
    tx,
    actor.tenantId,
    'lo_lock',
    [...plannedLocks, ...locks.map((lock) => lock.lockId)],
    '锁具',
  )
  const common = { tenantId: actor.tenantId, workId, createBy: actor.username, createTime: new Date(now) }
  for (const table of ['loWorkPoint', 'loWorkLock', 'loWorkPerson', 'loWorkMeasure', 'loWorkTag'] as const)
    await tx.deleteFrom(table).where('workId', '=', workId).execute()
  const kinds = await lockCounts(tx, pointIds)
  for (const [index, point] of draft.points.entries()) {
    await tx
      .insertInto('loWorkPoint')
      .values({
        ...common,
        id: newId(),
        pointId: point.pointId,
        orderNum: point.orderNum ?? index + 1,
        mandatory: point.mandatory,
        isoMethod: point.isoMethod ?? null,
        plannedLockId: point.plannedLockId ?? null,
        releaseGroup: point.releaseGroup,
        remark: point.remark ?? null,
        state: 0,
        // A drain or vent is there to release what is left; at other points the question does not arise.
        residualDone: kinds.get(point.pointId) === 0 ? 0 : 9,
      })
      .execute()
    if (!point.plannedLockId) continue
    const tagNo = `T${newId()}`
    await tx
      .insertInto('loWorkTag')
      .values({
        ...common,
        id: newId(),
        pointId: point.pointId,
        lockId: point.plannedLockId,
        tagNo,
        holderId: draft.people.find((person) => person.roleTag === 'ISO')?.userId ?? actor.userId,
        tagText: '禁止操作 有人工作',
        state: 0,
      })
      .execute()
  }
  for (const lock of locks) {
    await tx
      .insertInto('loWorkLock')
      .values({
        ...common,
        id: newId(),
        lockId: lock.lockId,
        useType: lock.useType,
        pointId: lock.pointId ?? null,
        ownerId: lock.ownerId ?? null,
        userIds: JSON.stringify(lock.userIds),
        allowOpenMin: lock.allowOpenMin ?? null,
        state: 0,
      })
      .execute()
  }
  for (const person of draft.people) {
    await tx
      .insertInto('loWorkPerson')
      .values({
        ...common,
        id: newId(),
        userId: person.userId ?? null,
        personName: person.personName ?? null,
        personSource: person.personSource,
        roleTag: person.roleTag,
        personalLockId: person.personalLockId ?? null,
        onState: 0,
        mustAck: 0,
        state: 1,
      })
      .execute()
  }
  for (const [index, measure] of draft.measures.entries()) {
    await tx
      .insertInto('loWorkMeasure')
      .values({
        ...common,
        id: newId(),
        orderNum: index + 1,
        ...measure,
        controlRank: measure.controlRank ?? null,
      })
      .execute()
  }
}

async function lockCounts(tx: Tx, pointIds: readonly string[]): Promise<Map<string, number | null>> {
  if (pointIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('loPoint')
    .select(['id', 'lockCount'])
    .where('id', 'in', [...pointIds])
    .execute()
  return new Map(rows.map((row) => [row.id, row.lockCount]))
}
