import type { Page, Resource } from '@suoan/contract'
import { and, everything, isIn, type Filter, type SortKey } from '@suoan/kit/filter'
import { newId } from '@suoan/kit/id'
import type { Pool } from 'pg'
import { duplicateKey } from '../db/database-refusal.ts'
import { runListed, type Lanes } from '../db/run-cancellable.ts'
import { runSql, type Queryable } from '../db/run-sql.ts'
import type { Scope } from './scope.ts'
import { aboutFields, fail } from '../fail.ts'
import { compile, selectOnly, type CompiledResource, type RowRecord } from '../db/compile.ts'
import { orderBy, readPage, type ListQuery } from './page.ts'
import { readRows } from './read-rows.ts'
import { statementName } from './statement-name.ts'
import { streamRows } from './stream-rows.ts'
import { whereOf } from './where.ts'

/**
 * Reading and writing a resource's rows. Every method takes a scope: tenant, deletion mark and data rules are ANDed to
 * each statement, and a row outside them is not there. Rows are wire rows (`YYYY-MM-DD HH:mm:ss`, numbers as numbers).
 */
export interface ResourceStore {
  /** One page with its total, for as long as `signal` says that somebody waits for it. */
  page(
    lanes: Lanes,
    scope: Scope,
    query: ListQuery,
    signal: AbortSignal | undefined,
  ): Promise<Page<RowRecord>>
  /** Every row of a filter, at most `limit` (1000 by default). */
  list(db: Queryable, scope: Scope, filter: Filter, options?: ListOptions): Promise<RowRecord[]>
  find(db: Queryable, scope: Scope, id: string | number): Promise<RowRecord | undefined>
  /** The rows of these ids that are in scope; inside a transaction `lock` keeps others from writing them. */
  findMany(
    db: Queryable,
    scope: Scope,
    ids: readonly (string | number)[],
    options?: { readonly lock?: boolean },
  ): Promise<RowRecord[]>
  /** Adds a row with checked values; id, tenant, department and stamps are the engine's. `now` in epoch ms. */
  insert(db: Queryable, scope: Scope, values: RowRecord, now: number): Promise<RowRecord>
  /** Adds rows with checked values by one statement, all or none; gives them in the order of `all`. */
  insertMany(db: Queryable, scope: Scope, all: readonly RowRecord[], now: number): Promise<RowRecord[]>
  /** Changes the given fields of a row; undefined when it is not in scope or has another revision than `revision`. */
  update(
    db: Queryable,
    scope: Scope,
    id: string | number,
    values: RowRecord,
    now: number,
    revision?: number,
  ): Promise<RowRecord | undefined>
  /** Deletes (or marks deleted) the rows of these ids that are in scope; returns their ids. */
  remove(db: Queryable, scope: Scope, ids: readonly (string | number)[], now: number): Promise<string[]>
  /** Whether a filter finds more rows than `most`, for as long as `signal` says that somebody waits for it. */
  hasMoreThan(
    most: number,
    lanes: Lanes,
    scope: Scope,
    filter: Filter,
    signal: AbortSignal | undefined,
  ): Promise<boolean>
  /** All rows of a query, in its order, in blocks of 500, through a cursor of its own connection. */
  stream(
    pool: Pool,
    scope: Scope,
    query: Pick<ListQuery, 'filter' | 'sort'>,
    reader?: { readonly pool: Pool; readonly signal: AbortSignal },
    /** The columns that are wanted; all by default. */
    names?: ReadonlySet<string>,
  ): AsyncIterable<RowRecord[]>
}

export interface ListOptions {
  readonly sort?: readonly SortKey[]
  readonly limit?: number
  readonly deleted?: 'without' | 'with' | 'only'
}

const stores = new WeakMap<Resource, ResourceStore>()

/** The store of a description. */
export function resourceStore(resource: Resource): ResourceStore {
  const known = stores.get(resource)
  if (known) return known
  const made = makeStore(compile(resource))
  stores.set(resource, made)
  return made
}

function makeStore(compiled: CompiledResource): ResourceStore {
  const { resource, from, select } = compiled
  const { traits } = resource
  const read = async (db: Queryable, text: string, values: readonly unknown[], name?: string) =>
    readRows(compiled, await runSql<RowRecord>(db, text, values, name))

  const store: ResourceStore = {
    page: (lanes, scope, query, signal) => readPage(lanes, compiled, scope, query, signal),
    async list(db, scope, filter, options = {}) {
      const where = whereOf(compiled, scope, filter, options)
      const order = orderBy(
        compiled,
        options.sort ?? [{ field: resource.sort.column, direction: resource.sort.order }],
      )
      const text = `select ${select} from ${from} where ${where.text} order by ${order}, t.id limit $${where.values.length + 1}`
      return await read(db, text, [...where.values, options.limit ?? 1000], statementName(text, where))
    },
    async find(db, scope, id) {
      const [row] = await store.findMany(db, scope, [id])
      return row
    },
    async findMany(db, scope, ids, { lock = false } = {}) {
      const known = usableIds(compiled, ids)
      if (known.length === 0) return []
      const where = whereOf(compiled, scope, isIn('id', known))
      const text = `select ${select} from ${from} where ${where.text}${lock ? ' order by t.id for update of t' : ''}`
      return await read(db, text, where.values, statementName(text, where))
    },
    async insertMany(db, scope, all, now) {
      if (all.length === 0) return []
      const rows = all.map((values) => {
        const { names, bound } = writable(compiled, stampedOf(resource, scope, values, now))
        return new Map(names.map((name, index) => [name, bound[index]]))
      })
      const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
      const bound: unknown[] = []
      const lines = rows.map(
        (row) =>
          `(${names.map((name) => (row.has(name) ? `$${bound.push(row.get(name))}` : 'default')).join(', ')})`,
      )
      const text = `insert into ${from.replace(/ t$/, ' as t')} (${names.join(', ')}) values ${lines.join(', ')} returning ${select}`
      const stored = await namingDuplicates(compiled, {}, () => read(db, text, bound))
      const byId = new Map(stored.map((row) => [String(row['id']), row]))
      return rows.map((row) => {
        const found = byId.get(String(row.get('id')))
        if (!found) throw new Error(`insert into ${resource.table} returned other rows`)
        return found
      })
    },
    async insert(db, scope, values, now) {
      const { names, bound } = writable(compiled, stampedOf(resource, scope, values, now))
      const marks = names.map((_, index) => `$${index + 1}`)
      const text = `insert into ${from.replace(/ t$/, ' as t')} (${names.join(', ')}) values (${marks.join(', ')}) returning ${select}`
      const [row] = await namingDuplicates(compiled, values, () => read(db, text, bound))
      if (!row) throw new Error(`insert into ${resource.table} returned no row`)
      return row
    },
    async update(db, scope, id, values, now, revision) {
      if (usableIds(compiled, [id]).length === 0) return undefined
      const stamped: RowRecord = {
        ...values,
        ...(traits.stamped ? { updateBy: scope.actor?.username ?? 'system', updateTime: new Date(now) } : {}),
      }
      delete stamped['id']
      const where = whereOf(compiled, scope, isIn('id', [id]))
      const { names, bound } = writable(compiled, stamped)
      const sets = names.map((name, index) => `${name} = $${where.values.length + index + 1}`)
      if (traits.revisioned) sets.push('revision = t.revision + 1')
      const parameters = [...where.values, ...bound]
      const guard =
        traits.revisioned && revision !== undefined ? ` and t.revision = $${parameters.push(revision)}` : ''
      const text = `update ${from.replace(/ t$/, ' as t')} set ${sets.join(', ')} where ${where.text}${guard} returning ${select}`
      const [row] = await namingDuplicates(compiled, values, () => read(db, text, parameters))
      return row
    },
    async remove(db, scope, ids, now) {
      const known = usableIds(compiled, ids)
      if (known.length === 0) return []
      const where = whereOf(compiled, scope, isIn('id', known))
      const table = from.replace(/ t$/, ' as t')
      const values = [...where.values]
      let text = `delete from ${table} where ${where.text} returning t.id as "id"`
      if (traits.softDeleted) {
        const sets = ['del_flag = 1']
        if (traits.stamped) {
          sets.push(`update_by = $${values.push(scope.actor?.username ?? 'system')}`)
          sets.push(`update_time = $${values.push(new Date(now))}`)
        }
        if (traits.revisioned) sets.push('revision = t.revision + 1')
        text = `update ${table} set ${sets.join(', ')} where ${where.text} returning t.id as "id"`
      }
      return (await runSql<{ id: string }>(db, text, values)).map(({ id }) => id)
    },
    async hasMoreThan(most, lanes, scope, filter, signal) {
      const where = whereOf(compiled, scope, and(filter, everything))
      const text = `select 1 as one from ${from} where ${where.text} offset $${where.values.length + 1}::int limit 1`
      const rows = await runListed<{ one: number }>(lanes, text, [...where.values, most], undefined, signal)
      return rows.length > 0
    },
    stream: (pool, scope, query, reader, names) => {
      const where = whereOf(compiled, scope, and(query.filter, everything))
      const wanted = names === undefined ? select : selectOnly(compiled, names)
      const text = `select ${wanted} from ${from} where ${where.text} order by ${orderBy(compiled, query.sort)}`
      return streamRows(pool, compiled, text, where.values, reader)
    },
  }
  return store
}

/** A new row with what the engine gives each. */
function stampedOf({ traits }: Resource, scope: Scope, values: RowRecord, now: number): RowRecord {
  return {
    id: newId(),
    ...values,
    ...(traits.tenanted ? { tenantId: scope.tenantId } : {}),
    ...(traits.owned ? { sysOrgCode: scope.actor?.orgCode || null } : {}),
    ...(traits.stamped ? { createBy: scope.actor?.username ?? 'system', createTime: new Date(now) } : {}),
  }
}

/** Ids that can be ids: a text against a numeric id is nobody's, and no reason for a database error. */
function usableIds({ columns }: CompiledResource, ids: readonly (string | number)[]): (string | number)[] {
  const isNumber = columns.get('id')?.kind.filter === 'integer'
  return ids.flatMap((id): (string | number)[] => {
    if (!isNumber) return [String(id)]
    const value = Number(id)
    return Number.isSafeInteger(value) && Math.abs(value) <= 2_147_483_647 ? [value] : []
  })
}

/** Columns and bound values of described fields only: a name that is no column never reaches the statement. */
function writable({ columns }: CompiledResource, values: RowRecord): { names: string[]; bound: unknown[] } {
  const names: string[] = []
  const bound: unknown[] = []
  for (const [name, value] of Object.entries(values)) {
    const column = columns.get(name)
    if (!column || value === undefined) continue
    names.push(column.column)
    bound.push(column.kind.write ? column.kind.write(value) : value)
  }
  return { names, bound }
}

/** A violated unique index is told by the field's label and value, not by the index. */
async function namingDuplicates<T>(
  compiled: CompiledResource,
  values: RowRecord,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const key = duplicateKey(error)
    if (!key) throw error
    const all = [...compiled.columns.values()].filter(
      ({ column, name }) => name !== 'tenantId' && key.columns.includes(column),
    )
    if (all.length === 0) throw error
    // The id of a reference says nothing to people; where it is, they know.
    const own = all.filter(({ field }) => field?.kind !== 'ref')
    const taken = own.length > 0 ? own : all
    const refusal = fail('DUPLICATE_FIELD', {
      label: taken.map(({ label }) => label).join('、'),
      value: taken
        .map(({ name, column }) => String(values[name] ?? key.values[key.columns.indexOf(column)]))
        .join('、'),
    })
    throw aboutFields(
      refusal,
      taken.map(({ name }) => name),
    )
  }
}
