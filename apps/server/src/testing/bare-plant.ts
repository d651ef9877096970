import {
  deviceEndpoints,
  personCert,
  role,
  signingEndpoints,
  user,
  workExamineEndpoints,
  workReviewEndpoints,
  workTicketEndpoints as tickets,
  type DecisionRow,
  type Endpoint,
  type Envelope,
  type LoginAnswer,
  type Page,
  type Resource,
  type TicketDetail,
} from '@suoan/contract'
import type { RoleTag } from '@suoan/domain/dictionaries'
import { newUlid } from '@suoan/kit/id'
import { createAuthenticator } from '@suoan/platform/http/authenticate'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { recordEvents } from '@suoan/safety/lock-records'
import { eventFrom, stateFrom } from '@suoan/safety/lock-records/testing'
import { picture } from '@suoan/safety/work-tickets/testing/picture'
import type { z } from 'zod'
import { features } from '../features.ts'
import { firstStart } from '../seed/first-start.ts'

/**
 * A server started with DEMO=0 and nothing but the baseline. Everybody signs in with his password, and everything is
 * set up and carried out by calls: no statement goes to the database beside them.
 */
export interface BarePlant extends AsyncDisposable {
  readonly world: TestWorld
  /** `HH:mm` of the test day. */
  at(time: string): void
  /** Everybody signs in again, as after a time in which nobody did anything. */
  signInAgain(): Promise<void>
  /** Calls as somebody who has signed in, with a fresh operation id unless the input has one. */
  call<S extends z.ZodType, O>(who: string, endpoint: Endpoint<S, O>, input?: object): Promise<Envelope<O>>
  /** The same, and fails the test unless it was taken. */
  take<S extends z.ZodType, O>(who: string, endpoint: Endpoint<S, O>, input?: object): Promise<O>
  /** Adds a row as the administrator and gives its id, found again in the list by the fields of `by`. */
  add(resource: Resource, values: object, by: Readonly<Record<string, string | number>>): Promise<string>
  /** Ids of all rows of a resource, as the administrator's list shows them. */
  idsOf(resource: Resource): Promise<string[]>
  /** Deletes rows as the administrator. */
  remove(resource: Resource, ids: readonly string[]): Promise<void>
  /** Adds an account with a post and signs it in: the first password is changed as the page asks. */
  hire(
    username: string,
    departId: string,
    posts: readonly RoleTag[],
    certs?: readonly string[],
  ): Promise<string>
  /** A picture taken and uploaded now by somebody. */
  photo(who: string): Promise<string>
  detail(who: string, workId: string): Promise<TicketDetail>
  /** The row of somebody on a ticket. */
  personId(workId: string, userId: string, roleTag?: RoleTag): Promise<string>
  /** Decides the step that waits for him, with his password for the signature. */
  decide(who: string, workId: string): Promise<Envelope<unknown>>
  /** What a lock behind the gateway says: shut now, or open now. */
  lockSays(code: string, what: 'state' | 'CLOSE' | 'OPEN', cmdId?: string | null): Promise<void>
  /** What a gas detector measures now, over its own connection. */
  detectorSays(deviceSn: string, readings: readonly Sample[]): Promise<void>
}

/** One gas as a detector or a person gives it. */
export interface Sample {
  readonly gasCode: string
  readonly value: number
  readonly unit: string
}

/** Where the clock of a test world stands: a working day. */
export const DAY = '2026-03-02'
export const PASSWORD = 'Plant#2026ok'
export const GATEWAY = 'GW-BARE'
const first = 'First#2026xy'

export async function createBarePlant(): Promise<BarePlant> {
  const world = await createTestWorld({
    features,
    env: { ADMIN_PASSWORD: PASSWORD, LOGIN_CAPTCHA: 'off', LOGIN_MAX_ADDRESS_FAILURES: '1000' },
    locks: { send: async () => ({ sent: true }) },
    authenticate: (ctx) => createAuthenticator(ctx).request,
  })
  await firstStart(world.ctx, false)
  const tokens = new Map<string, string>()
  const seqs = new Map<string, number>()
  const raw = async <T>(
    who: string,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    given: object,
  ): Promise<Envelope<T>> => {
    const token = tokens.get(who)
    if (token === undefined) throw new Error(`${who} has not signed in`)
    const headers = { 'x-access-token': token }
    const query = given as Readonly<Record<string, string | number>>
    const answer = await world.anonymous.raw(
      method,
      path,
      method === 'GET' ? { query, headers } : { body: given, headers },
    )
    return answer.json<Envelope<T>>()
  }
  const taken = <T>(what: string, answer: Envelope<T>): T => {
    if (!answer.success) throw new Error(`${what}: ${JSON.stringify(answer)}`)
    return answer.result
  }
  const signIn = async (username: string, password: string) => {
    const { token } = taken(
      `sign in ${username}`,
      await world.anonymous.post<LoginAnswer>('/sys/login', { username, password }),
    )
    tokens.set(username, token)
  }
  await signIn('admin', PASSWORD)
  const plant: BarePlant = {
    world,
    at: (time) => world.clock.set(Date.parse(`${DAY}T${time}:00+08:00`)),
    async signInAgain() {
      for (const who of tokens.keys()) await signIn(who, PASSWORD)
    },
    call: (who, { methods, path }, input = {}) =>
      methods.includes('POST')
        ? raw(who, 'POST', path, { clientOpId: newUlid(), ...input })
        : raw(who, 'GET', path, input),
    async take(who, endpoint, input) {
      return taken(`${who} ${endpoint.title}`, await plant.call(who, endpoint, input))
    },
    async add({ path, title }, values, by) {
      taken(`${title} 添加`, await raw('admin', 'POST', `${path}/add`, values))
      const page = taken(`${title} 列表`, await raw<Page<{ id: string }>>('admin', 'GET', `${path}/list`, by))
      const [row] = page.records
      if (row === undefined || page.records.length > 1)
        throw new Error(`${title}: ${page.records.length} rows with ${JSON.stringify(by)}`)
      return row.id
    },
    async idsOf({ path, title }) {
      const query = { pageSize: 200 }
      const page = taken(title, await raw<Page<{ id: string }>>('admin', 'GET', `${path}/list`, query))
      return page.records.map(({ id }) => id)
    },
    async remove({ path, title }, ids) {
      const query = { ids: ids.join(',') }
      taken(`${title} 删除`, await raw('admin', 'GET', `${path}/deleteBatch`, query))
    },
    async hire(username, departId, posts, certs = []) {
      const roles = taken(
        '角色列表',
        await raw<Page<{ id: string; roleCode: string }>>('admin', 'GET', `${role.path}/list`, {
          pageSize: 100,
        }),
      ).records
      const selectedroles = posts.map((post) => roles.find(({ roleCode }) => roleCode === post)?.id).join(',')
      const id = await plant.add(
        user,
        { username, realname: `员工${username}`, password: first, selectedroles, selecteddeparts: departId },
        { username },
      )
      for (const certType of certs)
        await plant.add(
          personCert,
          {
            userId: id,
            certType,
            certNo: `${certType}-${username}`,
            validFrom: '2025-01-01',
            validTo: '2027-12-31',
          },
          { certNo: `${certType}-${username}` },
        )
      await signIn(username, first)
      const change = { oldpassword: first, password: PASSWORD, confirmpassword: PASSWORD }
      taken('修改密码', await raw(username, 'PUT', '/sys/user/updatePassword', change))
      return id
    },
    async photo(who) {
      const mark = 'test-part-boundary'
      const head = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\ncontent-type: image/png\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), picture(), Buffer.from(`\r\n--${mark}--\r\n`)])
      const answer = await world.anonymous.raw('POST', '/sys/common/upload', {
        body,
        headers: {
          'x-access-token': tokens.get(who) ?? '',
          'content-type': `multipart/form-data; boundary=${mark}`,
        },
      })
      const { success, message } = answer.json<Envelope<unknown>>()
      if (!success) throw new Error(message)
      return message
    },
    detail: (who, id) => plant.take(who, tickets.detail, { id }),
    async personId(workId, userId, roleTag) {
      const { people } = await plant.detail('issue', workId)
      const row = people.find(
        (each) => each.userId === userId && (roleTag === undefined || each.roleTag === roleTag),
      )
      return row?.id ?? 'none'
    },
    async decide(who, workId) {
      const { ticket } = await plant.detail(who, workId)
      const contentHash = ticket.contentHash ?? ''
      const signed = async (id: string) => {
        const subjects = [{ bizId: id, contentHash }]
        const given = { method: 'PWD', secret: PASSWORD, subjects }
        const proof = await plant.take(who, signingEndpoints.prove, given)
        return { id, contentHash, signProof: proof?.signProof }
      }
      const waits = (list: Envelope<Page<DecisionRow>>) =>
        list.success ? list.result.records.find((each) => each.workId === workId)?.id : undefined
      const review = waits(await plant.call(who, workReviewEndpoints.myList, { tab: 'pending' }))
      if (review !== undefined)
        return plant.call(who, workReviewEndpoints.decide, { ...(await signed(review)), reviewStatus: 8 })
      const examine = waits(await plant.call(who, workExamineEndpoints.myList, { tab: 'pending' }))
      if (examine !== undefined)
        return plant.call(who, workExamineEndpoints.decide, { ...(await signed(examine)), approveStatus: 8 })
      throw new Error(`nothing of ${workId} waits for ${who}`)
    },
    async lockSays(code, what, cmdId) {
      const seq = (seqs.get(code) ?? 0) + 1
      seqs.set(code, seq)
      const envelope = { seq, ts: world.clock.now(), parentSn: GATEWAY }
      const shut = { latch: 1, shackle: 1 } as const
      const open = { latch: 0, shackle: 0 } as const
      const [before, after] = what === 'CLOSE' ? [open, shut] : [shut, open]
      await recordEvents(world.ctx, [
        what === 'state'
          ? stateFrom(code, envelope, 1)
          : eventFrom(code, envelope, {
              type: what,
              ts: envelope.ts,
              before,
              after,
              ...(cmdId ? { cmd: cmdId } : {}),
            }),
      ])
    },
    async detectorSays(sn, readings) {
      const seq = (seqs.get(sn) ?? 0) + 1
      seqs.set(sn, seq)
      const ts = world.clock.now()
      const said = readings.map(({ gasCode, value, unit }) => ({
        id: newUlid(),
        gas: gasCode,
        value,
        unit,
        ts,
        hist: false,
      }))
      await recordEvents(world.ctx, [
        {
          kind: 'gas',
          tenantId: 0,
          sn,
          parentSn: null,
          recvTs: ts,
          topic: `lo/v1/0/${sn}/up/gas`,
          body: { v: 1, sn, boot: '9f31c2aa', seq, ts, tq: 2, readings: said },
        },
      ])
      await world.settled()
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
  return plant
}

/** Devices of the plant behind one gateway, enrolled as the page 网关与设备 does it. */
export async function enrolDevices(
  plant: BarePlant,
  areaCode: string,
  locks: readonly string[],
): Promise<void> {
  const behind = locks.map((deviceSn) => ({ deviceSn, kind: 'LOCK' as const, parentSn: GATEWAY, areaCode }))
  await plant.take('admin', deviceEndpoints.enroll, {
    devices: [{ deviceSn: GATEWAY, kind: 'GW', areaCode }, ...behind],
  })
}
