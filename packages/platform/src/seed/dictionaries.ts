import { domainDictionaries, valueLists } from '@suoan/domain/dictionaries'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '../context.ts'
import { standardDictionaries } from './standard-dictionaries.ts'

interface SeedDictionary {
  code: string
  title: string
  type: 0 | 1
  items: readonly { value: string; text: string }[]
}

/** Every built-in dictionary: those of the standard client and those of the lock domain. */
const builtInDictionaries: readonly SeedDictionary[] = [
  ...standardDictionaries.map(([code, title, type, items]) => ({
    code,
    title,
    type,
    items: readItems(items),
  })),
  ...[...domainDictionaries, ...valueLists].map((each) => ({ ...each, type: 0 as const })),
]

/**
 * Adds the built-in dictionaries and items that are missing and leaves the present ones as people have edited them, so
 * it may run at every start. `now` in epoch ms. Answers how many dictionaries were added.
 */
export async function seedDictionaries(tx: Tx, now: number): Promise<number> {
  const at = new Date(now).toISOString()
  const dictionaries = builtInDictionaries.map(({ code, title, type }) => ({
    id: newId(),
    code,
    title,
    type,
  }))
  const added = await sql<{ dictCode: string }>`
    insert into sys_dict (id, dict_name, dict_code, type, create_by, create_time)
    select id, title, code, type, 'system', ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(dictionaries)}::json)
      as given(id text, code text, title text, type smallint)
    on conflict (dict_code) do nothing returning dict_code`.execute(tx)
  const items = builtInDictionaries.flatMap(({ code, items: list }) =>
    list.map(({ value, text }, index) => ({ id: newId(), code, value, text, sort: index + 1 })),
  )
  await sql`
    insert into sys_dict_item (id, dict_id, item_text, item_value, sort_order, status, create_by, create_time)
    select given.id, d.id, given.text, given.value, given.sort, 1, 'system', ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(items)}::json)
      as given(id text, code text, value text, text text, sort integer)
    join sys_dict d on d.dict_code = given.code
    on conflict (dict_id, item_value) do nothing`.execute(tx)
  return added.rows.length
}

function readItems(items: string): { value: string; text: string }[] {
  return items.split(', ').map((item) => {
    const space = item.indexOf(' ')
    return { value: item.slice(0, space), text: item.slice(space + 1) }
  })
}
