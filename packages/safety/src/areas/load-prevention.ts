import {
  pointsNamedIn,
  type PointAction,
  type PointPosition,
  type PointRule,
  type PointRuleKind,
  type PointState,
} from '@suoan/domain/isolation'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** Rules of points with the points their conditions speak about (3-domain.md §3.2 LoPointRule). */
export interface Prevention {
  readonly rules: PointRule[]
  readonly points: PointState[]
}

/** The five-prevention rules of these points, ready to be judged by the domain. */
export async function loadPrevention(
  tx: Tx,
  tenantId: number,
  pointIds: readonly string[],
): Promise<Prevention> {
  if (pointIds.length === 0) return { rules: [], points: [] }
  const { rows: rules } = await sql<
    PointRule & { action: PointAction; kind: PointRuleKind; normalPos: PointPosition; safePos: PointPosition }
  >`
    select r.id as rule_id, r.point_id, p.point_code, r.action, r.kind, r.expr, r.message, p.normal_pos, p.safe_pos
    from lo_point_rule r join lo_point p on p.id = r.point_id and p.tenant_id = r.tenant_id
    where r.tenant_id = ${tenantId} and r.del_flag = 0 and r.point_id = any(${pointIds}::text[])
    order by p.point_code, r.kind, r.id`.execute(tx)
  const codes = [...new Set(rules.flatMap(({ expr }) => pointsNamedIn(expr)))]
  return { rules, points: await loadPointStates(tx, tenantId, codes) }
}

/** What is known of points by their codes; a code nobody has is left out, and a rule that names it cannot hold. */
export async function loadPointStates(
  tx: Tx,
  tenantId: number,
  codes: readonly string[],
): Promise<PointState[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<PointState>`
    select p.point_code, p.curr_state as state, p.normal_pos, p.safe_pos,
      exists (select 1 from lo_lock l where l.point_id = p.id and l.tenant_id = p.tenant_id and l.del_flag = 0
        and not (l.lock_status = 1 and l.state_trust in (1, 3))) as lock_unsure
    from lo_point p
    where p.tenant_id = ${tenantId} and p.del_flag = 0 and p.point_code = any(${codes}::text[])
    order by p.point_code`.execute(tx)
  return rows
}
