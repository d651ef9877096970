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
import type { z } from 'zod'
import type { Actor } from '../../../context.ts'
import { demoDepartments, demoPeople } from '../../../seed/demo-people.ts'
import { seedDemoPlant } from '../../../seed/demo-plant.ts'
import { createTestWorld, type TestClient, type TestWorld } from '../../../test-world.ts'
import { board } from '../../board/index.ts'
import { mountWorkTickets } from '../index.ts'
import { demoDraft, moment } from './demo-draft.ts'
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
}

type Options = NonNullable<Parameters<typeof createTestWorld>[0]>

/** `features` are mounted before the tickets; `locks` receives the commands for devices. */
export async function createTicketWorld({
  features = [],
  ...options
}: Pick<Options, 'features' | 'locks' | 'env'> = {}): Promise<TicketWorld> {
  const world = await createTestWorld({
    features: [
      ...features,
      { name: 'work-tickets', mount: mountWorkTickets },
      { name: 'board', mount: board },
    ],
    ...options,
  })
  world.clock.set(moment('07:50'))
  await seed(world)
  const clients = new Map<string, TestClient>()
  const clientOf = (who: string): TestClient => {
    const known = clients.get(who) ?? world.as(actorOf(who))
    clients.set(who, known)
    return known
  }
  const plant: TicketWorld = {
    world,
    locks: lockReports(world.ctx),
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
      const input = { id: row, reviewStatus: 8, contentHash, ...changes }
      return plant.call(who, workReviewEndpoints.decide, input)
    },
    async examine(id, who = 'u3', changes = {}) {
      const { contentHash } = (await plant.detail(id)).ticket
      const row = await plant.pendingRow(id, who)
      const input = { id: row, approveStatus: 8, contentHash, ...changes }
      return plant.call(who, workExamineEndpoints.decide, input)
    },
    async personId(id, userId, roleTag) {
      const { people } = await plant.detail(id)
      const row = people.find(
        (each) => each['userId'] === userId && (roleTag === undefined || each['roleTag'] === roleTag),
      )
      return String(row?.['id'] ?? 'none')
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
  return plant
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

async function seed(world: TestWorld): Promise<void> {
  const { db, pool } = world.database
  await pool.query(
    `insert into sys_role (id, role_name, role_code) select 'role-' || code, code, code from unnest($1::text[]) as code`,
    [[...roleTags]],
  )
  await db.transaction().execute((tx) =>
    seedDemoPlant(tx, {
      now: world.clock.now(),
      passwordFor: () => ({ hash: 'none', mustChange: false }),
      secretFor: (sn) => `secret of ${sn} for tests`,
    }),
  )
  await pool.query(
    `update lo_lock set online = 1, lock_status = 1, state_trust = 1, state_time = $1
    where online = 0`,
    [new Date(world.clock.now())],
  )
}
