import type { DictItem, Resource } from '@suoan/contract'
import { contains, everything, isIn, or } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { snakeCase } from '@suoan/platform/db/columns'
import { dataScope } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import { compile, engineOf, resourceStore } from '@suoan/platform/resource'

/** What a dictionary code stands for. */
export type DictSource = { readonly kind: 'dictionary'; readonly code: string } | ResourceSource

export interface ResourceSource {
  readonly kind: 'resource'
  readonly resource: Resource
  /** Field whose value travels. */
  readonly code: string
}

/**
 * Reads a code. `table,text,code` is found among the descriptions: the text must be the label of the resource, the
 * code its id or a unique field. A condition, another table or another column: `DICT_REFUSED`.
 */
export function dictSource(ctx: Context, text: string): DictSource {
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
  return { kind: 'resource', ...described(ctx, table, label, code) }
}

/** The described resource of a table, by its label and one of its keys. */
export function described(
  ctx: Context,
  table: string,
  label: string,
  code: string,
): { resource: Resource; code: string } {
  const resource = engineOf(ctx)
    .resources()
    .find((one) => one.table === table && !one.traits.log)
  if (!resource || snakeCase(label) !== snakeCase(resource.label)) throw fail('DICT_REFUSED')
  const key = [...compile(resource).columns.values()].find(
    ({ name, field }) => snakeCase(code) === snakeCase(name) && (name === 'id' || field?.unique === true),
  )
  if (!key || key.field?.hidden || key.field?.kind === 'secret') throw fail('DICT_REFUSED')
  return { resource, code: key.name }
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
  { resource, code }: ResourceSource,
  keyword: string | undefined,
  limit: number,
  order: 'label' | 'value' = 'label',
): Promise<DictItem[]> {
  const scope = await dataScope(ctx, actor, resource)
  const isText = compile(resource).columns.get(code)?.kind.filter === 'text'
  const word = keyword?.trim() ?? ''
  const parts = word
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const filter =
    word === ''
      ? everything
      : word.includes(',')
        ? or(isIn(resource.label, parts), ...(isText ? [isIn(code, parts)] : []))
        : or(contains(resource.label, word), ...(isText ? [contains(code, word)] : []))
  const rows = await resourceStore(resource).list(ctx.pool, scope, filter, {
    limit,
    ...(order === 'value' ? { sort: [{ field: code, direction: 'asc' as const }] } : {}),
  })
  return rows.map((row) => {
    const text = String(row[resource.label] ?? '')
    return { value: String(row[code] ?? ''), text, title: text, label: text }
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
  return await references.labels(source.resource.name, source.code, actor.tenantId, keys)
}
