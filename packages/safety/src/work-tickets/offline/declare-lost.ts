import { secondPersonMs } from '@suoan/domain/warning'
import { fail } from '@suoan/platform/fail'
import { sql } from 'kysely'
import type { Scene } from '../ticket-command.ts'

/**
 * A word for capsules that their terminals do not give back (G27): the first of two people, or another one within ten
 * minutes of him. Nobody speaks for a terminal of his own. Returns whether both have spoken for all of them.
 */
export async function declareLost({ tx, work, actor, now }: Scene, reason: string): Promise<boolean> {
  const said = `${actor.name}：${reason}`.slice(0, 200)
  const at = new Date(now)
  const fresh = new Date(now - secondPersonMs)
  const { rows } = await sql<{ whole: boolean }>`
    update lo_capsule set
      second_by = case when override_by <> ${actor.userId} and override_time >= ${fresh} then ${actor.userId} end,
      second_time = case when override_by <> ${actor.userId} and override_time >= ${fresh} then ${at}::timestamptz end,
      second_reason = case when override_by <> ${actor.userId} and override_time >= ${fresh} then ${said} end,
      override_by = case when override_by <> ${actor.userId} and override_time >= ${fresh} then override_by else ${actor.userId} end,
      override_time = case when override_by <> ${actor.userId} and override_time >= ${fresh} then override_time else ${at}::timestamptz end,
      override_reason = case when override_by <> ${actor.userId} and override_time >= ${fresh} then override_reason else ${said} end
    where work_id = ${work.id} and returned_time is null and second_by is null and user_id <> ${actor.userId}
    returning second_by is not null as whole`.execute(tx)
  if (rows.length === 0)
    throw fail('REFUSED', {
      detail: '没有需要您说明的离线任务包；本人终端的任务包请联网同步后交回，或由另外两名人员说明',
    })
  return rows.every(({ whole }) => whole)
}
