import type { DictItem } from '@suoan/contract'
import { tableDictionaries, type TableDictionary } from '@suoan/contract/dict-sources'
import { contains, everything, isIn, or } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { snakeCase } from '@suoan/platform/db/columns'
import { dataScope } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import { compile, engineOf, resourceStore } from '@suoan/platform/resource'

/** What a dictionary code stands for. */
export type DictSource = { readonly kind: 'dictionary'; readonly code: string } | ResourceSource

export interface ResourceSource extends TableDictionary {
  readonly kind: 'resource'
}

/**
 * Reads a code. `table,text,code` is looked up in the registry of table dictionaries: nothing else is answered, and only
 * to who has a page that shows it. A condition, another table or another column: `DICT_REFUSED`.
 */
export function dictSource(actor: Actor, text: string): DictSource {
  if (text.trim() === '') throw fail('DICT_EMPTY')
  if (!text.includes(',')) {
    if (!/^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(text)) throw fail('DICT_BAD')
    return { kind: 'dictionary', code: text }
  }
  const parts = text.split(',').map((part) => part.trim())
  const [table = '', label = '', code = '', ...rest] = parts
  if (parts.length < 3) throw fail('DICT_BAD')
  // A fourth part is a condition in SQL: none is accepted from a client, ever.
  if (rest.some((part) => part !== '')) throw fail('DICT_REFUSED')
  return { kind: 'resource', ...tableSource(actor, table, label, code) }
}

const byWire = new Map(
  [...tableDictionaries.values()].map((entry) => {
    const { table, label, fields } = entry.resource
    const columnOf = (name: string) => fields[name]?.column ?? snakeCase(name)
    return [[table, columnOf(label), columnOf(entry.by)].join(','), entry] as const
  }),
)

/** The registered dictionary of a table, a text and a key, as the client spells them; `FORBIDDEN` without its permission. */
export function tableSource(actor: Actor, table: string, label: string, code: string): TableDictionary {
  const found = byWire.get([table, snakeCase(label), snakeCase(code)].join(','))
  if (!found) throw fail('DICT_REFUSED')
  if (!found.shownBy.some((permission) => actor.permissions.has(permission))) throw fail('FORBIDDEN')
  // Nor are the rows of the platform alone read from another tenant.
  if (found.resource.traits.belongsTo === 'platformOnly' && actor.tenantId !== 0) throw fail('FORBIDDEN')
  return found
}

/** The options of a dictionary, disabled ones too (4-api.md §5.2). An unknown code has none. */
export async function itemsOf(ctx: Context, code: string): Promise<DictItem[]> {
  const items = (await engineOf(ctx).dictionaries.items(code)) ?? []
  return items.map(({ value, text, title, label }) => ({ value, text, title, label }))
}

/** Rows of a resource as options, within the caller's tenant and data rules. A keyword with commas is a list. */
export async function searchItems(
  ctx: Context,
  actor: Actor,
  { resource, by, shownBy }: ResourceSource,
  keyword: string | undefined,
  limit: number,
  order: 'label' | 'value' = 'label',
): Promise<DictItem[]> {
  const scope = await dataScope(ctx, actor, resource, ...shownBy)
  const isText = compile(resource).columns.get(by)?.kind.filter === 'text'
  const word = keyword?.trim() ?? ''
  const parts = word
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const filter =
    word === ''
      ? everything
      : word.includes(',')
        ? or(isIn(resource.label, parts), ...(isText ? [isIn(by, parts)] : []))
        : or(contains(resource.label, word), ...(isText ? [contains(by, word)] : []))
  const rows = await resourceStore(resource).list(ctx.pool, scope, filter, {
    limit,
    ...(order === 'value' ? { sort: [{ field: by, direction: 'asc' as const }] } : {}),
  })
  return rows.map((row) => {
    const text = String(row[resource.label] ?? '')
    return { value: String(row[by] ?? ''), text, title: text, label: text }
  })
}

/** Texts of some values. */
export async function textsOf(
  ctx: Context,
  actor: Actor,
  source: DictSource,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { dictionaries, references } = engineOf(ctx)
  if (source.kind === 'dictionary') return (await dictionaries.texts(source.code)) ?? new Map()
  return await references.labels(source.resource.name, source.by, actor.tenantId, keys)
}
