import type { Field, Resource } from '@suoan/contract'
import { compile, type RowRecord } from '../db/compile.ts'
import { fail } from '../fail.ts'

/** A field that the server owns and that a client wants to be another. */
export interface OwnedWish {
  readonly label: string
  /** Devices or time write it: the value may simply be an old one (`FieldOptions.reported`). */
  readonly reported: boolean
}

/** Stamped by the edit itself, or compared by `refuseStale`. */
const stampedByEdit: ReadonlySet<string> = new Set(['id', 'updateBy', 'updateTime', 'revision'])

/**
 * Fields of `input` that only the server writes and whose value is none of those that the row has or shows. Clients of the
 * specification send whole rows back (4-api.md §1.6), so an unchanged value is no wish; absent and null ones are none either.
 */
export function ownedWishes(
  resource: Resource,
  input: RowRecord,
  before: RowRecord,
  shown: RowRecord,
): OwnedWish[] {
  return [...compile(resource).columns.values()].flatMap(({ name, label, field }) => {
    if (field === null ? stampedByEdit.has(name) : !field.derived) return []
    const given = input[name]
    if (given === undefined || given === null) return []
    if (isSame(field, given, before[name]) || isSame(field, given, shown[name])) return []
    return [{ label, reported: field?.reported === true }]
  })
}

function isSame(field: Field | null, given: unknown, stored: unknown): boolean {
  const [a, b] = [given ?? '', stored ?? '']
  if (field?.kind === 'json') return jsonOf(a) === jsonOf(b)
  if (String(a) === String(b)) return true
  // A list, a number or a switch is the same however a client writes it.
  if (Array.isArray(a) || Array.isArray(b)) return [a].flat().join(',') === [b].flat().join(',')
  if (a === '' || b === '') return false
  return Number(a) === Number(b)
}

const jsonOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What an add itself stamps, and what clients of the specification send along with a copied row (4-api.md §1.6). */
const stampedByAdd: ReadonlySet<string> = new Set(['id', 'createBy', 'createTime', 'tenantId', 'delFlag'])

/**
 * Refuses an add that asks for what only the server writes, so that no answer says success for what did not happen: a
 * value that the new row `after` does not have. What devices report, and the stamps of a copied row, are no wish.
 * @throws BAD_INPUT with the labels
 */
export function refuseOwnedInAdd(resource: Resource, input: RowRecord, after: RowRecord): void {
  const meant = [...compile(resource).columns.values()].filter(({ name, field }) => {
    if (field?.derived !== true || field.reported === true || stampedByAdd.has(name)) return false
    const given = input[name]
    if (given === undefined || given === null || given === '') return false
    return !isSame(field, given, after[name]) && !isSame(field, given, field.initial ?? '')
  })
  if (meant.length === 0) return
  const labels = meant.map(({ label }) => `“${label}”`).join('、')
  throw fail('BAD_INPUT', { detail: `${labels}由系统维护，不能在新增时填写，请去掉后新增，再用相应的操作` })
}

/**
 * Refuses an edit that asks for what an edit cannot do, so that no answer says success for what did not happen. What
 * devices report counts as a wish only when the edit asks for nothing else (`changes` is false).
 * @throws BAD_INPUT with the labels
 */
export function refuseOwned(wishes: readonly OwnedWish[], changes: boolean): void {
  const meant = wishes.filter(({ reported }) => !reported || !changes)
  if (meant.length === 0) return
  const labels = meant.map(({ label }) => `“${label}”`).join('、')
  throw fail('BAD_INPUT', {
    detail: `${labels}由系统维护，不能在编辑中修改，请用相应的操作；页面数据可能已过期，请刷新后再试`,
  })
}
