import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/**
 * The next ticket number `{org}-{type}-{yyyyMMdd}-{seq4}`, gapless per org, type and day (3-domain.md §3.5): the counter
 * row is locked until the ticket is stored, so a failed save gives its number back.
 */
export async function nextWorkNo(
  tx: Tx,
  tenantId: number,
  orgCode: string,
  workType: string,
  now: number,
): Promise<string> {
  const day = shanghaiTime(now).slice(0, 10).replaceAll('-', '')
  const prefix = `${orgCode || 'ORG'}-${workType}-${day}`
  const { rows } = await sql<{ seq: number }>`
    insert into lo_work_counter (tenant_id, prefix, seq) values (${tenantId}, ${prefix}, 1)
    on conflict (tenant_id, prefix) do update set seq = lo_work_counter.seq + 1
    returning seq`.execute(tx)
  return `${prefix}-${String(rows[0]?.seq ?? 1).padStart(4, '0')}`
}
