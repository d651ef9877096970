import {
  CamelCasePlugin,
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type PluginTransformResultArgs,
  type QueryResult,
} from 'kysely'
import { types } from 'pg'
import type { Tx } from '../context.ts'
import { isMissingColumn, isOutdatedPlan } from './database-refusal.ts'
import { fieldsOf, nameStatement } from './named-statements.ts'
import type { Database } from './schema.ts'

/** How the rows of a text come through JSON: columns that JSON would change travel as the database's own text. */
interface Shape {
  /** What is selected from the text, as `q`: every column under the name that it has in our code. */
  readonly columns: string
  /** By the name in our code. */
  readonly asText: readonly (readonly [name: string, parse: (text: string) => unknown])[]
}

/** Our names in questions; answers bear them already. */
class OwnNames extends CamelCasePlugin {
  // Kysely's plugins promise their results.
  override transformResult({
    result,
  }: PluginTransformResultArgs): ReturnType<CamelCasePlugin['transformResult']> {
    return Promise.resolve(result)
  }
  nameOf(column: string): string {
    return this.camelCase(column)
  }
}
const ownNames = new OwnNames({ maintainNestedObjectKeys: true })

/** Known after a text ran once; `alone` = it cannot be part of a larger statement. */
const shapes = new Map<string, Shape | 'alone'>()
const MOST_SHAPES = 2_000

/** Types that JSON carries unchanged: booleans, numbers a double holds, texts, JSON, and arrays of them. */
const plainTypes: ReadonlySet<number> = new Set([
  16, 21, 23, 25, 114, 700, 701, 1042, 1043, 3802, 1000, 1005, 1007, 1009, 1015,
])

/**
 * Runs reads that do not wait for each other as one statement: whatever `read` asks of its `tx` at the same time (with
 * `Promise.all`) goes to the database together, what hangs on an answer goes with the next round. Rows have the very
 * values and types they have when asked alone. Reads only, on one snapshot a round; a text that was never seen runs
 * alone once. Throws what the statement throws.
 */
export async function together<T>(tx: Tx, read: (tx: Tx) => Promise<T>): Promise<T> {
  const gathering = new Gathering(tx)
  const kysely = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: () => Promise.resolve(),
        acquireConnection: () => Promise.resolve(gathering),
        releaseConnection: () => Promise.resolve(),
        beginTransaction: isNoPlaceForIt,
        commitTransaction: isNoPlaceForIt,
        rollbackTransaction: isNoPlaceForIt,
        destroy: () => Promise.resolve(),
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [ownNames],
  })
  // Reads of a transaction: everything it answers comes from `tx`.
  return read(kysely as unknown as Tx)
}

/**
 * Reads that change nothing, one after the other on one connection, without a transaction around them: in a read committed
 * one each statement sees its own moment as well, and its begin and commit are two more round trips.
 */
export async function onOneConnection<T>(db: Kysely<Database>, read: (tx: Tx) => Promise<T>): Promise<T> {
  // What reads take: they begin and end no transaction themselves.
  return db.connection().execute((one) => read(one as unknown as Tx))
}

const isNoPlaceForIt = (): never => {
  throw new Error('reads gathered inside a transaction begin none')
}

interface Waiting {
  readonly query: CompiledQuery
  readonly resolve: (result: QueryResult<never>) => void
  readonly reject: (error: unknown) => void
}

type RawRow = Record<string, unknown>

class Gathering implements DatabaseConnection {
  readonly #tx: Tx
  #waiting: Waiting[] = []
  #isBusy = false

  constructor(tx: Tx) {
    this.#tx = tx
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!/^\s*(select|with)\b/i.test(query.sql)) throw new Error(`not a read: ${query.sql.slice(0, 80)}`)
    return new Promise<QueryResult<never>>((resolve, reject) => {
      this.#waiting.push({ query, resolve, reject })
      if (!this.#isBusy) this.#round()
    })
  }

  streamQuery(): never {
    throw new Error('gathered reads do not stream')
  }

  /** Everything that is asked before the process next looks at its sockets is asked at the same time. */
  #round(): void {
    this.#isBusy = true
    setImmediate(() => {
      const asked = this.#waiting
      this.#waiting = []
      void this.#run(asked).finally(() => {
        this.#isBusy = false
        if (this.#waiting.length > 0) this.#round()
      })
    })
  }

  async #run(asked: readonly Waiting[]): Promise<void> {
    const known = asked.filter(({ query }) => typeof shapes.get(query.sql) === 'object')
    const joined = known.length > 1 ? known : []
    try {
      for (const each of asked.filter((one) => !joined.includes(one)))
        each.resolve({ rows: (await this.#alone(each.query)) as never[] })
      const results = joined.length === 0 ? [] : await this.#joined(joined.map(({ query }) => query))
      joined.forEach(({ resolve }, n) => resolve({ rows: results[n] as never[] }))
    } catch (error) {
      // What was learned of the columns may be of yesterday (an upgrade beside this server): it is learned anew.
      if (isOutdatedPlan(error) || isMissingColumn(error)) forgetShapes()
      // The transaction is lost for all of them.
      for (const { reject } of asked) reject(error)
    }
  }

  async #alone(query: CompiledQuery): Promise<RawRow[]> {
    const known = shapes.get(query.sql)
    if (typeof known === 'object') nameStatement(query.sql)
    const { rows } = await this.#tx
      .withoutPlugins()
      .executeQuery<RawRow>(CompiledQuery.raw(query.sql, [...query.parameters]))
    if (known === undefined && shapes.size < MOST_SHAPES) shapes.set(query.sql, shapeOf(query.sql, rows))
    return rows.map(underOwnNames)
  }

  async #joined(queries: readonly CompiledQuery[]): Promise<RawRow[][]> {
    const text = joinedText(queries)
    nameStatement(text)
    const values = queries.flatMap(({ parameters }) => parameters)
    const { rows } = await this.#tx
      .withoutPlugins()
      .executeQuery<Record<string, RawRow[]>>(CompiledQuery.raw(text, values))
    return queries.map(({ sql }, n) => revived(rows[0]?.[`q${n}`] ?? [], shapes.get(sql)))
  }
}

/** Texts that were put together, by the texts they are made of, one after the other: some are 20,000 characters long. */
interface Joined {
  text: string | null
  readonly next: Map<string, Joined>
}
let joinedTexts: Joined = { text: null, next: new Map() }
let joinedCount = 0
const MOST_JOINED = 400

/** Forgets what was learned of the columns of every text. */
function forgetShapes(): void {
  shapes.clear()
  joinedTexts = { text: null, next: new Map() }
  joinedCount = 0
}

function joinedText(queries: readonly CompiledQuery[]): string {
  let at = joinedTexts
  for (const { sql } of queries) {
    const known = at.next.get(sql)
    const next: Joined = known ?? { text: null, next: new Map() }
    if (known === undefined && joinedCount < MOST_JOINED) at.next.set(sql, next)
    at = next
  }
  if (at.text !== null) return at.text
  joinedCount += 1
  at.text = joinTexts(queries)
  return at.text
}

function joinTexts(queries: readonly CompiledQuery[]): string {
  let first = 0
  const parts = queries.map(({ sql, parameters }, n) => {
    const before = first
    first += parameters.length
    const text = sql.replaceAll(/\$(\d+)/g, (_, index: string) => `$${before + Number(index)}`)
    return `(select coalesce(json_agg(x), '[]') from (${selected(text, shapes.get(sql))}) x) as q${n}`
  })
  return `select ${parts.join(',\n')}`
}

function underOwnNames(row: RawRow): RawRow {
  const named: RawRow = {}
  for (const column of Object.keys(row)) named[ownNames.nameOf(column)] = row[column]
  return named
}

function shapeOf(text: string, rows: RawRow[]): Shape | 'alone' {
  const fields = fieldsOf(rows)
  if (!fields || /\bfor (no key )?(update|share)\b/i.test(text)) return 'alone'
  // Of two columns of one name the driver keeps the last; JSON could not tell which of them travels as text.
  if (new Set(fields.map(({ name }) => name)).size < fields.length) return 'alone'
  const asText = fields.filter(({ dataTypeID }) => !plainTypes.has(dataTypeID))
  const names = new Set(asText.map(({ name }) => name))
  return {
    columns: fields
      .map(
        ({ name }) =>
          `q.${quoted(name)}${names.has(name) ? '::text' : ''} as ${quoted(ownNames.nameOf(name))}`,
      )
      .join(', '),
    asText: asText.map(({ name, dataTypeID }) => [
      ownNames.nameOf(name),
      types.getTypeParser(dataTypeID) as (text: string) => unknown,
    ]),
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The text as a part of a larger one, with what JSON would change as text: by names, which outlast a change of the table. */
const selected = (text: string, shape: Shape | 'alone' | undefined): string =>
  typeof shape === 'object' ? `select ${shape.columns} from (${text}) q` : text

function revived(rows: RawRow[], shape: Shape | 'alone' | undefined): RawRow[] {
  if (typeof shape !== 'object' || shape.asText.length === 0) return rows
  for (const row of rows)
    for (const [name, parse] of shape.asText) {
      const text = row[name]
      if (typeof text === 'string') row[name] = parse(text)
    }
  return rows
}
