import { fenceOf, insideFence, type Fence, type Position } from '@suoan/domain/place'
import type { TicketFacts } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { WorkRow } from '../ticket-row.ts'

type Place = Pick<WorkRow, 'tenantId' | 'areaCode'>

/** Is the position inside the ticket's fence; null when no fence is drawn. */
export async function standsInside(tx: Tx, work: Place, position: Position): Promise<boolean | null> {
  const { fence } = await loadFence(tx, work)
  return fence === null ? null : insideFence(fence, position)
}

/** Is there a fence around the ticket's place? */
export async function hasFence(tx: Tx, work: Place): Promise<boolean> {
  return (await loadFence(tx, work)).fence !== null
}

/**
 * Does the caller stand in the ticket's area (G08)? The fence is the area's own, or that of the nearest area above it.
 * Without a position, or without a fence, nobody can be shown to be there.
 */
export async function loadPresence(
  tx: Tx,
  work: WorkRow,
  position: Position | null,
): Promise<Pick<TicketFacts, 'insideFence' | 'fenceGap'>> {
  if (position === null) return { insideFence: false, fenceGap: '未取得您的位置' }
  const { areaName, fence } = await loadFence(tx, work)
  if (!fence)
    return { insideFence: false, fenceGap: '作业区域没有可用的电子围栏，请由管理员在区域管理中设置' }
  return insideFence(fence, position)
    ? { insideFence: true }
    : { insideFence: false, fenceGap: `您不在“${areaName}”的围栏内` }
}

async function loadFence(tx: Tx, work: Place): Promise<{ areaName: string; fence: Fence | null }> {
  const { rows } = await sql<{ areaName: string; geoType: string; geo: unknown }>`
    select area_name, geo_type, geo from lo_area
    where tenant_id = ${work.tenantId} and del_flag = 0 and ${work.areaCode ?? ''} like area_code || '%'
      and geo_type in ('circle', 'polygon')
    order by length(area_code) desc limit 1`.execute(tx)
  const area = rows[0]
  return { areaName: area?.areaName ?? '', fence: area ? fenceOf(area.geoType, area.geo) : null }
}
