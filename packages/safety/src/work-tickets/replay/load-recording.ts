import type { TicketReplay } from '@suoan/contract'
import { sceneAt, type Delta, type LoggedEvent, type LoggedLockEvent } from '@suoan/domain/replay'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { mayKnowOfDuress } from '../../alarms/index.ts'
import { changedRows, saidOf } from '../audit-diff.ts'
import { mustSee } from '../visible.ts'

/**
 * The recording of a ticket (M5), and with `at` (epoch ms) the ticket as it was at that moment, both from its audit rows,
 * the lock log and the stored decisions; no live row is read.
 */
export async function loadRecording(
  ctx: Context,
  actor: Actor,
  workId: string,
  at: number | undefined,
): Promise<TicketReplay> {
  await mustSee(ctx, actor, workId)
  return ctx.db.transaction().execute(async (tx) => {
    const events = await eventsOf(tx, actor.tenantId, workId)
    const [first] = events
    if (!first) throw failUnseen([['lo_work_trans', 'work_id']], [workId])
    const now = ctx.clock.now()
    const lockEvents = await lockEventsOf(tx, actor, events, now)
    const decisions = await decisionsOf(tx, actor.tenantId, workId)
    const recording = { events, lockEvents, decisions }
    return {
      workId,
      from: first.at,
      to: Math.max(first.at, ...[...events, ...lockEvents, ...decisions].map((each) => each.at)),
      serverTime: now,
      isWhole: Object.keys(first.delta).length > 0,
      ...recording,
      scene: at === undefined ? null : sceneAt(recording, at),
    }
  })
}

async function eventsOf(tx: Tx, tenantId: number, workId: string): Promise<TicketReplay['events']> {
  const { rows } = await sql<
    Omit<TicketReplay['events'][number], 'seq' | 'at' | 'said' | 'delta'> & {
      seq: string
      serverTime: Date
      diff: unknown
      delta: Delta | null
    }
  >`select seq, server_time, event, trans_id, from_status, to_status, from_phase, to_phase, actor_name, diff,
      diff -> ${changedRows} as delta
    from lo_work_trans where work_id = ${workId} and tenant_id = ${tenantId} order by seq`.execute(tx)
  return rows.map(({ seq, serverTime, diff, delta, ...row }) => ({
    ...row,
    seq: Number(seq),
    at: serverTime.getTime(),
    said: saidOf(diff),
    delta: delta ?? {},
  }))
}

/** What the locks that ever stood on the ticket reported while it lived, and the last thing each said before. */
async function lockEventsOf(
  tx: Tx,
  actor: Actor,
  events: readonly LoggedEvent[],
  now: number,
): Promise<LoggedLockEvent[]> {
  const lockIds = [
    ...new Set(
      events.flatMap(({ delta }) =>
        ['points', 'locks', 'holds'].flatMap((part) =>
          Object.values(delta[part] ?? {}).flatMap((row) =>
            [row?.['lockId'], row?.['plannedLockId'], row?.['actualLockId']].filter(
              (id) => typeof id === 'string',
            ),
          ),
        ),
      ),
    ),
  ]
  if (lockIds.length === 0) return []
  const from = new Date(events[0]?.at ?? now)
  const { tenantId } = actor
  // A duress report is not shown to those who may not know of it (A15).
  const shown = mayKnowOfDuress(actor) ? sql`true` : sql`event_type <> 'DURESS'`
  const { rows } = await sql<{
    lockId: string
    occurTime: Date
    eventType: string
    userName: string | null
    latchAfter: number | null
    shackleAfter: number | null
    opResult: number | null
  }>`
    select lock_id, occur_time, event_type, user_name, latch_after, shackle_after, op_result from lo_lock_log
    where tenant_id = ${tenantId} and lock_id = any(${lockIds}::text[])
      and occur_time >= ${from} and occur_time <= ${new Date(now)} and ${shown}
    union all
    select b.* from unnest(${lockIds}::text[]) as l(id) cross join lateral (
      select lock_id, occur_time, event_type, user_name, latch_after, shackle_after, op_result from lo_lock_log
      where lock_id = l.id and tenant_id = ${tenantId} and occur_time < ${from} and latch_after is not null and ${shown}
      order by occur_time desc limit 1) b
    order by occur_time limit 5000`.execute(tx)
  return rows.map((row) => ({
    lockId: row.lockId,
    at: row.occurTime.getTime(),
    eventType: row.eventType,
    userName: row.userName,
    latch: partOf(row.latchAfter),
    shackle: partOf(row.shackleAfter),
    succeeded: row.opResult !== 0,
  }))
}

/** `lo_sensor`: 0 open, 1 closed, 2 moving, 9 unknown; a report without it says nothing. */
function partOf(code: number | null): LoggedLockEvent['latch'] {
  if (code === null) return null
  return code === 2 ? 'moving' : code === 0 || code === 1 ? code : 9
}

async function decisionsOf(tx: Tx, tenantId: number, workId: string): Promise<TicketReplay['decisions']> {
  const { rows } = await sql<Omit<TicketReplay['decisions'][number], 'at'> & { time: Date }>`
    select d.decision_id, d.time, d.user_id, d.lock_id, d.allow = 1 as allow, d.code,
      (select realname from sys_user where id = d.user_id) as user_name,
      (select lock_code from lo_lock where id = d.lock_id) as lock_code
    from lo_decision d where d.work_id = ${workId} and d.tenant_id = ${tenantId} order by d.time limit 2000`.execute(
    tx,
  )
  return rows.map(({ time, ...row }) => ({ ...row, at: time.getTime() }))
}
