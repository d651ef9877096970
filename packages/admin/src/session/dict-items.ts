import type { DictItem } from '@suoan/contract'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'

/** Every dictionary with its options, as the login answer carries it (4-api.md §2.3). */
export async function loadAllDictItems(db: Kysely<Database> | Tx): Promise<Record<string, DictItem[]>> {
  const { rows } = await sql<{ dictCode: string; value: string; text: string }>`
    select d.dict_code, i.item_value as value, i.item_text as text
    from sys_dict d join sys_dict_item i on i.dict_id = d.id
    where coalesce(d.del_flag, 0) = 0 and coalesce(i.status, 1) = 1
    order by d.dict_code, i.sort_order, i.item_value`.execute(db)
  const all: Record<string, DictItem[]> = {}
  for (const { dictCode, value, text } of rows) {
    ;(all[dictCode] ??= []).push({ value, text, title: text, label: text })
  }
  return all
}
