import { department } from '@suoan/contract'
import { sql, type Kysely } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { fail, failUnseen } from '@suoan/platform/fail'

/** Whoever may edit departments manages all that his data rules show; others manage those that they lead (5-screens.md §6.8). */
const managesAll = (actor: Actor): boolean => actor.permissions.has('system:depart:edit')

/** The departments that somebody is responsible for (部门负责人), with everything below them. */
export async function departsLedBy(
  db: Kysely<Database>,
  actor: Pick<Actor, 'userId' | 'tenantId'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive led as (
      select d.id from sys_user u join sys_depart d on d.id = any(string_to_array(u.depart_ids, ','))
      where u.id = ${actor.userId} and u.user_identity = 2 and u.depart_ids <> '' and d.tenant_id = ${actor.tenantId}
      union
      select d.id from sys_depart d join led on led.id = d.parent_id where d.tenant_id = ${actor.tenantId}
    )
    select id from led order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which departments the caller may manage by leading them; null where he manages whatever he sees. */
export const ledOnly = async (db: Kysely<Database>, actor: Actor): Promise<string[] | null> =>
  managesAll(actor) ? null : departsLedBy(db, actor)

/** Refuses a department that the caller neither manages nor leads, as one that does not exist (security.md V10, V11). */
export async function mustManage(ctx: Context, actor: Actor, departId: string): Promise<void> {
  const led = await ledOnly(ctx.db, actor)
  if (led === null || led.includes(departId)) return
  if (led.length === 0) throw fail('FORBIDDEN')
  throw failUnseen(department.table, [departId])
}
