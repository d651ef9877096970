import {
  gasDetectorEndpoints,
  lockEndpoints,
  simopsEndpoints,
  stopOrderEndpoints,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
  type Endpoint,
} from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { areas } from '../areas/index.ts'
import { locks } from '../locks/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let workId = ''
beforeEach(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'locks', mount: locks },
      { name: 'areas', mount: areas },
    ],
    locks: { send: async () => ({ sent: true, deadlineMs: 10_000 }) },
  })
  workId = await carryOut(plant, 'working')
  plant.at('10:00')
})
afterEach(() => plant[Symbol.asyncDispose]())

/** Somebody whose roles were taken away: nothing of a menu is his. */
const bare = (who: string) => plant.as(who, { permissions: new Set(), roleCodes: [], roleIds: [] })
const send = (who: string, { path, methods }: Endpoint, input: object) =>
  methods.includes('GET')
    ? bare(who).get(path, input as Record<string, string>)
    : bare(who).post(path, { clientOpId: newUlid(), ...input })
const own = { lockId: 'demo-pl6', boxId: 'demo-lb1' }
const one = async (text: string) => (await plant.world.database.pool.query(text, [workId])).rows[0]
const hangs = async () =>
  (
    await one(
      `select count(*)::int as n from lo_point_hold where work_id = $1 and lock_id = 'demo-pl6' and state = 1`,
    )
  )?.n

/** What the page of a ticket asks for beside the ticket itself. */
const readsOfThePage = (): readonly (readonly [Endpoint, object])[] => [
  [simopsEndpoints.conflicts, { id: workId }],
  [gasDetectorEndpoints.ofTicket, { workId }],
  [gasDetectorEndpoints.watch, { workId }],
  [stopOrderEndpoints.active, { areaCode: 'A01A01' }],
]

describe('whoever is named on a live ticket and has lost his roles', () => {
  it('R01 closes a lock', async () => {
    const answer = await send('u6', lockEndpoints.close, { lockId: 'demo-lk4' })
    expect(answer).toMatchObject({ success: true })
    const { cmdId } = answer.result as { cmdId: string }
    expect(await send('u6', lockEndpoints.cmdStatus, { cmdId })).toMatchObject({ success: true })
  })

  it('T42 T26 takes his own lock off and hangs it again', async () => {
    expect(await hangs()).toBe(1)
    expect(await send('u6', tickets.personalLockOff, { workId, ...own })).toMatchObject({ success: true })
    expect(await hangs()).toBe(0)
    expect(await send('u6', tickets.personalLockOn, { workId, ...own })).toMatchObject({ success: true })
    expect(await hangs()).toBe(1)
  })

  it('reads the ticket, and is offered what he may do', async () => {
    const read = await send('u6', tickets.detail, { id: workId })
    expect(read).toMatchObject({ success: true, result: { ticket: { id: workId } } })
    expect(await send('u6', tickets.timeline, { id: workId })).toMatchObject({ success: true })
    for (const [call, input] of readsOfThePage())
      expect([call.title, (await send('u6', call, input)).code]).toEqual([call.title, 200])
  })

  it('interrupts the work as its leader, reports a point, says that a measure is gone', async () => {
    expect(await send('u5', tickets.suspend, { workId })).toMatchObject({ success: true })
    expect(await plant.state(workId)).toBe('20/21')
    expect(await send('u6', tickets.pointFail, { workId, pointId: 'demo-pt2' })).toMatchObject({
      success: true,
    })
  })

  it('may say that a measure is gone, not that it is in place', async () => {
    const measure = await one(`select id from lo_work_measure where work_id = $1 and involve = 1 limit 1`)
    const said = { workId, measureIds: [measure?.id] }
    expect(await send('u5', tickets.measureConfirm, { ...said, inPlace: true })).toMatchObject({ code: 510 })
    expect(await send('u6', tickets.measureConfirm, { ...said, inPlace: false })).toMatchObject({
      success: true,
    })
    expect(await plant.state(workId)).toBe('20/21')
  })

  it('T32 gives his word as the guardian at his post', async () => {
    expect(await send('u8', execution.guardConfirm, { workId })).toMatchObject({ success: true })
  })

  it('gets no further than that: what gives energy or goes in still asks for the right', async () => {
    const personId = await plant.personId(workId, 'u6')
    for (const [who, call, input] of [
      ['u6', lockEndpoints.open, { lockId: 'demo-lk4', workId }],
      ['u6', lockEndpoints.unfreeze, { lockId: 'demo-lk4' }],
      ['u5', tickets.personIn, { workId, personId }],
      ['u5', tickets.resume, { workId }],
      ['u5', tickets.releaseBegin, { workId, siteChecks: { people: true, tools: true, guards: true } }],
      ['u6', tickets.allList, {}],
    ] as const)
      expect([call.title, (await send(who, call, input)).code]).toEqual([call.title, 510])
  })
})

describe('whoever is named on none that is live', () => {
  const calls: readonly (readonly [Endpoint, () => object])[] = [
    [lockEndpoints.close, () => ({ lockId: 'demo-lk4' })],
    [tickets.personalLockOn, () => ({ workId, ...own })],
    [tickets.personalLockOff, () => ({ workId, ...own })],
    [tickets.detail, () => ({ id: workId })],
    [tickets.suspend, () => ({ workId })],
    [tickets.pointFail, () => ({ workId, pointId: 'demo-pt2' })],
    [execution.guardConfirm, () => ({ workId })],
  ]
  it('needs the right as before, and so does whoever was named on one that is closed', async () => {
    for (const [call, input] of calls)
      expect([call.title, (await send('u13', call, input())).code]).toEqual([call.title, 510])
    for (const [call, input] of readsOfThePage())
      expect([call.title, (await send('u13', call, input)).code]).toEqual([call.title, 510])
    await plant.world.database.pool.query(
      `update lo_work set work_status = 30, exec_phase = 30, close_flag = 1 where id = $1`,
      [workId],
    )
    await plant.world.database.pool.query(`update lo_point_hold set state = 9 where work_id = $1`, [workId])
    for (const [call, input] of calls)
      expect([call.title, (await send('u6', call, input())).code]).toEqual([call.title, 510])
  })

  it('sees no other ticket for being named on one', async () => {
    const other = await plant.draft({ people: [], locks: [] })
    expect(await send('u6', tickets.detail, { id: other })).toMatchObject({ message: '未找到对应实体' })
    const foreign = plant.as('u6', { permissions: new Set(), roleCodes: [], tenantId: 7 })
    expect((await foreign.post(lockEndpoints.close.path, { lockId: 'demo-lk4' })).code).toBe(510)
  })
})
