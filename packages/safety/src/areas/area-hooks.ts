import { area } from '@suoan/contract'
import { levelOfCode, nextCode } from '@suoan/kit/tree'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { askGasAnew } from '../gas-asked.ts'
import { looserChange } from '../strict-in-use.ts'
import { reliesOnArea } from '../ticket-places.ts'
import { ticketIn } from '../ticket-sets.ts'

/** Levels of the tree (3-domain.md §3.1 LoArea: depth ≤ 8). */
export const DEEPEST = 8
/** Roots have no row to lock: every change of the top level waits at this number. */
const ROOT_LOCK = 7_140_001

/** 区域: the code spells the path; a place that is in use stays. */
export const areaHooks = defineHooks(area, {
  async beforeAdd(draft, { tx, actor }) {
    const pid = draft.pid || '0'
    const parentCode = await lockParent(tx, actor.tenantId, pid)
    if (parentCode !== null && levelOfCode(parentCode) >= DEEPEST)
      throw fail('REFUSED', { detail: `区域最多 ${DEEPEST} 级，请在上一级新增` })
    await refuseSameName(tx, actor.tenantId, pid, draft.areaName ?? '', null)
    const { rows } = await sql<{ areaCode: string }>`
      select area_code from lo_area where tenant_id = ${actor.tenantId} and pid = ${pid}`.execute(tx)
    const areaCode = nextCode(
      parentCode,
      rows.map((row) => row.areaCode),
    )
    // @NOTE A code given by hand would break the prefix that child search and rules rely on.
    if (draft.areaCode && draft.areaCode !== areaCode)
      throw fail('BAD_INPUT', { detail: `区域编码按上级自动编号，请留空（下一个编号为 ${areaCode}）` })
    await refuseNeighbours(tx, actor.tenantId, draft.adjacentCodes, areaCode)
    Object.assign(draft, { pid, areaCode })
  },
  async beforeEdit(draft, before, { tx, actor }) {
    if (draft.areaName !== undefined && draft.areaName !== before.areaName)
      await refuseSameName(tx, actor.tenantId, before.pid ?? '0', draft.areaName ?? '', String(before.id))
    await refuseNeighbours(tx, actor.tenantId, draft.adjacentCodes, before.areaCode ?? '')
    const looser = looserChange(area, before, draft)
    if (looser !== null) await refuseWorked(tx, actor.tenantId, before, `放宽或更改${looser}`)
    // Another keeper is a change of people; none is told of what happens there.
    if (draft.managerId !== undefined && !draft.managerId && before.managerId)
      await refuseWorked(tx, actor.tenantId, before, '清空“属地负责人”（可改为另一人）')
    if (draft.status === 0 && before.status !== 0) await refuseUsed(tx, actor.tenantId, [before], '停用')
  },
  async beforeDelete(rows, { tx, actor }) {
    const ids = rows.map(({ id }) => String(id))
    const { rows: children } = await sql<{ areaName: string }>`
      select p.area_name from lo_area c join lo_area p on p.id = c.pid
      where c.pid = any(${ids}::text[]) and c.del_flag = 0 and c.tenant_id = ${actor.tenantId}
        and c.id <> all(${ids}::text[]) limit 1`.execute(tx)
    const [parent] = children
    if (parent) throw fail('IN_USE', { detail: `区域“${parent.areaName}”还有下级区域，请先删除下级` })
    await refuseUsed(tx, actor.tenantId, rows, '删除')
  },
  afterAdd: ({ areaCode }, call) => tellTickets(areaCode, call),
  async afterEdit(row, before, call) {
    if (row.areaType !== before.areaType || row.exZone !== before.exZone)
      await tellTickets(row.areaCode, call)
  },
})

/** An explosive zone or a confined space has its air tested: whoever plans to go there reads it before he hands the ticket in. */
const tellTickets = (areaCode: unknown, { tx, emit, actor }: HookCall): Promise<void> =>
  askGasAnew(tx, emit, actor.tenantId, reliesOnArea(sql`${areaCode}::text`))

/** Locks the parent (or the top level) so that two new children cannot get one code; answers the parent's code. */
export async function lockParent(tx: Tx, tenantId: number, pid: string): Promise<string | null> {
  if (pid === '0') {
    await sql`select pg_advisory_xact_lock(${ROOT_LOCK}, ${tenantId})`.execute(tx)
    return null
  }
  const { rows } = await sql<{ areaCode: string }>`
    select area_code from lo_area where id = ${pid} and tenant_id = ${tenantId} and del_flag = 0 for update`.execute(
    tx,
  )
  const [parent] = rows
  if (parent === undefined) throw fail('BAD_INPUT', { detail: '上级区域不存在，请重新选择' })
  return parent.areaCode
}

/** Refuses a name that another area under the same parent has; `ownId` is the row that is being changed. */
export async function refuseSameName(
  tx: Tx,
  tenantId: number,
  pid: string,
  name: string,
  ownId: string | null,
): Promise<void> {
  const { rows } = await sql`
    select 1 from lo_area where tenant_id = ${tenantId} and pid = ${pid} and area_name = ${name} and del_flag = 0
      and id <> ${ownId ?? ''} limit 1`.execute(tx)
  if (rows.length > 0) throw fail('DUPLICATE_FIELD', { label: '区域名称', value: name })
}

/** Refuses neighbours that are no area of the plant, or the area itself; their shape was checked before. */
async function refuseNeighbours(tx: Tx, tenantId: number, codes: unknown, ownCode: string): Promise<void> {
  const given = Array.isArray(codes) ? codes.map(String) : []
  if (given.length === 0) return
  if (given.includes(ownCode)) throw fail('BAD_INPUT', { detail: '相邻区域不能是本区域，请去掉' })
  const { rows } = await sql<{ areaCode: string }>`
    select area_code from lo_area where tenant_id = ${tenantId} and del_flag = 0
      and area_code = any(${given}::text[])`.execute(tx)
  const known = new Set(rows.map(({ areaCode }) => areaCode))
  const unknown = given.filter((code) => !known.has(code))
  if (unknown.length > 0)
    throw fail('BAD_INPUT', { detail: `相邻区域 ${unknown.join('、')} 不存在，请重新选择` })
}

/** What was reviewed about a place stays while work relies on it, there, below or around it; the answer names the tickets. */
async function refuseWorked(
  tx: Tx,
  tenantId: number,
  { areaCode, areaName }: { areaCode: string | null; areaName: string | null },
  what: string,
): Promise<void> {
  const { rows } = await sql<{ workNo: string }>`
    select coalesce(w.work_no, w.id) as work_no from lo_work w where w.tenant_id = ${tenantId}
      and ${reliesOnArea(sql`${areaCode ?? ''}::text`)} and ${ticketIn('underway')} order by 1 limit 5`.execute(
    tx,
  )
  if (rows.length > 0)
    throw fail('IN_USE', {
      detail: `区域“${areaName ?? ''}”不能${what}：有未结束的工作票 ${rows.map(({ workNo }) => workNo).join('、')}，请在作业结束后再改；现场情况已变的请先停工`,
    })
}

/** A place with live tickets, locks, equipment or points is neither stopped nor deleted; the answer names them. */
async function refuseUsed(
  tx: Tx,
  tenantId: number,
  rows: readonly { areaCode: string | null; areaName: string | null }[],
  what: string,
): Promise<void> {
  for (const { areaCode, areaName } of rows) {
    const below = `${areaCode ?? ''}%`
    const { rows: used } = await sql<{ tickets: string[]; locks: string[]; plant: string[] }>`
      select
        array(select work_no from lo_work where tenant_id = ${tenantId} and area_code like ${below}
          and ${ticketIn('underway', 'lo_work')} limit 5) as tickets,
        array(select lock_code from lo_lock where tenant_id = ${tenantId} and area_code like ${below}
          and del_flag = 0 order by lock_code limit 5) as locks,
        array(select point_code from lo_point where tenant_id = ${tenantId} and area_code like ${below}
          and del_flag = 0 order by point_code limit 5) as plant`.execute(tx)
    const { tickets = [], locks = [], plant = [] } = used[0] ?? {}
    const reasons = [
      tickets.length > 0 ? `未结束的工作票 ${tickets.join('、')}` : '',
      locks.length > 0 ? `锁具 ${locks.join('、')}` : '',
      plant.length > 0 ? `隔离点 ${plant.join('、')}` : '',
    ].filter((reason) => reason !== '')
    if (reasons.length > 0)
      throw fail('IN_USE', { detail: `区域“${areaName ?? ''}”不能${what}，仍有：${reasons.join('；')}` })
  }
}
