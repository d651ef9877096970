import { department } from '@suoan/contract'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { engineOf } from '@suoan/platform/resource'

export interface DepartRef {
  readonly id: string
  readonly departName: string
}

/** The departments of these ids and everything below them, by their parents. */
export async function subtreeOf(tx: Tx, tenantId: number, ids: readonly string[]): Promise<DepartRef[]> {
  const { rows } = await sql<DepartRef>`
    with recursive below as (
      select id, depart_name from sys_depart where id = any(${[...ids]}::text[]) and tenant_id = ${tenantId}
      union
      select d.id, d.depart_name from sys_depart d join below on below.id = d.parent_id where d.tenant_id = ${tenantId}
    )
    select id, depart_name from below`.execute(tx)
  return rows
}

/** A department that something holds on to stays; the answer names it. Throws `IN_USE`. */
export async function refuseUsed(
  ctx: Context,
  tx: Tx,
  tenantId: number,
  departs: readonly DepartRef[],
): Promise<void> {
  const ids = departs.map(({ id }) => id)
  const reasons = await engineOf(ctx).holders.of(department.name, tx, tenantId, ids, 'delete')
  if (reasons.length === 0) return
  const names = departs.slice(0, 3).map(({ departName }) => `“${departName}”`)
  throw fail('IN_USE', {
    detail: `部门${names.join('、')}${departs.length > 3 ? '等' : ''}不能删除，仍有：${reasons.join('；')}，请先解除`,
  })
}
