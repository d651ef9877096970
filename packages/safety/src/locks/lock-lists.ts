import { lock, type AskedExtension, type LockRow, type Page } from '@suoan/contract'
import { and, isIn, parsePage } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { dataScope } from '@suoan/platform/resource/scope'
import { fail, failUnseen } from '@suoan/platform/fail'
import { compile, present, readListQuery, resourceStore, type RowRecord } from '@suoan/platform/resource'
import { ticketIn } from '../ticket-sets.ts'
import { hashOfTag } from '../site-tags/index.ts'
import { explainOpening } from './explain-opening.ts'

const store = resourceStore(lock)

/** Each is judged by the whole interlock; one person's live tickets have some dozens. */
const mostOpenable = 60

/** Locks with their texts; what `ids` names, in that order, as far as the caller may see them. */
async function locksById(ctx: Context, actor: Actor, ids: readonly string[]): Promise<LockRow[]> {
  if (ids.length === 0) return []
  const scope = await dataScope(ctx, actor, lock)
  const rows = await store.findMany(ctx.pool, scope, ids)
  await present(ctx, lock, actor, rows)
  // Every row of the store has these columns.
  const byId = new Map((rows as unknown as LockRow[]).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Tab `opening`: locks with an open session, longest first, with the time they have left. */
export async function listOpening(ctx: Context, actor: Actor, params: RowRecord): Promise<Page<LockRow>> {
  const { pageNo, pageSize, offset } = parsePage(params['pageNo'], params['pageSize'])
  const sessions = await ctx.db
    .selectFrom('loLockOnoff')
    .select(['id', 'lockId', 'openTime', 'limitSec', 'openUserId', 'workId', 'workNo', 'openMethod'])
    .where('tenantId', '=', actor.tenantId)
    .where('state', '=', 1)
    .orderBy('openTime')
    .limit(2000)
    .execute()
  const byLock = new Map(sessions.map((session) => [session.lockId ?? '', session]))
  const filter = isIn('id', [...byLock.keys()])
  const asked = await readListQuery(ctx, compile(lock), actor, { ...params, pageNo: 1, pageSize: 1 }, filter)
  const scope = await dataScope(ctx, actor, lock)
  const rows = await store.list(ctx.pool, scope, and(filter, asked.filter), { limit: 2000 })
  const opened = rows.map((row) => ({ row, session: byLock.get(String(row['id'])) }))
  opened.sort((a, b) => (a.session?.openTime?.getTime() ?? 0) - (b.session?.openTime?.getTime() ?? 0))
  const shown = opened.slice(offset, offset + pageSize)
  await present(
    ctx,
    lock,
    actor,
    shown.map(({ row }) => row),
  )
  const names = await namesOf(
    ctx,
    shown.map(({ session }) => session?.openUserId ?? ''),
  )
  const now = ctx.clock.now()
  const extensions = await extensionsOf(
    ctx,
    actor,
    shown.flatMap(({ session }) => (session ? [session] : [])),
  )
  const records = shown.map(({ row, session }) => {
    const openSec = Math.max(0, Math.round((now - (session?.openTime?.getTime() ?? now)) / 1000))
    return {
      // As above.
      ...(row as unknown as LockRow),
      sessionId: session?.id ?? null,
      openSec,
      limitSec: session?.limitSec ?? null,
      leftSec: (session?.limitSec ?? 0) - openSec,
      openUserId: session?.openUserId ?? null,
      openUserId_dictText: names.get(session?.openUserId ?? '') ?? null,
      openWorkId: session?.workId ?? null,
      openWorkNo: session?.workNo ?? null,
      extension: extensions.get(session?.id ?? '') ?? null,
    }
  })
  return pageOf(records, opened.length, pageNo, pageSize)
}

/** More time that was asked for, by session, while nobody has decided. */
async function extensionsOf(
  { db }: Context,
  actor: Actor,
  sessions: readonly { readonly id: string; readonly openUserId: string | null }[],
): Promise<ReadonlyMap<string, AskedExtension>> {
  if (sessions.length === 0) return new Map()
  const { rows } = await sql<Omit<AskedExtension, 'mayDecide'> & { sessionId: string }>`
    select e.id, e.session_id, e.minutes, e.reason, e.ask_by, coalesce(u.realname, '—') as ask_name
    from lo_open_extend e left join sys_user u on u.id = e.ask_by
    where e.tenant_id = ${actor.tenantId} and e.result = 0
      and e.session_id = any(${sessions.map(({ id }) => id)}::text[])`.execute(db)
  const openerOf = new Map(sessions.map(({ id, openUserId }) => [id, openUserId]))
  return new Map(
    rows.map(({ sessionId, ...row }) => [
      sessionId,
      { ...row, mayDecide: row.askBy !== actor.userId && openerOf.get(sessionId) !== actor.userId },
    ]),
  )
}

/** Which of these locks the caller may see. */
export async function maySeeLock(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await store.findMany(ctx.pool, await dataScope(ctx, actor, lock), [...new Set(ids)])
  return new Set(rows.map((row) => String(row['id'])))
}

/**
 * Tab `openable`: access and isolation locks of the caller's live tickets, those that would open for him now first; the
 * others with what is missing and who brings it. The interlock still decides at the press.
 */
export async function listOpenable(ctx: Context, actor: Actor, params: RowRecord): Promise<Page<LockRow>> {
  const { pageNo, pageSize, offset } = parsePage(params['pageNo'], params['pageSize'])
  const tickets = await ticketsToOpenFor(ctx, actor)
  const locks = await locksById(ctx, actor, [...tickets.keys()])
  const now = ctx.clock.now()
  const judged: { row: LockRow; wouldOpen: NonNullable<LockRow['wouldOpen']> }[] = []
  for (const row of locks) {
    const workId = tickets.get(row.id)?.workId ?? null
    judged.push({ row, wouldOpen: await openingNow(ctx, actor, row.id, workId) })
  }
  judged.sort((a, b) => Number(b.wouldOpen.allow) - Number(a.wouldOpen.allow))
  const records = judged.slice(offset, offset + pageSize).map(({ row, wouldOpen }) => {
    const ticket = tickets.get(row.id)
    const end = ticket?.validEnd?.getTime() ?? null
    return {
      ...row,
      wouldOpen,
      workId: ticket?.workId ?? null,
      workNo: ticket?.workNo ?? null,
      execPhase: ticket?.execPhase ?? null,
      leftSec: end === null ? null : Math.round((end - now) / 1000),
    }
  })
  return pageOf(records, locks.length, pageNo, pageSize)
}

/** A live ticket of the caller with the lock on it. */
export interface TicketOfLock {
  readonly workId: string
  readonly workNo: string
  readonly execPhase: number
  readonly validEnd: Date | null
}

/** The locks of the caller's live tickets, each with the ticket it is opened for: one under way before one to come. */
export async function ticketsToOpenFor(
  ctx: Context,
  actor: Actor,
): Promise<ReadonlyMap<string, TicketOfLock>> {
  const { rows } = await sql<TicketOfLock & { id: string }>`
    select distinct on (k.lock_id) k.lock_id as id, w.id as work_id, w.work_no, w.exec_phase, w.valid_end
    from lo_work_person p
    join lo_work w on w.id = p.work_id
    join lo_work_lock k on k.work_id = w.id and k.state < 3 and k.del_flag = 0
    where p.user_id = ${actor.userId} and p.state = 1 and p.del_flag = 0 and w.tenant_id = ${actor.tenantId}
      and ${ticketIn('live')}
    order by k.lock_id, ${ticketIn('executing')} desc, w.plan_start limit ${mostOpenable}`.execute(ctx.db)
  return new Map(rows.map(({ id, ...ticket }) => [id, ticket]))
}

/** What the interlock would say to the caller now, standing at the lock, and what would make it a yes. */
export async function openingNow(
  ctx: Context,
  actor: Actor,
  lockId: string,
  workId: string | null,
): Promise<NonNullable<LockRow['wouldOpen']>> {
  const { allow, changes, never } = await explainOpening(ctx, actor, { lockId, workId, onSite: '1' })
  return { allow, changes: changes.map(({ by, text }) => ({ by, text })), never }
}

/** Marks a lock the caller may see as his favourite, or takes the mark away; twice is as once. */
export async function setFavorite(ctx: Context, actor: Actor, lockId: string, on: boolean): Promise<void> {
  const [known] = await locksById(ctx, actor, [lockId])
  if (known === undefined) throw failUnseen(lock.table, [lockId])
  if (on) {
    await ctx.db
      .insertInto('loLockFavorite')
      .values({ tenantId: actor.tenantId, userId: actor.userId, lockId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return
  }
  await ctx.db
    .deleteFrom('loLockFavorite')
    .where('userId', '=', actor.userId)
    .where('lockId', '=', lockId)
    .execute()
}

/** The lock behind a scanned code: its own code, its printed code, or the tag of its point. */
export async function findByQr(ctx: Context, actor: Actor, code: string): Promise<LockRow> {
  const { rows } = await sql<{ id: string }>`
    select l.id from lo_lock l left join lo_point p on p.id = l.point_id and p.del_flag = 0
    where l.tenant_id = ${actor.tenantId} and l.del_flag = 0
      and (l.qr_code = ${code} or l.lock_code = ${code} or p.qr_code = ${code} or p.nfc_uid = ${code}
        or exists (select 1 from lo_site_tag t where t.tenant_id = l.tenant_id and t.retired_time is null
          and t.code_hash = ${hashOfTag(code)} and ((t.subject_kind = 'LOCK' and t.subject_id = l.id)
            or (t.subject_kind = 'POINT' and t.subject_id = l.point_id))))
    order by (l.qr_code = ${code}) desc nulls last, l.lock_code limit 1`.execute(ctx.db)
  const [row] = await locksById(
    ctx,
    actor,
    rows.map(({ id }) => id),
  )
  if (row === undefined) throw fail('REFUSED', { detail: '没有找到该编码对应的锁具，请核对标签' })
  return row
}

async function namesOf(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = ids.filter((id) => id !== '')
  if (wanted.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('sysUser')
    .select(['id', 'realname'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, realname }) => [id, realname ?? '']))
}

export function pageOf<Row extends LockRow>(
  records: Row[],
  total: number,
  current: number,
  size: number,
): Page<Row> {
  return { records, total, size, current, pages: Math.ceil(total / size) }
}
