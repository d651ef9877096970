import {
  enqueue,
  nextCommandStatus,
  nextLookAt,
  queueLimit,
  ttlOf,
  type PendingCommand,
} from '@suoan/domain/device'
import { commandStatus, type CommandType } from '@suoan/domain/dictionaries'
import { newId, newUlid } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import { scheduleTimer } from '@suoan/platform/timers'

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

/** A command that is stored, to be sent by `dispatch` after the commit. */
export interface StoredCommand {
  readonly tenantId: number
  readonly cmdId: string
}

/** A command that was just stored; `ttlMs` is how long it lives, null = until done. */
export interface IssuedCommand extends StoredCommand {
  readonly ttlMs: number | null
}

/** Why a command was not stored, in Chinese. */
export interface CommandRefused {
  readonly refused: string
}

/**
 * Writes a command, to be handed over by `dispatch` after the commit, and ends those of its device that it replaces. `now`
 * in epoch ms. Refused when 20 commands wait for the device and none gives way (3-domain.md §5.6).
 */
export async function storeCommand(
  tx: Tx,
  emit: Emit,
  order: CommandOrder,
  now: number,
): Promise<IssuedCommand | CommandRefused> {
  const { tenantId, sn, type } = order
  const answer = enqueue(type, await pendingOf(tx, tenantId, sn))
  if (!answer.admitted)
    return { refused: `设备 ${sn} 已有 ${queueLimit} 条指令待发，请待设备上线、指令发出后再试` }
  await replaceCommands(tx, emit, tenantId, answer.replaced)
  const ttlMs = ttlOf(type, order.parentSn !== null)
  const cmdId = newUlid()
  await tx
    .insertInto('loCmd')
    .values({
      id: newId(),
      tenantId,
      cmdId,
      deviceSn: sn,
      lockId: order.lockId,
      cmdType: type,
      params: JSON.stringify(order.params ?? {}),
      status: commandStatus.queued,
      issueBy: order.by,
      issueTime: new Date(now),
      ttlMs,
      retry: 0,
      workId: order.workId ?? null,
      decisionId: order.decisionId ?? null,
      sysOrgCode: order.sysOrgCode ?? null,
    })
    .execute()
  const issued = { type, status: commandStatus.queued, sends: 0, issuedAt: now, lastSentAt: null, ttlMs }
  const dueAt = nextLookAt(issued, now)
  if (dueAt !== null)
    await scheduleTimer(tx, { tenantId, kind: 'command.due', subjectId: cmdId, dueAt, data: {} })
  return { tenantId, cmdId, ttlMs }
}

/** The device's commands that are not settled, oldest first. Whoever issues one for the same device waits for us. */
export async function pendingOf(tx: Tx, tenantId: number, sn: string): Promise<PendingCommand[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`commands/${tenantId}/${sn}`}, 0))`.execute(tx)
  const { rows } = await sql<PendingCommand>`
    select cmd_id, cmd_type as type, status from lo_cmd
    where tenant_id = ${tenantId} and device_sn = ${sn} and status in (0, 1, 2)
    order by cmd_id for update`.execute(tx)
  return rows
}

/** Ends commands that others take the place of, or that are no longer wanted. */
export async function replaceCommands(
  tx: Tx,
  emit: Emit,
  tenantId: number,
  replaced: readonly PendingCommand[],
  why = '已被新的指令取代',
): Promise<void> {
  for (const { cmdId, status } of replaced) {
    const next = nextCommandStatus(status, 'replaced')
    if (next === null) continue
    const { lockId } = await tx
      .updateTable('loCmd')
      .set({ status: next, resultMsg: why })
      .where('tenantId', '=', tenantId)
      .where('cmdId', '=', cmdId)
      .returning('lockId')
      .executeTakeFirstOrThrow()
    emit('command.settled', { tenantId, cmdId, lockId, status: next })
  }
}
