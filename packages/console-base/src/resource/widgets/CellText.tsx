import type { Field } from '@suoan/contract'
import { numberText } from '@suoan/kit/number-text'
import type { ReactNode } from 'react'
import { LateTooltip } from '../../status/LateTooltip.tsx'
import { dictionaryText, useDictionary } from '../dictionaries.ts'
import type { ListRow } from '../list-row.ts'
import { fileNamesOf } from '../stored-file.ts'
import { FileCell } from './FileCell.tsx'

/** 1-shell.md §9: longer texts are cut, the whole is in the tooltip. */
const ellipsisLength = 25

export const cutText = (text: string): string =>
  text.length > ellipsisLength ? `${text.slice(0, ellipsisLength)}…` : text

/** A field in a list: the dictionary's text where there is one, cut at 25 characters; files as small pictures and names. */
export function CellText({ field, name, row }: { field: Field; name: string; row: ListRow }) {
  return cellText(field, name, row)
}

/** The same without a component of its own: a page of a list has hundreds of cells, and most are a short text. */
export function cellText(field: Field, name: string, row: ListRow): ReactNode {
  const value = row[name]
  if (field.kind === 'file' && typeof value === 'string' && value !== '') {
    const names = row[`${name}_dictText`]
    return <FileCell field={field} value={value} names={typeof names === 'string' ? names : undefined} />
  }
  return needsDictionary(field, name, row) ? (
    <DictionaryCell code={field.dict} field={field} name={name} row={row} />
  ) : (
    cut(textOfCell(field, name, row))
  )
}

/** Only cells that need it listen to a dictionary: a page of a list has hundreds of cells. */
function DictionaryCell({
  code,
  field,
  name,
  row,
}: {
  code: string
  field: Field
  name: string
  row: ListRow
}) {
  const items = useDictionary(code)
  return cut(textOfCell(field, name, row, (value) => dictionaryText(items, value)))
}

function cut(text: string): ReactNode {
  if (text === '') return <span className="cell-empty">—</span>
  const shown = cutText(text)
  // Shorter texts may still be cut by a narrow column, so they have their tooltip too.
  if (text.length <= shortLength) return shown
  return <LateTooltip title={<span className="cell-whole">{text}</span>}>{shown}</LateTooltip>
}

/** Texts up to this length fit into every column. */
const shortLength = 8

/** Bare arrays (trees) come without `_dictText` companions (4-api.md §5.7). */
function needsDictionary(
  field: Field,
  name: string,
  row: ListRow,
): field is Field & { readonly dict: string } {
  return field.dict !== undefined && typeof row[`${name}_dictText`] !== 'string'
}

/** A number that counts or measures; one that names a row (a tenant's number) stays as it was typed. */
const isFigure = ({ kind, unique, immutable }: Field): boolean =>
  (kind === 'integer' || kind === 'decimal') && !unique && !immutable

/** The text of a field without a component: for confirm texts and comparisons. */
export function textOfCell(
  field: Field,
  name: string,
  row: ListRow,
  translate: (value: unknown) => string = (value) => String(value),
): string {
  const companion = row[`${name}_dictText`]
  if (typeof companion === 'string' && companion) return companion
  const value = row[name]
  if (value === null || value === undefined || value === '') return ''
  if (field.kind === 'flag' || field.kind === 'boolean')
    return value === true || Number(value) === 1 ? '是' : '否'
  if (isFigure(field) && typeof value === 'number') return numberText(value)
  if (field.kind === 'file') return fileNamesOf(field, String(value))
  if (field.kind === 'json') return typeof value === 'string' ? value : JSON.stringify(value)
  return translate(value)
}
