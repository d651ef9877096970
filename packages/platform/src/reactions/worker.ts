import { groupBy } from '@suoan/kit/group'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { AnyConsumer, Context, Tx } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { failureText, mustAlarm, waitAfter } from './failure.ts'
import { LEASE_SECONDS, RENEW_EVERY_MS } from '../db/lease.ts'

/** When nobody wakes us: work of a node that died, retries, a wake that was lost. */
const POLL_MS = 1_000
/** Handlers at once on one node, at most; each holds a database connection. */
const MOST_AT_ONCE = 6
/** Other nodes are woken at most this often. */
const SHARE_AFTER_MS = 100

/** Does the stored work of reactions on this node. */
export interface ReactionWorker {
  /** Does whatever may be done now, and what that brings; returns when nothing is left that is due. */
  settle(): Promise<void>
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>
}

interface Claimed {
  readonly id: string
  readonly consumer: string
  readonly subject: string
  readonly data: object
  readonly attempts: number
}

/** The claim was lost while the work was under way: another node has taken the work over, ours is taken back. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Starts the worker of a node. It claims the oldest work of each subject (`for update skip locked`, a lease that is
 * renewed while the handler runs), runs subjects side by side up to a bound, and removes a row in the transaction of
 * the handler's own writes, provided the claim still holds there: a node that slept through its lease commits nothing.
 */
export function startReactions(ctx: Context): ReactionWorker {
  const { reactions, log } = ctx
  /** One number for every claim of this worker; a row carries it while it is ours. */
  const leaseId = newId()
  const held = new Set<string>()
  /** Claimed, and waiting for a place. */
  let waiting: (() => void)[] = []
  const busy = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const bound = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(ctx.config.databasePoolSize / 2)))
  // One slow kind of reaction leaves room for the others.
  const boundEach = Math.ceil(bound / 2)
  let looking: Promise<number> | null = null
  let sharing: NodeJS.Timeout | null = null
  let isAsked = false
  let isStopped = false

  const claim = async (): Promise<number> => {
    const free = [...reactions.consumers.values()].flatMap((consumer) => {
      const slots = boundEach - (busy.get(consumer.name) ?? 0)
      return slots > 0 ? [{ consumer, most: slots * (consumer.atOnce ?? 1) }] : []
    })
    if (free.length === 0 || waiting.length > 0) return 0
    const rows = await claimOldest(ctx, leaseId, free, [...held])
    for (const { consumer, most } of free) {
      const own = rows.filter((row) => row.consumer === consumer.name)
      for (const batch of batchesOf(own, consumer.atOnce ?? 1)) take(consumer, batch)
      if (own.length === most) shareSoon()
    }
    return rows.length
  }

  const look = async (): Promise<number> => {
    let claimed = 0
    do {
      isAsked = false
      claimed += await claim()
    } while (isAsked && !isStopped)
    return claimed
  }
  /** One look at a time; a wake in between is answered by another one. */
  const wake = (): void => {
    isAsked = true
    if (isStopped || looking) return
    looking = look()
      .catch((error: unknown) => {
        log.error({ err: error }, 'reactions could not be claimed')
        return 0
      })
      .finally(() => (looking = null))
  }

  /** There is more than this node can take at once: others may help. */
  const shareSoon = (): void => {
    sharing ??= setTimeout(() => {
      sharing = null
      ctx.broadcasts.emit('reactions.stored', {})
    }, SHARE_AFTER_MS).unref()
  }

  const take = (consumer: AnyConsumer, rows: readonly Claimed[]): void => {
    busy.set(consumer.name, (busy.get(consumer.name) ?? 0) + 1)
    for (const { id } of rows) held.add(id)
    if (running.size < bound) start(consumer, rows)
    else waiting.push(() => start(consumer, rows))
  }

  const start = (consumer: AnyConsumer, rows: readonly Claimed[]): void => {
    const work = run(ctx, leaseId, consumer, rows)
      // The database is away: the lease runs out, and the work is taken again.
      .catch((error: unknown) =>
        log.error({ err: error, consumer: consumer.name }, 'a failure was not noted'),
      )
      .finally(() => {
        for (const { id } of rows) held.delete(id)
        busy.set(consumer.name, (busy.get(consumer.name) ?? 1) - 1)
        running.delete(work)
        waiting.shift()?.()
        wake()
      })
    running.add(work)
  }

  reactions.onWake(wake)
  const poll = setInterval(wake, POLL_MS).unref()
  const renewal = setInterval(() => {
    if (held.size > 0)
      void renew(ctx, leaseId, [...held]).catch((error: unknown) =>
        log.warn({ err: error }, 'the leases of reactions were not renewed'),
      )
  }, RENEW_EVERY_MS).unref()
  const unsubscribe = ctx.broadcasts.on('reactions.stored', wake)
  wake()

  return {
    async settle() {
      for (;;) {
        wake()
        const claimed = (await looking) ?? 0
        if (claimed === 0 && running.size === 0) return
        await Promise.all(running)
      }
    },
    async stop() {
      isStopped = true
      clearInterval(poll)
      unsubscribe()
      reactions.onWake(() => {})
      await looking
      waiting = []
      await Promise.all(running)
      clearInterval(renewal)
      if (sharing) clearTimeout(sharing)
      await giveBack(ctx, leaseId)
    },
  }
}

/** Batches of about `size` rows; those of one subject stay together, in their order. */
function batchesOf(rows: readonly Claimed[], size: number): Claimed[][] {
  const batches: Claimed[][] = []
  for (const own of groupBy(rows, ({ subject }) => subject).values()) {
    const last = batches.at(-1)
    if (last && last.length + own.length <= size) last.push(...own)
    else batches.push([...own])
  }
  return batches
}

/**
 * The oldest work of every subject that is due and nobody's, for consumers with room; those that take several items at
 * once get what follows it of the same subject too, as far as it has no gap: else a subject that changes often would
 * wait for a look of its own with each change. What this node has `held` past its lease, because it slept, is still
 * under way here: others may take it, this node not a second time.
 */
async function claimOldest(
  ctx: Context,
  leaseId: string,
  free: readonly { readonly consumer: AnyConsumer; readonly most: number }[],
  held: readonly string[],
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with found as materialized (
      select mine.* from unnest(${free.map(({ consumer }) => consumer.name)}::text[],
          ${free.map(({ most }) => most)}::int[], ${free.map(({ consumer }) => (consumer.atOnce ?? 1) > 1)}::bool[])
        as free(name, most, takes_several)
      cross join lateral (
        select r.consumer, r.id, r.subject from reaction r
        where r.consumer = free.name and r.next_time <= now() and (r.lease_until is null or r.lease_until < now())
          and r.id <> all(${held}::bigint[])
          and not exists (select from reaction before
            where before.consumer = r.consumer and before.subject = r.subject and before.id < r.id
              and (not free.takes_several or before.next_time > now() or before.lease_until >= now()
                or before.id = any(${held}::bigint[])))
        order by r.id limit free.most for update skip locked) mine
    ), linked as (
      -- Another node may be claiming what comes before: then the row before this one is not among ours.
      select found.*, lag(id) over (partition by consumer, subject order by id) is not distinct from (
        select max(before.id) from reaction before
        where before.consumer = found.consumer and before.subject = found.subject and before.id < found.id) as follows
      from found
    ), due as materialized (
      select consumer, id, bool_and(follows) over (partition by consumer, subject order by id) as whole from linked)
    update reaction r set lease_id = ${leaseId}, attempts = r.attempts + 1,
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from due where due.whole and r.consumer = due.consumer and r.id = due.id
    returning r.id, r.consumer, r.subject, r.data, r.attempts`.execute(ctx.db)
  return rows.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
}

/** Tries them together; when that fails, each by itself, so that only the one at fault and its followers wait. */
async function run(
  ctx: Context,
  leaseId: string,
  consumer: AnyConsumer,
  rows: readonly Claimed[],
): Promise<void> {
  const error = await attempt(ctx, leaseId, consumer, rows)
  if (error === null || error instanceof LeaseLost) return
  const stuck = new Set<string>()
  for (const row of rows) {
    const own = stuck.has(row.subject)
      ? await giveBack(ctx, leaseId, row)
      : // One row has been tried by itself already.
        rows.length === 1
        ? error
        : await attempt(ctx, leaseId, consumer, [row])
    if (own === null) continue
    stuck.add(row.subject)
    if (!(own instanceof LeaseLost)) await noteFailure(ctx, leaseId, row, own)
  }
}

/** Null when the work is done and gone from the table; else why it is not, and nothing of it is stored. */
async function attempt(
  ctx: Context,
  leaseId: string,
  consumer: AnyConsumer,
  rows: readonly Claimed[],
): Promise<unknown> {
  try {
    await inTransaction(ctx, async (tx, emit) => {
      const items = rows.map(({ data }) => data as never)
      await consumer.handle({ ctx, tx, emit, now: ctx.clock.now() }, items)
      await finish(tx, leaseId, consumer, rows)
    })
    return null
  } catch (error) {
    if (error instanceof LeaseLost)
      ctx.log.warn({ consumer: consumer.name }, 'a reaction outlived its lease and was taken back')
    return error ?? new Error('a reaction failed without a reason')
  }
}

async function finish(
  tx: Tx,
  leaseId: string,
  consumer: AnyConsumer,
  rows: readonly Claimed[],
): Promise<void> {
  const done = await sql`delete from reaction
    where consumer = ${consumer.name} and id = any(${rows.map(({ id }) => id)}::bigint[])
      and lease_id = ${leaseId}`.execute(tx)
  if (Number(done.numAffectedRows ?? 0n) !== rows.length) throw new LeaseLost()
}

async function noteFailure(ctx: Context, leaseId: string, row: Claimed, error: unknown): Promise<void> {
  const { id, consumer, subject, attempts } = row
  const text = failureText(error)
  ctx.log.error(
    { err: error, consumer, subject, attempts },
    mustAlarm(attempts) ? 'a reaction fails again and again' : 'a reaction failed and will be tried again',
  )
  await sql`update reaction set lease_id = null, lease_until = null, last_error = ${text},
      first_error = coalesce(first_error, ${text}), first_failed_at = coalesce(first_failed_at, now()),
      next_time = now() + make_interval(secs => ${waitAfter(attempts)})
    where consumer = ${consumer} and id = ${id} and lease_id = ${leaseId}`.execute(ctx.db)
}

/** What was claimed and not begun, all or one: nobody need wait for the lease. */
async function giveBack(ctx: Context, leaseId: string, row?: Claimed): Promise<null> {
  const which = row ? sql`and consumer = ${row.consumer} and id = ${row.id}` : sql``
  await sql`update reaction set lease_id = null, lease_until = null, attempts = attempts - 1
    where lease_id = ${leaseId} ${which}`.execute(ctx.db)
  return null
}

async function renew(ctx: Context, leaseId: string, ids: readonly string[]): Promise<void> {
  // A row whose handler is just committing is not waited for.
  await sql`update reaction set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where lease_id = ${leaseId} and id in (select id from reaction
      where id = any(${ids}::bigint[]) and lease_id = ${leaseId} for update skip locked)`.execute(ctx.db)
}
