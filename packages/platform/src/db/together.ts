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
import type { Tx } from '../context.ts'
import { ROUND, type RawRow, type Read } from './round.ts'
import type { Database } from './schema.ts'

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

/**
 * Runs reads that do not wait for each other in one round trip: whatever `read` asks of its `tx` at the same time (with
 * `Promise.all`) goes to the database together, what hangs on an answer goes with the next round. Reads only; where no
 * transaction is open a round sees one moment. Throws what the statement throws.
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
    const reads: Read[] = asked.map(({ query: { sql, parameters } }) => ({ sql, values: parameters }))
    try {
      const { rows } = await this.#tx
        .withoutPlugins()
        .executeQuery<RawRow[]>(CompiledQuery.raw(ROUND, [reads, nameOf]))
      asked.forEach(({ resolve }, n) => resolve({ rows: rows[n] as never[] }))
    } catch (error) {
      // The transaction is lost for all of them.
      for (const { reject } of asked) reject(error)
    }
  }
}

const namesOfColumns = new Map<string, string>()
/** The name that a column has in our code. */
function nameOf(column: string): string {
  const known = namesOfColumns.get(column) ?? ownNames.nameOf(column)
  if (namesOfColumns.size < MOST_NAMES) namesOfColumns.set(column, known)
  return known
}
const MOST_NAMES = 2_000
