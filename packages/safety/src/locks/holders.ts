import type { LockHolder } from '@suoan/contract'
import { holdState, holdType, labelOf } from '@suoan/domain/dictionaries'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { mustSeeLock } from './command-lock.ts'

const most = 500

type Row = Omit<LockHolder, 'what' | 'from' | 'to'> & { code: string; from: Date; to: Date | null }

/** Who had a lock when, from the book of its custody, the holds on points and its openings; the newest first. */
export async function holdersOf(ctx: Context, actor: Actor, lockId: string): Promise<LockHolder[]> {
  await mustSeeLock(ctx, actor, lockId)
  const { rows } = await sql<Row>`
    select * from (
      select c.id, 'custody' as kind, coalesce(t.realname, o.realname) as person, c.action as code, c.time as "from",
        lead(c.time) over (order by c.time, c.id) as "to", null::varchar as work_id, nullif(c.work_nos, '') as work_no,
        p.point_code
      from lo_lock_custody c left join sys_user t on t.id = c.to_user_id left join sys_user o on o.id = c.operator_id
        left join lo_point p on p.id = c.point_id
      where c.tenant_id = ${actor.tenantId} and c.lock_id = ${lockId}
      union all
      select h.id, 'hold', u.realname, h.hold_type::text, h.placed_time, h.removed_time, h.work_id, w.work_no, p.point_code
      from lo_point_hold h left join sys_user u on u.id = h.user_id left join lo_work w on w.id = h.work_id
        left join lo_point p on p.id = h.point_id
      where h.tenant_id = ${actor.tenantId} and h.lock_id = ${lockId} and h.placed_time is not null
        and h.state in (${holdState.released}, ${holdState.active}, ${holdState.lifted})
      union all
      select s.id, 'session', u.realname, s.open_method, s.open_time, s.close_time, s.work_id, s.work_no, null
      from lo_lock_onoff s left join sys_user u on u.id = s.open_user_id
      where s.tenant_id = ${actor.tenantId} and s.lock_id = ${lockId} and s.open_time is not null) had
    order by "from" desc, id desc limit ${most}`.execute(ctx.db)
  return rows.map(({ code, from, to, ...row }) => ({
    ...row,
    what: whatOf(row.kind, code),
    from: shanghaiTime(from.getTime()),
    to: to && shanghaiTime(to.getTime()),
  }))
}

function whatOf(kind: LockHolder['kind'], code: string): string {
  if (kind === 'custody') return labelOf('lo_custody_action', code)
  if (kind === 'session') return `开锁${code ? `（${labelOf('lo_open_method', code)}）` : ''}`
  return Number(code) === holdType.isolationLock ? '隔离上锁' : '挂个人锁'
}
