import type { Field, Resource } from '@suoan/contract'
import type { FilterFields } from '@suoan/kit/filter'
import { columnKindOf, columnKinds, snakeCase, type ColumnKind } from './columns.ts'
import { isCommonPair } from './common-pairs.ts'
import type { FilterColumns } from './filter-to-sql.ts'

/** A row as the engine carries it: wire names, wire values. */
export type RowRecord = Record<string, unknown>

/** One column of a resource's table. */
export interface ResourceColumn {
  readonly name: string
  /** Column name without alias. */
  readonly column: string
  readonly kind: ColumnKind
  readonly label: string
  /** The own field, or null for columns that the engine owns. */
  readonly field: Field | null
}

/** What a description means to the database; worked out once per resource. */
export interface CompiledResource {
  readonly resource: Resource
  /** `sys_position t` */
  readonly from: string
  /** `t.id as "id", …`: every column that may leave the server. */
  readonly select: string
  readonly columns: ReadonlyMap<string, ResourceColumn>
  /** What clients may filter and sort by: the columns that may leave the server. */
  readonly filterFields: FilterFields
  readonly filterColumns: FilterColumns
  /** Conversions of selected values, only where there is something to convert. */
  readonly readers: readonly (readonly [name: string, read: (value: unknown) => unknown])[]
  readonly dictFields: readonly { readonly name: string; readonly dict: string; readonly many: boolean }[]
  readonly refFields: readonly {
    readonly name: string
    readonly resource: string
    readonly by: string
    readonly many: boolean
  }[]
  readonly regionFields: readonly string[]
  /** Fields of files that people know by their names, not by what they show. */
  readonly namedFiles: readonly string[]
  /** Columns that hold a value in every row: only these may carry a page onward by key. */
  readonly solid: ReadonlySet<string>
}

const compiled = new WeakMap<Resource, CompiledResource>()

/** The compiled form of a description. The description is a plain value; user-made ones compile the same. */
export function compile(resource: Resource): CompiledResource {
  const known = compiled.get(resource)
  if (known) return known
  const made = build(resource)
  compiled.set(resource, made)
  return made
}

function build(resource: Resource): CompiledResource {
  const columns = new Map(columnsOf(resource).map((column) => [column.name, column]))
  const shown = [...columns.values()].filter(({ field }) => !field?.hidden && field?.kind !== 'secret')
  // @NOTE The deletion mark is the engine's: a client that could filter by it would see deleted rows.
  const asked = shown.filter(
    ({ name, field }) => field !== null || (name !== 'delFlag' && name !== 'tenantId'),
  )
  const fields = Object.entries(resource.fields)
  return {
    resource,
    from: `${identifier(resource.table)} t`,
    select: selected(shown),
    columns,
    filterFields: Object.fromEntries(
      asked.map(({ name, kind, label }) => [name, { type: kind.filter, label }]),
    ),
    filterColumns: Object.fromEntries(
      asked.map(({ name, column, kind, field }) => [
        name,
        {
          sql: `t.${column}`,
          type: kind.filter,
          ...(field?.searched
            ? { isCommonPair: (pair: string) => isCommonPair(resource.table, column, pair) }
            : {}),
        },
      ]),
    ),
    readers: shown.flatMap(({ name, kind }) => (kind.read ? [[name, kind.read] as const] : [])),
    dictFields: fields.flatMap(([name, { dict, kind }]) =>
      dict === undefined ? [] : [{ name, dict, many: kind === 'dicts' }],
    ),
    refFields: fields.flatMap(([name, { resource: target, by, kind }]) =>
      target === undefined ? [] : [{ name, resource: target, by: by ?? 'id', many: kind === 'refs' }],
    ),
    regionFields: fields.flatMap(([name, { kind }]) => (kind === 'region' ? [name] : [])),
    namedFiles: fields.flatMap(([name, { kind, accept }]) =>
      kind === 'file' && accept !== 'image' ? [name] : [],
    ),
    solid: new Set(
      [...columns.values()]
        .filter(({ name, field }) => field?.required ?? solidSystemColumns.has(name))
        .map(({ name }) => name),
    ),
  }
}

const selected = (columns: readonly ResourceColumn[]): string =>
  columns.map(({ name, column, kind }) => `${kind.select(`t.${column}`)} as "${name}"`).join(', ')

/** `select` for these columns alone, as far as they may leave the server, and the id: of wide rows few are read. */
export function selectOnly({ columns, filterFields }: CompiledResource, names: ReadonlySet<string>): string {
  return selected(
    [...columns.values()].filter(({ name }) => name === 'id' || (names.has(name) && name in filterFields)),
  )
}

const solidSystemColumns = new Set(['id', 'tenantId', 'createTime', 'delFlag', 'revision'])

function columnsOf(resource: Resource): ResourceColumn[] {
  const own = Object.entries(resource.fields).map(([name, field]) => ({
    name,
    column: identifier(field.column ?? snakeCase(name)),
    kind: columnKindOf(field),
    label: field.label,
    field,
  }))
  const names = new Set(own.map(({ name }) => name))
  const system = systemColumns(resource).filter(({ name }) => !names.has(name))
  return [
    ...system.filter(({ name }) => name === 'id'),
    ...own,
    ...system.filter(({ name }) => name !== 'id'),
  ]
}

/** The columns that the traits add. */
function systemColumns({ traits }: Resource): ResourceColumn[] {
  const column = (name: string, kind: ColumnKind, label: string): ResourceColumn => ({
    name,
    column: snakeCase(name),
    kind,
    label,
    field: null,
  })
  const { text, integer, dateTime } = columnKinds
  return [
    column('id', text, '编号'),
    ...(traits.tenanted ? [column('tenantId', integer, '租户')] : []),
    ...(traits.owned ? [column('sysOrgCode', text, '所属部门')] : []),
    ...(traits.stamped
      ? [
          column('createBy', text, '创建人'),
          column('createTime', dateTime, '创建时间'),
          column('updateBy', text, '更新人'),
          column('updateTime', dateTime, '更新时间'),
        ]
      : []),
    ...(traits.softDeleted ? [column('delFlag', integer, '删除状态')] : []),
    ...(traits.revisioned ? [column('revision', integer, '版本')] : []),
  ]
}

/** Names come from descriptions, also from user-made ones: nothing but letters, digits and `_` reaches a statement. */
function identifier(name: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not a column or table name: ${JSON.stringify(name)}`)
  return name
}
