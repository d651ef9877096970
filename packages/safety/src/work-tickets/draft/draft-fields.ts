import type { InputOf, workTicketEndpoints } from '@suoan/contract'
import { baseTypeCodes, emergencyType } from '@suoan/domain/work-ticket'
import { labelOf } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Actor, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { mustBeItem, mustDiffer, mustExist } from './must-exist.ts'

/** What people write of a ticket; everything else is the server's. */
export type Draft = Omit<InputOf<typeof workTicketEndpoints.saveDraft>, 'clientOpId'>

/** The ticket's own columns; what is referred to must exist in the same tenant, codes must be dictionary values. */
export async function fieldsOf(tx: Tx, actor: Actor, draft: Draft) {
  mustBeItem('lo_work_type', draft.workType, '作业类型')
  mustBeItem('lo_work_level', draft.workLevel, '作业级别')
  for (const hazard of draft.hazards) mustBeItem('lo_hazard', hazard, '危害辨识')
  const area = await tx
    .selectFrom('loArea')
    .select(['id', 'areaCode', 'status'])
    .where('id', '=', draft.areaId)
    .where('tenantId', '=', actor.tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!area) throw fail('BAD_INPUT', { detail: '作业区域不存在，请重新选择' })
  if (area.status === 0) throw fail('BAD_INPUT', { detail: '作业区域已停用，请重新选择' })
  await mustExist(tx, actor.tenantId, 'lo_equip', draft.equipIds, '作业设备')
  const leaderId = draft.leaderId ?? draft.people.find((person) => person.roleTag === 'LEAD')?.userId ?? null
  if (leaderId !== null) await mustExist(tx, actor.tenantId, 'sys_user', [leaderId], '工作负责人')
  const departs = [draft.workDepartId, draft.territoryDepartId].flatMap((id) => (id ? [id] : []))
  await mustExist(tx, actor.tenantId, 'sys_depart', departs, '单位')
  return {
    workName: draft.workName,
    workType: draft.workType,
    baseTypes: baseTypesOf(draft),
    workLevel: draft.workLevel,
    urgency: draft.urgency,
    areaId: area.id,
    areaCode: area.areaCode,
    place: draft.place,
    equipIds: JSON.stringify(draft.equipIds),
    workDepartId: draft.workDepartId ?? null,
    territoryDepartId:
      draft.territoryDepartId ?? (await territoryOf(tx, area.areaCode ?? '', actor.tenantId)),
    leaderId,
    content: draft.content,
    hazards: draft.hazards.join(','),
    planStart: draft.planStart,
    planEnd: draft.planEnd,
    needIsolation: draft.needIsolation,
    noIsoReason: draft.noIsoReason ?? null,
    isolationStatement: draft.isolationStatement ?? null,
    emergencyContact: draft.emergencyContact ?? null,
    sourceNo: draft.sourceNo || null,
    gasPlaces: draft.gasPlaces ? JSON.stringify(draft.gasPlaces) : null,
    peopleCount: new Set(
      draft.people.map((person) => person.userId || person.externalId || person.personName),
    ).size,
    isolationPlanState: draft.points.length > 0 ? 1 : 0,
  }
}

/** What an emergency repair is underneath, as it is stored; a draft may leave it open, its submission may not (G01). */
function baseTypesOf({ workType, baseTypes }: Pick<Draft, 'workType' | 'baseTypes'>): string | null {
  if (baseTypes.length === 0) return null
  if (workType !== emergencyType)
    throw fail('BAD_INPUT', { detail: '只有抢修填写基础作业类型，请清空基础作业类型，或将作业类型改为抢修' })
  for (const code of baseTypes) {
    mustBeItem('lo_work_type', code, '基础作业类型')
    if (!baseTypeCodes.includes(code))
      throw fail('BAD_INPUT', {
        detail: `“${labelOf('lo_work_type', code)}”不能作为抢修的基础作业类型，请选择抢修中实际进行的作业`,
      })
  }
  mustDiffer(baseTypes, '基础作业类型重复，请删除重复的项')
  return baseTypes.toSorted().join(',')
}

/** The department that owns the area, from the nearest area with an owner upwards (`LoDepartArea` relType 1). */
async function territoryOf(tx: Tx, areaCode: string, tenantId: number): Promise<string | null> {
  const { rows } = await sql<{ departId: string }>`select depart_id from lo_depart_area
    where tenant_id = ${tenantId} and rel_type = 1 and del_flag = 0 and ${areaCode} like area_code || '%'
    order by length(area_code) desc limit 1`.execute(tx)
  return rows[0]?.departId ?? null
}

/** The department the caller acts for now. */
export async function departOf(tx: Tx, actor: Actor): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_depart where org_code = ${actor.orgCode} limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
