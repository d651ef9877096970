import {
  stopOrderEndpoints,
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
  [tickets.measureConfirm, { measureIds: ['m'] }],
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
      // On no ticket: who is named on one needs no permission for what is safe (without-menu.int.test.ts).
      const powerless = plant.as('u13', { permissions: new Set(), roleCodes: [] })
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
      const powerless = await plant.as('u13', { permissions: new Set() }).get(endpoint.path, { id })
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

/** Posts of a person who is on other tickets: everything a worker or contractor holds, not the page of all tickets. */
const crewPermissions = new Set([
  ...[
    'list',
    'own',
    'run',
    'verify',
    'isolate',
    'gas',
    'add',
    'submit',
    'void',
    'delete',
    'accept',
    'recall',
    'urge',
  ].map((action) => `lo:work:${action}`),
  'lo:review:list',
  'lo:examine:list',
  'lo:board:list',
])

describe('seeing needs the page first', () => {
  it.each(calls.map(([endpoint, input]) => [endpoint.title, endpoint, input] as const))(
    '%s: to somebody who is on no list of the ticket and has not the page of all tickets it does not exist',
    async (_title, endpoint, input) => {
      const before = (await plant.detail(id)).ticket.revision
      const stranger = plant.as('u13', { permissions: crewPermissions })
      const body = { workId: id, clientOpId: newUlid(), ...input }
      expect(await stranger.post(endpoint.path, body)).toMatchObject({ message: '未找到对应实体' })
      expect((await plant.detail(id)).ticket.revision).toBe(before)
    },
  )

  it('nor does a running work stop for a role-less outsider who only knows its number', async () => {
    const outsider = plant.as('u13', { permissions: new Set(), roleCodes: ['test'] })
    const answer = await outsider.post(tickets.stop.path, { workId: id, clientOpId: newUlid(), reason: '试' })
    expect(answer).toMatchObject({ success: false, message: '未找到对应实体' })
  })

  it('a contractor reads neither the draft of somebody else nor any row of it, by no door', async () => {
    const draft = await plant.draft()
    const contractor = plant.as('u13', { permissions: crewPermissions })
    for (const [path, query] of [
      [tickets.detail.path, { id: draft }],
      [tickets.timeline.path, { id: draft }],
      ['/lowork/loWork/queryById', { id: draft }],
      ['/loworkreview/loWorkReview/queryById', { id: await plant.pendingRow(id, 'u2') }],
    ] as const)
      expect([path, (await contractor.get(path, query)).message]).toEqual([path, '未找到对应实体'])
    for (const path of ['/lowork/loWork/list', tickets.myList.path, workReviewEndpoints.myList.path])
      expect([path, (await contractor.get<{ total: number }>(path)).result.total]).toEqual([path, 0])
    expect((await contractor.get<{ works: unknown[] }>('/loboard/loBoard/limits')).result.works).toEqual([])
  })

  it('the page of all tickets, the post of the department and the territory let see what they are for', async () => {
    const may = async (who: string, changes: Parameters<TicketWorld['as']>[1]) =>
      (await plant.as(who, changes).get(tickets.detail.path, { id })).success
    const permissions = new Set(['lo:work:list'])
    expect(await may('u13', { permissions: new Set(['lo:work:list', 'lo:work:allList']) })).toBe(true)
    expect(await may('u11', { permissions, roleCodes: ['ISSUE'], orgCode: 'A01A02' })).toBe(true)
    expect(await may('u11', { permissions, roleCodes: ['ISSUE'], orgCode: 'A01A04' })).toBe(false)
    expect(await may('u11', { permissions, roleCodes: ['DEPT'] })).toBe(true)
  })
})

describe('stopping at the place', () => {
  it('T32 somebody on no list stops what is done where he reads the tag, is named for it and sees no ticket', async () => {
    await using site = await createTicketWorld()
    const workId = await carryOut(site, 'working')
    await site.world.database.pool.query(
      `update lo_point set qr_code = 'printed-tag-1' where id = 'demo-pt1'`,
    )
    const visitor = site.as('u13', { permissions: new Set(), roleCodes: ['test'] })
    const press = (body: object) => visitor.post(stopOrderEndpoints.atPlace.path, body)
    for (const made of [{}, { qr: 'PT1' }, { qr: workId }, { nfcUid: 'demo-pt1' }])
      expect([made, (await press(made)).success]).toEqual([made, false])
    expect(await site.state(workId)).toBe('20/20')
    const stopped = await press({ qr: 'printed-tag-1', reason: '闻到气味' })
    expect(stopped).toMatchObject({ success: true, message: '已停止此处的 1 张工作票，请通知现场人员撤离' })
    expect(await site.state(workId)).toBe('20/21')
    const { rows } = await site.world.database.pool.query(
      `select t.actor_id, t.diff, s.user_id, s.session_id, s.question from lo_work_trans t
        join lo_site_scan s on s.id = t.diff->'scanIds'->>0
       where t.work_id = $1 order by t.seq desc limit 1`,
      [workId],
    )
    expect(rows).toMatchObject([
      {
        actor_id: 'u13',
        user_id: 'u13',
        session_id: 's-u13',
        question: 'STOP',
        diff: { reason: '闻到气味' },
      },
    ])
    expect((await visitor.get(tickets.detail.path, { id: workId })).success).toBe(false)
  })

  it('T32 the tag of an area stops all that is done in it; where nothing is done, nothing is called stopped', async () => {
    await using site = await createTicketWorld()
    const workId = await carryOut(site, 'working')
    const pool = site.world.database.pool
    const area = (await site.detail(workId)).ticket.areaId
    await pool.query(
      `insert into lo_site_tag (id, tenant_id, subject_kind, subject_id, code_hash, issued_by, issued_time)
       values ('t1', 0, 'AREA', $1, encode(sha256('area-tag'), 'hex'), 'u11', now())`,
      [area],
    )
    const visitor = site.as('u13', { permissions: new Set(), roleCodes: [] })
    const foreign = site.as('u13', { permissions: new Set(), tenantId: 7 })
    expect((await foreign.post(stopOrderEndpoints.atPlace.path, { qr: 'area-tag' })).success).toBe(false)
    expect(await site.state(workId)).toBe('20/20')
    expect((await visitor.post(stopOrderEndpoints.atPlace.path, { qr: 'area-tag' })).success).toBe(true)
    expect(await site.state(workId)).toBe('20/21')
    await pool.query(`update lo_work set void_flag = 1`)
    expect(await visitor.post(stopOrderEndpoints.atPlace.path, { qr: 'area-tag' })).toMatchObject({
      success: false,
      message: '此处没有正在进行的工作票，未停止任何作业；如有危险请立即撤离并报告',
    })
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
