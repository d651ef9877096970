import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { ticketIn } from '../ticket-sets.ts'

/** Whether the caller stands on a live ticket that names one of these people of the register. */
export async function worksWith(
  ctx: Context,
  actor: Actor,
  externalIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`select 1 from lo_work_person p join lo_work w on w.id = p.work_id
    join lo_work_person me on me.work_id = p.work_id and me.user_id = ${actor.userId} and me.state = 1
    where p.external_id = any(${[...externalIds]}) and p.tenant_id = ${actor.tenantId} and (p.state = 1 or p.on_state = 1)
      and ${ticketIn('live')} limit 1`.execute(ctx.db)
  return rows.length > 0
}
