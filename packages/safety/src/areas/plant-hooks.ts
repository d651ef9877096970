import { departArea, equip, point } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { limitTextGap } from '@suoan/domain/work-ticket'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { refuseTakenCode } from '../place-codes.ts'
import { looserChange, strictWhileReliedOn } from '../strict-in-use.ts'
import { equipmentIsOf } from '../ticket-places.ts'
import { ticketIn } from '../ticket-sets.ts'

async function areaCodeOf(tx: Tx, tenantId: number, areaId: unknown): Promise<string> {
  const { rows } = await sql<{ areaCode: string }>`
    select area_code from lo_area where id = ${String(areaId ?? '')} and tenant_id = ${tenantId} and del_flag = 0`.execute(
    tx,
  )
  const [area] = rows
  if (area === undefined) throw fail('BAD_INPUT', { detail: '区域不存在，请重新选择' })
  return area.areaCode
}

/** Copies the code of the chosen area into the row, on add and when the area changes. */
const withAreaCode = {
  async beforeAdd(draft: Record<string, unknown>, call: { tx: Tx; actor: { tenantId: number } }) {
    draft['areaCode'] = await areaCodeOf(call.tx, call.actor.tenantId, draft['areaId'])
  },
  async beforeEdit(
    draft: Record<string, unknown>,
    before: Readonly<Record<string, unknown>>,
    call: { tx: Tx; actor: { tenantId: number } },
  ) {
    if (draft['areaId'] !== undefined && draft['areaId'] !== before['areaId'])
      draft['areaCode'] = await areaCodeOf(call.tx, call.actor.tenantId, draft['areaId'])
  },
}

/** 部门区域: sound dates; one owner per area is an index, said here in words; what live tickets are decided by stays. */
export const departAreaHooks = defineHooks(departArea, {
  async beforeAdd(draft, call) {
    await withAreaCode.beforeAdd(draft, call)
    checkDates(draft)
    if (Number(draft.relType) === 1) await refuseSecondOwner(call.tx, call.actor.tenantId, draft.areaId, '')
  },
  async beforeEdit(draft, before, call) {
    await withAreaCode.beforeEdit(draft, before, call)
    const now = { ...before, ...draft }
    checkDates(now)
    if (leadsElsewhere(before, now, call.now)) await refuseLeaving(call, [before], '更改范围、类型或提前失效')
    if (Number(now.relType) === 1)
      await refuseSecondOwner(call.tx, call.actor.tenantId, now.areaId, String(before.id))
  },
  beforeDelete: (rows, call) => refuseLeaving(call, rows, '删除'),
})

interface Relation {
  readonly id: string | null
  readonly departId: string | null
  readonly areaId: string | null
  readonly areaCode: string | null
  readonly relType: number | null
  readonly includeChild: number | null
  readonly validTo: string | null
}

/** Whether the relation ends for tickets that it led to its department; another department in it leads them to that one. */
function leadsElsewhere(before: Relation, after: Relation, now: number): boolean {
  return (
    before.relType !== after.relType ||
    before.areaId !== after.areaId ||
    (before.includeChild === 1 && after.includeChild === 0) ||
    (after.validTo !== before.validTo && !!after.validTo && after.validTo < shanghaiTime(now).slice(0, 10))
  )
}

/** 属地 and 监管 of `lo_depart_area_rel`: the departments that the steps of a flow are asked in (3-domain.md §3.4 scopeRule). */
const deciding = { territory: 1, supervising: 3 } as const

/** While a ticket is asked or works in its area, the department that decides there stays (3-domain.md §3.1); names the tickets. */
async function refuseLeaving(
  call: Pick<HookCall, 'tx' | 'actor'>,
  relations: readonly Relation[],
  what: string,
): Promise<void> {
  const detail = await leavingProblem(call, relations, what)
  if (detail !== null) throw fail('IN_USE', { detail })
}

/** The same as a question: why the relations may not end, in words; null where they may. `what` is done to them, as a verb. */
export async function leavingProblem(
  { tx, actor }: Pick<HookCall, 'tx' | 'actor'>,
  relations: readonly { readonly id?: unknown }[],
  what: string,
): Promise<string | null> {
  const ids = relations.map(({ id }) => String(id))
  const { rows } = await sql<{ depart: string; area: string; relType: number; workNo: string }>`
    select coalesce(d.depart_name, r.depart_id) as depart, a.area_name as area, r.rel_type,
      coalesce(w.work_no, w.id) as work_no
    from lo_depart_area r join lo_area a on a.id = r.area_id left join sys_depart d on d.id = r.depart_id
      join lo_work w on w.tenant_id = r.tenant_id and ${ticketIn('underway')}
        and (w.area_code = r.area_code or (starts_with(w.area_code, r.area_code)
          and (r.rel_type = ${deciding.territory} or r.include_child = 1)))
    where r.id = any(${ids}::text[]) and r.tenant_id = ${actor.tenantId} and (
      (r.rel_type = ${deciding.territory} and w.territory_depart_id = r.depart_id)
      or (r.rel_type = ${deciding.supervising} and not exists (select 1 from lo_depart_area o
        where o.tenant_id = r.tenant_id and o.del_flag = 0 and o.rel_type = r.rel_type and o.id <> all(${ids}::text[])
          and (o.area_code = w.area_code or (o.include_child = 1 and starts_with(w.area_code, o.area_code)))
          and (o.valid_from is null or o.valid_from <= current_date) and (o.valid_to is null or o.valid_to >= current_date))))
    order by r.id, 4 limit 5`.execute(tx)
  const [first] = rows
  if (first === undefined) return null
  const numbers = rows.filter((row) => row.area === first.area && row.depart === first.depart)
  return `“${first.depart}”是区域“${first.area}”的${labelOf('lo_depart_area_rel', String(first.relType))}部门，不能${what}：工作票 ${numbers.map(({ workNo }) => workNo).join('、')} 正由其审核或管理，请在这些作业结束后再改；只换部门时请直接修改“部门”`
}

function checkDates({ validFrom, validTo }: { validFrom?: string | null; validTo?: string | null }): void {
  if (validFrom && validTo && validFrom > validTo)
    throw fail('BAD_INPUT', { detail: '生效日期不能晚于失效日期' })
}

async function refuseSecondOwner(tx: Tx, tenantId: number, areaId: unknown, ownId: string): Promise<void> {
  const { rows } = await sql<{ departName: string | null }>`
    select d.depart_name from lo_depart_area r left join sys_depart d on d.id = r.depart_id
    where r.tenant_id = ${tenantId} and r.area_id = ${String(areaId ?? '')} and r.rel_type = 1 and r.del_flag = 0
      and r.id <> ${ownId} limit 1`.execute(tx)
  const [owner] = rows
  if (owner)
    throw fail('REFUSED', { detail: `该区域的属地部门已是“${owner.departName ?? ''}”，请先结束原关系` })
}

const strictEquip = strictWhileReliedOn(equip, {
  reliedOnBy: ({ id }) =>
    sql`(${ticketIn('underway')} and exists (select 1 from lo_equip e where e.id = ${id} and ${equipmentIsOf()}))`,
})

/** 设备设施: with points, or of a ticket under way, it stays, and there it keeps its code and its place. */
export const equipHooks = defineHooks(equip, {
  ...withAreaCode,
  async beforeEdit(draft, before, call) {
    await strictEquip.beforeEdit(draft, before, call)
    await withAreaCode.beforeEdit(draft, before, call)
  },
  async beforeDelete(rows, call) {
    const { tx } = call
    await strictEquip.beforeDelete(rows, call)
    const { rows: used } = await sql<{ equipName: string; points: string[] }>`
      select e.equip_name, array_agg(p.point_code order by p.point_code) as points from lo_equip e
      join lo_point p on p.equip_id = e.id and p.del_flag = 0
      where e.id = any(${rows.map(({ id }) => id)}::text[]) group by e.equip_name`.execute(tx)
    const [first] = used
    if (first)
      throw fail('IN_USE', {
        detail: `设备“${first.equipName}”仍有隔离点 ${first.points.slice(0, 5).join('、')}，不能删除`,
      })
    const { rows: described } = await sql<{ equipName: string }>`
      select e.equip_name from lo_equip e where e.id = any(${rows.map(({ id }) => id)}::text[])
        and exists (select 1 from lo_procedure p where p.equip_id = e.id and p.del_flag = 0) limit 1`.execute(
      tx,
    )
    if (described[0])
      throw fail('IN_USE', { detail: `设备“${described[0].equipName}”有能量控制程序，不能删除；可以停用` })
  },
})

/** 隔离点: held or used in a ticket it is neither stopped nor deleted. */
export const pointHooks = defineHooks(point, {
  async beforeAdd(draft, call) {
    await withAreaCode.beforeAdd(draft, call)
    checkProof(draft)
    await refuseTakenCodes(draft, {}, call)
  },
  async beforeEdit(draft, before, call) {
    const looser = looserChange(point, before, draft)
    if (looser !== null) await refuseHeld(call.tx, [String(before.id)], `放宽或更改${looser}`)
    await withAreaCode.beforeEdit(draft, before, call)
    checkProof({ ...before, ...draft })
    await refuseTakenCodes(draft, before, call)
    if (draft.status === 0 && before.status !== 0) await refuseHeld(call.tx, [String(before.id)], '停用')
  },
  async beforeDelete(rows, { tx }) {
    await refuseHeld(
      tx,
      rows.map(({ id }) => String(id)),
      '删除',
    )
  },
})

interface PointCodes {
  readonly id?: string | null
  readonly nfcUid?: string | null
  readonly qrCode?: string | null
}

async function refuseTakenCodes(
  draft: PointCodes,
  before: PointCodes,
  { tx, actor }: Pick<HookCall, 'tx' | 'actor'>,
): Promise<void> {
  const changed = [
    ['NFC 标签', draft.nfcUid, before.nfcUid],
    ['二维码', draft.qrCode, before.qrCode],
  ] as const
  for (const [label, code, was] of changed)
    if (code && code !== was)
      await refuseTakenCode(tx, actor.tenantId, { ownId: before.id ?? '', label, code: code.trim() })
}

function checkProof({
  reaccumulate,
  reVerifyMin,
  verifyLimit,
}: {
  reaccumulate?: number | null
  reVerifyMin?: number | null
  verifyLimit?: string | null
}): void {
  if (reaccumulate === 1 && !reVerifyMin)
    throw fail('BAD_INPUT', { detail: '能量可再积聚的隔离点须填写复验周期' })
  const gap = limitTextGap(verifyLimit ?? '')
  if (gap !== null) throw fail('BAD_INPUT', { detail: gap })
}

async function refuseHeld(tx: Tx, ids: readonly string[], what: string): Promise<void> {
  const { rows } = await sql<{ pointCode: string; works: string[] }>`
    select p.point_code, array_agg(distinct w.work_no) as works from lo_point p
    join lo_work w on ${ticketIn('underway')}
      and (exists (select 1 from lo_point_hold h where h.point_id = p.id and h.work_id = w.id and h.state in (1, 2, 3))
        or exists (select 1 from lo_work_point i where i.point_id = p.id and i.work_id = w.id and i.del_flag = 0))
    where p.id = any(${ids}::text[]) group by p.point_code`.execute(tx)
  const [first] = rows
  if (first)
    throw fail('IN_USE', {
      detail: `隔离点 ${first.pointCode} 正被工作票 ${first.works.slice(0, 5).join('、')} 使用，不能${what}`,
    })
}
