import {
  uncloseLock,
  type InputOf,
  type Page,
  type WarningNotice,
  type WarningRow,
  type warningEndpoints,
} from '@suoan/contract'
import { priorityOf, warningTitle, type WarnType } from '@suoan/domain/warning'
import { and, isIn, type Filter } from '@suoan/kit/filter'
import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { dataScope, systemScope } from '@suoan/platform/resource/scope'
import { failUnseen } from '@suoan/platform/fail'
import { compile, present, readListQuery, resourceStore, type RowRecord } from '@suoan/platform/resource'

const store = resourceStore(uncloseLock)

interface Unread {
  id: string
  warnNo: string
  warnType: WarnType
  warnLevel: number | null
  lockName: string | null
  lockCode: string | null
  areaName: string | null
  openTime: Date | null
  raiseTime: Date
  total: number
}

/** The third tab of the bell (3-domain.md §3.8): live warnings the caller was told of and has not read, highest first. */
export async function unreadWarnings(
  ctx: Context,
  actor: Actor,
  pageSize: number,
): Promise<{ rows: WarningNotice[]; total: number }> {
  const { rows } = await sql<Unread>`
    select u.id, u.warn_no, u.warn_type, u.warn_level, l.lock_name, l.lock_code, a.area_name, u.open_time, u.raise_time,
      count(*) over ()::int as total
    from lo_warn_user m join lo_unclose_lock u on u.id = m.warn_id
    left join lo_lock l on l.id = u.lock_id left join lo_area a on a.id = l.area_id
    where m.user_id = ${actor.userId} and m.read_flag = 0 and u.tenant_id = ${actor.tenantId} and u.status in (0, 1, 2)
    order by u.warn_level desc, u.raise_time desc, u.id desc limit ${pageSize}`.execute(ctx.db)
  const now = ctx.clock.now()
  return { rows: rows.map((row) => noticeOf(row, now)), total: rows[0]?.total ?? 0 }
}

function noticeOf(row: Unread, now: number): WarningNotice {
  const name = row.lockName ?? '网关下的多把锁'
  const minutes = Math.floor((now - (row.openTime ?? row.raiseTime).getTime()) / 60_000)
  const time = shanghaiTime(row.raiseTime.getTime())
  return {
    id: row.id,
    titile: warningTitle(row.warnType, name, minutes),
    msgContent: [row.lockCode, row.areaName, row.openTime && `开启于 ${shanghaiTime(row.openTime.getTime())}`]
      .filter(Boolean)
      .join(' · '),
    sender: '系统',
    sendTime: time,
    createTime: time,
    priority: priorityOf(row.warnLevel ?? 1),
    openType: 'component',
    openPage: 'isps/userUncloseLock',
    busId: row.warnNo,
  }
}

/** Unread live warnings of the caller by level. */
export async function countWarnings(ctx: Context, actor: Actor) {
  const { rows } = await sql<{ level: number; n: number }>`
    select coalesce(u.warn_level, 1) as level, count(*)::int as n
    from lo_warn_user m join lo_unclose_lock u on u.id = m.warn_id
    where m.user_id = ${actor.userId} and m.read_flag = 0 and u.tenant_id = ${actor.tenantId} and u.status in (0, 1, 2)
    group by 1`.execute(ctx.db)
  const of = (level: number) => rows.find((row) => row.level === level)?.n ?? 0
  const [l1, l2, l3] = [of(1), of(2), of(3)]
  return { total: l1 + l2 + l3, l1, l2, l3 }
}

/** Marks a warning read by the caller; an unknown id is nothing. */
export async function markWarningRead(ctx: Context, actor: Actor, id: string): Promise<void> {
  await sql`update lo_warn_user set read_flag = 1, read_time = ${new Date(ctx.clock.now())}
    where warn_id = ${id} and user_id = ${actor.userId} and read_flag = 0`.execute(ctx.db)
}

/** Warnings the caller was told of or opened himself: opener, leader, keeper, guardian, area owner (§3.7). */
export async function ownFilter({ db }: Pick<Context, 'db'>, actor: Actor): Promise<Filter> {
  const { rows } = await sql<{ id: string }>`
    select u.id from lo_unclose_lock u where u.tenant_id = ${actor.tenantId} and (u.open_user_id = ${actor.userId}
      or exists (select 1 from lo_warn_user m where m.warn_id = u.id and m.user_id = ${actor.userId}))
    order by u.raise_time desc limit 2000`.execute(db)
  return isIn('id', rows.length === 0 ? ['none'] : rows.map(({ id }) => id))
}

/** A page of the warnings that concern the caller (`ownFilter`), whatever his data rules show. */
export async function listOwn(
  ctx: Context,
  actor: Actor,
  input: InputOf<(typeof warningEndpoints)['myList']>,
  signal: AbortSignal,
): Promise<Page<WarningRow>> {
  const params = { ...input, ...(input.level === undefined ? {} : { warnLevel: input.level }) }
  const query = await readListQuery(ctx, compile(uncloseLock), actor, params)
  const page = await store.page(
    ctx,
    systemScope(actor.tenantId),
    {
      ...query,
      filter: and(await ownFilter(ctx, actor), query.filter),
    },
    signal,
  )
  await present(ctx, uncloseLock, actor, page.records, () => completeWarnings(page.records, ctx))
  // Every row of the store has the columns of the description.
  return page as unknown as Page<WarningRow>
}

/** Adds what lists show beside the row: lock, state and trust, area, how long it has been open. */
export async function completeWarnings(
  rows: readonly RowRecord[],
  { db, clock }: Pick<Context, 'db' | 'clock'>,
): Promise<void> {
  const ids = rows.map((row) => String(row['lockId']))
  const { rows: locks } = await sql<{
    id: string
    lockName: string
    lockCode: string
    lockStatus: number
    stateTrust: number
    areaName: string | null
  }>`select l.id, l.lock_name, l.lock_code, l.lock_status, l.state_trust, a.area_name
    from lo_lock l left join lo_area a on a.id = l.area_id where l.id = any(${ids}::text[])`.execute(db)
  const byId = new Map(locks.map((lock) => [lock.id, lock]))
  for (const row of rows) {
    const lock = byId.get(String(row['lockId']))
    row['lockName'] = lock?.lockName ?? ''
    row['lockCode'] = lock?.lockCode ?? ''
    row['areaName'] = lock?.areaName ?? ''
    row['lockStatus'] = lock?.lockStatus ?? null
    row['stateTrust'] = lock?.stateTrust ?? null
    const from = row['openTime'] ?? row['raiseTime']
    if (row['durationSec'] === null && typeof from === 'string')
      row['durationSec'] = Math.max(0, Math.round((clock.now() - shanghaiMoment(from)) / 1000))
  }
}

/** A warning the caller may act on: he was told of it or opened the lock, or his data rules show it. Else it does not exist. */
export async function mustSeeWarning(ctx: Context, actor: Actor, id: string): Promise<void> {
  if (!(await maySeeWarning(ctx, actor, id))) throw failUnseen('lo_unclose_lock', [id])
}

/** The same as a question. */
export async function maySeeWarning(ctx: Context, actor: Actor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from lo_unclose_lock u where u.id = ${id} and u.tenant_id = ${actor.tenantId}
      and (u.open_user_id = ${actor.userId}
        or exists (select 1 from lo_warn_user m where m.warn_id = u.id and m.user_id = ${actor.userId}))`.execute(
    ctx.db,
  )
  if (rows.length > 0) return true
  const scope = await dataScope(ctx, actor, uncloseLock)
  return (await store.find(ctx.pool, scope, id)) !== undefined
}
