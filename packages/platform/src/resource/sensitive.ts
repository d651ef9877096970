import { patternOf, plainPermission, type Resource } from '@suoan/contract'
import type { Filter, SortKey } from '@suoan/kit/filter'
import { masked, maskSign, type SensitiveKind } from '@suoan/kit/mask'
import type { Actor, Context } from '../context.ts'
import type { CompiledResource, RowRecord } from '../db/compile.ts'
import { fail } from '../fail.ts'
import { hiddenColumns, withhold } from './hidden-columns.ts'

/** Whether somebody sees telephones, mail addresses and ID numbers of others whole (decision 0508). */
const seesPlain = (actor: Pick<Actor, 'permissions'> | null): boolean =>
  actor?.permissions.has(plainPermission) === true

/**
 * A value as the caller may see it, for calls that answer with people outside the engine: his own (`ownerId`) and those of
 * whoever has the permission are whole.
 */
export function shownTo(
  actor: Pick<Actor, 'permissions' | 'userId'>,
  kind: SensitiveKind,
  value: string | null,
  ownerId: string | null = null,
): string | null {
  if (value === null || value === '' || seesPlain(actor)) return value
  return ownerId !== null && ownerId === actor.userId ? value : masked(kind, value)
}

const known = new WeakMap<Resource, readonly (readonly [string, SensitiveKind])[]>()

/** The sensitive fields of a resource, with their kinds. */
function sensitiveFieldsOf(resource: Resource): readonly (readonly [string, SensitiveKind])[] {
  const found =
    known.get(resource) ??
    Object.entries(resource.fields).flatMap(([name, { sensitive }]) =>
      sensitive === undefined ? [] : [[name, sensitive] as const],
    )
  known.set(resource, found)
  return found
}

/** Masks the sensitive fields of rows in place, unless the caller sees them whole. One's own row of users stays whole. */
export function hideSensitive(resource: Resource, actor: Actor | null, rows: readonly RowRecord[]): void {
  const fields = sensitiveFieldsOf(resource)
  if (fields.length === 0 || seesPlain(actor)) return
  for (const row of rows) {
    if (actor !== null && resource.name === 'user' && row['id'] === actor.userId) continue
    for (const [name, kind] of fields) {
      const value = row[name]
      if (typeof value === 'string' && value !== '') row[name] = masked(kind, value)
    }
  }
}

/**
 * What a data log keeps of a row of `resource` (a row, or field → [before, after]), as the caller may see it. What is no
 * JSON of ours is answered as nothing.
 */
export async function hideInRecord(
  ctx: Context,
  resource: Resource | undefined,
  actor: Actor,
  text: unknown,
): Promise<unknown> {
  if (typeof text !== 'string' || resource === undefined) return text
  const fields = seesPlain(actor) ? [] : sensitiveFieldsOf(resource)
  const hidden = await hiddenColumns(ctx, actor, resource)
  if (fields.length === 0 && hidden.size === 0) return text
  const record = parsed(text)
  if (record === null) return ''
  withhold(hidden, [record])
  for (const [name, kind] of fields) {
    const value = record[name]
    if (typeof value === 'string') record[name] = masked(kind, value)
    else if (Array.isArray(value))
      record[name] = value.map((each: unknown) => (typeof each === 'string' ? masked(kind, each) : each))
  }
  return JSON.stringify(record)
}

function parsed(text: string): RowRecord | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * What somebody may ask of fields he sees masked: whether one is a whole value that he knows already. Parts, ranges and
 * order would tell the digits one by one. A search for a part that is a whole value is that question.
 * @throws BAD_INPUT with the label
 */
export function askedOfHidden(
  { resource }: CompiledResource,
  actor: Actor | null,
  filter: Filter,
  sort: readonly SortKey[] = [],
): Filter {
  const hidden = new Set(sensitiveFieldsOf(resource).map(([name]) => name))
  // The versions of rows hold what the rows hold.
  if (resource.name === 'dataLog') for (const name of ['dataContent', 'dataChange']) hidden.add(name)
  if (hidden.size === 0 || seesPlain(actor)) return filter
  const sorted = sort.find(({ field }) => hidden.has(field))
  if (sorted) throw refusal(resource, sorted.field, '不能按它排序')
  return wholeOnly(resource, hidden, filter)
}

function wholeOnly(resource: Resource, hidden: ReadonlySet<string>, filter: Filter): Filter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { op: filter.op, of: filter.of.map((part) => wholeOnly(resource, hidden, part)) }
    case 'not':
      return { op: 'not', of: wholeOnly(resource, hidden, filter.of) }
    case 'true':
    case 'false':
    case 'isNull':
      return filter
    case 'eq':
    case 'ne':
      if (!hidden.has(filter.field) || isWhole(resource, filter.field, String(filter.value))) return filter
      break
    case 'in':
      if (!hidden.has(filter.field) || filter.values.length <= 1) return filter
      break
    case 'contains':
    case 'startsWith':
    case 'endsWith':
    case 'listHas':
      if (!hidden.has(filter.field)) return filter
      if (isWhole(resource, filter.field, filter.value))
        return { op: 'eq', field: filter.field, value: filter.value }
      break
    default:
      if (!hidden.has(filter.field)) return filter
  }
  throw refusal(resource, filter.field, '只能按完整内容查询，请填写完整')
}

/** What could be stored in the field: a value that its pattern takes. */
function isWhole(resource: Resource, name: string, value: string): boolean {
  const field = resource.fields[name]
  return (field && patternOf(field))?.test(value) ?? field?.sensitive !== undefined
}

const refusal = (resource: Resource, name: string, why: string) =>
  fail('BAD_INPUT', { detail: `“${resource.fields[name]?.label ?? name}”对您部分隐藏，${why}` })

/** A draft without the fields that were sent back as they were shown, and those fields. */
export function takeMasked(
  resource: Resource,
  input: RowRecord,
): { readonly rest: RowRecord; readonly sent: ReadonlyMap<string, string> } {
  const sent = new Map<string, string>()
  const rest = { ...input }
  for (const [name] of sensitiveFieldsOf(resource)) {
    const value = input[name]
    if (typeof value !== 'string' || !value.includes(maskSign)) continue
    sent.set(name, value)
    delete rest[name]
  }
  return { rest, sent }
}

/** A mask that is not the one of the stored value was typed by somebody. Throws BAD_INPUT with the label. */
export function refuseOtherMasks(
  resource: Resource,
  sent: ReadonlyMap<string, string>,
  before: RowRecord,
): void {
  for (const [name, kind] of sensitiveFieldsOf(resource)) {
    const mask = sent.get(name)
    if (mask === undefined || mask === masked(kind, String(before[name] ?? ''))) continue
    throw fail('BAD_INPUT', {
      detail: `“${resource.fields[name]?.label ?? name}”不能含有 *；请填写完整内容，不修改时保持原样`,
    })
  }
}
