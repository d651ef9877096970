import type { FieldKind } from './field.ts'
import type { Fields, Row } from './resource.ts'

type TextKind = 'dict' | 'dicts' | 'dictNumber' | 'ref' | 'refs' | 'region'
type NamesOf<F extends Fields, K extends FieldKind> = {
  [N in Extract<keyof F, string>]: F[N]['kind'] extends K ? N : never
}[Extract<keyof F, string>]

/** The texts beside codes and references (4-api.md §5.7): absent where the field is empty. */
export type DictTexts<Names extends string> = { [N in Names as `${N}_dictText`]?: string }

/** A row as the generated lists send it: own fields, system columns, and a text beside every code and reference. */
export type Presented<R extends { fields: Fields }> = Row<R> & DictTexts<NamesOf<R['fields'], TextKind>>

/** A row of which some fields are never empty, because their columns may not be. */
export type Filled<T, K extends keyof T> = Omit<T, K> & { [N in K]: NonNullable<T[N]> }
