import { labelOf } from '@suoan/domain/dictionaries'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql, type Kysely } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { fail, type AppError } from '@suoan/platform/fail'
import { changedRows } from './audit-diff.ts'
import { leftList, type ListChange } from './left-list.ts'

/**
 * What is said to somebody who had a part in the ticket and has none now, and may still stand on its page: what happened, and
 * whom to ask (decisions 1038, 1050). Nothing of the ticket itself. Undefined for everybody else: he is not told that there is
 * such a ticket.
 */
export async function noLongerHis(
  { db }: Context,
  actor: Actor,
  workId: string,
): Promise<AppError | undefined> {
  const handed = await handedAway(db, actor, workId)
  const taken = await takenOff(db, actor, workId)
  const isTakenLater = taken !== undefined && (handed === undefined || taken.at > handed.at)
  const detail = isTakenLater ? taken.text : handed?.text
  return detail === undefined ? undefined : fail('NO_LONGER_HIS', { detail })
}

interface Told {
  /** ms */
  readonly at: number
  readonly text: string
}

const minuteOf = (at: number): string => shanghaiTime(at).slice(5, 16)
const whomToAsk = (name: string): string =>
  `本票不再由您办理。要了解现场情况请联系${name}；发现危险请立即叫停并告知${name}`

/** He signed it over himself (T34). */
async function handedAway(
  db: Kysely<Database>,
  { userId, tenantId }: Actor,
  workId: string,
): Promise<Told | undefined> {
  const { rows } = await sql<{ roleTag: string; toName: string; at: Date }>`
    select h.role_tag, coalesce(u.realname, '接班人') as to_name, h.release_time as at
    from lo_work w join lo_work_handover h on h.work_id = w.id left join sys_user u on u.id = h.to_user_id
    where w.id = ${workId} and w.tenant_id = ${tenantId} and w.del_flag = 0
      and h.from_user_id = ${userId} and h.state = 2 and h.del_flag = 0 and h.release_time is not null
    order by h.release_time desc limit 1`.execute(db)
  const [last] = rows
  if (last === undefined) return undefined
  const { roleTag, toName } = last
  const at = last.at.getTime()
  return {
    at,
    text: `您已于 ${minuteOf(at)} 把本票的${labelOf('lo_role_tag', roleTag)}交给${toName}，${whomToAsk(toName)}`,
  }
}

/** Others took him off the list: replaced him (T31), or wrote the ticket without him. The log tells. */
async function takenOff(
  db: Kysely<Database>,
  { userId, tenantId }: Actor,
  workId: string,
): Promise<Told | undefined> {
  const { rows } = await sql<ListChange>`
    select t.server_time as at, t.actor_id, coalesce(t.actor_name, '本票人员') as actor_name,
      t.diff -> ${changedRows}::text -> 'people' as people
    from lo_work w join lo_work_trans t on t.work_id = w.id and t.tenant_id = w.tenant_id
    where w.id = ${workId} and w.tenant_id = ${tenantId} and w.del_flag = 0
      and t.diff -> ${changedRows}::text ? 'people'
    order by t.seq`.execute(db)
  const left = leftList(rows, userId)
  // What he did himself is told by what he signed.
  if (left === undefined || left.by.actorId === userId) return undefined
  const { at, actorName } = left.by
  return {
    at: at.getTime(),
    text: `${actorName}已于 ${minuteOf(at.getTime())} 把您（${left.roles}）移出本票的人员名单，${whomToAsk(actorName)}`,
  }
}
