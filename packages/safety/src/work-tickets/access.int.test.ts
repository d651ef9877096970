import {
  workExamineEndpoints,
  workReviewEndpoints,
  workTicketEndpoints as tickets,
  type Endpoint,
} from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let id = ''
beforeAll(async () => {
  plant = await createTicketWorld()
  id = await carryOut(plant, 'ready')
})
afterAll(() => plant[Symbol.asyncDispose]())

/** Every call on one ticket, with an input of the right form. */
const calls: readonly (readonly [Endpoint, object])[] = [
  [tickets.submit, {}],
  [tickets.withdraw, {}],
  [tickets.void, { reason: '试' }],
  [tickets.remove, {}],
  [tickets.copy, {}],
  [tickets.isolateStart, {}],
  [tickets.isolateCancel, {}],
  [tickets.pointOperate, { pointId: 'demo-pt1' }],
  [tickets.pointLock, { pointId: 'demo-pt1', lockId: 'demo-lk1' }],
  [tickets.pointTag, { pointId: 'demo-pt1' }],
  [
    tickets.pointVerify,
    { pointId: 'demo-pt1', verifyMethod: '2', verifyValue: '0', verifyUnit: 'V', verifyResult: 1 },
  ],
  [tickets.pointFail, { pointId: 'demo-pt1', reason: '试' }],
  [tickets.pointRestore, { pointId: 'demo-pt1' }],
  [tickets.brief, { personIds: ['p'] }],
  [tickets.briefConfirm, {}],
  [tickets.guardIn, { personId: 'p' }],
  [tickets.crewAdd, { userId: 'u11', roleTag: 'WORK' }],
  [tickets.personalLockOn, { lockId: 'demo-pl6', boxId: 'demo-lb1' }],
  [tickets.personalLockOff, { lockId: 'demo-pl6' }],
  [
    tickets.gasAdd,
    {
      pointDesc: '坑底',
      gasCode: 'O2',
      value: 20,
      unit: '%vol',
      sampleTime: '2026-12-01 08:50:00',
      deviceSn: 'GAS1',
    },
  ],
  [tickets.start, {}],
  [tickets.personIn, { personId: 'p' }],
  [tickets.personOut, { personId: 'p' }],
  [tickets.suspend, { reason: '试' }],
  [tickets.stop, {}],
  [tickets.resume, {}],
  [tickets.releaseBegin, { siteChecks: { people: true, tools: true, guards: true } }],
  [tickets.accept, {}],
  [tickets.finish, {}],
  [tickets.closeExpired, {}],
]

describe('who may call', () => {
  it.each(calls.map(([endpoint, input]) => [endpoint.title, endpoint, input] as const))(
    '%s: without the permission it is refused, from another tenant the ticket does not exist',
    async (_title, endpoint, input) => {
      const before = await plant.detail(id)
      const body = () => ({ workId: id, clientOpId: newUlid(), ...input })
      const powerless = plant.as('u4', { permissions: new Set() })
      const refused = await powerless.post(endpoint.path, body())
      if (endpoint.access !== 'signedIn') expect(refused).toMatchObject({ success: false, code: 510 })
      const foreign = await plant.as('u4', { tenantId: 7 }).post(endpoint.path, body())
      expect(foreign).toMatchObject({ success: false, message: '未找到对应实体' })
      expect((await plant.world.anonymous.raw('POST', endpoint.path, { body: body() })).statusCode).toBe(500)
      if (endpoint.access !== 'signedIn')
        expect((await plant.detail(id)).ticket.revision).toBe(before.ticket.revision)
    },
  )

  it('reading asks for the permission and the tenant as well', async () => {
    for (const endpoint of [tickets.detail, tickets.timeline]) {
      const foreign = await plant.as('u1', { tenantId: 7 }).get(endpoint.path, { id })
      expect(foreign).toMatchObject({ success: false, message: '未找到对应实体' })
      const powerless = await plant.as('u1', { permissions: new Set() }).get(endpoint.path, { id })
      expect(powerless).toMatchObject({ success: false, code: 510 })
    }
    const foreignSave = await plant.as('u1', { tenantId: 7 }).post(tickets.saveDraft.path, {
      ...demoDraft({ id, revision: 1 }),
      clientOpId: newUlid(),
    })
    expect(foreignSave.message).toBe('未找到对应实体')
    const foreignCheck = await plant.as('u1', { tenantId: 7 }).post(tickets.checkPlan.path, { id })
    expect(foreignCheck.message).toBe('未找到对应实体')
  })

  it('lists of decisions show only the caller’s own rows', async () => {
    const of = (who: string, tab: string) =>
      plant.take(who, workReviewEndpoints.myList, { tab }).then((page) => page.total)
    expect([await of('u2', 'pending'), await of('u2', 'done'), await of('u3', 'done')]).toEqual([0, 1, 0])
    const examined = await plant.take('u3', workExamineEndpoints.myList, { tab: 'done' })
    expect(examined.records[0]).toMatchObject({ ticket: { id, workName: '离心泵 P-101 检修' } })
  })
})

describe('who may do what (§4.4 "who")', () => {
  const wrongPeople: readonly (readonly [Endpoint, string, object])[] = [
    [tickets.isolateCancel, 'u5', {}],
    [tickets.start, 'u1', {}],
    [tickets.start, 'u6', {}],
    [
      tickets.pointVerify,
      'u9',
      { pointId: 'demo-pt1', verifyMethod: '2', verifyValue: '0', verifyResult: 1 },
    ],
    [tickets.personalLockOff, 'u7', { lockId: 'demo-pl6' }],
    [tickets.void, 'u1', { reason: '试' }],
    [tickets.submit, 'u6', {}],
    [tickets.releaseBegin, 'u6', { siteChecks: { people: true, tools: true, guards: true } }],
    [tickets.finish, 'u6', {}],
  ]
  it.each(wrongPeople.map(([endpoint, who, input]) => [endpoint.title, who, endpoint, input] as const))(
    '%s is refused to %s by permission or state, and nothing moves',
    async (_title, who, endpoint, input) => {
      const { ticket } = await plant.detail(id)
      const answer = await plant.call(who, endpoint, { workId: id, ...input })
      expect(answer.success).toBe(false)
      expect([4030, 4201]).toContain(answer.code)
      expect((await plant.detail(id)).ticket.revision).toBe(ticket.revision)
    },
  )

  it('the console is told what each person may try', async () => {
    const events = async (who: string) => (await plant.detail(id, who)).events
    expect(await events('u5')).toContain('start')
    expect(await events('u4')).toEqual(expect.arrayContaining(['start', 'isolateCancel']))
    expect(await events('u6')).toEqual(expect.arrayContaining(['personalLockOff', 'pointFail']))
    expect(await events('u6')).not.toContain('start')
  })
})
