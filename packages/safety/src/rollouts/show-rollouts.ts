import type { RolloutDevice, RolloutRow } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'

/** Roll-outs of the tenant with their progress, newest first. */
export async function listRollouts(ctx: Context, actor: Actor, id?: string): Promise<RolloutRow[]> {
  const { rows } = await sql<Omit<RolloutRow, 'createTime'> & { createTime: Date }>`
    select r.id, r.what, r.title, r.kind, f.version, r.config, r.stop_at, r.stage, r.state, r.reason, r.create_time, r.create_by,
      n.* from lo_rollout r left join lo_firmware f on f.id = r.firmware_id and f.tenant_id = r.tenant_id
    cross join lateral (select count(*)::int as total,
      count(*) filter (where d.state = 0 and d.postponed = 0)::int as waiting,
      count(*) filter (where d.state = 0 and d.postponed = 1)::int as postponed,
      count(*) filter (where d.state = 1)::int as sent, count(*) filter (where d.state = 2)::int as confirmed,
      count(*) filter (where d.state = 3)::int as failed from lo_rollout_device d where d.rollout_id = r.id) n
    where r.tenant_id = ${actor.tenantId} and (${id ?? null}::text is null or r.id = ${id ?? null})
    order by r.create_time desc, r.id desc limit 200`.execute(ctx.db)
  return rows.map((row) => ({ ...row, createTime: shanghaiTime(row.createTime.getTime()) }))
}

/** How far each device of a roll-out is, failed ones first. */
export async function devicesOf(ctx: Context, actor: Actor, id: string): Promise<RolloutDevice[]> {
  const { rows } = await sql<
    Omit<RolloutDevice, 'sentTime' | 'endTime'> & { sentTime: Date | null; endTime: Date | null }
  >`
    select r.device_sn, d.device_name, r.stage, r.state, d.fw_version, r.why, r.sent_time, r.end_time
    from lo_rollout_device r
    left join lo_device d on d.tenant_id = r.tenant_id and d.device_sn = r.device_sn and d.del_flag = 0
    where r.rollout_id = ${id} and r.tenant_id = ${actor.tenantId}
    order by r.state <> 3, r.stage, r.device_sn limit 2000`.execute(ctx.db)
  if (rows.length === 0) throw failUnseen('lo_rollout', [id])
  const wire = (at: Date | null) => (at === null ? null : shanghaiTime(at.getTime()))
  return rows.map((row) => ({ ...row, sentTime: wire(row.sentTime), endTime: wire(row.endTime) }))
}
