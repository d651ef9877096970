import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { manualClock, type ManualClock } from '@suoan/kit/clock/testing'
import type { Envelope } from '@suoan/contract'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type LightMyRequestResponse,
} from 'fastify'
import type { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { loadConfig } from '../config.ts'
import type { Actor, Context, LockPort } from '../context.ts'
import { createPool, kyselyOver } from '../db/open.ts'
import { type Emit, inTransaction } from '../db/transaction.ts'
import type { Database } from '../db/schema.ts'
import { administer } from './clone-database.ts'
import { ClonedDatabase } from './cloned-database.ts'
import { atDatabase } from './test-database-source.ts'

export type { TestDatabaseSource } from './test-database-source.ts'
import type { Authenticate } from '../http/access.ts'
import { fail } from '../fail.ts'
import { openStore } from '../files/store/open-store.ts'
import { mountApi } from '../http/mount-api.ts'
import type { NamedFeature } from '../http/route.ts'
import { createReactions, startReactions, type ReactionWorker } from '../reactions/index.ts'
import { createBroadcaster } from '../realtime/broadcaster.ts'
import { createJobs } from '../jobs/index.ts'
import { createTimerHandlers } from '../timers/index.ts'

/** A migrated database of its own for one test file. Disposing it drops it. */
export interface TestDatabase extends AsyncDisposable {
  readonly db: Kysely<Database>
  readonly pool: Pool
  /** Of two connections, as the server's own. */
  readonly searchPool: Pool
  /** To be given to `createServer` as DATABASE_URL. */
  readonly url: string
}

/**
 * A database with the rows of the run's template (`*.int.test.ts` only: other projects have no database). Use it once per
 * file: `const database = await createTestDatabase()`, `afterAll(() => database[Symbol.asyncDispose]())`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const source = inject('testDatabase')
  const database = cloneOnDemand(async () => source.template)
  await database.pool.query('select 1')
  return database
}

/** A database that is made when the first connection is wanted. */
export interface DatabaseOnDemand extends TestDatabase {
  /** The template's rows, and in their place those of a kept state; before anything but the start of a world uses it. */
  begin(rows: string): Promise<void>
}

/**
 * A clone of the template that `origin` names; `prepare` is run in it first. `left` is told what differs from the template
 * when the database is given back (`ClonedDatabase.changed`).
 */
export function cloneOnDemand(
  origin: () => Promise<string>,
  { prepare = '', left }: { readonly prepare?: string; readonly left?: (rows: string) => void } = {},
): DatabaseOnDemand {
  const source = inject('testDatabase')
  const pools = openPools(source.url)
  let made: Promise<ClonedDatabase> | undefined
  let current: ClonedDatabase | undefined
  let given: string | undefined
  const make = async (): Promise<ClonedDatabase> => {
    const clone = await ClonedDatabase.of(source, await origin())
    current = clone
    if (given !== undefined) await clone.put(given)
    else if (prepare !== '') await administer(clone.url, prepare)
    for (const pool of [pools.pool, pools.searchPool]) clone.serve(pool)
    return clone
  }
  for (const pool of [pools.pool, pools.searchPool]) connectAfter(pool, () => (made ??= make()))
  return {
    ...pools,
    db: kyselyOver(pools.pool),
    get url() {
      if (current === undefined) throw new Error('nothing has used this database yet')
      // Whoever asks for the address has connections of his own.
      current.spoil()
      return current.url
    },
    async begin(rows) {
      given = rows
      const clone = await made
      if (clone === undefined) return
      if (!(await clone.back())) throw new Error('the start of a world changed tables')
      await clone.put(rows)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pools.pool.end(), pools.searchPool.end()])
      const clone = await made
      if (clone === undefined) return
      left?.(await clone.changed())
      await clone.giveBack()
    },
  }
}

const openPools = (url: string): Pick<TestDatabase, 'pool' | 'searchPool'> => ({
  pool: createPool(url, 8, 30, pino({ level: 'silent' })),
  searchPool: createPool(url, 2, 30, pino({ level: 'silent' })),
})

/** The database `name`, which is there already and stays when this is disposed of. */
export function openTestDatabase(name: string): TestDatabase {
  const url = atDatabase(inject('testDatabase').url, name)
  const pools = openPools(url)
  return {
    ...pools,
    db: kyselyOver(pools.pool),
    url,
    async [Symbol.asyncDispose]() {
      await Promise.all([pools.pool.end(), pools.searchPool.end()])
    },
  }
}

type ConnectCallback = (error?: Error, client?: PoolClient, release?: PoolClient['release']) => void

/** Lets every connection of a pool wait for `made`; `query` of the pool connects the same way. */
function connectAfter(pool: Pool, made: () => Promise<unknown>): void {
  const connect = pool.connect.bind(pool)
  Object.assign(pool, {
    connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
      const client = made().then(() => connect())
      if (callback === undefined) return client
      client.then((one) => callback(undefined, one, one.release), callback)
      return undefined
    },
  })
}

/** A database of its own, the whole API over it without a port, and a clock that stands still until it is turned. */
export interface TestWorld extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly ctx: Context
  readonly clock: ManualClock
  readonly database: TestDatabase
  /**
   * Speaks as this person, from this address: every permission and tenant 0 by default. Each call of `as` is a session
   * of its own.
   */
  as(actor?: Partial<Actor>, remoteAddress?: string): TestClient
  /** Announces in a transaction of its own. */
  readonly emit: (...announced: Parameters<Emit>) => Promise<void>
  /** Every reaction that is due has been done, and what it brought. */
  settled(): Promise<void>
  /** What happens in `work` is stored, and its reactions wait, as when the server dies right after a commit. */
  withoutReactions<T>(work: () => Promise<T>): Promise<T>
  /** Speaks without a token. */
  readonly anonymous: TestClient
}

export interface TestClient {
  /** The headers that sign a call, for one over a real connection. */
  readonly signed: Readonly<Record<string, string>>
  get<T = unknown>(path: string, query?: Query): Promise<Envelope<T>>
  delete<T = unknown>(path: string, query?: Query): Promise<Envelope<T>>
  post<T = unknown>(path: string, body?: unknown): Promise<Envelope<T>>
  put<T = unknown>(path: string, body?: unknown): Promise<Envelope<T>>
  /** One file as multipart, in the part named `file`. */
  upload<T = unknown>(path: string, file: { name: string; content: Buffer }): Promise<Envelope<T>>
  /** The whole answer, for status, headers and files. `path` is taken as it is, below the API base. */
  raw(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
    path: string,
    options?: RawOptions,
  ): Promise<LightMyRequestResponse>
}

type Query = Readonly<Record<string, string | number>>
interface RawOptions {
  readonly query?: Query
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The address the call comes from, where it is another one than the client's. */
  readonly remoteAddress?: string
}

/** Where the clock of a test world starts: 2026-03-02 08:00:00 in Shanghai. */
const TEST_START = Date.UTC(2026, 2, 2, 0, 0, 0)

/**
 * `const world = await createTestWorld()`, `afterAll(() => world[Symbol.asyncDispose]())`. Real sign-in works when
 * `authenticate` is given; otherwise `as(…)` says who calls.
 */
export async function createTestWorld(
  options: {
    readonly env?: Readonly<Record<string, string>>
    /** What is mounted; nothing by default. */
    readonly features?: readonly NamedFeature[]
    readonly locks?: LockPort
    /** Another database than a clone of the run's template; the world disposes of it. */
    readonly database?: TestDatabase
    /** Made from the context; used for requests that `as(…)` did not sign. */
    readonly authenticate?: (ctx: Context) => Authenticate
    readonly logLevel?: 'silent' | 'error' | 'debug'
  } = {},
): Promise<TestWorld> {
  const database = options.database ?? (await createTestDatabase())
  const clock = manualClock(TEST_START)
  const log = pino({ level: options.logLevel ?? 'silent' })
  const config = loadConfig({
    HOST: '127.0.0.1',
    SIMULATOR: '0',
    DEMO_WORKS: '0',
    DATA_DIR: testFolder(),
    ...s3OfRun(),
    ...options.env,
  })
  const ctx: Context = {
    config,
    db: database.db,
    pool: database.pool,
    exportPool: database.pool,
    searchPool: database.searchPool,
    clock,
    blobs: await openStore(config),
    log,
    broadcasts: createBroadcaster((error, name) =>
      log.error({ err: error, broadcast: name }, 'a subscriber failed'),
    ),
    reactions: createReactions(),
    timers: createTimerHandlers(),
    jobs: createJobs(),
    locks: options.locks ?? { send: async () => ({ sent: false, code: 'LO-D3003' }) },
  }
  const actors = new Map<string, Actor>()
  const real = options.authenticate?.(ctx)
  const authenticate = async (request: FastifyRequest): Promise<Actor> => {
    const actor = actors.get(String(request.headers['x-test-actor']))
    if (actor) return actor
    if (real) return await real(request)
    throw fail('TOKEN')
  }
  const logger: FastifyBaseLogger = log
  // What features do when they are ready may wait for the database to be made.
  const app = fastify({ loggerInstance: logger, bodyLimit: 2 * 2 ** 20, pluginTimeout: 0 })
  await mountApi(app, ctx, { authenticate, features: options.features ?? [] })
  await app.ready()
  // From the first reaction on: until then the database may be exchanged for another.
  let worker: ReactionWorker | null = null
  const startWorker = (): ReactionWorker => (worker ??= startReactions(ctx))
  ctx.reactions.onWake(startWorker)
  return {
    app,
    ctx,
    clock,
    database,
    as(actor = {}, remoteAddress) {
      const key = `actor-${actors.size + 1}`
      actors.set(key, { ...everybody, ...actor })
      return clientOf(app, ctx.config.apiBase, { 'x-test-actor': key }, remoteAddress)
    },
    anonymous: clientOf(app, ctx.config.apiBase, {}),
    emit: (...announced) => inTransaction(ctx, async (_, emit) => emit(...announced)),
    settled: () => startWorker().settle(),
    async withoutReactions(work) {
      await worker?.stop()
      worker = null
      ctx.reactions.onWake(() => {})
      try {
        return await work()
      } finally {
        startWorker()
      }
    },
    async [Symbol.asyncDispose]() {
      await worker?.stop()
      await app.close()
      ctx.blobs.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Where this run keeps uploaded files when it is not the disk; each world in a corner of its own. */
function s3OfRun(): Readonly<Record<string, string>> {
  const given = inject('testStore')
  return given === undefined ? {} : { ...given, S3_PREFIX: `w${randomBytes(6).toString('hex')}` }
}

/** One folder per process: keys and files of the tests never stand beside ours. */
const testFolder = (): string => path.join(tmpdir(), `suoan-test-${process.pid}`)

/** Holds every permission code there is or will be. */
class AllPermissions extends Set<string> {
  override has(): boolean {
    return true
  }
}

const everybody: Actor = {
  sessionId: 's-test',
  userId: 'u-test',
  username: 'tester',
  realname: '测试员',
  tenantId: 0,
  orgCode: 'A01',
  orgCodes: ['A01'],
  roleIds: ['r-test'],
  roleCodes: ['admin'],
  permissions: new AllPermissions(),
}

function clientOf(
  app: FastifyInstance,
  base: string,
  signed: Readonly<Record<string, string>>,
  remoteAddress?: string,
): TestClient {
  const raw: TestClient['raw'] = async (
    method,
    path,
    { query, body, headers, remoteAddress: from = remoteAddress } = {},
  ) =>
    await app.inject({
      method,
      url: `${base}${path}`,
      headers: { ...signed, ...headers },
      ...(from === undefined ? {} : { remoteAddress: from }),
      ...(query === undefined
        ? {}
        : { query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) }),
      // Anything that is no text goes as JSON; inject takes objects and buffers.
      ...(body === undefined ? {} : { payload: body as string | object | Buffer }),
    })
  const envelope = async <T>(answer: Promise<LightMyRequestResponse>): Promise<Envelope<T>> =>
    (await answer).json<Envelope<T>>()
  return {
    signed,
    raw,
    get: (path, query) => envelope(raw('GET', path, query ? { query } : {})),
    delete: (path, query) => envelope(raw('DELETE', path, query ? { query } : {})),
    post: (path, body = {}) => envelope(raw('POST', path, { body })),
    put: (path, body = {}) => envelope(raw('PUT', path, { body })),
    upload: (path, { name, content }) => {
      const mark = 'test-part-boundary'
      const head = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="${encodeURIComponent(name)}"\r\ncontent-type: application/octet-stream\r\n\r\n`
      return envelope(
        raw('POST', path, {
          body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${mark}--\r\n`)]),
          headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
        }),
      )
    },
  }
}
