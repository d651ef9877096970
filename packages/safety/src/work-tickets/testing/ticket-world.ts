import {
  workExamineEndpoints,
  workReviewEndpoints,
  workTicketEndpoints as tickets,
  type Endpoint,
  type Envelope,
  type TicketDetail,
  type TicketDraft,
  type TransitionAnswer,
} from '@suoan/contract'
import { roleTags } from '@suoan/domain/dictionaries'
import { newUlid } from '@suoan/kit/id'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { inject } from 'vitest'
import type { z } from 'zod'
import type { Actor, Context } from '@suoan/platform/context'
import { issueSignProof } from '@suoan/platform/http/sign-proof'
import {
  cloneDatabase,
  keepRows,
  keptState,
  stateTemplate,
  type KeptState,
} from '@suoan/platform/testing/clone-database'
import { demoDepartments, demoPeople } from '../../seed/demo-people.ts'
import { seedDemoPlant } from '../../seed/demo-plant.ts'
import {
  cloneOnDemand,
  createTestWorld,
  openTestDatabase,
  type TestClient,
  type TestDatabase,
  type TestWorld,
} from '@suoan/platform/testing/test-world'
import { board } from '../../board/index.ts'
import { mountWorkTickets } from '../index.ts'
import { demoDraft, moment } from './demo-draft.ts'
import { picture } from './picture.ts'
import { lockReports, type LockReports } from './lock-reports.ts'

/** The demo plant with its people signed in, its locks online, and the clock on day D. */
export interface TicketWorld extends AsyncDisposable {
  readonly world: TestWorld
  readonly locks: LockReports
  /** Turns the clock to a time of day D (or of another day). */
  at(time: string, day?: string): void
  /** Calls as one of u1 … u13, with a fresh operation id unless the input has one. */
  call<S extends z.ZodType, O>(who: string, endpoint: Endpoint<S, O>, input?: object): Promise<Envelope<O>>
  /** The same, and fails the test unless it was taken. */
  take<S extends z.ZodType, O>(who: string, endpoint: Endpoint<S, O>, input?: object): Promise<O>
  /** Signs somebody in with other roles, permissions or tenant than he has. */
  as(username: string, changes?: Partial<Actor>): TestClient
  /** Uploads a picture as one of u1 … u13, taken now; returns its stored path. */
  photo(who: string, content?: Uint8Array): Promise<string>
  /** A proof that one of u1 … u13 has typed his PIN for this content, as `signingEndpoints.prove` gives it. */
  signProof(who: string, bizId: string, contentHash: string): Promise<string>
  /** Saves a draft as u1; returns its id. */
  draft(changes?: Partial<TicketDraft>): Promise<string>
  detail(id: string, who?: string): Promise<TicketDetail>
  /** `status/phase`. */
  state(id: string): Promise<string>
  /** The pending review or approval row of somebody. */
  pendingRow(id: string, who: string): Promise<string>
  review(id: string, who?: string, changes?: object): Promise<Envelope<TransitionAnswer>>
  examine(id: string, who?: string, changes?: object): Promise<Envelope<TransitionAnswer>>
  personId(id: string, userId: string, roleTag?: string): Promise<string>
  /**
   * Begins where `walk` ends, with the rows that it left in another world like this one; returns what it returned, or
   * null when something has used the database of this world already, or the database takes no rows. Each state is walked
   * to once in a run.
   */
  beginAt(state: string, walk: (fresh: TicketWorld) => Promise<string>): Promise<string | null>
  /** How many messages each lock has sent. */
  sent(): [code: string, count: number][]
}

type Options = NonNullable<Parameters<typeof createTestWorld>[0]>

interface Given extends Pick<Options, 'features' | 'locks' | 'env'> {
  /** Run once the plant is there: rows that every test of a file begins with. */
  readonly prepare?: string
}

/** `features` are mounted before the tickets; `locks` receives the commands for devices. */
export function createTicketWorld(given: Given = {}): Promise<TicketWorld> {
  return openTicketWorld(given)
}

/** What a state keeps beside its database: the ticket, the clock, and how much the devices have sent. */
interface Kept {
  readonly id: string
  readonly now: number
  readonly sent: readonly (readonly [string, number])[]
}

/** The world over a clone that is made at its first use; `left` is told the rows that it leaves. */
async function openTicketWorld(given: Given, left?: (rows: string) => void): Promise<TicketWorld> {
  const source = inject('testDatabase')
  let isUsed = false
  const database = cloneOnDemand(plantedTemplate, {
    ...(given.prepare === undefined ? {} : { prepare: given.prepare }),
    ...(left === undefined ? {} : { left }),
  })
  const world = await createTestWorld({
    ...given,
    features: [
      ...(given.features ?? []),
      { name: 'work-tickets', mount: mountWorkTickets },
      { name: 'board', mount: board },
    ],
    database,
  })
  // What features do when their server is ready, the world of each state has done too.
  database.pool.on('acquire', () => {
    isUsed = true
  })
  world.clock.set(DAWN)
  const sent = new Map<string, number>()
  const clients = new Map<string, TestClient>()
  const clientOf = (who: string): TestClient => {
    const known = clients.get(who) ?? world.as(actorOf(who))
    clients.set(who, known)
    return known
  }
  const plant: TicketWorld = {
    world,
    locks: lockReports(world.ctx, sent),
    at: (time, day) => world.clock.set(moment(time, day)),
    call: (who, { methods, path }, input = {}) => {
      const client = clientOf(who)
      const query = input as Readonly<Record<string, string | number>>
      return methods.includes('POST')
        ? client.post(path, { clientOpId: newUlid(), ...input })
        : client.get(path, query)
    },
    async take(who, endpoint, input) {
      const answer = await plant.call(who, endpoint, input)
      if (!answer.success) throw new Error(`${who} ${endpoint.title}: ${JSON.stringify(answer)}`)
      return answer.result
    },
    as: (username, changes = {}) => world.as({ ...actorOf(username), ...changes }),
    photo: (who, content) => storePicture(world.ctx, who, content),
    signProof: (who, bizId, contentHash) =>
      world.ctx.db
        .transaction()
        .execute((tx) =>
          issueSignProof(
            tx,
            { userId: who, sessionId: `s-${who}` },
            'PIN',
            [{ bizId, contentHash }],
            world.clock.now(),
          ),
        ),
    draft: async (changes) => (await plant.take('u1', tickets.saveDraft, demoDraft(changes))).ticket.id,
    detail: (id, who = 'u1') => plant.take(who, tickets.detail, { id }),
    async state(id) {
      const { rows } = await world.database.pool.query(
        `select work_status || '/' || exec_phase as state from lo_work where id = $1`,
        [id],
      )
      return rows[0].state
    },
    async pendingRow(id, who) {
      const { reviews, examines } = await plant.detail(id)
      const row =
        reviews.find((each) => each['reviewerId'] === who && each['reviewStatus'] === 1) ??
        examines.find((each) => each['approverId'] === who && each['approveStatus'] === 1)
      return String(row?.['id'] ?? 'none')
    },
    async review(id, who = 'u2', changes = {}) {
      const { contentHash } = (await plant.detail(id)).ticket
      const row = await plant.pendingRow(id, who)
      const signProof = await plant.signProof(who, row, contentHash ?? '')
      const input = { id: row, reviewStatus: 8, contentHash, signProof, ...changes }
      return plant.call(who, workReviewEndpoints.decide, input)
    },
    async examine(id, who = 'u3', changes = {}) {
      const { contentHash } = (await plant.detail(id)).ticket
      const row = await plant.pendingRow(id, who)
      const signProof = await plant.signProof(who, row, contentHash ?? '')
      const input = { id: row, approveStatus: 8, contentHash, signProof, ...changes }
      return plant.call(who, workExamineEndpoints.decide, input)
    },
    async personId(id, userId, roleTag) {
      const { people } = await plant.detail(id)
      const row = people.find(
        (each) => each['userId'] === userId && (roleTag === undefined || each['roleTag'] === roleTag),
      )
      return String(row?.['id'] ?? 'none')
    },
    async beginAt(state, walk) {
      // A key in a folder of the world's own belongs to the database it was registered in.
      if (isUsed || !source.canRewind || given.env?.['DATA_DIR'] !== undefined) return null
      const { kept, rows } = await stateOf(given, state, walk)
      if (isUsed) return null
      await database.begin(rows)
      world.clock.set(kept.now)
      for (const [code, seq] of kept.sent) sent.set(code, seq)
      return kept.id
    },
    sent: () => [...sent],
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
  return plant
}

type State = KeptState<Kept>
/** Those that tests of this process have begun at. */
const states = new Map<string, Promise<State>>()

function stateOf(given: Given, state: string, walk: (fresh: TicketWorld) => Promise<string>): Promise<State> {
  const name = stateName(given, state)
  const known = states.get(name) ?? keptState(inject('testDatabase'), name, () => walkIn(given, walk))
  states.set(name, known)
  return known
}

async function walkIn(given: Given, walk: (fresh: TicketWorld) => Promise<string>): Promise<State> {
  let rows = ''
  const opening = openTicketWorld(given, (left) => {
    rows = left
  })
  const walked = async (): Promise<Kept> => {
    await using fresh = await opening
    const id = await walk(fresh)
    return { id, now: fresh.world.clock.now(), sent: fresh.sent() }
  }
  // What it leaves is told when it is given back.
  const kept = await walked()
  return { kept, rows }
}

/** A picture as the upload stores it: its content, and its row. Each has a content of its own. */
export async function storePicture(
  ctx: Context,
  userId: string,
  content: Uint8Array = picture(),
): Promise<string> {
  const path = `20261201/${randomBytes(16).toString('hex')}.png`
  await ctx.blobs.put({ tenantId: 0, path }, Readable.from([Buffer.from(content)]))
  const sha256 = createHash('sha256').update(content).digest('hex')
  await ctx.pool.query(
    `insert into stored_file (path, tenant_id, original_name, media_type, size, sha256, user_id, create_time)
    values ($1, 0, 'p.png', 'image/png', $2, $3, $4, $5)`,
    [path, content.length, sha256, userId, new Date(ctx.clock.now())],
  )
  return path
}

const DAWN = moment('07:50')

/** The template with the demo plant. */
async function plantedTemplate(): Promise<string> {
  const source = inject('testDatabase')
  const name = `${source.prefix}_planted`
  await stateTemplate(source.url, name, async (draft) => {
    await cloneDatabase(source, draft, source.template)
    await plantIn(draft)
    await keepRows(source, draft)
    return null
  })
  return name
}

async function plantIn(name: string): Promise<void> {
  await using database = openTestDatabase(name)
  await seed(database)
  // The clock of these worlds jumps over hours: who asks for the guardian's word says so (guard-post.int.test.ts).
  await database.pool.query('update lo_work_type set guard_alive_min = 0')
}

/** Names a state by everything about the world that could shape it; where its files lie does not. */
function stateName({ features = [], locks, env = {}, prepare }: Given, state: string): string {
  const { DATA_DIR: _, ...settings } = env
  const kind = [state, features.map((feature) => feature.name), settings, prepare, String(locks?.send)]
  return createHash('sha256').update(JSON.stringify(kind)).digest('hex').slice(0, 16)
}

/** One of the demo people as his session would show him, with every permission: roles and rows are what is tested. */
function actorOf(username: string): Partial<Actor> {
  const person = demoPeople.find((each) => each.username === username)
  const orgCode = demoDepartments.find((each) => each.id === person?.departId)?.orgCode ?? 'A01'
  return {
    sessionId: `s-${username}`,
    userId: username,
    username,
    realname: person?.realname ?? username,
    orgCode,
    orgCodes: [orgCode],
    roleCodes: person?.roles ?? [],
    roleIds: (person?.roles ?? []).map((role) => `role-${role}`),
  }
}

async function seed({ db, pool }: TestDatabase): Promise<void> {
  await pool.query(
    `insert into sys_role (id, role_name, role_code) select 'role-' || code, code, code from unnest($1::text[]) as code`,
    [[...roleTags]],
  )
  await db.transaction().execute((tx) =>
    seedDemoPlant(tx, {
      now: DAWN,
      givePassword: async () => {},
      secretFor: (sn) => `secret of ${sn} for tests`,
    }),
  )
  await pool.query(
    `update lo_lock set online = 1, lock_status = 1, state_trust = 1, state_time = $1
    where online = 0`,
    [new Date(DAWN)],
  )
}
