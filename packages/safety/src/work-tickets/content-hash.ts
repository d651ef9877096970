import { createHash } from 'node:crypto'
import { canonicalJson, type Canonical } from '@suoan/domain/evidence-chain'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/**
 * Hash of what reviewers and approvers put their name to (3-domain.md §3.5 `contentHash`): the core fields of the
 * ticket and its points, locks, people and measures, in their order. A signature names this hash (LO-4214).
 */
export async function contentHashOf(tx: Tx, workId: string): Promise<string> {
  const { rows } = await sql<{ content: Canonical }>`
    select jsonb_build_object(
      'work', (select jsonb_build_object('name', work_name, 'type', work_type, 'level', work_level, 'area', area_id,
          'place', place, 'content', content, 'hazards', hazards, 'start', plan_start, 'end', plan_end,
          'leader', leader_id, 'needIsolation', need_isolation, 'noIsoReason', no_iso_reason, 'equip', equip_ids)
          -- Said only where there is such a thing: what was signed before keeps its hash.
          || case when base_types is null then '{}'::jsonb else jsonb_build_object('baseTypes', base_types) end
          || case when gas_places is null then '{}'::jsonb else jsonb_build_object('gasPlaces', gas_places) end
        from lo_work where id = ${workId}),
      'points', (select coalesce(jsonb_agg(jsonb_build_array(point_id, order_num, mandatory, planned_lock_id, release_group)
          order by order_num, point_id), '[]') from lo_work_point where work_id = ${workId}),
      'locks', (select coalesce(jsonb_agg(jsonb_build_array(lock_id, use_type, owner_id, user_ids) order by lock_id), '[]')
        from lo_work_lock where work_id = ${workId}),
      'people', (select coalesce(jsonb_agg(jsonb_build_array(user_id, person_name, role_tag)
          -- Said only of people without an account: what was signed before keeps its hash.
          || case when external_id is null then '[]'::jsonb else jsonb_build_array(external_id) end
          order by role_tag, user_id, external_id, person_name), '[]')
        from lo_work_person where work_id = ${workId} and state = 1),
      'measures', (select coalesce(jsonb_agg(jsonb_build_array(order_num, content, involve)
          -- Said only where it is so: what was signed before there was such a measure keeps its hash.
          || case dual_control when 1 then '["dual"]'::jsonb else '[]'::jsonb end order by order_num), '[]')
        from lo_work_measure where work_id = ${workId})) as content`.execute(tx)
  return createHash('sha256')
    .update(canonicalJson(rows[0]?.content ?? null))
    .digest('hex')
}
