import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { columnsOf, policyRows } from '../../ticket-policy.ts'
import type { WorkRow } from '../ticket-row.ts'

/**
 * What a ticket names and the plant has stopped or deleted since it was written (G01, T11; Chinese): its area or one above
 * it, its equipment and that of its points, its departments, the flow it is decided by. While it is asked or works none of
 * these may go; under a draft they may.
 */
export async function loadStopped(tx: Tx, work: WorkRow): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select '作业区域已删除，请重新选择' as text, 1 as nth where not exists (select 1 from lo_area a
      where a.id = ${work.areaId} and a.tenant_id = ${work.tenantId} and a.del_flag = 0)
    union select '区域“' || a.area_name || '”已停用，请改选区域或先恢复启用', 2 from lo_area a
      where a.tenant_id = ${work.tenantId} and a.del_flag = 0 and a.status = 0
        and starts_with(${work.areaCode ?? ''}::text, a.area_code)
    union select '设备“' || e.equip_name || '”' || case when e.del_flag = 0 then '已停用' else '已删除' end
        || '，请改选设备或先恢复启用', 3
      from lo_equip e where e.tenant_id = ${work.tenantId} and (e.del_flag <> 0 or e.status = 0)
        and (${JSON.stringify(work.equipIds ?? [])}::jsonb ? e.id or e.id in (select p.equip_id from lo_work_point i
          join lo_point p on p.id = i.point_id where i.work_id = ${work.id} and i.del_flag = 0))
    union select case d.id when ${work.workDepartId}::text then '作业单位“' else '属地部门“' end || d.depart_name
        || '”已删除，请重新选择后保存', 4
      from sys_depart d where d.id in (${work.workDepartId}, ${work.territoryDepartId}) and d.del_flag::text <> '0'
    union select '审批流程“' || f.flow_name || '”' || case when f.del_flag = 0 then '已停用' else '已删除' end
        || '，请由管理员恢复启用，或在“作业策略”中改选', 5
      from (${policyRows(columnsOf(work))}) r join lo_flow f on f.id = r.flow_id
      where r.kind = ${work.workType ?? ''} and (f.del_flag <> 0 or f.status = 0)
    order by 2, 1`.execute(tx)
  return rows.map(({ text }) => text)
}
