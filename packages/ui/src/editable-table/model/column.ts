import type { CellId, Row, RowPart } from './row.ts'

/** The column types of spec/2-data-entry.md §3, and two that show something only. */
export const builtInTypes = [
  'input',
  'inputNumber',
  'textarea',
  'input_pop',
  'checkbox',
  'checkbox_meta',
  'switch',
  'select',
  'list_multi',
  'sel_search',
  'sel_search_async',
  'radio',
  'date',
  'datetime',
  'time',
  'tags',
  'sel_depart',
  'sel_user',
  'upload',
  'file',
  'image',
  'popup',
  'linkage',
  'progress',
  'normal',
  'slot',
  'hidden',
] as const
export type BuiltInType = (typeof builtInTypes)[number]

/** A choice of a select, radio or linkage column. */
export interface Option {
  readonly value: string | number
  readonly text: string
  readonly disabled?: boolean
  /** Linkage: the value of the level above that this choice belongs to. */
  readonly parent?: string
}

/** What a rule of one's own is told about the cell it judges. */
export interface JudgedCell {
  readonly value: unknown
  readonly row: Row
  readonly column: Column
}

/**
 * A rule of `validateRules` (spec/2-data-entry.md §5). The first that fails is shown. `pattern` is a name of the table of
 * patterns, `only` (as `unique`), or an expression; it is asked only where the value is not empty. `${title}` in a message
 * stands for the column's title.
 */
export interface Rule {
  readonly required?: boolean
  readonly unique?: boolean
  readonly pattern?: string | RegExp
  readonly min?: number
  readonly max?: number
  readonly handler?: (cell: JudgedCell) => string | null
  readonly message?: string
}

/** A figure in the rows under the table. */
export type Statistic = 'sum' | 'average'

/** A column as the page describes it (spec/2-data-entry.md §3). Widths are px. */
export interface Column {
  readonly key: string
  readonly title: string
  /** A built-in type or the name of an installed one. */
  readonly type: string
  readonly width?: number
  readonly minWidth?: number
  readonly fixed?: 'left'
  readonly align?: 'left' | 'center' | 'right'
  readonly placeholder?: string
  /** The value a new row begins with. */
  readonly defaultValue?: unknown
  /** Whether a new row's checkbox begins checked. */
  readonly defaultChecked?: boolean
  /** Stored values of a checkbox or switch: checked, unchecked. Without it `true` and `false`. */
  readonly customValue?: readonly [unknown, unknown]
  readonly validateRules?: readonly Rule[]
  /** Nobody edits the column, or only some rows of it. */
  readonly disabled?: boolean | ((row: Row) => boolean)
  readonly options?: readonly Option[]
  readonly dictCode?: string
  /** A select whose list is searched, and one that takes what is not in its list. */
  readonly allowSearch?: boolean
  readonly allowInput?: boolean
  readonly statistics?: readonly Statistic[]
  /** The number of decimals an inputNumber keeps. */
  readonly precision?: number
  /** Lower and upper bound of an inputNumber. */
  readonly range?: readonly [number, number]
  readonly maxLength?: number
  readonly sorter?: boolean
  /** `;`, `,` … between the parts of a value that holds several. */
  readonly separator?: string
  /** Names the property of the upload's answer that holds the path. */
  readonly responseName?: string
  readonly action?: string
  readonly token?: boolean
  readonly allowDownload?: boolean
  readonly allowRemove?: boolean
  /** How many files an upload holds; 0 = any number. */
  readonly number?: number
  readonly popupCode?: string
  /** Fields of the chosen record, and the columns of this table that they fill, in pairs. */
  readonly orgFields?: string
  readonly destFields?: string
  /** The one of `destFields` that is this column's own value; without it the column's key. */
  readonly field?: string
  /** What the popup's query is asked with beside what people type. */
  readonly param?: RowPart
  /** Fields of a chosen person or department that are stored and shown: username and realname, id and departName by default. */
  readonly store?: string
  readonly text?: string
  /** Form of a date or time, stored and shown, of YYYY MM DD HH mm ss; without it that of the specification (§9). */
  readonly format?: string
  readonly multi?: boolean
  /** Levels of a linkage: the keys of its columns from the highest down. */
  readonly linkageKeys?: readonly string[]
  /** The cell is a link that opens 详细信息 of its row. */
  readonly opensDetails?: boolean
  /** What the button of an empty file cell says. */
  readonly btnText?: string
  /** The column that numbers the rows, where the page names none with `dragSortKey`. */
  readonly isOrder?: boolean
  /** More of the column as JSON text, as stored descriptions have it: `store`, `text`, `multiSelect`, `uploadnum`. */
  readonly fieldExtendJson?: string
  /** Texts and other settings that only the cell type reads. */
  readonly props?: RowPart
  /** Whether the table may copy the column's text out, and paste into it; both by default as its type has it. */
  readonly hideInCopy?: boolean
}

/** Whether people can change this cell at all. */
export const isEditable = (column: Column, row: Row): boolean =>
  column.type !== 'normal' &&
  column.type !== 'hidden' &&
  column.type !== 'progress' &&
  !(typeof column.disabled === 'function' ? column.disabled(row) : column.disabled)

/** A change of one cell. */
export interface CellChange extends CellId {
  readonly value: unknown
}

/** The column with what its `fieldExtendJson` says; a text that is no JSON object says nothing. */
export function extended(column: Column): Column {
  const more = readObject(column.fieldExtendJson)
  if (!more) return column
  const { multiSelect, uploadnum, store, text } = more
  const number = Number(uploadnum)
  return {
    ...column,
    ...(typeof multiSelect === 'boolean' ? { multi: multiSelect } : {}),
    ...(typeof store === 'string' ? { store } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(uploadnum !== undefined && Number.isInteger(number) && number >= 0 ? { number } : {}),
  }
}

function readObject(text: string | undefined): Readonly<Record<string, unknown>> | null {
  if (text === undefined || text.trim() === '') return null
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
