import { lockUser } from '@suoan/contract'
import { grantStatus, grantType } from '@suoan/domain/dictionaries'
import { unjudgedGap } from '@suoan/domain/interlock'
import { credentialGap, credentialsOf } from '@suoan/domain/lock'
import { removalGap } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { isActiveAccount } from '../active-account.ts'
import { mustAcknowledge } from '../must-acknowledge.ts'
import { standingGapOf } from './standing-gap.ts'
import { askForGrantSync, namesOffKey } from './sync-grants.ts'

/** 锁具用户: the scope it names is given, times make sense, and the granter is whoever is signed in. */
export const lockUserHooks = defineHooks(lockUser, {
  async beforeAdd(draft, { tx, actor }) {
    checkGrant(draft)
    await checkGiven(tx, actor.tenantId, draft)
    Object.assign(draft, { grantBy: actor.userId, status: 1 })
  },
  async beforeEdit(draft, before, { tx, actor }) {
    if (before.grantType === 4 || before.grantType === 6)
      throw fail('IN_USE', { detail: '该授权由工作票管理，请在工作票中修改' })
    const after = { ...before, ...draft }
    checkGrant(after)
    if (givesLess(before, after)) return
    await checkGiven(tx, actor.tenantId, after)
  },
  afterAdd: (row, { tx, now, actor }) => syncLocks(tx, actor.tenantId, [row], now),
  afterEdit: (row, before, { tx, now, actor }) => syncLocks(tx, actor.tenantId, [row, before], now),
  afterDelete: (rows, { tx, now, actor }) => syncLocks(tx, actor.tenantId, rows, now),
  beforeDelete(rows) {
    if (rows.some(({ grantType, workId }) => grantType === 4 || grantType === 6 || workId))
      throw fail('IN_USE', { detail: '工作票产生的授权不能删除，由工作票收回' })
  },
})

/** What is asked where something is given; taking away is never refused. */
async function checkGiven(tx: Tx, tenantId: number, draft: Readonly<Record<string, unknown>>): Promise<void> {
  if (Number(draft['grantType']) === grantType.emergency)
    throw fail('BAD_INPUT', {
      detail: '应急授权由应急拆锁审批产生，不能手工添加；请改用临时授权或申请应急拆锁',
    })
  await checkCredentials(tx, tenantId, draft)
  await mustBeActive(tx, tenantId, draft['userId'])
  await mustKnow(tx, tenantId, draft['userId'])
  await checkStanding(tx, tenantId, draft)
}

/** 允许离线: only what the lock can judge by itself, and only where the leg L8 would open it (§5.8). */
async function checkStanding(
  tx: Tx,
  tenantId: number,
  draft: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (Number(draft['offlineFlag'] ?? 0) !== 1) return
  if (Number(draft['scopeType'] ?? 1) !== 1)
    throw fail('BAD_INPUT', { detail: '“允许离线”只用于单把锁的授权，请选择锁具，或取消“允许离线”' })
  const { phases, methods, weekPlan, validTo } = draft
  const unjudged = unjudgedGap({ phases, methods, weekPlan, validTo })
  if (unjudged !== null) throw fail('BAD_INPUT', { detail: unjudged })
  const lockId = String(draft['lockId'])
  await sql`select 1 from lo_lock where id = ${lockId} and tenant_id = ${tenantId} for update`.execute(tx)
  const gap = await standingGapOf(tx, tenantId, lockId)
  if (gap !== null) throw fail('REFUSED', { detail: gap })
}

/** R03: nothing is given to an account that is frozen, deleted or of another tenant. */
async function mustBeActive(tx: Tx, tenantId: number, userId: unknown): Promise<void> {
  const { rows } = await sql<{ active: boolean }>`
    select ${isActiveAccount(sql`${userId ?? null}::text`, tenantId)} as active`.execute(tx)
  if (rows[0]?.active !== true)
    throw fail('REFUSED', { detail: '该人员的账号已冻结、已删除或不属于本单位，不能授权，请选择在用的账号' })
}

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
  3: { fields: ['areaCode'], label: '区域' },
  4: { fields: ['areaCode', 'lockTypeId'], label: '区域和锁具类型' },
}

function checkGrant(draft: Readonly<Record<string, unknown>>): void {
  const scope = scopes[Number(draft['scopeType'] ?? 1)]
  if (scope === undefined) throw fail('BAD_INPUT', { detail: '授权范围不正确，请重新选择' })
  if (scope.fields.some((field) => !draft[field]))
    throw fail('BAD_INPUT', { detail: `请填写授权范围：${scope.label}` })
  const type = Number(draft['grantType'])
  if (type === 4 || type === 6) throw fail('BAD_INPUT', { detail: '工作票授权由工作票产生，不能手工添加' })
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
  const off = await sql`select 1 where ${namesOffKey(sql`${JSON.stringify(refs)}::jsonb`, tenantId)}`.execute(
    tx,
  )
  if (off.rows.length > 0)
    throw fail('REFUSED', {
      detail: '凭证引用中的智能钥匙已报失、停用或报废，不能再用来认人，请换用其他钥匙，或先登记找回、启用',
    })
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
