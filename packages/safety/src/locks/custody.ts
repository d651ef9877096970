import { lock, lockEndpoints, type CustodyEntry } from '@suoan/contract'
import {
  deviceStatus,
  grantStatus,
  labelOf,
  type Custody,
  type LockPurpose,
} from '@suoan/domain/dictionaries'
import { isOutOfUse, nextCustody, type CustodyAction } from '@suoan/domain/lock'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { inTransaction, type Emit } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit, resourceStore } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { revokeTokens, tokenNames } from '../offline-tokens.ts'
import { mustSeeLock } from './command-lock.ts'
import { holdersOf } from './holders.ts'
import { ticketsHolding } from './held-locks.ts'
import { storeCommand, type StoredCommand } from './issue-command.ts'
import { raiseEpochs } from './raise-epochs.ts'
import { dispatch } from './send-command.ts'

interface Change {
  readonly lockIds: readonly string[]
  readonly reason: string
  readonly personId?: string | null | undefined
}

interface Row {
  id: string
  lockCode: string
  custody: Custody
  purpose: LockPurpose
  holderId: string | null
  pointId: string | null
  sn: string | null
  parentSn: string | null
}

/**
 * Records that locks were installed, lost, found, sent to repair, brought back or scrapped (3-domain.md §3.2 LoLockCustody): all of them or
 * none. A lock out of use is unusable from the commit on: its grants end, its epoch rises, its device may not connect; a
 * lost one that a ticket relies on fails its point (T25). Answers the codes of the locks.
 */
async function changeCustody(
  ctx: Context,
  actor: Actor,
  action: CustodyAction,
  given: Change,
  request: FastifyRequest,
): Promise<string[]> {
  const now = ctx.clock.now()
  const scope = await dataScope(ctx, actor, lock)
  const visible = await resourceStore(lock).findMany(ctx.pool, scope, given.lockIds)
  const seen = new Set(visible.map((row) => String(row['id'])))
  if (visible.length < given.lockIds.length)
    throw failUnseen(
      lock.table,
      given.lockIds.filter((id) => !seen.has(id)),
    )
  const { codes, commands, serials } = await inTransaction(ctx, async (tx, emit) => {
    const change = await namedFor(tx, actor, action, given)
    const rows = await lockRows(tx, actor.tenantId, change.lockIds)
    if (rows.length < change.lockIds.length) throw failUnseen(lock.table, change.lockIds)
    const held = await ticketsHolding(tx, change.lockIds)
    const moves = rows.map((row) => {
      const heldBy = held.get(row.id) ?? []
      return { row, heldBy, next: nextCustody(action, { ...row, heldBy }) }
    })
    const refused = moves.flatMap(({ next }) => ('refused' in next ? [next.refused] : []))
    if (refused.length > 0) throw fail('REFUSED', { detail: refused.join('；') })
    for (const { row, heldBy, next } of moves) {
      if ('refused' in next) continue
      await storeMove(tx, actor, action, { row, heldBy, to: next.to, change, now })
      // Only where a ticket relies on it: its point is no longer known to be locked.
      if (action === 'LOST')
        emit('lock.alarmed', { tenantId: actor.tenantId, lockId: row.id, logId: '', eventType: 'LOST' })
    }
    const outOfUse = moves.some(({ next }) => 'to' in next && isOutOfUse(next.to))
    const ids = rows.map(({ id }) => id)
    // Whoever has a lock from now on, what somebody else carries for it is over (L5).
    await revokeTokens(tx, tokenNames(ids), now)
    const commands = outOfUse ? await revoke(tx, emit, actor, action, rows, now) : []
    // Installing says nothing of the device.
    const serials = action === 'INST' ? [] : await setDevices(tx, actor, rows, outOfUse, now)
    emit('lock.changed', { tenantId: actor.tenantId, ids })
    emit('resource.changed', { resource: 'lock', tenantId: actor.tenantId, ids })
    for (const lockId of ids) emit('lock.stateChanged', { tenantId: actor.tenantId, lockId })
    const codes = rows.map(({ lockCode }) => lockCode)
    const name = labelOf('lo_custody_action', action)
    const content = `锁具：${name} ${codes.slice(0, 20).join('、')}，原因：${change.reason}`
    await recordAudit(tx, { actor, content, operateType: 3, origin: originOf(request), now })
    return { codes, commands, serials: outOfUse ? serials : [] }
  })
  // A lock that is still connected hears that its grants are over, then its connection ends.
  for (const command of commands) await dispatch(ctx, command)
  if (serials.length > 0)
    await inTransaction(ctx, async (_tx, emit) => {
      for (const sn of serials) emit('device.disabled', { tenantId: actor.tenantId, sn })
    })
  return codes
}

async function lockRows(tx: Tx, tenantId: number, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select l.id, l.lock_code, l.custody, l.lock_purpose as purpose, l.holder_id, l.point_id, l.device_sn as sn,
      (select d.parent_sn from lo_device d where d.tenant_id = l.tenant_id and d.device_sn = l.device_sn
        and d.del_flag = 0) as parent_sn
    from lo_lock l where l.id = any(${ids}::text[]) and l.tenant_id = ${tenantId} and l.del_flag = 0
    order by l.id for update of l`.execute(tx)
  return rows
}

/** The change with who is named for it, who must exist. A loss is taken whoever is named for it, a nobody is left out. */
async function namedFor(tx: Tx, actor: Actor, action: CustodyAction, change: Change): Promise<Change> {
  const { personId } = change
  if (!personId) return change
  const { tenantId } = actor
  const { rows } = await sql`select 1 from sys_user u where u.id = ${personId} and u.del_flag = 0
    and ${belongsTo('u', tenantId)}`.execute(tx)
  if (rows.length > 0) return change
  if (action === 'LOST') return { ...change, personId: null }
  throw fail('BAD_INPUT', { detail: '相关人员不存在，请重新选择' })
}

async function storeMove(
  tx: Tx,
  actor: Actor,
  action: CustodyAction,
  move: { row: Row; heldBy: readonly string[]; to: Custody; change: Change; now: number },
): Promise<void> {
  const { row, heldBy, to, change, now } = move
  // What a ticket relies on stays on its point: whoever looks at the ticket must find the lock there.
  const pointId = heldBy.length > 0 || action === 'INST' ? row.pointId : null
  const frozen = action === 'LOST' ? sql`1` : sql`freeze_flag`
  await sql`update lo_lock set custody = ${to}, holder_id = null, point_id = ${pointId}, freeze_flag = ${frozen}, update_by = ${actor.username},
    update_time = ${new Date(now)}, revision = revision + 1 where id = ${row.id}`.execute(tx)
  await tx
    .insertInto('loLockCustody')
    .values({
      id: newId(),
      tenantId: actor.tenantId,
      lockId: row.id,
      action,
      fromUserId: row.holderId,
      toUserId: change.personId ?? null,
      fromState: row.custody,
      toState: to,
      operatorId: actor.userId,
      workNos: heldBy.join('、').slice(0, 255),
      pointId: row.pointId,
      time: new Date(now),
      remark: change.reason,
    })
    .execute()
}

/** Ends grants of the locks and has the devices refuse everything (3-domain.md §5.8 offline grants). */
async function revoke(
  tx: Tx,
  emit: Emit,
  actor: Actor,
  action: CustodyAction,
  locks: readonly Row[],
  now: number,
): Promise<StoredCommand[]> {
  const { tenantId, userId } = actor
  const ids = locks.map(({ id }) => id)
  // Grants of an area or a group go on for the other locks: for this one the interlock refuses (R02).
  await sql`update lo_lock_user set status = ${grantStatus.revoked}, update_by = ${actor.username},
      update_time = ${new Date(now)}, revision = revision + 1
    where tenant_id = ${tenantId} and lock_id = any(${ids}::text[]) and status in (0, 1, 2) and del_flag = 0`.execute(
    tx,
  )
  const commands = await raiseEpochs(tx, emit, { tenantId, lockIds: ids, by: userId }, now)
  if (action !== 'LOST') return commands
  for (const { id, sn, parentSn } of locks.toSorted((a, b) => ((a.sn ?? '') < (b.sn ?? '') ? -1 : 1))) {
    if (sn === null) continue
    const order = { tenantId, lockId: id, sn, parentSn, type: 'FREEZE', by: userId } as const
    const command = await storeCommand(tx, emit, order, now)
    if (!('refused' in command)) commands.push(command)
  }
  return commands
}

/** A device out of use may not connect; one that is back counts as away until it does. Answers the changed serials. */
async function setDevices(
  tx: Tx,
  actor: Actor,
  locks: readonly Row[],
  outOfUse: boolean,
  now: number,
): Promise<string[]> {
  const serials = locks.flatMap(({ sn }) => sn ?? [])
  const from = outOfUse
    ? sql`status not in (${deviceStatus.disabled}, ${deviceStatus.scrapped})`
    : sql`status = ${deviceStatus.disabled}`
  const { rows } = await sql<{ sn: string }>`
    update lo_device set status = ${outOfUse ? deviceStatus.disabled : deviceStatus.offline},
      update_by = ${actor.username}, update_time = ${new Date(now)}
    where tenant_id = ${actor.tenantId} and device_sn = any(${serials}::text[]) and del_flag = 0 and ${from}
    returning device_sn as sn`.execute(tx)
  return rows.map(({ sn }) => sn)
}

const calls = [
  [lockEndpoints.install, 'INST', '已登记安装，不再按库存锁具开启'],
  [lockEndpoints.reportLost, 'LOST', '已报失，锁具已不能使用'],
  [lockEndpoints.found, 'FOUND', '已登记找回，锁具在库；须解冻后才能使用'],
  [lockEndpoints.repair, 'REPAIR', '已登记送修'],
  [lockEndpoints.putBack, 'IN', '已入库'],
  [lockEndpoints.scrap, 'SCRAP', '已报废'],
] as const

/** The calls of custody. */
export function bindCustody({ ctx, bind }: Parameters<Feature>[0]): void {
  for (const [endpoint, action, done] of calls)
    bind(endpoint, async ({ actor, input, request }) => {
      const lockCodes = await changeCustody(ctx, actor, action, input, request)
      return answered({ lockCodes }, `${lockCodes.join('、')} ${done}`)
    })
  bind(lockEndpoints.custody, ({ actor, input }) => custodyOf(ctx, actor, input.lockId))
  bind(lockEndpoints.holders, ({ actor, input }) => holdersOf(ctx, actor, input.lockId))
}

/** Everything that became of a lock the caller may see, newest first. */
async function custodyOf(ctx: Context, actor: Actor, lockId: string): Promise<CustodyEntry[]> {
  await mustSeeLock(ctx, actor, lockId)
  const { rows } = await sql<
    Omit<CustodyEntry, 'time' | 'action_dictText' | 'fromState_dictText' | 'toState_dictText'> & {
      time: Date
    }
  >`
    select c.id, c.time, c.action, c.from_state, c.to_state, f.realname as from_user, t.realname as to_user,
      coalesce(o.realname, c.operator_id) as operator, c.work_nos, c.remark
    from lo_lock_custody c left join sys_user f on f.id = c.from_user_id left join sys_user t on t.id = c.to_user_id
      left join sys_user o on o.id = c.operator_id
    where c.tenant_id = ${actor.tenantId} and c.lock_id = ${lockId} order by c.time desc, c.id desc limit 500`.execute(
    ctx.db,
  )
  return rows.map((row) => ({
    ...row,
    time: shanghaiTime(row.time.getTime()),
    action_dictText: labelOf('lo_custody_action', row.action),
    fromState_dictText: labelOf('lo_custody', row.fromState),
    toState_dictText: labelOf('lo_custody', row.toState),
  }))
}
