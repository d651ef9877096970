import type { OfflineOpInput } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { AppError } from '@suoan/platform/fail'
import { advanceBySystem, advanceTicket, type Move } from '../advance-ticket.ts'
import { raiseAlarm } from '../effects/alarms.ts'
import { systemActor } from '../facts/actor.ts'
import { just } from '../ticket-command.ts'
import { lockTicket, ticketOf } from '../ticket-row.ts'
import { mustSee } from '../visible.ts'

/**
 * A safe operation that the ticket cannot take any more still stands in its chain. False when there is nothing to write
 * it to: a ticket that does not exist for this person.
 */
export async function recordLate(
  ctx: Context,
  actor: Actor,
  move: Move,
  op: OfflineOpInput,
  reason: string,
): Promise<boolean> {
  try {
    const offline = { hlc: op.hlc, capsuleId: op.capsuleId, event: op.event }
    await advanceTicket(
      ctx,
      actor,
      { ...move, isNote: true },
      `offline/${op.event}`,
      just(null, { offline, reason }),
    )
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * Somebody may have opened a lock, taken his off or gone in, and the merged history does not allow it (§4.6): an alarm
 * that people must answer. A person who went in is counted, for he is there: by the signed word of somebody named on the
 * ticket, or by his own. Whoever may not see the ticket says nothing about it.
 */
export async function reportRejected(
  ctx: Context,
  actor: Actor,
  op: OfflineOpInput,
  { reason, signed }: { readonly reason: string; readonly signed: boolean },
): Promise<void> {
  if (!(await sees(ctx, actor, op.workId))) return
  const now = ctx.clock.now()
  await inTransaction(ctx, async (tx, emit) => {
    const work = await lockTicket(tx, actor.tenantId, op.workId)
    if (!work) return
    const pointId = typeof op.args['pointId'] === 'string' ? op.args['pointId'] : null
    await raiseAlarm(
      { tx, emit, work, ticket: ticketOf(work), actor: systemActor, event: op.event, pointId, now, at: now },
      {
        do: 'alarm.raise',
        alarmType: 'A17',
        level: 3,
        text: `离线操作未被采信：${actor.realname} ${reason}`,
      },
    )
  })
  if (op.event !== 'personIn') return
  const userId = await personOf(ctx, op)
  if (userId !== null && (signed || userId === actor.userId))
    await advanceBySystem(ctx, actor.tenantId, op.workId, { type: 'presenceReported', userId })
}

/** Whether the ticket exists for this person. */
async function sees(ctx: Context, actor: Actor, workId: string): Promise<boolean> {
  try {
    await mustSee(ctx, actor, workId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

async function personOf(ctx: Context, { workId, args }: OfflineOpInput): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('loWorkPerson')
    .select('personId')
    .where('workId', '=', workId)
    .where('id', '=', String(args['personId'] ?? ''))
    .executeTakeFirst()
  return row?.personId ?? null
}
