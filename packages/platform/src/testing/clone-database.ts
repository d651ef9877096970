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

/** What many tests begin with, as rows beside a template's own. */
export interface KeptState<T> {
  readonly kept: T
  /** As `ClonedDatabase.changed` answers them. */
  readonly rows: string
}

/** The state of this name, which whoever asks first in this run makes; the others read what it left. */
export async function keptState<T>(
  source: TestDatabaseSource,
  name: string,
  make: () => Promise<KeptState<T>>,
): Promise<KeptState<T>> {
  return withConnection(await statesDatabase(source), async (client) => {
    // Another worker may be making the same one; the lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    const { rows } = await client.query<KeptState<T>>('select kept, rows from state where name = $1', [name])
    if (rows[0] !== undefined) return rows[0]
    const made = await make()
    await client.query('insert into state values ($1, $2, $3)', [name, JSON.stringify(made.kept), made.rows])
    return made
  })
}

/** Where the states of a run lie, as a database of its own beside those of the tests; its address. */
async function statesDatabase(source: TestDatabaseSource): Promise<string> {
  const name = `${source.prefix}_states`
  const url = atDatabase(source.url, name)
  await stateTemplate(source.url, name, async (draft) => {
    await administer(source.url, `create database ${draft}`)
    await administer(
      atDatabase(source.url, draft),
      'create table state (name text primary key, kept jsonb not null, rows text not null)',
    )
    return null
  })
  return url
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
