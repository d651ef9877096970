import { lockStatus } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { advanceBySystem } from './advance-ticket.ts'
import { boxOpened, lockOpened } from './reactions.ts'

const batch = 200
const openStates: readonly number[] = [lockStatus.open, lockStatus.tampered]

/**
 * What must have happened and has not: reactions ride on events of this process, and a restart between a commit and its
 * reaction loses them. Points whose lock stands open while their hold rests (T25), and work that goes on under a stop
 * order (T32) or behind a lock opened for a rescue (L7), are found from what is stored. Safe to repeat; returns how many
 * were looked at.
 */
export async function catchUp(ctx: Context): Promise<number> {
  return (await failOpenedPoints(ctx)) + (await stopOpenedBoxes(ctx)) + (await stopWhatMustRest(ctx))
}

/** Locks that report themselves open or broken on a point somebody relies on. */
async function failOpenedPoints(ctx: Context): Promise<number> {
  const { rows } = await sql<{ tenantId: number; lockId: string; logId: string | null }>`
    select distinct h.tenant_id, h.lock_id, (select g.id from lo_lock_log g where g.lock_id = h.lock_id
        and g.event_type in ('OPEN', 'FORCE', 'TAMPER', 'NOTFULL') and g.occur_time >= h.placed_time
        order by g.occur_time desc limit 1) as log_id
    from lo_point_hold h join lo_lock k on k.id = h.lock_id and k.lock_status = any(${[...openStates]}::int[])
      and k.state_time > h.placed_time
    join lo_work w on w.id = h.work_id and w.void_flag = 0 and w.del_flag = 0
      and (w.work_status in (4, 20) or (w.work_status = 40 and w.close_flag = 0))
    join lo_work_point i on i.work_id = h.work_id and i.point_id = h.point_id and i.state <> 9
    where h.hold_type = 1 and h.state = 1 limit ${batch}`.execute(ctx.db)
  for (const { tenantId, lockId, logId } of rows)
    await lockOpened(ctx, { tenantId, lockId, logId: logId ?? '' })
  return rows.length
}

/** Lock boxes that report themselves open or broken while somebody's own lock rests on them. */
async function stopOpenedBoxes(ctx: Context): Promise<number> {
  const { rows } = await sql<{ tenantId: number; lockId: string }>`
    select distinct h.tenant_id, h.box_id as lock_id from lo_point_hold h
    join lo_lock k on k.id = h.box_id and k.lock_status = any(${[...openStates]}::int[])
      and k.state_time > h.placed_time
    join lo_work w on w.id = h.work_id and w.void_flag = 0 and w.del_flag = 0
      and w.work_status = 20 and w.exec_phase in (20, 22, 23)
    where h.hold_type = 3 and h.state = 1 limit ${batch}`.execute(ctx.db)
  for (const { tenantId, lockId } of rows) await boxOpened(ctx, { tenantId, lockId, logId: '' })
  return rows.length
}

async function stopWhatMustRest(ctx: Context): Promise<number> {
  const { rows } = await sql<{ id: string; tenantId: number; reason: string }>`
    select w.id, w.tenant_id, coalesce('停工指令：' || (select s.reason from lo_stop_order s
        where s.tenant_id = w.tenant_id and s.state = 1 and w.area_code like s.area_code || '%' limit 1),
      '救援开锁，全体人员撤离') as reason
    from lo_work w where w.work_status = 20 and w.exec_phase in (20, 22, 23) and w.void_flag = 0 and w.del_flag = 0
      and (exists (select 1 from lo_stop_order s where s.tenant_id = w.tenant_id and s.state = 1
          and w.area_code like s.area_code || '%')
        or exists (select 1 from lo_alarm a where a.work_id = w.id and a.alarm_type = 'A19' and a.status in (0, 1)))
    order by w.id limit ${batch}`.execute(ctx.db)
  for (const { id, tenantId, reason } of rows)
    await advanceBySystem(ctx, tenantId, id, { type: 'suspend', reason })
  return rows.length
}
