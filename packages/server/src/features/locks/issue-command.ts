import { deviceResultText } from '@suoan/contract/device'
import { nextCommandStatus, ttlOf, whenOffline } from '@suoan/domain/device'
import { commandStatus, type CommandType } from '@suoan/domain/dictionaries'
import { newId, newUlid } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Context, DeviceCommand, Tx } from '../../context.ts'

/** A command before it has a number. `lockId` is null for gateways and keys. */
export interface CommandOrder {
  readonly tenantId: number
  readonly lockId: string | null
  readonly sn: string
  readonly parentSn: string | null
  readonly type: CommandType
  readonly by: string
  readonly workId?: string | null
  readonly decisionId?: string | null
  readonly params?: Readonly<Record<string, unknown>>
  readonly sysOrgCode?: string | null
}

/** Lives without an end are told to devices as this long, ms: a year. */
const ENDLESS_MS = 365 * 24 * 3_600_000

/** Writes a command, to be handed over by `dispatch` after the commit. `now` in epoch ms. */
export async function storeCommand(tx: Tx, order: CommandOrder, now: number): Promise<DeviceCommand> {
  const ttlMs = ttlOf(order.type, order.parentSn !== null)
  const command: DeviceCommand = {
    cmdId: newUlid(),
    tenantId: order.tenantId,
    sn: order.sn,
    parentSn: order.parentSn,
    type: order.type,
    exp: now + (ttlMs ?? ENDLESS_MS),
    by: order.by,
    workId: order.workId ?? null,
    decisionId: order.decisionId ?? null,
    params: order.params ?? {},
  }
  await tx
    .insertInto('loCmd')
    .values({
      id: newId(),
      tenantId: order.tenantId,
      cmdId: command.cmdId,
      deviceSn: order.sn,
      lockId: order.lockId,
      cmdType: order.type,
      params: JSON.stringify(command.params),
      status: commandStatus.queued,
      issueBy: order.by,
      issueTime: new Date(now),
      ttlMs,
      retry: 0,
      workId: command.workId,
      decisionId: command.decisionId,
      sysOrgCode: order.sysOrgCode ?? null,
    })
    .execute()
  return command
}

export interface Dispatched {
  readonly cmdId: string
  readonly status: number
  /** Why it did not leave, in Chinese; null when it did or waits for its device. */
  readonly problem: string | null
}

/**
 * Hands a stored command over. It is marked as sent first: an answer may be back before the broker's word. What did not
 * leave fails at once (OPEN, CLOSE …) or goes back to waiting for its device (FREEZE, READSTATE …; 3-domain.md §5.6).
 */
export async function dispatch(ctx: Context, command: DeviceCommand): Promise<Dispatched> {
  const { cmdId } = command
  const now = new Date(ctx.clock.now())
  const sent = await ctx.db
    .updateTable('loCmd')
    .set({ status: commandStatus.sent, sentTime: now })
    .where('cmdId', '=', cmdId)
    .where('status', '=', commandStatus.queued)
    .executeTakeFirst()
  // Somebody else sends it, or it is settled: never twice.
  if (sent.numUpdatedRows === 0n) return { cmdId, status: commandStatus.sent, problem: null }
  const answer = await ctx.locks.send(command)
  if (answer.sent) return { cmdId, status: commandStatus.sent, problem: null }
  // CommandType is what the column holds: it was written by storeCommand.
  const waits = whenOffline(command.type as CommandType) === 'queue'
  const status = waits
    ? commandStatus.queued
    : (nextCommandStatus(commandStatus.sent, 'fail') ?? commandStatus.failed)
  await ctx.db
    .updateTable('loCmd')
    .set({
      status,
      sentTime: null,
      resultCode: waits ? null : answer.code.slice(0, 16),
      resultMsg: waits ? null : problemText(answer.code),
    })
    .where('cmdId', '=', cmdId)
    .where('status', '=', commandStatus.sent)
    .execute()
  return { cmdId, status, problem: waits ? null : problemText(answer.code) }
}

const problemText = (code: string): string =>
  code === 'GATEWAY_OFF' ? '设备网关未启用' : deviceResultText(code)

/** A device that can be reached now, and through whom. */
interface Arrival {
  readonly tenantId: number
  readonly sn: string
  readonly parentSn?: string | null
}

/**
 * Sends what waited for a device that has just come on line; OPEN is never among it. A passive lock hears it from any key
 * that touches it: its own may be the one that was lost (3-domain.md §5.8).
 */
export async function sendWaiting(ctx: Context, { tenantId, sn, parentSn }: Arrival): Promise<number> {
  const { rows } = await sql<{
    cmdId: string
    cmdType: string
    parentSn: string | null
    issueTime: Date
    ttlMs: number | null
    issueBy: string | null
    workId: string | null
    decisionId: string | null
    params: Record<string, unknown> | null
  }>`
    select c.cmd_id, c.cmd_type, c.issue_time,
      case when t.power_type = 2 and ${parentSn ?? null}::text is not null then ${parentSn ?? null}::text
        else d.parent_sn end as parent_sn, c.ttl_ms, c.issue_by, c.work_id, c.decision_id, c.params
    from lo_cmd c left join lo_device d on d.tenant_id = c.tenant_id and d.device_sn = c.device_sn and d.del_flag = 0
    left join lo_lock l on l.tenant_id = c.tenant_id and l.device_sn = c.device_sn and l.del_flag = 0
    left join lo_lock_type t on t.id = l.lock_type_id
    where c.tenant_id = ${tenantId} and c.device_sn = ${sn} and c.status = ${commandStatus.queued}
      and c.cmd_type <> 'OPEN'
    order by c.issue_time limit 20`.execute(ctx.db)
  const now = ctx.clock.now()
  for (const row of rows) {
    const exp = row.issueTime.getTime() + (row.ttlMs ?? ENDLESS_MS)
    if (exp <= now) continue
    await dispatch(ctx, {
      cmdId: row.cmdId,
      tenantId,
      sn,
      parentSn: row.parentSn,
      type: row.cmdType,
      exp,
      by: row.issueBy ?? 'system',
      workId: row.workId,
      decisionId: row.decisionId,
      params: row.params ?? {},
    })
  }
  return rows.length
}

/** Ends commands whose time has passed: sent ones time out (the outcome is unknown), waiting ones expire. */
export async function endOverdue(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ cmdId: string; tenantId: number; lockId: string | null; status: number }>`
    update lo_cmd set status = case when status = 0 then 11 else 10 end,
      result_msg = case when status = 0 then '指令已过期' else '结果未知，以锁状态为准' end
    where status in (0, 1, 2) and ttl_ms is not null
      and issue_time + ttl_ms * interval '1 millisecond' <= ${new Date(now)}
    returning cmd_id, tenant_id, lock_id, status`.execute(ctx.db)
  for (const { cmdId, tenantId, lockId, status } of rows)
    ctx.broadcasts.emit('command.settled', { tenantId, cmdId, lockId, status })
  return rows.length
}
