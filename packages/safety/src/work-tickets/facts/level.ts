import { upgradeRuleShape } from '@suoan/contract'
import {
  decideLevel,
  type DecidedLevel,
  type LevelFact,
  type TicketBeside,
  type UpgradeRule,
} from '@suoan/domain/work-ticket'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { fireZonesOf } from '../../ticket-places.ts'
import { columnsOf, gradedKindsOfTicket, kindsOfTicket } from '../../ticket-policy.ts'
import { ticketIn } from '../../ticket-sets.ts'
import { ticketOf, type WorkRow } from '../ticket-row.ts'

/** As `jsonb` has it: times in epoch ms. */
interface StoredBeside extends Omit<TicketBeside, 'rules'> {
  readonly rules: Record<string, unknown[]> | null
}

interface Row {
  rules: Record<string, unknown[]> | null
  fireZones: string[]
  earlyMin: number | null
  overlapping: StoredBeside[] | null
}

/** What decides on the ticket's level (G29): its place, the live work beside it, the rules of its type. */
export async function loadLevel(tx: Tx, work: WorkRow): Promise<LevelFact> {
  const areaCode = work.areaCode ?? ''
  const own = columnsOf(work)
  const asked = sql<Row>`
    select ${rulesOf(work.tenantId, gradedKindsOfTicket(own))} as rules,
      ${fireZonesOf(work.tenantId, sql`${areaCode}::text`)} as fire_zones,
      ${earlyMinOf(work.tenantId, kindsOfTicket(own))} as early_min,
      (select jsonb_agg(jsonb_build_object('no', w.work_no, 'workType', w.work_type,
          'baseTypes', string_to_array(coalesce(w.base_types, ''), ','), 'workLevel', w.work_level,
          'base', coalesce(w.base_level, w.work_level), 'planStart', floor(extract(epoch from w.plan_start) * 1000),
          'planEnd', floor(extract(epoch from coalesce(w.valid_end, w.plan_end)) * 1000),
          'fireZones', ${fireZonesOf(work.tenantId, sql`w.area_code`)}, 'earlyMin', coalesce(${earlyMinOf(work.tenantId, kindsOfTicket())}, 0),
          'rules', ${rulesOf(work.tenantId, gradedKindsOfTicket())})
          order by w.work_no) from lo_work w where w.tenant_id = ${work.tenantId} and w.id <> ${work.id}
        and ${ticketIn('live')} and (starts_with(w.area_code, ${areaCode}) or starts_with(${areaCode}::text, w.area_code))
        and w.plan_start < ${work.planEnd} and coalesce(w.valid_end, w.plan_end) > ${work.planStart}
        -- A ticket and its renewal are one work (T46).
        and w.id is distinct from ${work.parentWorkId}::text and w.parent_work_id is distinct from ${work.id}) as overlapping`
  const [row] = await askNamed(tx, asked)
  const beside = (row?.overlapping ?? []).map((each) => ({ ...each, rules: readRules(each.rules) }))
  return {
    base: work.baseLevel ?? work.workLevel ?? '9',
    fireZones: row?.fireZones ?? [],
    earlyMin: row?.earlyMin ?? 0,
    overlapping: beside.map(({ no }) => no),
    beside,
    rules: readRules(row?.rules ?? null),
  }
}

/** The longest that work of these kinds may begin before its plan, whatever its level becomes, minutes. */
const earlyMinOf = (tenantId: number, kinds: RawBuilder<string[]>) => sql`(
  select max(t.early_min) from lo_work_type t
    where t.tenant_id = ${tenantId} and t.type_code = any(${kinds}) and t.status = 1 and t.del_flag = 0)`

/** The rules of these kinds of work by level. */
const rulesOf = (tenantId: number, kinds: RawBuilder<string[]>) => sql`(
  select jsonb_object_agg(l.level_code, l.rules) from (
    select t.level_code, jsonb_agg(coalesce(t.upgrade_rule, '{}')) as rules from lo_work_type t
    where t.tenant_id = ${tenantId} and t.type_code = any(${kinds}) and t.status = 1 and t.del_flag = 0
    group by t.level_code) l)`

const readRules = (stored: Record<string, unknown[]> | null): LevelFact['rules'] =>
  Object.fromEntries(Object.entries(stored ?? {}).map(([code, rules]) => [code, rules.map(readRule)]))

/** A rule that cannot be read raises nothing here; nothing is submitted under it (G01, `PolicyFact.unset`). */
const readRule = (rule: unknown): UpgradeRule => upgradeRuleShape.safeParse(rule).data ?? {}

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
