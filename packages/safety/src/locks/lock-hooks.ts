import { legSwitch, lock, lockType, lockUser } from '@suoan/contract'
import { batteryAlarm, type BatteryLimits } from '@suoan/domain/alarm'
import { grantStatus } from '@suoan/domain/dictionaries'
import { isSwitchable } from '@suoan/domain/interlock'
import { credentialGap, credentialsOf, lockTypeMistake, type LockTypeBounds } from '@suoan/domain/lock'
import { removalGap } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Tx } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall, type RowRecord } from '@suoan/platform/resource'
import { holdIn } from '../hold-sets.ts'
import { looserChange, strictWhileReliedOn } from '../strict-in-use.ts'
import { mustAcknowledge } from '../must-acknowledge.ts'
import { askForGrantSync } from './sync-grants.ts'
import { ticketIn } from '../ticket-sets.ts'
import { ticketsHolding } from './held-locks.ts'

interface LockDraft {
  lockTypeId?: unknown
  lockPurpose?: unknown
  areaId?: unknown
  ownerUserId?: unknown
}

/** What a lock must be to be saved; fills in the area code. `before` holds the values an edit leaves alone. */
async function completeLock(
  draft: LockDraft & Record<string, unknown>,
  before: LockDraft,
  { tx, actor }: Pick<HookCall, 'tx' | 'actor'>,
): Promise<void> {
  const now = { ...before, ...draft }
  const { rows } = await sql<{ areaCode: string | null; purposes: string | null; typeName: string | null }>`
    select (select area_code from lo_area where id = ${now.areaId ?? ''} and tenant_id = ${actor.tenantId}
        and del_flag = 0 and status = 1) as area_code,
      t.purposes, t.type_name
    from (select 1) one left join lo_lock_type t on t.id = ${now.lockTypeId ?? ''}
      and t.tenant_id = ${actor.tenantId} and t.del_flag = 0`.execute(tx)
  const { areaCode, purposes, typeName } = rows[0] ?? { areaCode: null, purposes: null, typeName: null }
  if (areaCode === null) throw fail('BAD_INPUT', { detail: '所在区域不存在或已停用，请重新选择' })
  if (purposes === null) throw fail('BAD_INPUT', { detail: '锁具类型不存在，请重新选择' })
  if (!purposes.split(',').includes(String(now.lockPurpose)))
    throw fail('BAD_INPUT', { detail: `锁具类型“${typeName}”不允许该用途，请更换类型或用途` })
  draft['areaCode'] = areaCode
}

/** 锁具: derived fields are filled in, and what has a history is scrapped, never deleted. */
export const lockHooks = defineHooks(lock, {
  present: (rows, { ctx }) => addBatteryAlarms(ctx.pool, rows),
  async beforeAdd(draft, call) {
    await completeLock(draft, {}, call)
    Object.assign(draft, { custody: 0, lockStatus: 0 })
  },
  async beforeEdit(draft, before, call) {
    // Whose a lock is, where it hangs and which device speaks for it: people stand behind what was said when it was hung.
    const looser = looserChange(lock, before, draft)
    if (looser !== null) await refuseHeld(call.tx, before, `放宽或更改${looser}`)
    await completeLock(draft, before, call)
    if (
      draft.deviceSn !== undefined &&
      draft.deviceSn !== before.deviceSn &&
      Number(before['chainSeq'] ?? 0) > 0
    )
      throw fail('IN_USE', { detail: `锁具 ${before.lockCode} 已有日志，不能更换设备序列号，请报废后新建` })
    if (draft.status === 0 && before.status !== 0) await refuseHeld(call.tx, before, '停用')
  },
  async beforeDelete(rows, { tx }) {
    for (const row of rows) await refuseHeld(tx, row, '删除')
    const used = await lockIdsWithHistory(
      tx,
      rows.map(({ id }) => String(id)),
    )
    const codes = rows.filter(({ id }) => used.has(String(id))).map(({ lockCode }) => lockCode)
    if (codes.length > 0)
      throw fail('IN_USE', {
        detail: `锁具 ${codes.join('、')} 已有日志、授权或作业票，不能删除，请改为报废或停用`,
      })
  },
})

/** Adds A06 or A07 where the battery is at or below the limits of the lock's type. */
async function addBatteryAlarms(pool: Pool, rows: readonly RowRecord[]): Promise<void> {
  const ids = [...new Set(rows.map((row) => row['lockTypeId']))]
  const types = await runSql<Record<string, unknown> & BatteryLimits & { id: string }>(
    pool,
    'select id, power_type as "powerType", batt_low as "battLow", batt_crit as "battCrit" from lo_lock_type where id = any($1)',
    [ids],
  )
  const limits = new Map(types.map((type) => [type.id, type]))
  for (const row of rows) {
    const type = limits.get(String(row['lockTypeId']))
    const percent = row['battery'] === null || row['battery'] === undefined ? null : Number(row['battery'])
    row['batteryAlarm'] = type ? batteryAlarm(percent, type) : null
  }
}

/** What a ticket relies on stays as it is: the reason is Chinese and ends the sentence "…，不能". */
async function refuseHeld(
  tx: Tx,
  { id, lockCode }: { id: string; lockCode: string | null },
  what: string,
): Promise<void> {
  const held = (await ticketsHolding(tx, [id])).get(id)
  if (held)
    throw fail('IN_USE', {
      detail: `锁具 ${lockCode} 正用于作业票 ${held.join('、')}，不能${what}，请在作业结束后再试`,
    })
}

async function lockIdsWithHistory(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select l.id from lo_lock l where l.id = any(${ids}::text[]) and (l.chain_seq > 0
      or exists (select 1 from lo_lock_log g where g.lock_id = l.id)
      or exists (select 1 from lo_work_lock k where k.lock_id = l.id)
      or exists (select 1 from lo_point_hold h where h.lock_id = l.id)
      or exists (select 1 from lo_cmd c where c.lock_id = l.id)
      or exists (select 1 from lo_decision d where d.lock_id = l.id)
      or exists (select 1 from lo_lock_user u where u.lock_id = l.id and u.del_flag = 0))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Tickets that have a lock of the type in use, or hold something by one. */
const strictType = strictWhileReliedOn(lockType, {
  reliedOnBy: ({ id }) => sql`exists (select 1 from lo_lock l where l.lock_type_id = ${id} and (
    (${ticketIn('live')} and exists (select 1 from lo_work_lock k
      where k.lock_id = l.id and k.work_id = w.id and k.state < 3 and k.del_flag = 0))
    or exists (select 1 from lo_point_hold h
      where (h.lock_id = l.id or h.box_id = l.id) and h.work_id = w.id and ${holdIn('resting')})))`,
})

/** 锁具类型: sound limits, only stricter while its locks protect somebody, and no deletion while locks are of it. */
export const lockTypeHooks = defineHooks(lockType, {
  beforeAdd: (draft) => checkLimits(draft),
  beforeEdit: async (draft, before, call) => {
    checkLimits({ ...before, ...draft })
    await strictType.beforeEdit(draft, before, call)
    if (draft.status === 0 && before.status !== 0) await refuseUsedTypes(call.tx, [before], '停用')
  },
  beforeDelete: (rows, { tx }) => refuseUsedTypes(tx, rows, '删除'),
})

function checkLimits(type: Partial<LockTypeBounds>): void {
  const mistake = lockTypeMistake({
    commType: type.commType ?? null,
    purposes: type.purposes ?? null,
    heartbeatSec: type.heartbeatSec ?? null,
    offlineSec: type.offlineSec ?? null,
    battLow: type.battLow ?? null,
    battCrit: type.battCrit ?? null,
    ticketRequired: type.ticketRequired ?? null,
  })
  if (mistake !== null) throw fail('BAD_INPUT', { detail: mistake })
}

async function refuseUsedTypes(
  tx: Tx,
  rows: readonly { id: string; typeName: string | null }[],
  what: string,
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const { rows: used } = await sql<{ lockTypeId: string; locks: string }>`
    select lock_type_id, count(*) as locks from lo_lock
    where lock_type_id = any(${ids}::text[]) and del_flag = 0 group by lock_type_id`.execute(tx)
  const [first] = used
  if (first === undefined) return
  const name = rows.find(({ id }) => id === first.lockTypeId)?.typeName ?? ''
  throw fail('IN_USE', { detail: `锁具类型“${name}”仍有 ${first.locks} 把锁具，不能${what}` })
}

/** 锁具用户: the scope it names is given, times make sense, and the granter is whoever is signed in. */
export const lockUserHooks = defineHooks(lockUser, {
  async beforeAdd(draft, { tx, actor }) {
    checkGrant(draft)
    await checkCredentials(tx, actor.tenantId, draft)
    await mustKnow(tx, actor.tenantId, draft.userId)
    Object.assign(draft, { grantBy: actor.userId, status: 1 })
  },
  async beforeEdit(draft, before, { tx, actor }) {
    if (before.grantType === 4 || before.grantType === 6)
      throw fail('IN_USE', { detail: '该授权由作业票管理，请在作业票中修改' })
    const after = { ...before, ...draft }
    checkGrant(after)
    if (givesLess(before, after)) return
    await checkCredentials(tx, actor.tenantId, after)
    await mustKnow(tx, actor.tenantId, after.userId)
  },
  afterAdd: (row, { tx, now, actor }) => syncLocks(tx, actor.tenantId, [row], now),
  afterEdit: (row, before, { tx, now, actor }) => syncLocks(tx, actor.tenantId, [row, before], now),
  afterDelete: (rows, { tx, now, actor }) => syncLocks(tx, actor.tenantId, rows, now),
  beforeDelete(rows) {
    if (rows.some(({ grantType, workId }) => grantType === 4 || grantType === 6 || workId))
      throw fail('IN_USE', { detail: '作业票产生的授权不能删除，由作业票收回' })
  },
})

/** T49: nothing is given to whoever has yet to say that he knows of his removed lock. */
async function mustKnow(tx: Tx, tenantId: number, userId: unknown): Promise<void> {
  const { rows } = await sql<{ mustAck: boolean }>`
    select ${mustAcknowledge(sql`${userId ?? null}::text`, tenantId)} as must_ack`.execute(tx)
  const gap = rows[0] ? removalGap(rows[0]) : null
  if (gap !== null) throw fail('REFUSED', { detail: `${gap}；确认前不能给他授权` })
}

/** What an edit of a grant may change when it only takes away: taking away is never refused. */
const taking: readonly string[] = ['status', 'validTo', 'offlineFlag', 'remark']

/** Does the grant end or shrink by this edit: taken out of force, or at most ended earlier and taken off the lock? */
function givesLess(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  if (Number(after['status']) !== grantStatus.active) return true
  const ends = (value: unknown) => (value ? String(value) : '9999')
  return (
    Number(before['status']) === grantStatus.active &&
    ends(after['validTo']) <= ends(before['validTo']) &&
    Number(after['offlineFlag'] ?? 0) <= Number(before['offlineFlag'] ?? 0) &&
    Object.keys(after).every(
      (key) => taking.includes(key) || JSON.stringify(after[key] ?? '') === JSON.stringify(before[key] ?? ''),
    )
  )
}

/** The locks that keep these grants, or may, are told anew. */
async function syncLocks(
  tx: Tx,
  tenantId: number,
  rows: readonly { lockId: string | null; offlineFlag: number | null; syncStatus: number | null }[],
  now: number,
): Promise<void> {
  const locks = rows.flatMap(({ lockId, offlineFlag, syncStatus }) =>
    lockId !== null && (offlineFlag === 1 || syncStatus !== null) ? [lockId] : [],
  )
  await askForGrantSync(tx, tenantId, [...new Set(locks)], now)
}

const scopes: Readonly<Record<number, { fields: readonly string[]; label: string }>> = {
  1: { fields: ['lockId'], label: '锁具' },
  2: { fields: ['groupId'], label: '锁具分组' },
  3: { fields: ['areaCode'], label: '区域编码' },
  4: { fields: ['areaCode', 'lockTypeId'], label: '区域编码和锁具类型' },
}

function checkGrant(draft: Readonly<Record<string, unknown>>): void {
  const scope = scopes[Number(draft['scopeType'] ?? 1)]
  if (scope === undefined) throw fail('BAD_INPUT', { detail: '授权范围不正确，请重新选择' })
  if (scope.fields.some((field) => !draft[field]))
    throw fail('BAD_INPUT', { detail: `请填写授权范围：${scope.label}` })
  const type = Number(draft['grantType'])
  if (type === 4 || type === 6) throw fail('BAD_INPUT', { detail: '作业票授权由作业票产生，不能手工添加' })
  const [from, to] = [draft['validFrom'], draft['validTo']].map((time) => (time ? String(time) : null))
  if ((type === 2 || type === 5) && (!from || !to))
    throw fail('BAD_INPUT', { detail: '该授权类型须填写有效期起止' })
  if (from && to && from >= to) throw fail('BAD_INPUT', { detail: '有效期起须早于有效期止' })
  if (type === 3 && !draft['weekPlan']) throw fail('BAD_INPUT', { detail: '周期授权须填写周期计划' })
}

/**
 * A lock recognises one person by a credential: it may not stand in a grant of somebody else, and only a grant that the
 * lock keeps has any. Asked where something is given; taking away is never refused.
 */
async function checkCredentials(
  tx: Tx,
  tenantId: number,
  draft: Readonly<Record<string, unknown>>,
): Promise<void> {
  const gap = credentialGap(draft['credRef'])
  if (gap !== null) throw fail('BAD_INPUT', { detail: gap })
  const refs = credentialsOf(draft['credRef'])
  if (refs.length === 0) return
  if (Number(draft['offlineFlag'] ?? 0) !== 1 || Number(draft['scopeType'] ?? 1) !== 1)
    throw fail('BAD_INPUT', { detail: '凭证引用只用于单把锁、允许离线的授权，请先选择“允许离线”' })
  const isOwn = (ref: string) => ref.startsWith('slot:')
  const { rows } = await sql<{ realname: string }>`
    select coalesce(u.realname, u.username) as realname from lo_lock_user g join sys_user u on u.id = g.user_id
    where g.tenant_id = ${tenantId} and g.del_flag = 0 and g.status = ${grantStatus.active}
      and g.user_id <> ${String(draft['userId'])}
      and (g.cred_ref ?| ${refs.filter((ref) => !isOwn(ref))}::text[]
        or g.lock_id = ${String(draft['lockId'])} and g.cred_ref ?| ${refs.filter(isOwn)}::text[])
    limit 1`.execute(tx)
  const [holder] = rows
  if (holder !== undefined)
    throw fail('BAD_INPUT', { detail: `凭证引用已登记给“${holder.realname}”，请先从其授权中删去` })
}

/** A leg that protects people has no switch (§5.8): the dictionary does not name it, and nobody may write it. */
export const legSwitchHooks = defineHooks(legSwitch, {
  beforeAdd(draft) {
    if (!isSwitchable(String(draft.leg)))
      throw fail('BAD_INPUT', {
        detail: '该通道保护人员安全，不能停用；可停用的只有隔离、试运行、库存和巡检通道',
      })
  },
})
