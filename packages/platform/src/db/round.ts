import { types, type Connection, type FieldDef, type PoolClient, type Submittable } from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { noteStatement } from '../monitor/statements.ts'
import { isInFailedTransaction, isOutdatedPlan } from './database-refusal.ts'

/** One read of a round. */
export interface Read {
  readonly sql: string
  readonly values: readonly unknown[]
}

export type RawRow = Record<string, unknown>

/** The text under which Kysely sends a round: `namingPool` knows it, the database never sees it. */
export const ROUND = 'select a round of reads'

/**
 * Sends reads to the database in one go and answers with the rows of each: the connection writes all of them before it
 * waits, so that together they take one round trip, and each stays a statement of its own that a connection parses and
 * plans once, whatever it is asked beside. All of them see one moment where no transaction is open; in a read committed
 * one each sees its own, as any statement there does. Throws what the first read that fails throws.
 */
export async function sendRound(
  client: PoolClient,
  reads: readonly Read[],
  nameOf: (column: string) => string,
): Promise<RawRow[][]> {
  const isOwn = client.getTransactionStatus() === 'I' && reads.length > 1
  try {
    return await ask(client, reads, nameOf, isOwn)
  } catch (error) {
    if (!isOutdatedPlan(error)) throw error
    // Inside a transaction nothing more can be asked: the caller hears why (`databaseRefusal`) and begins anew.
    return await ask(client, reads, nameOf, isOwn).catch((second: unknown) => {
      throw isInFailedTransaction(second) ? error : second
    })
  }
}

async function ask(
  client: PoolClient,
  reads: readonly Read[],
  nameOf: (column: string) => string,
  isOwn: boolean,
): Promise<RawRow[][]> {
  const round = new Round(isOwn ? [begin, ...reads, commit] : reads, nameOf)
  try {
    client.query(round)
    const rows = await round.answered
    return isOwn ? rows.slice(1, -1) : rows
  } catch (error) {
    if (isOutdatedPlan(error)) forgetAll()
    if (isOwn)
      await client.query('rollback').catch(() => {
        // The line is broken: what broke it is said.
        throw error
      })
    throw error
  }
}

const begin: Read = { sql: 'begin isolation level repeatable read read only', values: [] }
const commit: Read = { sql: 'commit', values: [] }

/** A text as one connection has prepared it. */
interface Prepared {
  readonly name: string
  /** Null for what has no rows. */
  readonly columns: readonly Column[] | null
}
interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

interface Known {
  readonly byText: Map<string, Prepared>
  /** Numbers are never used twice: a statement that failed may have been prepared all the same. */
  next: number
  generation: number
}
const knownBy = new WeakMap<object, Known>()
/** Counts the times that tables changed under prepared statements. */
let generation = 0
/** So many texts are kept prepared on each connection; later ones are parsed anew each time. */
const MOST = 400

/** Every connection prepares every text anew from now on, as other tables may have changed with this one. */
function forgetAll(): void {
  generation += 1
}

function knownOf(connection: object): Known {
  const known = knownBy.get(connection) ?? { byText: new Map<string, Prepared>(), next: 0, generation }
  knownBy.set(connection, known)
  if (known.generation !== generation) {
    known.byText.clear()
    known.generation = generation
  }
  return known
}

/** What of the driver's connection its types leave out or ask too much for. */
interface Line {
  readonly stream: Connection['stream']
  parse(query: { readonly name: string; readonly text: string }): void
  bind(config: { readonly statement: string; readonly values: readonly (string | Buffer | null)[] }): void
  describe(what: { readonly type: 'P' }): void
  execute(): void
  sync(): void
}

class Round implements Submittable {
  /** For whoever counts statements: a round is sent as one. */
  readonly text: string
  readonly answered: Promise<RawRow[][]>
  readonly #reads: readonly Read[]
  readonly #values: readonly (string | Buffer | null)[][]
  readonly #nameOf: (column: string) => string
  readonly #results: RawRow[][] = []
  #prepared: (Prepared | { readonly name: string })[] = []
  #known: Known | undefined
  #columns: readonly Column[] | null = null
  #rows: RawRow[] = []
  #resolve!: (rows: RawRow[][]) => void
  #reject!: (error: unknown) => void
  #failure: unknown
  #begun = 0

  constructor(reads: readonly Read[], nameOf: (column: string) => string) {
    this.#reads = reads
    this.#nameOf = nameOf
    this.#values = reads.map(({ values }) => values.map((value) => prepareValue(value)))
    this.text = reads.map(({ sql }) => sql).join(';\n')
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: Connection): void {
    // The driver's own messages, as its cursor uses them.
    const line = connection as unknown as Line
    const known = knownOf(connection)
    this.#known = known
    this.#begun = performance.now()
    line.stream.cork()
    try {
      // A text that is asked twice in its first round is parsed once.
      const fresh = new Map<string, { readonly name: string }>()
      this.#prepared = this.#reads.map(({ sql }, n) => {
        const prepared = known.byText.get(sql) ?? fresh.get(sql) ?? { name: this.#newName(known) }
        if (!known.byText.has(sql) && (prepared.name === '' || !fresh.has(sql))) {
          line.parse({ name: prepared.name, text: sql })
          fresh.set(sql, prepared)
        }
        line.bind({ statement: prepared.name, values: this.#values[n] ?? [] })
        if (!('columns' in prepared)) line.describe({ type: 'P' })
        line.execute()
        return prepared
      })
      line.sync()
    } finally {
      line.stream.uncork()
    }
    this.#begin()
  }

  #newName(known: Known): string {
    if (known.byText.size >= MOST) return ''
    known.next += 1
    return `r${known.next}`
  }

  /** The next statement's rows are read. */
  #begin(): void {
    const prepared = this.#prepared[this.#results.length]
    this.#columns = prepared !== undefined && 'columns' in prepared ? prepared.columns : null
    this.#rows = []
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name: this.#nameOf(name),
      parse: types.getTypeParser(dataTypeID) as (text: string) => unknown,
    }))
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined || this.#columns === null) return
    try {
      this.#rows.push(rowOf(this.#columns, fields))
    } catch (error) {
      // A value that cannot be read; thrown here it would reach nobody who asked.
      this.#failure = error
    }
  }

  handleCommandComplete(): void {
    const n = this.#results.length
    const { sql = '' } = this.#reads[n] ?? {}
    const prepared = this.#prepared[n]
    if (prepared && prepared.name !== '' && !('columns' in prepared))
      this.#known?.byText.set(sql, { name: prepared.name, columns: this.#columns })
    this.#results.push(this.#rows)
    this.#begin()
  }

  handleError(error: unknown): void {
    this.#failure = error
    this.#note()
    // A line that broke says nothing more.
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) {
      this.#note()
      this.#resolve(this.#results)
    } else this.#reject(this.#failure)
  }

  /**
   * Counts the reads, each with an equal share of the round: answers come in parcels, so that nobody sees here how long
   * the database took for one of them.
   */
  #note(): void {
    const share = (performance.now() - this.#begun) / this.#reads.length
    const failed = this.#failure === undefined ? -1 : this.#results.length
    for (const [n, { sql }] of this.#reads.entries())
      if (failed < 0 || n <= failed)
        noteStatement(sql, share, n === failed ? null : (this.#results[n]?.length ?? 0))
  }
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): RawRow {
  const row: RawRow = {}
  let n = 0
  for (const { name, parse } of columns) {
    const field = fields[n] ?? null
    n += 1
    // Of two columns of one name the last counts, empty or not.
    row[name] = field === null ? null : parse(field)
  }
  return row
}
