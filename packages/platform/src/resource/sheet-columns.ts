import { dateTime, text, type Field, type FieldKind } from '@suoan/contract'
import { areaOfText, loadAreas } from '@suoan/kit/region'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/run-sql.ts'
import type { CompiledResource, RowRecord } from '../db/compile.ts'
import { engineOf } from './engine.ts'
import type { Hooks } from './hooks.ts'
import type { SheetCell } from './sheet.ts'

/** A field as a column of a spreadsheet. */
export interface SheetField {
  readonly name: string
  readonly heading: string
  readonly field: Field
}

/** The columns of a resource's sheet, by the order of its fields (4-api.md §6.6), then those of its hooks. */
export function sheetFields({ resource }: CompiledResource, hooks: Pick<Hooks, 'sheet'> = {}): SheetField[] {
  const own = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.noSheet || field.hidden || field.kind === 'secret' || field.kind === 'json'
      ? []
      : [{ name, heading: field.heading ?? field.label, field }],
  )
  return [...own, ...(hooks.sheet?.columns ?? [])]
}

/** What a list may show of a resource, as columns of a sheet: its fields, and what the engine knows of every row. */
export function listedFields({ columns }: CompiledResource): SheetField[] {
  return [...columns.values()].flatMap(({ name, label, field }): SheetField[] => {
    const shown = field ?? commonFields[name]
    if (!shown || shown.hidden || shown.kind === 'secret' || shown.kind === 'json') return []
    return [{ name, heading: shown.heading ?? label, field: shown }]
  })
}

/** What the engine knows of every row and a list may show. */
const commonFields: Readonly<Record<string, Field>> = {
  createBy: text('创建人'),
  createTime: dateTime('创建时间'),
  updateBy: text('更新人'),
  updateTime: dateTime('更新时间'),
}

/** How the cell of a field is read of a row; made once for all rows. */
type CellReader = (name: string) => (row: RowRecord) => SheetCell

const raw: CellReader = (name) => (row) => {
  const value = row[name]
  return typeof value === 'number' || typeof value === 'string' ? value : null
}
/** The text people read, where there is one. */
const shown: CellReader = (name) => {
  const companion = `${name}_dictText`
  const own = raw(name)
  return (row) => {
    const text = row[companion]
    return typeof text === 'string' ? text : own(row)
  }
}
const yesNo: CellReader = (name) => (row) => {
  const value = row[name]
  return value === null || value === undefined ? null : value === 1 || value === true ? '是' : '否'
}

/** The registry of sheet cells (architecture.md §5). Formula starters are neutralised by the writer. */
const cellReaders: Record<FieldKind, CellReader> = {
  text: raw,
  code: raw,
  longText: raw,
  integer: raw,
  decimal: raw,
  flag: yesNo,
  boolean: yesNo,
  dict: shown,
  dicts: shown,
  dictNumber: shown,
  ref: shown,
  refs: shown,
  region: shown,
  date: raw,
  dateTime: raw,
  json: () => () => null,
  file: raw,
  secret: () => () => null,
}

/** How presented rows become cells of these fields. */
export function cellsOf(fields: readonly SheetField[]): (row: RowRecord) => SheetCell[] {
  const readers = fields.map(({ name, field }) => cellReaders[field.kind](name))
  return (row) => readers.map((read) => read(row))
}

/** Keys of references by the text of a cell, for each field that was asked about for many rows at once. */
export interface KnownKeys {
  readonly byField: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/**
 * A text of a cell back as the field's value: dictionary texts to values, labels to keys. What is unknown stays as it
 * is, so that the check of the draft names it.
 */
export async function valueOfCell(
  ctx: Context,
  tx: Queryable,
  tenantId: number,
  { name, field }: SheetField,
  text: string,
  known?: KnownKeys,
): Promise<unknown> {
  const { dictionaries, references } = engineOf(ctx)
  if (field.dict !== undefined) {
    const values = await dictionaries.values(field.dict, tx)
    const texts = await dictionaries.texts(field.dict, tx)
    const back = (part: string): string => (texts?.has(part) ? part : (values?.get(part) ?? part))
    return field.kind === 'dicts' ? text.split(',').map(back).join(',') : back(text)
  }
  if (field.resource !== undefined) {
    const parts = field.kind === 'refs' ? text.split(',').map((part) => part.trim()) : [text.trim()]
    const keys =
      known?.byField.get(name) ??
      (await references.keys(tx, field.resource, field.by ?? 'id', tenantId, parts))
    return parts.map((part) => keys.get(part) ?? part).join(',')
  }
  // A text of no place stays, and is told as no choice (`checkChoices`).
  if (field.kind === 'region') return text === '' ? text : (areaOfText(await loadAreas(), text) ?? text)
  return text
}
