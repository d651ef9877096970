import type { SensitiveKind } from '@suoan/kit/mask'
import { named, type PatternName } from '@suoan/kit/pattern'

/**
 * A field of an entity, as a value. One description serves the table column, the list query, the form, the
 * spreadsheet and the dictionary text; nothing else says these things again.
 */

/** Every kind of field; the three registries (column, sheet cell, widget) are `Record<FieldKind, …>`. */
export type FieldKind =
  | 'text'
  | 'code'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'flag'
  | 'boolean'
  | 'dict'
  | 'dicts'
  | 'dictNumber'
  | 'ref'
  | 'refs'
  | 'region'
  | 'date'
  | 'dateTime'
  | 'json'
  | 'file'
  | 'secret'

/** The value a field holds on the wire and in TypeScript. */
export interface KindValue {
  text: string
  code: string
  longText: string
  integer: number
  decimal: number
  flag: number
  boolean: boolean
  dict: string
  dicts: string
  dictNumber: number
  ref: string
  refs: string
  region: string
  date: string
  dateTime: string
  json: unknown
  file: string
  secret: string
}

/** What a text has to look like, with the words for one that does not (Chinese). */
export interface FieldPattern {
  readonly test: RegExp
  readonly message: string
}

/** What may be said about a field beside its kind and label. */
export interface FieldOptions {
  readonly required?: boolean
  /** Longest text, in characters. */
  readonly max?: number
  /** Shortest text, in characters. */
  readonly min?: number
  /** Smallest and largest number. */
  readonly from?: number
  readonly to?: number
  /** A pattern of the one table of them (`@suoan/kit/pattern`) by name, or one of its own. Read it by `patternOf`. */
  readonly pattern?: PatternName | FieldPattern
  /** Of `dict` and `dictNumber`: values that stand side by side in the form; a select by default. */
  readonly look?: 'radio' | 'buttons'
  /** Of `longText`: written in Markdown, and shown as it is meant where there is room for it. */
  readonly isMarkdown?: true
  /** Of `dicts` and `refs`: how many are chosen at least and at most. */
  readonly leastChosen?: number
  readonly mostChosen?: number
  /**
   * The code of a check rule (系统校验规则) that a value which is not empty has to pass: asked in forms, and before a changed
   * value is stored.
   */
  readonly checkRule?: string
  /**
   * The code of a fill rule (系统编码规则) that makes the value of a new row where none was typed, in the transaction that
   * stores it. Where the tenant has no such rule, a required field must be typed (decision 0813).
   */
  readonly fillRule?: string
  /** Unique within the tenant (or at large, for resources without tenant); the database has the index. */
  readonly unique?: boolean
  /** What a form calls it where the value is taken (“手机号已存在!”); its label by default. */
  readonly takenAs?: string
  /**
   * What is wrong with a value that is not empty, as words that follow the label (Chinese, names the line and the column
   * of what is edited as a table); null where nothing is. Asked in the form and before a changed value is stored.
   */
  readonly check?: (value: unknown) => string | null
  /** A text that tells one thing from all others: a query asks for it whole, where other texts are asked for words in them. */
  readonly isCode?: true
  /** People look for parts of this text: the database has a pair index of it, and `contains` asks that index. */
  readonly searched?: boolean
  /** Set on add, refused to change on edit. */
  readonly immutable?: boolean
  /** Owned by the server: shown, filtered, exported, never accepted from a client (mass assignment). */
  readonly derived?: boolean
  /**
   * Of a derived field: devices or the passing of time write it, so a row that is sent back whole may carry an older
   * value without anybody wishing it (4-api.md §1.6).
   */
  readonly reported?: boolean
  /** Never leaves the server. */
  readonly hidden?: boolean
  /**
   * Of a person, and shown whole only to himself and to whoever has `plainPermission`: to others masked in every answer,
   * and searched by whole values only (decision 0508).
   */
  readonly sensitive?: SensitiveKind
  readonly initial?: string | number | boolean
  /** Words under the input. */
  readonly help?: string
  /** Column name where it is not the snake_case of the field. */
  readonly column?: string
  /** Of references so many that their texts are shown nowhere: none stands beside them in answers. */
  readonly noText?: boolean
  /** A reference shows this field of the other resource instead of its label. */
  readonly by?: string
  /** Heading in spreadsheets where it differs from the label (4-api.md §6.6). */
  readonly heading?: string
  /** Not offered in spreadsheets. */
  readonly noSheet?: boolean
  /** Of files: `image` takes pictures alone, by their content; any file that may be uploaded by default. */
  readonly accept?: 'image' | 'any'
  /** Of files: how many the field holds; one by default. A stored path has up to 47 characters. */
  readonly files?: number
}

export interface Field<K extends FieldKind = FieldKind> extends FieldOptions {
  readonly kind: K
  readonly label: string
  /** Dictionary code, for `dict`, `dicts`, `dictNumber`. */
  readonly dict?: string
  /** Name of the resource referred to, for `ref` and `refs`. */
  readonly resource?: string
}

export type FieldValue<F extends Field> = KindValue[F['kind']]

/** What every identifying code has to look like, beside its own pattern (3-domain.md §3.0). */
export const codeText: FieldPattern = {
  test: /^[A-Z0-9_-]+$/,
  message: '只能用大写字母、数字、横线和下划线',
}

/** Whether a new row may come without the value, as its fill rule makes it. */
export const isFilled = ({ fillRule, derived }: Pick<FieldOptions, 'fillRule' | 'derived'>): boolean =>
  fillRule !== undefined && derived !== true

/** The pattern of a field as a question and its words; undefined without one. */
export function patternOf({
  pattern,
}: Pick<FieldOptions, 'pattern'>): { test(text: string): boolean; readonly message: string } | undefined {
  if (typeof pattern === 'string') return named[pattern]
  return pattern && { test: (text) => pattern.test.test(text), message: pattern.message }
}

const make =
  <K extends FieldKind>(kind: K) =>
  (label: string, options: FieldOptions = {}): Field<K> => ({ kind, label, ...options })

/** One line of text; 255 characters by default. */
export const text = make('text')
/** An identifying code: upper-case ASCII letters, digits, `-` and `_` (3-domain.md §3.0). */
export const code = make('code')
/** Several lines of text. */
export const longText = make('longText')
export const integer = make('integer')
export const decimal = make('decimal')
/** 0 or 1. */
export const flag = make('flag')
/** true or false on the wire (only `sys_permission` has them, 4-api.md §1.6). */
export const boolean = make('boolean')
/** 省/市/区 as the six-digit code of the last of them that was chosen. */
export const region = (label: string, options: FieldOptions = {}): Field<'region'> => ({
  kind: 'region',
  label,
  max: 6,
  ...options,
})
/** `YYYY-MM-DD`. */
export const date = make('date')
/** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
export const dateTime = make('dateTime')
export const json = make('json')
/** A stored path, or several joined by commas. */
export const file = make('file')
/** Accepted, never returned. */
export const secret = make('secret')

/** A dictionary value stored as text. */
export const dict = (label: string, dictCode: string, options: FieldOptions = {}): Field<'dict'> => ({
  kind: 'dict',
  label,
  dict: dictCode,
  ...options,
})
/** A dictionary value stored as a number. */
export const dictNumber = (
  label: string,
  dictCode: string,
  options: FieldOptions = {},
): Field<'dictNumber'> => ({
  kind: 'dictNumber',
  label,
  dict: dictCode,
  ...options,
})
/** Several dictionary values joined by commas. */
export const dicts = (label: string, dictCode: string, options: FieldOptions = {}): Field<'dicts'> => ({
  kind: 'dicts',
  label,
  dict: dictCode,
  ...options,
})
/** The id of a row of another resource (or its `by` field). */
export const ref = (label: string, resource: string, options: FieldOptions = {}): Field<'ref'> => ({
  kind: 'ref',
  label,
  resource,
  ...options,
})
/** Several ids joined by commas. */
export const refs = (label: string, resource: string, options: FieldOptions = {}): Field<'refs'> => ({
  kind: 'refs',
  label,
  resource,
  ...options,
})
