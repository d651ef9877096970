import { newUlid } from '@suoan/kit/id'
import type { ActiveStop, InputOf, stopOrderEndpoints } from '@suoan/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { scheduleTimer } from '@suoan/platform/timers'
import { fail, failUnseen } from '@suoan/platform/fail'
import { reliesOnArea } from '../ticket-places.ts'

/**
 * Does the order `s` reach the ticket `w`: it lies in its area or around it, or its points or listed locks lie there? One
 * stop too many is better than somebody left inside.
 */
export const stopReaches: RawBuilder<boolean> = reliesOnArea(sql`s.area_code`)

/** The first three codes of these rows, in words. */
const codesOf = (code: string, from: string): RawBuilder<string> =>
  sql<string>`(select string_agg(code, '、' order by code) from (select distinct ${sql.raw(code)} as code
    ${sql.raw(from)} order by 1 limit 3) few)`

const listedLocks = `from lo_work_lock k join lo_lock l on l.id = k.lock_id
  where k.work_id = w.id and k.state < 3 and k.del_flag = 0`

/**
 * What the order `s` for the area `a` says to the ticket `w` it reaches: the area, the reason, and by what the ticket is
 * reached where it does not lie in exactly this area (decision 1070).
 */
export const stopText: RawBuilder<string> = sql<string>`(a.area_name || case
  when w.id is null or w.area_code = s.area_code then ''
  when starts_with(w.area_code, s.area_code) then '（本票作业区域在其中）'
  when starts_with(s.area_code, w.area_code) then '（在本票作业区域内）'
  else coalesce(
    '（本票隔离点 ' || ${codesOf(
      'p.point_code',
      `from lo_work_point i join lo_point p on p.id = i.point_id
        where i.work_id = w.id and i.del_flag = 0 and starts_with(p.area_code, s.area_code)`,
    )} || ' 在该区域）',
    '（本票设备 ' || ${codesOf(
      'e.equip_code',
      `from lo_equip e where e.tenant_id = w.tenant_id and e.del_flag = 0
        and coalesce(w.equip_ids, '[]') ? e.id and starts_with(e.area_code, s.area_code)`,
    )} || ' 在该区域）',
    '（本票锁具 ' || ${codesOf('l.lock_code', `${listedLocks} and starts_with(l.area_code, s.area_code)`)} || ' 登记在该区域）',
    '（该区域在本票门禁锁 ' || ${codesOf(
      'l.lock_code',
      `${listedLocks} and (k.use_type = 2 or l.lock_purpose = 2) and starts_with(s.area_code, l.area_code)`,
    )} || ' 所管的区域内）',
    '') end || '：' || s.reason)`

type In<N extends keyof typeof stopOrderEndpoints> = InputOf<(typeof stopOrderEndpoints)[N]>

/**
 * The stop order that stops the work of a ticket, or the use of something at a place, in words; null when none does (G16,
 * R11). An order reaches its area and everything in it, and every ticket that reaches into it (`stopReaches`); several
 * may stand, the oldest speaks.
 */
export async function stopOrderAt(
  tx: Tx,
  tenantId: number,
  { areaCode = '', workId }: { readonly areaCode?: string; readonly workId: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ text: string }>`
    select ${stopText} as text from lo_stop_order s join lo_area a on a.id = s.area_id
      left join lo_work w on w.id = ${workId}
    where s.tenant_id = ${tenantId} and s.state = 1
      and ((${areaCode} <> '' and starts_with(${areaCode}::text, s.area_code))
        or w.id is not null and ${stopReaches})
    order by s.order_time limit 1`.execute(tx)
  return rows[0]?.text ?? null
}

/** The orders in force; with an area only those that stop work there. */
export async function activeStops(
  ctx: Context,
  actor: Actor,
  { areaCode }: In<'active'>,
): Promise<ActiveStop[]> {
  const { rows } = await sql<ActiveStop>`
    select s.id, s.area_id, s.area_code, a.area_name, s.reason, coalesce(u.realname, '') as order_by_name,
      to_char(s.order_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as order_time
    from lo_stop_order s join lo_area a on a.id = s.area_id left join sys_user u on u.id = s.order_by
    where s.tenant_id = ${actor.tenantId} and s.state = 1
      and (${areaCode ?? null}::text is null or ${areaCode ?? ''} like s.area_code || '%')
    order by s.order_time desc limit 100`.execute(ctx.db)
  return rows
}

/** Stops an area. The direction is safe, so nothing but an unknown area is refused; repeating a press gives its order. */
export async function giveStop(ctx: Context, actor: Actor, input: In<'order'>): Promise<string> {
  return inTransaction(ctx, async (tx, emit) => {
    const area = await tx
      .selectFrom('loArea')
      .select(['id', 'areaCode'])
      .where('id', '=', input.areaId)
      .where('tenantId', '=', actor.tenantId)
      .where('delFlag', '=', 0)
      .executeTakeFirst()
    if (!area?.areaCode) throw failUnseen('lo_area', [input.areaId])
    // The operation's own id: the same press cannot stop twice.
    const id = await idOfOrder(tx, actor, input.clientOpId, area.id)
    const now = new Date(ctx.clock.now())
    const { tenantId, userId } = actor
    await sql`insert into lo_stop_order
        (id, tenant_id, area_id, area_code, reason, order_by, order_time, state, sys_org_code, create_by, create_time)
      values (${id}, ${tenantId}, ${area.id}, ${area.areaCode}, ${input.reason}, ${userId}, ${now}, 1, ${actor.orgCode},
        ${actor.username}, ${now}) on conflict (id) do nothing`.execute(tx)
    // Should this server end here, another one stops the work.
    await scheduleTimer(tx, { tenantId, kind: 'area.stop', subjectId: id, dueAt: ctx.clock.now(), data: {} })
    emit('resource.changed', { resource: 'stopOrder', tenantId, ids: [id] })
    return id
  })
}

/** The press's own number; when another order has it, or it was lifted since, a stop is not lost for that: it gets a number of its own. */
async function idOfOrder(
  tx: Tx,
  { tenantId, userId }: Actor,
  pressed: string,
  areaId: string,
): Promise<string> {
  const { rows } = await sql<{ isSame: boolean }>`
    select tenant_id = ${tenantId} and order_by = ${userId} and area_id = ${areaId} and state = 1 as is_same
    from lo_stop_order where id = ${pressed}`.execute(tx)
  return rows.length === 0 || rows[0]?.isSame === true ? pressed : newUlid()
}

/** Ends an order. Nothing resumes by itself: each ticket is resumed by its own people (T33). */
export async function liftStop(ctx: Context, actor: Actor, { id, reason }: In<'lift'>): Promise<void> {
  const now = new Date(ctx.clock.now())
  const lifted = await ctx.db
    .updateTable('loStopOrder')
    .set({
      state: 0,
      liftBy: actor.userId,
      liftTime: now,
      liftReason: reason,
      updateBy: actor.username,
      updateTime: now,
    })
    .where('id', '=', id)
    .where('tenantId', '=', actor.tenantId)
    .where('state', '=', 1)
    .executeTakeFirst()
  if (Number(lifted.numUpdatedRows) > 0) {
    ctx.broadcasts.emit('resource.changed', { resource: 'stopOrder', tenantId: actor.tenantId, ids: [id] })
    return
  }
  const known = await ctx.db
    .selectFrom('loStopOrder')
    .select('liftReason')
    .where('id', '=', id)
    .where('tenantId', '=', actor.tenantId)
    .executeTakeFirst()
  if (!known) throw failUnseen('lo_stop_order', [id])
  throw fail('REFUSED', { detail: '该停工指令已解除，请刷新后核对' })
}
