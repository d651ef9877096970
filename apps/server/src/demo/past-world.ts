import type { Endpoint, Envelope } from '@suoan/contract'
import type { DeviceEvent } from '@suoan/contract/device'
import type { BroadcastName } from '@suoan/contract/events'
import { seededRandom, ulidSource, type Random } from '@suoan/kit/id'
import type { Actor, Context } from '@suoan/platform/context'
import { kyselyOver } from '@suoan/platform/db/open'
import { fail } from '@suoan/platform/fail'
import { loadPerson } from '@suoan/platform/http/load-person'
import { mountApi } from '@suoan/platform/http/mount-api'
import { createJobs } from '@suoan/platform/jobs'
import { createBroadcaster } from '@suoan/platform/realtime/broadcaster'
import { createTimerHandlers } from '@suoan/platform/timers'
import { platformFeatures } from '@suoan/platform/features'
import { safetyFeatures } from '@suoan/safety'
import { recordEvents } from '@suoan/safety/lock-records'
import fastify from 'fastify'
import type { z } from 'zod'
import { createOneTransaction } from './one-transaction.ts'
import { createOwnReactions } from './own-reactions.ts'
import { sitePhoto } from './site-photo.ts'

/**
 * The demo plant at another time: the same calls by the same people with their own rights, under a clock that is set, over
 * one transaction that is kept or taken back as a whole. Nobody can reach it from outside, and it reaches no device.
 */
export interface PastWorld {
  readonly ctx: Context
  readonly random: Random
  /** Runs `work` in one transaction of the database, with chance from this seed; what it throws takes all of it back. */
  inTransaction<T>(seed: number, work: () => Promise<T>): Promise<T>
  /** Sets the clock, epoch ms. */
  at(moment: number): void
  /** So many ms later. */
  later(ms: number): void
  call<S extends z.ZodType, O>(who: string, endpoint: Endpoint<S, O>, input?: object): Promise<Envelope<O>>
  /** The same, and throws unless it was taken. */
  take<S extends z.ZodType, O>(who: string, endpoint: Endpoint<S, O>, input?: object): Promise<O>
  /** What a lock's device tells now. */
  says(lockCode: string, event: LockWord): Promise<void>
  /** A lock answers how it stands now: shut. */
  confirms(lockCode: string): Promise<void>
  /** What is stored of a lock at the beginning, so that its live state can be given back (`giveBack`). */
  borrow(lockCodes: readonly string[]): Promise<void>
  /** The devices' live state is as it was before `borrow`; what they told stays in the log. */
  giveBack(): Promise<void>
  /** Uploads a picture as somebody, taken now; returns its stored path. */
  photo(who: string): Promise<string>
  /** What follows on the calls so far has been done. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** A call that the rules refused: what a person would read, and for the log the rules that said no. */
export class PlayRefused extends Error {
  override readonly name = 'PlayRefused'
  readonly told: string

  constructor(who: string, title: string, told: string, rules: string) {
    super(`${who} ${title}: ${told}${rules}`)
    this.told = told
  }
}

/** The people and locks of the plant, whatever time it is. */
export type PlantCrew = Omit<PastWorld, 'inTransaction' | 'borrow' | 'giveBack'>

export interface LockWord extends Partial<DeviceEvent> {
  readonly type: string
  readonly to?: 'open' | 'shut' | 'half'
}

const positions = {
  open: { latch: 0, shackle: 0 },
  shut: { latch: 1, shackle: 1 },
  half: { latch: 0, shackle: 1 },
} as const

/** Files and the work itself; administration, which would write to people outside, is not part of the past. */
const played = [...platformFeatures.filter(({ name }) => name === 'files'), ...safetyFeatures]

const ACTOR = 'x-demo-actor'
const left: ReadonlySet<BroadcastName> = new Set(['messages.queued', 'reactions.stored'])

/** Opens the plant at another time over the database of a running server. */
export async function openPastWorld(live: Context): Promise<PastWorld> {
  const transaction = createOneTransaction()
  const { pool } = transaction
  let now = live.clock.now()
  let random: Random = seededRandom(1)
  const reactions = createOwnReactions()
  const nextUlid = ulidSource({ now: () => now }, () => random())
  const told = createBroadcaster((error, name) =>
    live.log.error({ err: error, broadcast: name }, 'a subscriber failed'),
  )
  const ctx: Context = {
    config: live.config,
    db: kyselyOver(pool),
    pool,
    exportPool: pool,
    searchPool: pool,
    clock: { now: () => now },
    blobs: live.blobs,
    log: live.log,
    broadcasts: {
      emit: (name, data) => told.emit(name, data),
      // What would be sent or done on a word of another node, the real server does.
      on: (name, subscriber) => (left.has(name) ? () => {} : told.on(name, subscriber)),
    },
    onlyAnswers: true,
    reactions,
    timers: createTimerHandlers(),
    jobs: createJobs(),
    locks: { send: async () => ({ sent: false, code: 'LO-D3003' }) },
  }
  const actors = new Map<string, Actor>()
  const actorOf = async (who: string): Promise<Actor> => {
    const known = actors.get(who) ?? { ...(await loadPerson(ctx, 0, who)), sessionId: `demo-${who}` }
    actors.set(who, known)
    return known
  }
  const app = fastify({ logger: false, bodyLimit: 2 * 2 ** 20, pluginTimeout: 0 })
  await mountApi(app, ctx, {
    features: played,
    authenticate: async (request) => {
      const who = request.headers[ACTOR]
      if (typeof who !== 'string') throw fail('TOKEN')
      return await actorOf(who)
    },
  })
  // What features write when their server is ready, the real one has written.
  await transaction.tryOut(live.pool, async () => {
    await app.ready()
  })
  const base = live.config.apiBase
  const parents = new Map<string, string | null>()
  const seqs = new Map<string, number>()
  const states = new Map<string, keyof typeof positions>()
  let boot = ''
  let borrowed: readonly string[] = []

  /** What every message of a lock begins with. */
  const wordOf = async (code: string) => {
    if (!parents.has(code)) {
      const { rows } = await pool.query<{ parent: string | null }>(
        `select parent_sn as parent from lo_device where tenant_id = 0 and device_sn = $1 and del_flag = 0`,
        [code],
      )
      parents.set(code, rows[0]?.parent ?? null)
    }
    const seq = (seqs.get(code) ?? 0) + 1
    seqs.set(code, seq)
    return {
      carrier: { tenantId: 0, sn: code, parentSn: parents.get(code) ?? null, recvTs: now },
      body: { v: 1 as const, sn: code, boot, seq, ts: now, tq: 2 as const },
    }
  }

  const world: PastWorld = {
    ctx,
    random: () => random(),
    inTransaction: (seed, work) =>
      transaction.run(live.pool, () => {
        random = seededRandom(seed)
        boot = (0x80000000 + Math.floor(random() * 0x7fffffff)).toString(16)
        seqs.clear()
        states.clear()
        reactions.forget()
        return work()
      }),
    at: (moment) => {
      now = Math.round(moment)
    },
    later: (ms) => {
      now += ms
    },
    async call(who, { methods, path }, input = {}) {
      const isPost = methods.includes('POST')
      const answer = await app.inject({
        method: isPost ? 'POST' : 'GET',
        url: `${base}${path}`,
        headers: { [ACTOR]: who },
        ...(isPost
          ? { payload: { clientOpId: nextUlid(), ...input } }
          : {
              query: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])),
            }),
      })
      return answer.json()
    },
    async take(who, endpoint, input) {
      const answer = await world.call(who, endpoint, input)
      if (!answer.success) {
        throw new PlayRefused(who, endpoint.title, answer.message, ruleTexts(answer.result))
      }
      return answer.result
    },
    async says(code, { type, to = type === 'CLOSE' ? 'shut' : 'open', ...event }) {
      const before = positions[states.get(code) ?? 'shut']
      states.set(code, to)
      const told = {
        id: nextUlid(),
        ts: now,
        hist: false,
        ok: true,
        before,
        after: positions[to],
        ...event,
        type,
      }
      const { carrier, body } = await wordOf(code)
      await recordEvents(ctx, [
        { ...carrier, kind: 'event', topic: `lo/v1/0/${code}/up/event`, body: { ...body, events: [told] } },
      ])
    },
    async confirms(code) {
      const { carrier, body } = await wordOf(code)
      const st = positions[states.get(code) ?? 'shut']
      await recordEvents(ctx, [
        { ...carrier, kind: 'state', topic: `lo/v1/0/${code}/up/state`, body: { ...body, st } },
      ])
    },
    async borrow(codes) {
      borrowed = codes
      await pool.query(
        `create temporary table if not exists demo_borrowed_lock on commit drop as select ${liveColumns}
          from lo_lock where false`,
      )
      await pool.query(
        `create temporary table if not exists demo_borrowed_device on commit drop as select tenant_id, device_sn, boots, skews
          from lo_device_ingest where false`,
      )
      // In the order in which reports take them, so that neither waits for the other in a circle.
      await pool.query(
        `insert into demo_borrowed_device select tenant_id, device_sn, boots, skews from lo_device_ingest
          where tenant_id = 0 and device_sn = any($1) order by device_sn for update`,
        [codes],
      )
      await pool.query(
        `insert into demo_borrowed_lock select ${liveColumns} from lo_lock where tenant_id = 0 and device_sn = any($1)
          order by id for update`,
        [codes],
      )
      // The plant of that day: every lock shut and heard of a minute ago.
      await pool.query(
        `update lo_lock set lock_status = 1, latch = 1, shackle = 1, state_trust = 1, state_time = $2, last_seen = $2,
          online = case when online = 9 then 9 else 1 end, last_boot = null, last_seq = null
          where tenant_id = 0 and device_sn = any($1)`,
        [codes, new Date(now - 60_000)],
      )
      await pool.query(
        `update lo_device_ingest set boots = '[]', skews = '[]' where tenant_id = 0 and device_sn = any($1)`,
        [codes],
      )
    },
    async giveBack() {
      await pool.query(`
        update lo_lock l set ${liveNames.map((name) => `${name} = b.${name}`).join(', ')}
        from demo_borrowed_lock b where l.id = b.id`)
      await pool.query(
        `update lo_device_ingest i set boots = '[]', skews = '[]' where tenant_id = 0 and device_sn = any($1)`,
        [borrowed],
      )
      await pool.query(`
        update lo_device_ingest i set boots = b.boots, skews = b.skews
        from demo_borrowed_device b where b.tenant_id = i.tenant_id and b.device_sn = i.device_sn`)
      await pool.query('drop table demo_borrowed_lock, demo_borrowed_device')
    },
    async photo(who) {
      const mark = 'demo-part-boundary'
      const head = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="site.png"\r\ncontent-type: image/png\r\n\r\n`
      const answer = await app.inject({
        method: 'POST',
        url: `${base}/sys/common/upload`,
        headers: { [ACTOR]: who, 'content-type': `multipart/form-data; boundary=${mark}` },
        payload: Buffer.concat([Buffer.from(head), sitePhoto(random), Buffer.from(`\r\n--${mark}--\r\n`)]),
      })
      const { success, message } = answer.json<Envelope<unknown>>()
      if (!success) throw new Error(`${who} 上传: ${message}`)
      return message
    },
    settled: () => reactions.settle(ctx),
    close: () => transaction.tryOut(live.pool, () => app.close()),
  }
  return world
}

/** What of a lock is its live state; its log, chain and last openings are its history. */
const liveNames = [
  'lock_status',
  'latch',
  'shackle',
  'door_state',
  'state_trust',
  'state_time',
  'online',
  'last_seen',
  'battery',
  'batt_mv',
  'last_boot',
  'last_seq',
]
const liveColumns = ['id', ...liveNames].join(', ')

/** The rules that said no, for whoever mends the script. */
function ruleTexts(result: unknown): string {
  if (typeof result !== 'object' || result === null || !('rules' in result)) return ''
  const { rules } = result as { rules: readonly { id: string; pass: boolean }[] }
  return ` ${JSON.stringify(rules.filter(({ pass }) => !pass))}`
}
