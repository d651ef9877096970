import { createHash } from 'node:crypto'
import { workStatus } from '@suoan/domain/dictionaries'
import { canonicalJson, type Canonical } from '@suoan/domain/evidence-chain'
import { contentColumns, contentRule, sealedContent } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { currentRows, recordedParts } from './replay/recorded-rows.ts'
import type { WorkRow } from './ticket-row.ts'

type Sealed = Pick<WorkRow, 'id' | 'workStatus' | 'contentHash' | 'contentRule'>

/**
 * The ticket's content hash as G08 compares it: while a seal waits for decisions by the rule it was made by, so that an
 * upgrade voids no round under way (decision 0646); else by the rule of today, by which the next one is made.
 */
export function contentHashOf(tx: Tx, work: Sealed): Promise<string> {
  const isWaiting = work.workStatus === workStatus.submitted || work.workStatus === workStatus.reviewed
  return isWaiting && work.contentHash !== null
    ? contentHashBy(work.contentRule ?? 1, tx, work.id)
    : newContentHash(tx, work.id)
}

/**
 * Hash of what reviewers and approvers put their name to (3-domain.md §3.5 `contentHash`): the columns of the ticket and
 * its points, locks, tags, people and measures that `contentColumns` says are sealed. A signature names this hash
 * (LO-4214).
 */
export const newContentHash = (tx: Tx, workId: string): Promise<string> =>
  contentHashBy(contentRule, tx, workId)

async function contentHashBy(rule: number, tx: Tx, workId: string): Promise<string> {
  if (rule === 1) return hashOf(await contentOfRule1(tx, workId))
  // A rule of a later version: what it sealed is unknown here, and no seal equals an empty text.
  if (rule !== contentRule) return ''
  return hashOf(sealedContent(await currentRows(tx, workId, contentParts)))
}

const contentParts = Object.fromEntries(
  Object.keys(contentColumns).flatMap((part) => {
    const recorded = recordedParts[part]
    return recorded ? [[part, { table: recorded.table }]] : []
  }),
)

const hashOf = (content: Canonical): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex')

/** What was sealed before the column `content_rule` existed. Frozen: tickets under review then are judged by it. */
async function contentOfRule1(tx: Tx, workId: string): Promise<Canonical> {
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
  return rows[0]?.content ?? null
}
