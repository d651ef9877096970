import { upgradeRuleShape } from '@suoan/contract'
import { decideLevel, type DecidedLevel, type LevelFact } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { ticketIn } from '../../ticket-sets.ts'
import { ticketOf, type WorkRow } from '../ticket-row.ts'

interface Row {
  rules: Record<string, unknown> | null
  fireZone: string | null
  overlapping: string[] | null
}

/** What decides on the ticket's level (G29): its place, the live work beside it, the rules of its type. */
export async function loadLevel(tx: Tx, work: WorkRow): Promise<LevelFact> {
  const areaCode = work.areaCode ?? ''
  const { rows } = await sql<Row>`
    select (select jsonb_object_agg(t.level_code, coalesce(t.upgrade_rule, '{}')) from lo_work_type t
        where t.tenant_id = ${work.tenantId} and t.type_code = ${work.workType} and t.status = 1 and t.del_flag = 0) as rules,
      -- The nearest area that says it.
      (select a.fire_zone from lo_area a where a.tenant_id = ${work.tenantId} and a.del_flag = 0
        and starts_with(${areaCode}::text, a.area_code) and coalesce(a.fire_zone, '') <> ''
        order by length(a.area_code) desc limit 1) as fire_zone,
      (select array_agg(w.work_no order by w.work_no) from lo_work w where w.tenant_id = ${work.tenantId} and w.id <> ${work.id}
        and ${ticketIn('live')} and (starts_with(w.area_code, ${areaCode}) or starts_with(${areaCode}::text, w.area_code))
        and w.plan_start < ${work.planEnd} and coalesce(w.valid_end, w.plan_end) > ${work.planStart}
        -- A ticket and its renewal are one work (T46).
        and w.id is distinct from ${work.parentWorkId}::text and w.parent_work_id is distinct from ${work.id}) as overlapping`.execute(
    tx,
  )
  const [row] = rows
  const parsed = Object.entries(row?.rules ?? {}).map(([code, rule]) => [code, readRule(rule)] as const)
  return {
    base: work.baseLevel ?? work.workLevel ?? '9',
    fireZone: row?.fireZone ?? null,
    overlapping: row?.overlapping ?? [],
    rules: Object.fromEntries(parsed),
  }
}

/** A rule that cannot be read raises nothing here; nothing is submitted under it (G01, `PolicyFact.unset`). */
const readRule = (rule: unknown): LevelFact['rules'][string] => upgradeRuleShape.safeParse(rule).data ?? {}

/**
 * Before a ticket is submitted its level is raised to what the rules ask for (T04, T09, T50); the chosen level is kept
 * beside it, so that the same window always gives the same level. Nobody but an approver sets another one afterwards.
 */
export async function raiseLevel(tx: Tx, work: WorkRow): Promise<void> {
  const fact = await loadLevel(tx, work)
  await storeLevel(tx, work.id, fact.base, decideLevel(ticketOf(work), fact))
}

/** Keeps a decided level, the chosen one where that was lower, and why. */
export async function storeLevel(
  tx: Tx,
  workId: string,
  base: string,
  { level: decided, reasons }: DecidedLevel,
): Promise<void> {
  await tx
    .updateTable('loWork')
    .set({
      workLevel: decided,
      baseLevel: decided === base ? null : base,
      levelReason: reasons.length === 0 ? null : reasons.join('；').slice(0, 200),
    })
    .where('id', '=', workId)
    .execute()
}
