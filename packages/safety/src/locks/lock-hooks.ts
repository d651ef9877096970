import { legSwitch, lock, lockType } from '@suoan/contract'
import { batteryAlarm, type BatteryLimits } from '@suoan/domain/alarm'
import { isSwitchable } from '@suoan/domain/interlock'
import { lockTypeMistake, type LockTypeBounds } from '@suoan/domain/lock'
import { eq, everything } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Tx } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { fail } from '@suoan/platform/fail'
import { defineConditions, defineHooks, type HookCall, type RowRecord } from '@suoan/platform/resource'
import { batteryAlarmSql } from '../alarms/index.ts'
import { holdIn } from '../hold-sets.ts'
import { revokeTokens, tokenNames } from '../offline-tokens.ts'
import { refuseTakenCode } from '../place-codes.ts'
import { looserChange, strictWhileReliedOn } from '../strict-in-use.ts'
import { ticketIn } from '../ticket-sets.ts'
import { ticketsHolding } from './held-locks.ts'
import { askForKept } from './standing-grants.ts'

interface LockDraft {
  lockTypeId?: unknown
  lockPurpose?: unknown
  areaId?: unknown
  ownerUserId?: unknown
}

/** What a lock must be to be saved; fills in the area code. `before` holds the values an edit leaves alone. */
async function completeLock(
  draft: LockDraft & Record<string, unknown>,
  before: LockDraft & Readonly<Record<string, unknown>>,
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
  if (draft['qrCode'] && draft['qrCode'] !== before['qrCode'])
    await refuseTakenCode(tx, actor.tenantId, {
      ownId: String(before['id'] ?? ''),
      label: '二维码',
      code: String(draft['qrCode']).trim(),
    })
}

/** What a token for the lock rests on. */
const carriedBy = ['ownerUserId', 'lockPurpose', 'lockTypeId', 'deviceSn', 'areaId', 'status'] as const

defineConditions(lock, {
  /** At or below a limit of its type: what the board counts as low. */
  lowBattery: (wanted) => `(t.id in (select l.id from lo_lock l join lo_lock_type t on t.id = l.lock_type_id
    where ${batteryAlarmSql} is not null)) = (${wanted}::text = '1')`,
})

/** 锁具: derived fields are filled in, and what has a history is scrapped, never deleted. */
export const lockHooks = defineHooks(lock, {
  filter: ({ input }) => (input['lowBattery'] === '1' ? eq('lowBattery', '1') : everything),
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
  async afterEdit(row, before, { tx, now, actor }) {
    // What it may open by itself follows from what it is (§5.8, L8).
    await askForKept(tx, actor.tenantId, [row.id], now)
    // Nobody keeps by a token what the lock was before: above all not the lock that protects its next owner (L5, I3).
    if (carriedBy.some((name) => row[name] !== before[name]))
      await revokeTokens(tx, tokenNames([row.id]), now)
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
        detail: `锁具 ${codes.join('、')} 已有日志、授权或工作票，不能删除，请改为报废或停用`,
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
      detail: `锁具 ${lockCode} 正用于工作票 ${held.join('、')}，不能${what}，请在作业结束后再试`,
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
  beforeAddMany: (drafts) => drafts.forEach(checkLimits),
  beforeEdit: async (draft, before, call) => {
    checkLimits({ ...before, ...draft })
    await strictType.beforeEdit(draft, before, call)
    if (draft.status === 0 && before.status !== 0) await refuseUsedTypes(call.tx, [before], '停用')
  },
  async afterEdit({ id }, _, { tx, now, actor }) {
    const { rows } = await sql<{ id: string }>`
      select id from lo_lock where lock_type_id = ${id} and tenant_id = ${actor.tenantId} and del_flag = 0`.execute(
      tx,
    )
    await askForKept(
      tx,
      actor.tenantId,
      rows.map((row) => row.id),
      now,
    )
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

/** A leg that protects people has no switch (§5.8): the dictionary does not name it, and nobody may write it. */
export const legSwitchHooks = defineHooks(legSwitch, {
  beforeAdd(draft) {
    if (!isSwitchable(String(draft.leg)))
      throw fail('BAD_INPUT', {
        detail: '该通道保护人员安全，不能停用；可停用的只有隔离、试运行、库存和巡检通道',
      })
  },
  afterAdd: (_, call) => askEverywhere(call),
  afterEdit: (_, __, call) => askEverywhere(call),
  afterDelete: (_, call) => askEverywhere(call),
})

/** Without the leg L8 no lock opens by itself. */
const askEverywhere = ({ tx, now, actor }: HookCall) => askForKept(tx, actor.tenantId, null, now)
