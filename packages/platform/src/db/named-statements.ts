import type { Compilable, Kysely, PostgresPool, PostgresPoolClient, RawBuilder } from 'kysely'
import type { FieldDef, Pool } from 'pg'
import type { Database } from './schema.ts'

/** So many texts are kept prepared on each connection; later ones are planned anew each time. */
const MOST = 400
const names = new Map<string, string>()
const fieldsByRows = new WeakMap<object, readonly FieldDef[]>()

/**
 * From now on Kysely sends this text under a name, inside transactions too: each connection parses it once, and the
 * database keeps its plan where a plan without the values is no dearer. Not for texts whose plan hangs on the values
 * (`like` on large tables, ranges of times whose statistics are fresh), and not for texts that are put together anew.
 */
export function nameStatement(text: string): void {
  if (!names.has(text) && names.size < MOST) names.set(text, `n${names.size}`)
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

/** The columns of a result by the very array of its rows, as the driver described them. */
export function fieldsOf(rows: object): readonly FieldDef[] | undefined {
  return fieldsByRows.get(rows)
}

/** The pool as Kysely's dialect uses it: registered texts go out under their names, results remember their columns. */
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
          const name = names.get(asked)
          const result = client.query(
            name === undefined
              ? { text: asked, values: values ?? [] }
              : { name, text: asked, values: values ?? [] },
          )
          return result.then((answer) => {
            // A text of several statements (migrations) answers with several results, which nobody asks about.
            if (!Array.isArray(answer)) fieldsByRows.set(answer.rows, answer.fields)
            return answer
          })
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
