import { work as workResource } from '@suoan/contract'
import { sql, type Kysely } from 'kysely'
import type { Actor, Context } from '../../context.ts'
import type { Database } from '../../db/schema.ts'
import { dataScope } from '../../db/scope.ts'
import { fail } from '../../http/fail.ts'
import { resourceStore } from '../../resource/store.ts'

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
  // Who handed his decision on may still see what became of it.
  const me = JSON.stringify([{ userId: actor.userId }])
  const { rows } = await sql<{ named: boolean }>`
    select (applicant_id = ${actor.userId} or leader_id = ${actor.userId}
      or exists (select 1 from lo_work_person p where p.work_id = w.id and p.user_id = ${actor.userId}
        and (p.state = 1 or p.on_state = 1))
      or exists (select 1 from lo_work_handover h where h.work_id = w.id and h.state in (0, 1) and h.del_flag = 0
        and ${actor.userId} in (h.from_user_id, h.to_user_id))
      or exists (select 1 from lo_point_hold h where h.work_id = w.id and h.user_id = ${actor.userId} and h.state in (1, 2))
      or exists (select 1 from lo_emergency_removal e where e.work_id = w.id
        and ${actor.userId} in (e.owner_id, e.request_by, e.approve_by, e.remover_id, e.witness_id))
      or exists (select 1 from lo_work_review r where r.work_id = w.id
        and (r.reviewer_id = ${actor.userId} or r.delegate_path @> ${me}::jsonb))
      or exists (select 1 from lo_work_examine r where r.work_id = w.id
        and (r.approver_id = ${actor.userId} or r.delegate_path @> ${me}::jsonb))) as named
    from lo_work w where id = ${workId} and tenant_id = ${actor.tenantId} and del_flag = 0`.execute(db)
  return rows[0]?.named === true
}
