import type { FieldKind, Fields, KindValue } from '@suoan/contract'
import type { ColumnType } from 'kysely'

/** Times are written as Date or wire text and read as Date. */
export type Time = ColumnType<Date, Date | string, Date | string>

export type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** What the driver gives: a day too comes as a moment, so whoever compares days reads `column::text`. */
type ColumnOf<K extends FieldKind> = K extends 'date' | 'dateTime'
  ? Date
  : K extends 'json'
    ? unknown
    : KindValue[K]

type InsertOf<K extends FieldKind> = K extends 'dateTime'
  ? Date | string
  : K extends 'json'
    ? string
    : KindValue[K]

/** System columns of a described table. */
export interface SystemTable {
  id: string
  tenantId: ColumnType<number, number | undefined, number>
  sysOrgCode: ColumnType<string | null, string | null | undefined, string | null>
  createBy: ColumnType<string | null, string | null | undefined, string | null>
  createTime: TimeOrNull
  updateBy: ColumnType<string | null, string | null | undefined, string | null>
  updateTime: TimeOrNull
  delFlag: ColumnType<number, number | undefined, number>
  revision: ColumnType<number, number | undefined, number>
}

/** The Kysely table of a described resource: its own fields (all nullable to Kysely) and the system columns. */
export type TableOf<R extends { fields: Fields }> = SystemTable & {
  [N in keyof R['fields']]: ColumnType<
    ColumnOf<R['fields'][N]['kind']> | null,
    InsertOf<R['fields'][N]['kind']> | null | undefined,
    InsertOf<R['fields'][N]['kind']> | null
  >
}

/** The tables of described resources by their names as Kysely sees them: `sys_dict_item` is `sysDictItem`. */
export type TablesOf<M extends Readonly<Record<string, Described>>> = {
  [K in keyof M as CamelCase<M[K]['table']>]: TableOf<M[K]>
}

interface Described {
  readonly table: string
  readonly fields: Fields
}

type CamelCase<T extends string> = T extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : T
