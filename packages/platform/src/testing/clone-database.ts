import { Client } from 'pg'
import { atDatabase, type TestDatabaseSource } from './test-database-source.ts'

/** Makes the database `name` from a template nobody is connected to. Names are our own letters and numbers. */
export const cloneDatabase = (
  { url, cloneOptions }: TestDatabaseSource,
  name: string,
  template: string,
): Promise<void> => administer(url, `create database ${name} template ${template} ${cloneOptions}`)

/**
 * Makes sure that the database `name` is there, to be cloned from: whoever asks first in this run makes it. `make` is
 * given the name to make it under, and leaves it without connections. Answers with what `make` answered, which is kept
 * with the database for whoever comes later.
 */
export function stateTemplate<T>(url: string, name: string, make: (name: string) => Promise<T>): Promise<T> {
  return withConnection(url, async (client) => {
    // Another worker may be making the same one; the lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    const { rows } = await client.query<{ kept: string }>(
      `select shobj_description(oid, 'pg_database') as kept from pg_database where datname = $1`,
      [name],
    )
    if (rows[0] !== undefined) return JSON.parse(rows[0].kept)
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    const kept = await make(draft)
    await client.query(`comment on database ${draft} is ${client.escapeLiteral(JSON.stringify(kept))}`)
    await client.query(`alter database ${draft} rename to ${name}`)
    return kept
  })
}

/** Lets clones of the database at `url` come back to the rows that it has now (`ClonedDatabase`). */
export async function keepRows({ url, canRewind }: TestDatabaseSource, name: string): Promise<void> {
  if (canRewind) await administer(atDatabase(url, name), 'select rewind.keep()')
}

/** Runs one statement on a connection of its own. */
export const administer = (url: string, statement: string): Promise<void> =>
  withConnection(url, async (client) => void (await client.query(statement)))

async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
