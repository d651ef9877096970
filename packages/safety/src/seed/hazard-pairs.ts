import { standardHazardPairs } from '@suoan/domain/isolation'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/**
 * The hazard matrix a tenant begins with (3-domain.md §4.5.4). Only where it has no row yet: one that people took away
 * stays away. `now` in epoch ms.
 */
export async function seedHazardPairs(tx: Tx, tenantId: number, now: number): Promise<void> {
  // The ids of the first tenant were given before there were others; 32 characters hold the longest number.
  const prefix = tenantId === 0 ? 'pair-' : `p${tenantId}-`
  const rows = standardHazardPairs.map((pair) => ({
    id: `${prefix}${pair.ruleCode.toLowerCase().replaceAll('_', '-')}`,
    rule_code: pair.ruleCode,
    pair_name: pair.reason,
    type_a: pair.a.workType,
    hazard_a: pair.a.hazard,
    type_b: pair.b.workType,
    hazard_b: pair.b.hazard,
    severity: pair.severity,
    adjacent: pair.adjacent ? 1 : 0,
  }))
  await sql`insert into lo_hazard_pair (id, tenant_id, rule_code, pair_name, type_a, hazard_a, type_b, hazard_b, severity, adjacent,
      create_by, create_time)
    select id, ${tenantId}::int, rule_code, pair_name, type_a, hazard_a, type_b, hazard_b, severity, adjacent, 'system', ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, rule_code text, pair_name text, type_a text,
      hazard_a text, type_b text, hazard_b text, severity int, adjacent int)
    where not exists (select 1 from lo_hazard_pair where tenant_id = ${tenantId})`.execute(tx)
}
