import type { InputOf, areaEndpoints } from '@suoan/contract'
import { levelOfCode, nextCode } from '@suoan/kit/tree'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { ticketIn } from '../ticket-sets.ts'
import { DEEPEST, lockParent, refuseSameName } from './area-hooks.ts'

/** Tables that carry a copy of the area code; history (logs, sessions, warnings) keeps the code of its day. */
const copies = ['lo_depart_area', 'lo_lock', 'lo_equip', 'lo_point', 'lo_lock_user', 'lo_device'] as const

/**
 * Moves an area below another and gives it and everything below it new codes, with all copies of them, in one
 * transaction. Refused when it would stand below itself, or while live tickets rest on the codes.
 */
export async function moveArea(
  ctx: Context,
  actor: Actor,
  { id, newPid, position }: InputOf<(typeof areaEndpoints)['move']>,
): Promise<void> {
  const { tenantId } = actor
  await inTransaction(ctx, async (tx, emit) => {
    const moved = await lockArea(tx, tenantId, id)
    const parentCode = await lockParent(tx, tenantId, newPid)
    if (parentCode?.startsWith(moved.areaCode))
      throw fail('REFUSED', { detail: '不能移动到自身或其下级区域，请选择其他上级' })
    if (newPid !== moved.pid) {
      await refuseSameName(tx, tenantId, newPid, moved.areaName, id)
      await recode(
        tx,
        tenantId,
        moved.areaCode,
        await codeBelow(tx, tenantId, parentCode, newPid, moved.areaCode),
      )
      await sql`update lo_area set pid = ${newPid}, revision = revision + 1, update_by = ${actor.username},
        update_time = ${new Date(ctx.clock.now())} where id = ${id}`.execute(tx)
    }
    await order(tx, tenantId, newPid, id, position)
    for (const resource of ['area', 'lock', 'equip', 'point', 'departArea'])
      emit('resource.changed', { resource, tenantId, ids: [] })
  })
}

async function lockArea(tx: Tx, tenantId: number, id: string) {
  const { rows } = await sql<{ pid: string; areaCode: string; areaName: string; live: string[] }>`
    select a.pid, a.area_code, a.area_name,
      array(select w.work_no from lo_work w where w.tenant_id = a.tenant_id and w.area_code like a.area_code || '%'
        and ${ticketIn('underway')} limit 5) as live
    from lo_area a where a.id = ${id} and a.tenant_id = ${tenantId} and a.del_flag = 0 for update of a`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw failUnseen('lo_area', [id])
  if (row.live.length > 0)
    throw fail('IN_USE', {
      detail: `区域“${row.areaName}”下有未结束的工作票 ${row.live.join('、')}，暂不能移动`,
    })
  return row
}

async function codeBelow(
  tx: Tx,
  tenantId: number,
  parentCode: string | null,
  pid: string,
  oldCode: string,
): Promise<string> {
  const { rows } = await sql<{ areaCode: string; deepest: number | null }>`
    select area_code, (select max(length(area_code)) from lo_area where tenant_id = ${tenantId}
      and area_code like ${`${oldCode}%`} and del_flag = 0) as deepest
    from lo_area where tenant_id = ${tenantId} and pid = ${pid}
    union all select '', (select max(length(area_code)) from lo_area where tenant_id = ${tenantId}
      and area_code like ${`${oldCode}%`} and del_flag = 0)`.execute(tx)
  const code = nextCode(
    parentCode,
    rows.map(({ areaCode }) => areaCode),
  )
  const depth = levelOfCode(code) + ((rows[0]?.deepest ?? oldCode.length) - oldCode.length) / 3
  if (depth > DEEPEST) throw fail('REFUSED', { detail: `移动后将超过 ${DEEPEST} 级，请选择更上层的区域` })
  return code
}

/** Replaces the beginning of every code of the subtree, in the tree and in every table that copies it. */
async function recode(tx: Tx, tenantId: number, oldCode: string, newCode: string): Promise<void> {
  for (const table of ['lo_area', ...copies]) {
    await sql`update ${sql.table(table)} set area_code = ${newCode} || substr(area_code, ${oldCode.length + 1})
      where tenant_id = ${tenantId} and area_code like ${`${oldCode}%`}`.execute(tx)
  }
  await sql`
    update lo_area set adjacent_codes = (
      select jsonb_agg(case when code like ${`${oldCode}%`} then ${newCode}::text || substr(code, ${oldCode.length + 1})
        else code end) from jsonb_array_elements_text(adjacent_codes) as code)
    where tenant_id = ${tenantId} and jsonb_typeof(adjacent_codes) = 'array' and adjacent_codes::text like ${`%"${oldCode}%`}`.execute(
    tx,
  )
}

/** Numbers the siblings anew with the area at its place. */
async function order(
  tx: Tx,
  tenantId: number,
  pid: string,
  id: string,
  position: number | undefined,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from lo_area where tenant_id = ${tenantId} and pid = ${pid} and del_flag = 0 and id <> ${id}
    order by sort_no, area_code`.execute(tx)
  const siblings = rows.map((row) => row.id)
  siblings.splice(position ?? siblings.length, 0, id)
  const numbered = JSON.stringify(siblings.map((sibling, index) => ({ id: sibling, sort: index + 1 })))
  await sql`update lo_area a set sort_no = g.sort
    from json_to_recordset(${numbered}::json) as g(id text, sort integer) where a.id = g.id`.execute(tx)
}
