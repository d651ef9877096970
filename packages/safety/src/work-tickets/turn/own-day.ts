import type { EndingToday, MyDay, MyLock } from '@suoan/contract'
import { holdState, labelOf } from '@suoan/domain/dictionaries'
import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { ticketInText } from '../../ticket-sets.ts'
import { namedIdsText } from '../named-on.ts'

/** How long before its end a certificate is spoken of: there is time to renew it. */
const certDays = 7
const dayMs = 86_400_000

/** The caller's locks, and what of his ends today. */
export async function ownDay(ctx: Context, actor: Actor): Promise<MyDay> {
  const [locks, ending] = await Promise.all([ownLocks(ctx, actor), endingToday(ctx, actor)])
  return { locks, ending }
}

/** His personal locks, what was handed out to him, and what he has hung on a point or a box. */
async function ownLocks({ db }: Context, { userId, tenantId }: Actor): Promise<MyLock[]> {
  const { rows } = await sql<Omit<MyLock, 'lockStatus_dictText'>>`
    select distinct on (l.lock_code) l.id as lock_id, l.lock_code, coalesce(l.lock_name, '') as lock_name, l.lock_status, l.state_trust,
      to_char(l.state_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as state_time, p.point_code,
      h.work_id, w.work_no
    from lo_lock l
    left join lo_point_hold h on l.id in (h.lock_id, h.box_id) and h.user_id = ${userId}
      and h.state in (${holdState.active}, ${holdState.lifted})
    left join lo_point p on p.id = h.point_id left join lo_work w on w.id = h.work_id
    where l.tenant_id = ${tenantId} and l.del_flag = 0
      and (l.owner_user_id = ${userId} or l.holder_id = ${userId} or h.lock_id = l.id)
    order by l.lock_code, h.placed_time desc nulls last limit 30`.execute(db)
  return rows.map((row) => ({ ...row, lockStatus_dictText: labelOf('lo_lock_status', row.lockStatus) }))
}

async function endingToday(ctx: Context, { userId, tenantId }: Actor): Promise<EndingToday[]> {
  const now = ctx.clock.now()
  const midnight = shanghaiMoment(`${shanghaiTime(now).slice(0, 10)} 00:00:00`) + dayMs
  const { rows } = await sql<{ kind: EndingToday['kind']; text: string; at: Date; workId: string | null }>`
    with asked as (select ${userId}::varchar as user_id), mine as (${sql.raw(namedIdsText('(select user_id from asked)'))})
    select * from (
      select 'ticket' as kind, '工作票到期：' || coalesce(w.work_name, '') as text, coalesce(w.valid_end, w.plan_end) as at, w.id as work_id
      from lo_work w where w.tenant_id = ${tenantId} and ${sql.raw(ticketInText('expiring', 'w'))} and w.id in (select * from mine)
      union all
      select 'step', '审核时限：' || coalesce(w.work_name, ''), r.due_time, w.id from lo_work_review r join lo_work w on w.id = r.work_id
      where w.tenant_id = ${tenantId} and r.reviewer_id = ${userId} and r.review_status = 1 and w.void_flag = 0
      union all
      select 'step', '审批时限：' || coalesce(w.work_name, ''), e.due_time, w.id from lo_work_examine e join lo_work w on w.id = e.work_id
      where w.tenant_id = ${tenantId} and e.approver_id = ${userId} and e.approve_status = 1 and w.void_flag = 0
      union all
      select 'reVerify', '零能量复验：' || p.point_code || '（' || coalesce(w.work_name, '') || '）', i.re_verify_due, w.id
      from lo_work_point i join lo_work w on w.id = i.work_id join lo_point p on p.id = i.point_id
      where w.tenant_id = ${tenantId} and ${sql.raw(ticketInText('live', 'w'))} and w.id in (select * from mine)
      union all
      select 'cert', c.cert_type, c.valid_to::timestamp at time zone 'Asia/Shanghai' + interval '1 day', null from lo_person_cert c
      where c.user_id = ${userId} and c.del_flag = 0 and c.status = 1) due
    where at is not null and at >= ${new Date(now - dayMs)}
      and at <= case kind when 'cert' then ${new Date(midnight + certDays * dayMs)}::timestamptz else ${new Date(midnight)}::timestamptz end
    order by at limit 20`.execute(ctx.db)
  return rows.map(({ kind, text, at, workId }) => ({
    kind,
    text: kind === 'cert' ? `资质到期：${labelOf('lo_cert_type', text)}` : text,
    at: shanghaiTime(at.getTime()),
    workId,
  }))
}
