import type { DictItem } from '@suoan/contract'
import type { Pool } from 'pg'
import { runSql, type Queryable } from '../db/run-sql.ts'

export interface DictEntry extends DictItem {
  readonly isEnabled: boolean
}

/**
 * Every dictionary, kept in memory: small, read by every list, changed seldom. A caller inside a transaction passes its
 * `tx`: were it to wait for a second connection, callers that hold the first ones could wait for each other for ever.
 */
export interface Dictionaries {
  /** Value → text of one dictionary, disabled items too (old rows still show); undefined when there is none. */
  texts(code: string, tx?: Queryable): Promise<ReadonlyMap<string, string> | undefined>
  /** Text → value, for spreadsheets. */
  values(code: string, tx?: Queryable): Promise<ReadonlyMap<string, string> | undefined>
  items(code: string): Promise<readonly DictEntry[] | undefined>
  all(): Promise<ReadonlyMap<string, readonly DictEntry[]>>
  forget(): void
}

/** Another node's change is seen after at most this long. */
const KEEP_MS = 30_000

type ByCode = ReadonlyMap<string, Dictionary>

interface Dictionary {
  readonly items: readonly DictEntry[]
  readonly texts: ReadonlyMap<string, string>
  readonly values: ReadonlyMap<string, string>
}

/** The dictionaries of a database. */
export function createDictionaries(pool: Pool): Dictionaries {
  let loaded: { readonly until: number; readonly byCode: ByCode } | undefined
  let loading: Promise<ByCode> | undefined
  // Counts `forget`: what was read before one is not kept after it.
  let generation = 0

  const read = async (db: Queryable): Promise<ByCode> => {
    const startedIn = generation
    const byCode = await load(db)
    if (startedIn === generation) loaded = { until: performance.now() + KEEP_MS, byCode }
    return byCode
  }
  const dictionaries = (tx?: Queryable): Promise<ByCode> | ByCode => {
    if (loaded && loaded.until > performance.now()) return loaded.byCode
    if (tx) return read(tx)
    if (loading) return loading
    const promise = read(pool).finally(() => {
      if (loading === promise) loading = undefined
    })
    loading = promise
    return promise
  }
  return {
    texts: async (code, tx) => (await dictionaries(tx)).get(code)?.texts,
    values: async (code, tx) => (await dictionaries(tx)).get(code)?.values,
    items: async (code) => (await dictionaries()).get(code)?.items,
    all: async () => new Map([...(await dictionaries())].map(([code, { items }]) => [code, items])),
    forget: () => {
      generation += 1
      loaded = undefined
      loading = undefined
    },
  }
}

async function load(db: Queryable): Promise<ByCode> {
  const rows = await runSql<{ code: string; value: string | null; text: string; enabled: boolean }>(
    db,
    `select d.dict_code as code, i.item_value as value, i.item_text as text, coalesce(i.status, 1) = 1 as enabled
     from sys_dict d left join sys_dict_item i on i.dict_id = d.id
     where d.del_flag = 0 order by d.dict_code, i.sort_order, i.item_value`,
    [],
  )
  const items = new Map<string, DictEntry[]>()
  for (const { code, value, text, enabled } of rows) {
    const list = items.get(code) ?? []
    items.set(code, list)
    if (value !== null) list.push({ value, text, title: text, label: text, isEnabled: enabled })
  }
  return new Map(
    [...items].map(([code, list]) => [
      code,
      {
        items: list,
        texts: new Map(list.map(({ value, text }) => [value, text])),
        values: new Map(list.map(({ value, text }) => [text, value])),
      },
    ]),
  )
}
