import { domainDictionaries } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { fail } from '@suoan/platform/fail'

type Referred = 'lo_equip' | 'lo_point' | 'lo_lock' | 'sys_user' | 'sys_depart'

/** Refuses ids that are not rows of this tenant, in one query, naming what is wrong. */
export async function mustExist(
  tx: Tx,
  tenantId: number,
  table: Referred,
  ids: readonly string[],
  what: string,
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const ofTenant = table === 'sys_user' ? belongsTo('sys_user', tenantId) : sql`tenant_id = ${tenantId}`
  // The mark is a number in one family of tables and a text in the other.
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where id = any(${wanted}) and ${ofTenant} and del_flag::text = '0'`.execute(tx)
  if (rows.length < wanted.length) throw fail('BAD_INPUT', { detail: `${what}不存在或已删除，请重新选择` })
}

/** Refuses a code that its dictionary does not know. */
export function mustBeItem(dictCode: string, value: string, what: string): void {
  const items = domainDictionaries.find((each) => each.code === dictCode)?.items ?? []
  if (!items.some((item) => item.value === value))
    throw fail('BAD_INPUT', { detail: `${what}“${value}”不在可选范围内，请重新选择` })
}

/** Refuses a list that names something twice. */
export function mustDiffer(values: readonly string[], detail: string): void {
  if (new Set(values).size < values.length) throw fail('BAD_INPUT', { detail })
}
