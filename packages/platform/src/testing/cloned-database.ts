import { createHash, randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { administer, cloneDatabase } from './clone-database.ts'
import { atDatabase, type TestDatabaseSource } from './test-database-source.ts'

/** So many databases a process keeps open for the tests to come; each has a handful of connections. */
const MOST_RESTING = 4

/** Given back by their tests, the latest last. */
const resting: ClonedDatabase[] = []

/**
 * A clone of a template, and the connections to it. What makes a test expensive is not the clone but its connections: each
 * reads the catalog and plans every statement anew. So a database that a test has given back is taken over, open as it is,
 * by the next that begins at the same template; its rows have been put back before.
 */
export class ClonedDatabase {
  readonly name: string
  readonly #template: string
  readonly #source: TestDatabaseSource
  readonly #idle: Client[] = []
  /** Whoever gives a connection up may have left a transaction on it; the next may be of the same test. */
  readonly #unclean = new Set<Client>()
  readonly #plain = new WeakMap<Client, () => void>()
  #isSpoiled = false
  #rewinding: Client | null = null

  private constructor(source: TestDatabaseSource, template: string, name: string) {
    this.#source = source
    this.#template = template
    this.name = name
  }

  /** One that another test has left, with the rows of the template again, or a new clone. */
  static async of(source: TestDatabaseSource, template: string): Promise<ClonedDatabase> {
    const at = resting.findLastIndex((each) => each.#template === template)
    const [known] = at === -1 ? [] : resting.splice(at, 1)
    if (known !== undefined) {
      if (await known.back()) return known
      await known.drop()
    }
    const name = `${source.prefix}_${randomBytes(6).toString('hex')}`
    await cloneDatabase(source, name, template)
    return new ClonedDatabase(source, template, name)
  }

  get url(): string {
    return atDatabase(this.#source.url, this.name)
  }

  /** Lets a pool that has connected nowhere yet use this database, and its open connections first. */
  serve(pool: Pool): void {
    pool.options.connectionString = this.url
    const open = (options: ConstructorParameters<typeof Client>[0]): Client => this.#open(options)
    Object.assign(pool, {
      // A constructor may answer with another object than the one it was called for.
      Client: function (options: ConstructorParameters<typeof Client>[0]) {
        return open(options)
      },
    })
  }

  /** No other test may have it: somebody outside of our pools is connected. */
  spoil(): void {
    this.#isSpoiled = true
    for (const client of this.#idle.splice(0)) void client.end()
  }

  /** After the pools have ended: keeps the database for the next test, or drops it. */
  async giveBack(): Promise<void> {
    if (this.#isSpoiled || !this.#source.canRewind) return this.drop()
    await Promise.all(this.#idle.map((client) => this.#clean(client)))
    resting.push(this)
    while (resting.length > MOST_RESTING) await resting.shift()?.drop()
  }

  async drop(): Promise<void> {
    this.#isSpoiled = true
    await Promise.all(
      [...this.#idle.splice(0), ...(this.#rewinding ? [this.#rewinding] : [])].map((client) => client.end()),
    )
    await administer(this.#source.url, `drop database if exists ${this.name} with (force)`)
  }

  #open(options: ConstructorParameters<typeof Client>[0]): Client {
    const known = this.#idle.pop()
    if (known !== undefined) return known
    const client = new Client(options)
    const end = client.end.bind(client)
    let isOpen = false
    const connect = client.connect.bind(client)
    const clean = () => this.#clean(client)
    const planned = new Set<string>()
    // By way of the prototype, where `statementsOf` listens.
    const query = (...asked: unknown[]): unknown =>
      Reflect.apply(Client.prototype.query, client, named(asked, planned))
    // What a pool puts around it (`watchStatements`) goes with that pool.
    this.#plain.set(client, () => void Reflect.set(client, 'query', query))
    Object.assign(client, {
      query,
      // The pool connects and ends with callbacks, we with promises.
      connect(callback: (error?: Error | null) => void) {
        if (isOpen) clean().then(() => callback(), callback)
        else
          connect((error: Error | null) => {
            isOpen = error === null
            callback(error)
          })
      },
      end: (callback?: () => void) => {
        if (callback === undefined || !isOpen || !this.#rests(client)) return end(callback as never)
        process.nextTick(callback)
      },
    })
    return client
  }

  #rests(client: Client): boolean {
    if (this.#isSpoiled || !this.#source.canRewind || !isUsable(client)) return false
    // Those of the pool that has ended.
    client.removeAllListeners()
    client.on('error', () => {})
    this.#plain.get(client)?.()
    this.#idle.push(client)
    this.#unclean.add(client)
    return true
  }

  /** What a test may have left on a connection. Its prepared statements stay: they are what it is kept for. */
  async #clean(client: Client): Promise<void> {
    if (!this.#unclean.delete(client)) return
    await client.query(
      'rollback; reset all; reset role; unlisten *; select pg_advisory_unlock_all(); close all; discard temp',
    )
  }

  /** Brings back the rows of the template; false when the database is of no more use (`rewind.back`). */
  async back(): Promise<boolean> {
    const client = await this.#rewinder()
    const { rows } = await client.query<{ back: boolean }>({ name: 'back', text: 'select rewind.back()' })
    return rows[0]?.back === true
  }

  /** Tables and sequences that are not as in the template, as a text that `put` takes. */
  async changed(): Promise<string> {
    const client = await this.#rewinder()
    const { rows } = await client.query<{ changed: string }>('select rewind.changed()')
    return rows[0]?.changed ?? ''
  }

  /** Gives a database that is as its template the rows of `changed`, of this clone or another of the same tables. */
  async put(rows: string): Promise<void> {
    const client = await this.#rewinder()
    await client.query({ name: 'put', text: 'select rewind.put($1::jsonb)', values: [rows] })
  }

  /** A connection of its own: setting what it needs forgets all plans of a connection. */
  async #rewinder(): Promise<Client> {
    if (this.#rewinding === null) {
      this.#rewinding = new Client({ connectionString: this.url })
      this.#rewinding.on('error', () => {})
      await this.#rewinding.connect()
      await this.#rewinding.query('set session_replication_role = replica')
    }
    return this.#rewinding
  }
}

/** So many statements a connection keeps planned. */
const MOST_PLANNED = 1_000

/**
 * Sends a statement with values under a name, so that a connection plans it once for all tests that use it. The server
 * names those that come often (`nameStatement`); tests come to many that it asks seldom.
 */
function named(asked: unknown[], planned: Set<string>): unknown[] {
  const [first, ...rest] = asked
  if (typeof first !== 'object' || first === null || 'name' in first || 'submit' in first) return asked
  const { text, values } = first as { text?: string; values?: unknown[] }
  if (text === undefined || values === undefined || values.length === 0) return asked
  if (!planned.has(text) && planned.size >= MOST_PLANNED) return asked
  planned.add(text)
  const name = `t${createHash('sha1').update(text).digest('hex').slice(0, 24)}`
  return [{ ...first, name }, ...rest]
}

/** The pool reads the same: the driver has no other word for a connection that broke. */
const isUsable = (client: Client): boolean =>
  '_queryable' in client && client._queryable === true && '_ending' in client && client._ending !== true
