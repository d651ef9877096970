import { work as workResource } from '@suoan/contract'
import { sql, type Kysely } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { dataScope } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource/store'
import { namedOnText } from './named-on.ts'

/**
 * Who may see a ticket (3-domain.md §3.7): whoever is named on it (wrote it, leads it, is on its list or is asked to
 * decide), and whoever his data rules let see it. Everybody else gets the answer of a ticket that does not exist.
 */
export async function mustSee(ctx: Context, actor: Actor, workId: string): Promise<void> {
  // Being named comes first, so that a broken data rule never stands between a person and his own stop button.
  if (await isNamed(ctx.db, actor, workId)) return
  const scope = await dataScope(ctx, actor, workResource)
  if (!(await resourceStore(workResource).find(ctx.pool, scope, workId))) throw fail('NOT_FOUND')
}

async function isNamed(db: Kysely<Database>, actor: Actor, workId: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select ${sql.raw(namedOnText('w.id', 'asked.user_id'))} as named
    from lo_work w, (select ${actor.userId}::varchar as user_id) asked
    where w.id = ${workId} and w.tenant_id = ${actor.tenantId} and w.del_flag = 0`.execute(db)
  return rows[0]?.named === true
}
