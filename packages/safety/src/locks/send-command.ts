import { deviceResultText, type DeviceCommand, type DeviceResultCode } from '@suoan/contract/device'
import {
  isOverdue,
  isSettled,
  maySend,
  nextCommandStatus,
  nextLookAt,
  roomFor,
  whenRefused,
  type CommandState,
  type SendOccasion,
} from '@suoan/domain/device'
import { commandStatus, type CommandStatus } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction, type Emit } from '@suoan/platform/db/transaction'
import { scheduleTimer } from '@suoan/platform/timers'
import { heldBehind } from './held-behind.ts'
import { pendingOf, replaceCommands, type StoredCommand } from './issue-command.ts'

export interface Dispatched {
  readonly cmdId: string
  readonly status: CommandStatus
  /** Why it did not leave, in Chinese; null when it did or waits for its device. */
  readonly problem: string | null
}

/** Sends a command that was just stored; what cannot leave waits or fails by its rule (3-domain.md §5.6). */
export async function dispatch(ctx: Context, command: StoredCommand): Promise<Dispatched> {
  return await send(ctx, command, 'issue')
}

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
export async function sendWaiting(ctx: Context, { tenantId, sn, parentSn }: Arrival): Promise<void> {
  const { rows } = await sql<StoredCommand>`
    select tenant_id, cmd_id from lo_cmd
    where tenant_id = ${tenantId} and device_sn = ${sn} and status in (0, 1, 2)
    order by cmd_id`.execute(ctx.db)
  for (const command of rows) await send(ctx, command, 'arrival', parentSn ?? null)
}

/** Sends commands again and ends those whose time has passed, as their timers fall due (3-domain.md §5.6). */
export function watchCommands(ctx: Context): void {
  ctx.timers.on('command.due', async (ctx, { tenantId, subjectId: cmdId }) => {
    await send(ctx, { tenantId, cmdId }, 'timer')
  })
}

interface Row extends CommandState {
  readonly cmdId: string
  readonly tenantId: number
  readonly sn: string
  readonly parentSn: string | null
  readonly isPassive: boolean
  readonly lockId: string | null
  readonly by: string
  readonly workId: string | null
  readonly decisionId: string | null
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * One step of a command. That it is sent is written first: an answer may be back before the broker's word, and a server
 * that dies in between must not send an OPEN twice. The row is locked, so of several servers one sends.
 */
async function send(
  ctx: Context,
  { tenantId, cmdId }: StoredCommand,
  occasion: SendOccasion,
  carrier: string | null = null,
): Promise<Dispatched> {
  const now = ctx.clock.now()
  const { before, leaves } = await inTransaction(ctx, async (tx, emit) => {
    // Before the command's own row: whoever ingests locks the locks first.
    const mayChange = await mayChangeDevice(tx, tenantId, cmdId)
    const before = await loadCommand(tx, tenantId, cmdId)
    const after = await stepOf(tx, emit, before, mayChange ? occasion : null, now)
    // The timer that was set at the issue stands.
    const lookAt = occasion === 'issue' ? null : nextLookAt(after, now)
    if (lookAt !== null)
      await scheduleTimer(tx, { tenantId, kind: 'command.due', subjectId: cmdId, dueAt: lookAt, data: {} })
    return { before, leaves: after.sends > before.sends }
  })
  if (!leaves) return { cmdId, status: before.status, problem: null }
  const answer = await ctx.locks.send(messageOf(before, carrier, now))
  if (answer.sent) return { cmdId, status: commandStatus.sent, problem: null }
  return await inTransaction(ctx, (tx, emit) => takeBack(tx, emit, before, answer.code, now))
}

/**
 * Firmware and configuration never reach a device while a live ticket relies on a lock behind it (§5.9), also when they were
 * issued before it did: then they wait.
 */
async function mayChangeDevice(tx: Tx, tenantId: number, cmdId: string): Promise<boolean> {
  const { rows } = await sql<{ sn: string }>`select device_sn as sn from lo_cmd
    where tenant_id = ${tenantId} and cmd_id = ${cmdId} and cmd_type in ('OTA', 'CONFIG')`.execute(tx)
  const [change] = rows
  return change === undefined || (await heldBehind(tx, tenantId, [change.sn])).length === 0
}

/** Ends what is overdue and writes that it is sent what may be. */
async function stepOf(
  tx: Tx,
  emit: Emit,
  command: Row,
  occasion: SendOccasion | null,
  now: number,
): Promise<CommandState> {
  const { tenantId, cmdId, status, lockId } = command
  if (!isSettled(status) && isOverdue(command, now)) {
    const ended = nextCommandStatus(status, 'ttlPassed') ?? status
    const resultMsg = ended === commandStatus.expired ? '指令已过期' : '结果未知，以锁状态为准'
    await sql`update lo_cmd set status = ${ended}, result_msg = ${resultMsg}
      where tenant_id = ${tenantId} and cmd_id = ${cmdId}`.execute(tx)
    emit('command.settled', { tenantId, cmdId, lockId, status: ended })
    return { ...command, status: ended }
  }
  const next = occasion !== null && maySend(command, occasion, now) ? nextCommandStatus(status, 'send') : null
  if (next === null) return command
  await sql`update lo_cmd set status = ${next}, sent_time = ${new Date(now)}, retry = ${command.sends}
    where tenant_id = ${tenantId} and cmd_id = ${cmdId}`.execute(tx)
  return { ...command, status: next, sends: command.sends + 1, lastSentAt: now }
}

/** It did not leave: everything is as before, unless it waits or fails now. An answer that came meanwhile stands. */
async function takeBack(
  tx: Tx,
  emit: Emit,
  before: Row,
  code: DeviceResultCode,
  now: number,
): Promise<Dispatched> {
  const { tenantId, cmdId, lockId } = before
  const event = await afterRefusal(tx, emit, before)
  const next = event === null ? null : nextCommandStatus(commandStatus.sent, event)
  const failed = next === commandStatus.failed
  const status = next ?? before.status
  const { numAffectedRows } = await sql`
    update lo_cmd set status = ${status}, sent_time = ${before.lastSentAt === null ? null : new Date(before.lastSentAt)},
      retry = ${Math.max(0, before.sends - 1)}, result_code = ${failed ? code : null},
      result_msg = ${failed ? deviceResultText(code) : null}
    where tenant_id = ${tenantId} and cmd_id = ${cmdId} and status = ${commandStatus.sent}
      and sent_time = ${new Date(now)}`.execute(tx)
  if (failed && numAffectedRows === 1n) emit('command.settled', { tenantId, cmdId, lockId, status })
  return { cmdId, status, problem: failed ? deviceResultText(code) : null }
}

/** A command that would wait finds its place under the same lock as those that are issued: no more than 20 wait. */
async function afterRefusal(tx: Tx, emit: Emit, before: Row): Promise<'wait' | 'fail' | null> {
  const event = whenRefused(before)
  if (event === null) return null
  if (event === 'fail') return 'fail'
  const pending = await pendingOf(tx, before.tenantId, before.sn)
  const room = roomFor(
    before.type,
    pending.filter(({ cmdId }) => cmdId !== before.cmdId),
  )
  if (!room.admitted) return 'fail'
  await replaceCommands(tx, emit, before.tenantId, room.replaced)
  return 'wait'
}

async function loadCommand(tx: Tx, tenantId: number, cmdId: string): Promise<Row> {
  const { rows } = await sql<
    Omit<Row, 'issuedAt' | 'lastSentAt' | 'sends'> & {
      issueTime: Date
      sentTime: Date | null
      retry: number | null
    }
  >`
    select c.cmd_id, c.tenant_id, c.cmd_type as type, c.status, c.issue_time, c.sent_time, c.retry, c.ttl_ms, c.device_sn as sn,
      d.parent_sn, coalesce(t.power_type = 2, false) as is_passive, c.lock_id, coalesce(c.issue_by, 'system') as by, c.work_id,
      c.decision_id, coalesce(c.params, '{}') as params
    from lo_cmd c
    left join lo_device d on d.tenant_id = c.tenant_id and d.device_sn = c.device_sn and d.del_flag = 0
    left join lo_lock l on l.id = c.lock_id
    left join lo_lock_type t on t.id = l.lock_type_id
    where c.tenant_id = ${tenantId} and c.cmd_id = ${cmdId} for update of c`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`command ${cmdId} is not stored`)
  const lastSentAt = row.sentTime?.getTime() ?? null
  const sends = lastSentAt === null ? 0 : (row.retry ?? 0) + 1
  return { ...row, issuedAt: row.issueTime.getTime(), lastSentAt, sends }
}

/** Lives without an end are told to devices as this long, ms: a year. */
const ENDLESS_MS = 365 * 24 * 3_600_000

function messageOf(row: Row, carrier: string | null, now: number): DeviceCommand {
  const { cmdId, tenantId, sn, parentSn, type, by, workId, decisionId, params } = row
  return {
    cmdId,
    tenantId,
    sn,
    parentSn: row.isPassive && carrier !== null ? carrier : parentSn,
    type,
    exp: row.issuedAt + (row.ttlMs ?? ENDLESS_MS),
    by,
    workId,
    decisionId,
    // A clock is set by the moment of the sending, also when it is sent again.
    params: type === 'TIME' ? { ...params, now } : params,
  }
}
