import { standardHazardPairs, type HazardPair, type Severity } from '@suoan/domain/isolation'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

interface PairRow {
  ruleCode: string
  pairName: string
  typeA: string | null
  hazardA: string | null
  typeB: string | null
  hazardB: string | null
  severity: Severity
  adjacent: number
  isInForce: boolean
}

const code = (text: string | null): string | null => (text === '' ? null : text)

/** The tenant's hazard matrix. A tenant that never had any row is judged by the standard one, never by none. */
export async function hazardMatrix(tx: Tx, tenantId: number): Promise<readonly HazardPair[]> {
  const { rows } = await sql<PairRow>`
    select rule_code, pair_name, type_a, hazard_a, type_b, hazard_b, severity, adjacent,
      (status = 1 and del_flag = 0) as is_in_force
    from lo_hazard_pair where tenant_id = ${tenantId} order by rule_code`.execute(tx)
  if (rows.length === 0) return standardHazardPairs
  return rows
    .filter((row) => row.isInForce)
    .map((row) => ({
      ruleCode: row.ruleCode,
      a: { workType: code(row.typeA), hazard: code(row.hazardA) },
      b: { workType: code(row.typeB), hazard: code(row.hazardB) },
      severity: row.severity,
      adjacent: row.adjacent === 1,
      reason: row.pairName,
    }))
}
