import type { DictItem } from '@suoan/contract'
import type { Pool } from 'pg'

export interface DictEntry extends DictItem {
  readonly isEnabled: boolean
}

/** Every dictionary, kept in memory: small, read by every list, changed seldom. */
export interface Dictionaries {
  /** Value → text of one dictionary, disabled items too (old rows still show); undefined when there is none. */
  texts(code: string): Promise<ReadonlyMap<string, string> | undefined>
  /** Text → value, for spreadsheets. */
  values(code: string): Promise<ReadonlyMap<string, string> | undefined>
  items(code: string): Promise<readonly DictEntry[] | undefined>
  all(): Promise<ReadonlyMap<string, readonly DictEntry[]>>
  forget(): void
}

/** Another node's change is seen after at most this long. */
const KEEP_MS = 30_000

interface Loaded {
  readonly until: number
  readonly entries: Promise<ReadonlyMap<string, Dictionary>>
}

interface Dictionary {
  readonly items: readonly DictEntry[]
  readonly texts: ReadonlyMap<string, string>
  readonly values: ReadonlyMap<string, string>
}

/** The dictionaries of a database. */
export function createDictionaries(pool: Pool): Dictionaries {
  let loaded: Loaded | undefined
  const dictionaries = (): Promise<ReadonlyMap<string, Dictionary>> => {
    const now = performance.now()
    if (loaded && loaded.until > now) return loaded.entries
    const fresh: Loaded = { until: now + KEEP_MS, entries: load(pool) }
    loaded = fresh
    fresh.entries.catch(() => {
      if (loaded === fresh) loaded = undefined
    })
    return fresh.entries
  }
  return {
    texts: async (code) => (await dictionaries()).get(code)?.texts,
    values: async (code) => (await dictionaries()).get(code)?.values,
    items: async (code) => (await dictionaries()).get(code)?.items,
    all: async () => new Map([...(await dictionaries())].map(([code, { items }]) => [code, items])),
    forget: () => {
      loaded = undefined
    },
  }
}

async function load(pool: Pool): Promise<ReadonlyMap<string, Dictionary>> {
  const { rows } = await pool.query<{ code: string; value: string | null; text: string; enabled: boolean }>(
    `select d.dict_code as code, i.item_value as value, i.item_text as text, coalesce(i.status, 1) = 1 as enabled
     from sys_dict d left join sys_dict_item i on i.dict_id = d.id
     where d.del_flag = 0 order by d.dict_code, i.sort_order, i.item_value`,
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
