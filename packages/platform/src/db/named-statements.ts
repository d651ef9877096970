import type { Compilable, Kysely, PostgresPool, PostgresPoolClient, RawBuilder } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { from } from 'pg-copy-streams'
import { isInFailedTransaction, isOutdatedPlan } from './database-refusal.ts'
import { ROUND, sendRound, type Read } from './round.ts'
import type { Database } from './schema.ts'

/** So many texts are kept prepared on each connection; later ones are planned anew each time. */
const MOST = 400
const names = new Map<string, string>()
/** Counts the times that tables changed under prepared statements; part of every name, as no connection takes a name anew. */
let generation = 0

/**
 * From now on Kysely sends this text under a name, inside transactions too: each connection parses it once, and the
 * database keeps its plan where a plan without the values is no dearer. Not for texts whose plan hangs on the values
 * (`like` on large tables, ranges of times whose statistics are fresh), and not for texts that are put together anew.
 */
export function nameStatement(text: string): void {
  if (!names.has(text) && names.size < MOST) names.set(text, `g${generation}n${names.size}`)
}

/**
 * PostgreSQL refuses a prepared `select *` whose table has other columns now (an upgrade beside a running server, a table
 * that users change): every text goes out under a new name from then on.
 */
function renameAll(): void {
  generation += 1
  for (const [n, text] of [...names.keys()].entries()) names.set(text, `g${generation}n${n}`)
}

/** Texts that take their rows from the one value they are asked with (`copyIn`). */
const copies = new Set<string>()

/** From now on this text is sent as the COPY it is, its value as the lines that it reads. */
export function noteCopy(text: string): void {
  copies.add(text)
}

/** As the driver answers a statement, so that Kysely can read it. */
async function sendCopy(client: PoolClient, text: string, lines: unknown): Promise<QueryResult> {
  const stream = client.query(from(text))
  await new Promise<void>((resolve, reject) => {
    stream.on('finish', resolve)
    stream.on('error', reject)
    stream.end(String(lines))
  })
  return { command: 'COPY', rowCount: stream.rowCount, oid: 0, fields: [], rows: [] }
}

/**
 * Asks a statement under a name (`nameStatement` says which may have one) and answers with its rows. For statements of
 * one text that a call sends each time it comes.
 */
export async function askNamed<R>(db: Kysely<Database>, query: Compilable<R> | RawBuilder<R>): Promise<R[]> {
  const compiled = 'isRawBuilder' in query ? query.compile(db) : query.compile()
  nameStatement(compiled.sql)
  return (await db.executeQuery<R>(compiled)).rows
}

async function send(
  client: PoolClient,
  text: string,
  values: unknown[],
): Promise<QueryResult | QueryResult[]> {
  const name = names.get(text)
  if (name === undefined) return client.query({ text, values })
  try {
    return await client.query({ name, text, values })
  } catch (error) {
    if (!isOutdatedPlan(error)) throw error
    if (names.get(text) === name) renameAll()
    // Inside a transaction nothing more can be asked: the caller hears why (`databaseRefusal`) and begins anew.
    return client.query({ text, values }).catch((second: unknown) => {
      throw isInFailedTransaction(second) ? error : second
    })
  }
}

/** A round of reads (`together`), answered as one result whose rows are the rows of each. */
async function answerRound(client: PoolClient, values: readonly unknown[]): Promise<object> {
  // What `together` binds to this text.
  const [reads, nameOf] = values as [readonly Read[], (column: string) => string]
  const rows = await sendRound(client, reads, nameOf)
  return { command: 'SELECT', rowCount: rows.length, rows }
}

/** The pool as Kysely's dialect uses it: registered texts go out under their names, rounds of reads in one go. */
export function namingPool(pool: Pool): PostgresPool {
  const clients = new WeakMap<object, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const naming = {
        // A cursor or a text with values: Kysely asks in no other way.
        query: (asked: unknown, values?: unknown[]) => {
          if (typeof asked !== 'string') return client.query(asked as Parameters<typeof client.query>[0])
          if (asked === ROUND) return answerRound(client, values ?? [])
          if (copies.has(asked)) return sendCopy(client, asked, values?.[0])
          return send(client, asked, values ?? [])
        },
        release: () => client.release(),
        // The dialect's interface, as `pg` answers it.
      } as unknown as PostgresPoolClient
      clients.set(client, naming)
      return naming
    },
    end: () => pool.end(),
  }
}
