import {
  area,
  department,
  deviceEndpoints,
  dutyRule,
  departArea,
  emergencyEndpoints,
  energyEdge,
  energyNode,
  equip,
  gasDetectorEndpoints,
  lock,
  lockEndpoints,
  lockType,
  point,
  setupEndpoints,
  signingEndpoints,
  siteTagEndpoints,
  workExamineEndpoints,
  workExecutionEndpoints as execution,
  workReviewEndpoints,
  workTicketEndpoints as tickets,
  workType,
  type Endpoint,
  type TicketDraft,
} from '@suoan/contract'
import type { RoleTag } from '@suoan/domain/dictionaries'
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNight } from '@suoan/platform/testing/at-night'
import { createBarePlant, DAY, enrolDevices, PASSWORD, type BarePlant } from '../testing/bare-plant.ts'

// A server with DEMO=0: its first administrator sets it up, and its people carry tickets out, by calls alone.
const DETECTOR = 'GD-1'
const LOCKS = ['IL1', 'IL2', 'BX1', 'PL1']
let plant: BarePlant
let ids: Awaited<ReturnType<typeof setUp>>
/** The steps of 开始使用 that were open before anything was entered, and when all was, with what they lacked. */
const lacked: {
  before: Readonly<Record<string, readonly string[]>>
  after: Readonly<Record<string, readonly string[]>>
} = {
  before: {},
  after: {},
}
beforeAll(async () => {
  plant = await createBarePlant()
  lacked.before = await openSteps()
  ids = await setUp(plant)
  lacked.after = await openSteps()
})
afterAll(() => plant[Symbol.asyncDispose]())

/** What an administrator enters on the pages of 系统管理, 现场与设备 and 锁具管理 before the first ticket. */
async function setUp({ add, hire }: BarePlant) {
  const depart = await add(
    department,
    { departName: '生产部', parentId: '', orgCategory: '1' },
    { departName: '生产部' },
  )
  const place = await add(
    area,
    { areaName: '泵房', areaType: '3', riskLevel: 2, pid: '0' },
    { areaName: '泵房' },
  )
  await add(departArea, { departId: depart, areaId: place, relType: 1 }, { departId: depart })
  const people = {
    issue: await hire('issue', depart, ['ISSUE']),
    review: await hire('review', depart, ['REVIEW']),
    approve: await hire('approve', depart, ['APPROVE', 'DEPT']),
    permit: await hire('permit', depart, ['PERMIT', 'ISO'], ['08', '04']),
    work: await hire('work', depart, ['LEAD', 'WORK'], ['08', '04', '02']),
    guard: await hire('guard', depart, ['GUARD', 'VERIFY', 'GASTEST'], ['01', '07', '08', '04']),
    // Special hot work asks three more: a safety officer, a second approver, and a welder beside the leader.
    safety: await hire('safety', depart, ['SAFETY']),
    approve2: await hire('approve2', depart, ['APPROVE']),
    welder: await hire('welder', depart, ['WORK'], ['02', '08']),
  }
  const padlock = await add(
    lockType,
    {
      typeCode: 'PAD',
      typeName: '蓝牙挂锁',
      lockForm: '01',
      powerType: 1,
      commType: 'BLE',
      purposes: '1,3,4',
      sensors: { latch: true, shackle: true },
    },
    { typeCode: 'PAD' },
  )
  const areaCode = 'A01'
  await enrolDevices(plant, areaCode, LOCKS)
  await plant.take('admin', deviceEndpoints.enroll, {
    devices: [{ deviceSn: DETECTOR, kind: 'GAS', areaCode, calibValidTo: '2027-06-30' }],
  })
  // A hand-held one: somebody has seen it and says so, else its passing samples do not count (decision 0664).
  await plant.take('admin', deviceEndpoints.enable, { deviceSn: DETECTOR, reason: '到货核对' })
  const addLock = (lockCode: string, lockPurpose: number, more: object = {}) =>
    add(
      lock,
      {
        lockCode,
        lockName: `锁 ${lockCode}`,
        lockTypeId: padlock,
        lockPurpose,
        deviceSn: lockCode,
        areaId: place,
        keeperId: people.permit,
        ...more,
      },
      { lockCode },
    )
  const locks = {
    breaker: await addLock('IL1', 1),
    valve: await addLock('IL2', 1),
    box: await addLock('BX1', 3),
    personal: await addLock('PL1', 4, { ownerUserId: people.work }),
  }
  const pump = await add(
    equip,
    { equipCode: 'P-1', equipName: '循环泵', areaId: place, equipType: '1' },
    { equipCode: 'P-1' },
  )
  const onPump = { equipId: pump, areaId: place }
  const points = {
    breaker: await add(
      point,
      {
        pointCode: 'Q1',
        pointName: '断路器',
        ...onPump,
        pointType: 'BRK',
        energyType: 'E',
        energyLevel: '380 V',
        normalPos: 'ON',
        safePos: 'OFF',
        isoMethod: 'E1',
        verifyMethods: '2',
        verifyLimit: '0 V',
        qrCode: 'Q1',
      },
      { pointCode: 'Q1' },
    ),
    valve: await add(
      point,
      {
        pointCode: 'V1',
        pointName: '进口阀',
        ...onPump,
        pointType: 'VLV',
        energyType: 'H',
        energyLevel: '0.6 MPa',
        normalPos: 'OPEN',
        safePos: 'SHUT',
        isoMethod: 'N1',
        verifyMethods: '3',
        verifyLimit: '≤0.00 MPa',
        qrCode: 'V1',
      },
      { pointCode: 'V1' },
    ),
  }
  const node = (nodeCode: string, nodeType: string, more: object) =>
    add(energyNode, { nodeCode, nodeName: nodeCode, nodeType, ...more }, { nodeCode })
  const target = await node('N-P1', 'EQUIP', { equipId: pump })
  for (const [code, energyType, pointId] of [
    ['E-380', 'E', points.breaker],
    ['H-06', 'H', points.valve],
  ] as const) {
    const fromId = await node(code, 'SOURCE', { energyType })
    await add(energyEdge, { fromId, toId: target, pointId }, { fromId })
  }
  const tags = {
    breaker: (await plant.take('admin', siteTagEndpoints.issue, { kind: 'POINT', id: points.breaker })).code,
    valve: (await plant.take('admin', siteTagEndpoints.issue, { kind: 'POINT', id: points.valve })).code,
  }
  for (const code of LOCKS) await plant.lockSays(code, 'state')
  return { depart, place, people, locks, pump, points, tags }
}

async function openSteps(): Promise<Readonly<Record<string, readonly string[]>>> {
  const steps = await plant.take('admin', setupEndpoints.steps)
  return Object.fromEntries(
    steps.filter(({ state }) => state !== 'done').map(({ key, lacks }) => [key, lacks]),
  )
}

const isolationDraft = (changes: Partial<TicketDraft> = {}): TicketDraft => ({
  workName: '循环泵换密封',
  workType: '10',
  workLevel: '2',
  areaId: ids.place,
  place: '泵房 P-1',
  equipIds: [ids.pump],
  workDepartId: ids.depart,
  content: '更换机械密封',
  hazards: ['04', '05'],
  planStart: `${DAY} 09:00:00`,
  planEnd: `${DAY} 17:00:00`,
  needIsolation: 1,
  emergencyContact: '值班室 8000',
  points: [
    { pointId: ids.points.breaker, plannedLockId: ids.locks.breaker },
    { pointId: ids.points.valve, plannedLockId: ids.locks.valve },
  ],
  locks: [{ lockId: ids.locks.box, useType: 3 }],
  people: [
    { userId: ids.people.permit, roleTag: 'PERMIT' },
    { userId: ids.people.permit, roleTag: 'ISO' },
    { userId: ids.people.guard, roleTag: 'VERIFY' },
    { userId: ids.people.guard, roleTag: 'GUARD' },
    { userId: ids.people.work, roleTag: 'LEAD' },
    { userId: ids.people.work, roleTag: 'WORK', personalLockId: ids.locks.personal },
  ],
  measures: [{ content: '按隔离方案逐点上锁挂牌' }],
  ...changes,
})

const stateOf = async (workId: string) => {
  const { ticket } = await plant.detail('issue', workId)
  return `${ticket.workStatus}/${ticket.execPhase}`
}

/** Minutes of the test day; every lock says by then that it is still as it was, as it does each few minutes. */
async function at(minutes: number): Promise<void> {
  plant.world.clock.set(Date.parse(`${DAY}T00:00:00+08:00`) + minutes * 60_000)
  for (const code of LOCKS) await plant.lockSays(code, 'state')
}
const minutesOf = (time: string): number => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16))

const isolated = () =>
  [
    { code: 'IL1', pointId: ids.points.breaker, lockId: ids.locks.breaker, qr: ids.tags.breaker },
    { code: 'IL2', pointId: ids.points.valve, lockId: ids.locks.valve, qr: ids.tags.valve },
  ] as const
type Isolated = ReturnType<typeof isolated>[number]
/** How zero energy is proven at the breaker and at the valve. */
const methods = [
  ['2', 'V'],
  ['3', 'MPa'],
] as const

async function decided(workId: string, draft: TicketDraft): Promise<void> {
  await plant.take('issue', tickets.submit, { workId })
  for (const who of ['review', draft.workType === '20' ? 'permit' : 'approve'])
    expect(await plant.decide(who, workId)).toMatchObject({ success: true })
  expect(await stateOf(workId)).toBe('4/0')
}

async function lockPoint(
  workId: string,
  { code, pointId, lockId, qr }: Isolated,
  closes = true,
): Promise<void> {
  await plant.take('permit', tickets.pointOperate, { workId, pointId, proof: { qr } })
  if (closes) await plant.lockSays(code, 'CLOSE')
  await plant.take('permit', tickets.pointLock, { workId, pointId, lockId })
  await plant.take('permit', tickets.pointTag, { workId, pointId })
}

async function proveZero(workId: string): Promise<void> {
  for (const [index, { pointId }] of isolated().entries()) {
    const [verifyMethod = '', verifyUnit = ''] = methods[index] ?? []
    const proof = { workId, pointId, verifyMethod, verifyValue: '0', verifyUnit, verifyResult: 1 }
    await plant.take('guard', tickets.pointVerify, proof)
  }
}

async function opens(workId: string, { code, lockId, qr }: Isolated): Promise<void> {
  const { cmdId } = await plant.take('permit', lockEndpoints.open, { lockId, workId, proof: { qr } })
  await plant.lockSays(code, 'OPEN', cmdId)
}

/** Briefed, the guardian at his post, the measures seen in place. */
async function prepared(workId: string): Promise<void> {
  const worker = await plant.personId(workId, ids.people.work, 'WORK')
  await plant.take('work', tickets.brief, { workId, personIds: [worker] })
  await guardStands(workId)
  await confirmMeasures(workId)
}
async function guardStands(workId: string): Promise<void> {
  const guard = await plant.personId(workId, ids.people.guard, 'GUARD')
  await plant.take('guard', tickets.guardIn, { workId, personId: guard })
}
const hangOwnLock = (workId: string) =>
  plant.take('work', tickets.personalLockOn, {
    workId,
    lockId: ids.locks.personal,
    boxId: ids.locks.box,
  })
async function started(workId: string): Promise<void> {
  await plant.take('work', tickets.start, { workId })
  await plant.take('permit', tickets.start, { workId })
  expect(await stateOf(workId)).toBe('20/20')
}

/** Six people bring an isolated ticket from its draft to work, at its planned start. */
async function toWork(draft: TicketDraft): Promise<string> {
  const start = minutesOf(draft.planStart)
  const workId = (await plant.take('issue', tickets.saveDraft, draft)).ticket.id
  await decided(workId, draft)
  await at(start - 9)
  await plant.take('permit', tickets.isolateStart, { workId })
  for (const point of isolated()) await lockPoint(workId, point)
  await at(start - 5)
  await proveZero(workId)
  await prepared(workId)
  await hangOwnLock(workId)
  await at(start)
  await started(workId)
  return workId
}

/** They release the isolation. */
async function released(workId: string): Promise<void> {
  await plant.take('work', tickets.releaseBegin, {
    workId,
    siteChecks: { people: true, tools: true, guards: true },
    photo: await plant.photo('work'),
    notified: true,
  })
  await plant.take('work', tickets.personalLockOff, { workId, lockId: ids.locks.personal })
  for (const point of isolated().toReversed()) {
    await opens(workId, point)
    await plant.take('permit', tickets.pointRestore, { workId, pointId: point.pointId })
    await plant.lockSays(point.code, 'CLOSE')
  }
}

/** They close the ticket. */
async function finished(workId: string): Promise<void> {
  await plant.take('work', tickets.finish, { workId })
  await plant.take('approve', tickets.accept, { workId })
  await plant.take('permit', tickets.finish, { workId })
}

async function toTheEnd(workId: string): Promise<void> {
  await released(workId)
  await finished(workId)
}

async function carryOut(draft: TicketDraft): Promise<string> {
  const workId = await toWork(draft)
  const worker = await plant.personId(workId, ids.people.work, 'WORK')
  await plant.take('guard', tickets.personIn, { workId, personId: worker })
  await at(minutesOf(draft.planStart) + 5)
  await plant.take('guard', tickets.personOut, { workId, personId: worker })
  await toTheEnd(workId)
  return workId
}

/** A place for hot work, with a gas detector enrolled for it. */
const hotDraft = (): TicketDraft => ({
  ...isolationDraft({ planStart: `${DAY} 09:55:00` }),
  workName: '管廊支架焊接',
  workType: '01',
  workLevel: '0',
  place: '泵房北侧管廊',
  equipIds: [],
  content: '焊接支架',
  hazards: ['01'],
  needIsolation: 0,
  noIsoReason: '不涉及带能量设备',
  gasPlaces: [{ place: '支架', level: '' }],
  points: [],
  locks: [],
  people: [
    { userId: ids.people.permit, roleTag: 'PERMIT' },
    { userId: ids.people.guard, roleTag: 'GUARD' },
    { userId: ids.people.guard, roleTag: 'GASTEST' },
    { userId: ids.people.work, roleTag: 'LEAD' },
    { userId: ids.people.welder, roleTag: 'WORK' },
  ],
})

/** The air at a place, as the plant's limits pass it. */
const clean = [
  { gasCode: 'O2', value: 20.9, unit: '%vol' },
  { gasCode: 'LEL', value: 0, unit: '%LEL' },
  { gasCode: 'H2S', value: 0, unit: 'mg/m3' },
  { gasCode: 'CO', value: 0, unit: 'mg/m3' },
]

async function carryOutHotWork(): Promise<string> {
  const workId = (await plant.take('issue', tickets.saveDraft, hotDraft())).ticket.id
  await plant.take('issue', tickets.submit, { workId })
  for (const who of ['review', 'safety', 'approve', 'approve2'])
    expect(await plant.decide(who, workId)).toMatchObject({ success: true })
  expect(await stateOf(workId)).toBe('4/0')
  const sampleTime = `${DAY} 09:50:00`
  plant.at('09:50')
  for (const sample of clean)
    await plant.take('guard', tickets.gasAdd, {
      workId,
      pointDesc: '支架',
      sampleTime,
      deviceSn: DETECTOR,
      ...sample,
    })
  await plant.detectorSays(DETECTOR, clean)
  await plant.take('guard', gasDetectorEndpoints.detectorOn, {
    workId,
    deviceSn: DETECTOR,
    pointDesc: '支架',
  })
  await plant.detectorSays(DETECTOR, clean)
  const welder = await plant.personId(workId, ids.people.welder)
  await plant.take('work', tickets.brief, { workId, personIds: [welder] })
  const { contentHash } = (await plant.detail('welder', workId)).ticket
  const proof = await plant.take('welder', signingEndpoints.prove, {
    method: 'PWD',
    secret: PASSWORD,
    subjects: [{ bizId: welder, contentHash: contentHash ?? '' }],
  })
  await plant.take('welder', tickets.briefConfirm, { workId, signProof: proof?.signProof })
  await plant.take('guard', tickets.guardIn, {
    workId,
    personId: await plant.personId(workId, ids.people.guard, 'GUARD'),
  })
  await confirmMeasures(workId)
  plant.at('09:55')
  await plant.detectorSays(DETECTOR, clean)
  await plant.take('work', tickets.start, { workId })
  await plant.take('permit', tickets.start, { workId })
  expect(await stateOf(workId)).toBe('20/20')
  await plant.take('guard', tickets.personIn, { workId, personId: welder })
  await plant.take('guard', tickets.personOut, { workId, personId: welder })
  await plant.take('work', tickets.releaseBegin, {
    workId,
    siteChecks: { people: true, tools: true, guards: true },
    photo: await plant.photo('work'),
    notified: true,
  })
  // An hour at the place for whoever guards it.
  plant.at('10:56')
  await plant.take('work', tickets.finish, { workId })
  await plant.take('approve', tickets.accept, { workId })
  await plant.take('permit', tickets.finish, { workId })
  return workId
}

async function confirmMeasures(workId: string) {
  const { measures } = await plant.detail('guard', workId)
  const measureIds = measures.filter(({ involve }) => involve === 1).map(({ id }) => id)
  await plant.take('guard', tickets.measureConfirm, { workId, measureIds })
}

describe('a bare plant carries its tickets out', () => {
  it('开始使用 names what a bare plant lacks: all but the rules, which the baseline has brought', () => {
    expect(Object.keys(lacked.before)).toEqual([
      'places',
      'people',
      'certs',
      'devices',
      'locks',
      'points',
      'flows',
      'ticket',
    ])
    expect(lacked.before).toMatchObject({
      places: ['部门', '区域', '区域的属地部门'],
      people: [
        '签发人',
        '许可人',
        '隔离执行人',
        '隔离验证人',
        '工作负责人',
        '作业人',
        '监护人',
        '属地负责人',
      ],
      flows: ['担任“审核人”的人', '担任“批准人”的人', '担任“许可人”的人', '担任“安全管理”的人'],
    })
    expect(lacked.after).toEqual({ ticket: ['提交的工作票'] })
  })

  it('energy isolation, from the draft to the end, by six people', async () => {
    const workId = await carryOut(isolationDraft())
    expect(await stateOf(workId)).toBe('30/30')
    expect(await openSteps()).toEqual({})
  })

  it.runIf(isNight)('special hot work, with two approvers and a detector at the place', async () => {
    expect(await stateOf(await carryOutHotWork())).toBe('30/30')
  })

  it.runIf(isNight)('electrical work under the first work ticket', async () => {
    for (const code of LOCKS) await plant.lockSays(code, 'state')
    const workId = await carryOut(
      isolationDraft({ workType: '20', workLevel: '9', planStart: `${DAY} 11:00:00` }),
    )
    expect(await stateOf(workId)).toBe('30/30')
  })

  it('a test run and a renewal, with the posts and rights that the baseline has given', async () => {
    const draft = isolationDraft({ planStart: `${DAY} 11:20:00`, planEnd: `${DAY} 12:00:00` })
    await at(minutesOf(draft.planStart) - 12)
    await plant.signInAgain()
    const parent = await toWork(draft)
    const [breaker] = isolated()

    await at(minutesOf(draft.planStart) + 2)
    await plant.take('work', tickets.personalLockOff, { workId: parent, lockId: ids.locks.personal })
    await plant.take('work', execution.testBegin, {
      workId: parent,
      pointIds: [breaker.pointId],
      userIds: [ids.people.permit],
      minutes: 30,
      toolsCleared: true,
      notified: true,
    })
    await plant.take('permit', execution.testBegin, { workId: parent })
    expect(await stateOf(parent)).toBe('20/22')
    await opens(parent, breaker)
    await plant.take('permit', execution.testEnd, { workId: parent, deEnergised: true })
    await lockPoint(parent, breaker)
    await at(minutesOf(draft.planStart) + 6)
    await proveZero(parent)
    // Longer than his interval without a sign of him.
    await guardStands(parent)
    await plant.take('guard', execution.relocked, { workId: parent })
    expect(await stateOf(parent)).toBe('20/20')
    await hangOwnLock(parent)

    await plant.take('work', tickets.suspend, { workId: parent, reason: '当日未完成' })
    const { stopCauses } = await plant.detail('safety', parent)
    for (const { causeId } of stopCauses)
      await plant.take('safety', tickets.causeClose, {
        workId: parent,
        causeId,
        evidence: '已处理，现场确认',
      })
    const window = { planStart: `${DAY} 11:40:00`, planEnd: `${DAY} 13:00:00` }
    const child = (await plant.take('issue', emergencyEndpoints.renew, { workId: parent, ...window })).ticket
      .id
    await decided(child, draft)
    await at(minutesOf(window.planStart) - 6)
    await plant.take('permit', tickets.isolateStart, { workId: child })
    for (const point of isolated()) await lockPoint(child, point, false)
    await proveZero(child)
    await prepared(child)
    await at(minutesOf(window.planStart))
    await started(child)
    // The old ticket is over, and nothing was opened in between.
    expect(await stateOf(parent)).toBe('40/30')
    await toTheEnd(child)
    expect(await stateOf(child)).toBe('30/30')
  })
})

describe('an emergency repair on a bare plant', () => {
  const repair = (changes: Partial<TicketDraft> = {}): TicketDraft => {
    const plan = isolationDraft({ planStart: `${DAY} 11:55:00`, planEnd: `${DAY} 16:00:00`, workType: '31' })
    return { ...plan, gasPlaces: [{ place: '泵壳', level: '' }], hazards: ['01', '04'], ...changes }
  }
  const submitted = async (draft: TicketDraft) => {
    const workId = (await plant.take('issue', tickets.saveDraft, draft)).ticket.id
    return { workId, answer: await plant.call('issue', tickets.submit, { workId }) }
  }
  beforeAll(async () => {
    plant.at('11:45')
    await plant.signInAgain()
    for (const code of LOCKS) await plant.lockSays(code, 'state')
  })

  it('that does not say what it is underneath is refused, with the field', async () => {
    const { workId, answer } = await submitted(repair())
    expect(answer).toMatchObject({
      success: false,
      message: expect.stringContaining('抢修未选择基础作业类型'),
    })
    await plant.take('issue', tickets.void, { workId, reason: '不再作业' })
  })

  it('that is hot work underneath is refused to whoever has no certificate of it', async () => {
    const { people } = repair()
    const { workId, answer } = await submitted(
      repair({
        baseTypes: ['01'],
        people: [...(people ?? []), { userId: ids.people.permit, roleTag: 'CONTR' }],
      }),
    )
    expect(JSON.stringify(answer.result)).toContain('焊接与热切割')
    await plant.take('issue', tickets.void, { workId, reason: '不再作业' })
  })

  it('that is hot work underneath has its air tested and its place watched as hot work has', async () => {
    const draft = repair({
      baseTypes: ['01'],
      people: [...(repair().people ?? []), { userId: ids.people.guard, roleTag: 'GASTEST' }],
    })
    const workId = (await plant.take('issue', tickets.saveDraft, draft)).ticket.id
    await decided(workId, draft)
    await plant.take('permit', tickets.isolateStart, { workId })
    for (const point of isolated()) await lockPoint(workId, point)
    await at(minutesOf(draft.planStart) - 5)
    await proveZero(workId)
    await prepared(workId)
    await hangOwnLock(workId)
    await at(minutesOf(draft.planStart))
    const untested = await plant.call('work', tickets.start, { workId })
    expect(JSON.stringify(untested.result)).toMatch(/"id":"G14","pass":false/)
    for (const sample of clean)
      await plant.take('guard', tickets.gasAdd, {
        workId,
        pointDesc: '泵壳',
        sampleTime: `${DAY} 11:54:00`,
        deviceSn: DETECTOR,
        ...sample,
      })
    await started(workId)
    await released(workId)
    const early = await plant.call('work', tickets.finish, { workId })
    expect(JSON.stringify(early.result)).toContain('完工留守 30 分钟未满')
    await at(minutesOf(draft.planStart) + 31)
    await finished(workId)
    expect(await stateOf(workId)).toBe('30/30')
  })
})

/** The account that holds every post and every certificate, and tries to be everybody. */
describe('one account is not everybody', () => {
  let solo = ''
  const everything: RoleTag[] = [
    'ISSUE',
    'REVIEW',
    'SAFETY',
    'APPROVE',
    'DEPT',
    'PERMIT',
    'LEAD',
    'WORK',
    'GUARD',
    'ISO',
    'VERIFY',
    'GASTEST',
  ]
  beforeAll(async () => {
    plant.at('12:30')
    await plant.signInAgain()
    solo = await plant.hire('solo', ids.depart, everything, ['01', '02', '04', '07', '08'])
    for (const code of LOCKS) await plant.lockSays(code, 'state')
  })

  /** Windows of their own: what stands in the way is the duty, not another ticket. */
  const window = (from: number) => ({
    planStart: `${DAY} ${from}:00:00`,
    planEnd: `${DAY} ${from + 1}:00:00`,
  })
  const alone = (): TicketDraft =>
    isolationDraft({
      ...window(17),
      people: (['LEAD', 'WORK', 'GUARD', 'ISO', 'VERIFY', 'PERMIT'] as const).map((roleTag) => ({
        userId: solo,
        roleTag,
      })),
    })
  const refusalOfAlone = async () => {
    const workId = (await plant.take('solo', tickets.saveDraft, alone())).ticket.id
    return plant.call('solo', tickets.submit, { workId })
  }

  const pairs = [
    '隔离 与 验证',
    '验证 与 作业',
    '监护 与 负责人',
    '监护 与 作业',
    '监护 与 许可',
    '作业 与 许可',
  ]

  it('a ticket on which it holds every duty is refused with each pair by name', async () => {
    const answer = await refusalOfAlone()
    expect(answer).toMatchObject({ success: false, code: 4207 })
    for (const pair of pairs) expect(answer.message).toContain(`同一人不得同时担任 ${pair}：员工solo`)
  })

  it('on the ticket of six others every step is refused, and the text says whose it is', async () => {
    const workId = (await plant.take('issue', tickets.saveDraft, isolationDraft(window(13)))).ticket.id
    await plant.take('issue', tickets.submit, { workId })
    const refused = async <S extends z.ZodType, O>(
      endpoint: Endpoint<S, O>,
      input: object,
      whose: string,
    ) => {
      const answer = await plant.call('solo', endpoint, { workId, ...input })
      expect({ call: endpoint.title, ...answer }).toMatchObject({
        call: endpoint.title,
        success: false,
        message: expect.stringContaining(whose),
      })
    }
    const steps = async () => {
      const { reviews, examines, ticket } = await plant.detail('solo', workId)
      const contentHash = ticket.contentHash ?? ''
      return {
        review: { id: reviews[0]?.['id'], reviewStatus: 8, contentHash },
        examine: { id: examines[0]?.['id'], approveStatus: 8, contentHash },
      }
    }
    await refused(workReviewEndpoints.decide, (await steps()).review, '须由 员工review')
    await plant.decide('review', workId)
    await refused(workExamineEndpoints.decide, (await steps()).examine, '须由 员工approve')
    await plant.decide('approve', workId)
    plant.at('12:51')
    for (const code of LOCKS) await plant.lockSays(code, 'state')
    await plant.take('permit', tickets.isolateStart, { workId })
    const at = { pointId: ids.points.breaker }
    const verified = { ...at, verifyMethod: '2', verifyValue: '0', verifyUnit: 'V', verifyResult: 1 }
    const sample = { pointDesc: 'P-1', gasCode: 'O2', value: 20.9, unit: '%vol', deviceSn: DETECTOR }
    const measureIds = (await plant.detail('solo', workId)).measures.map(({ id }) => id)
    const guard = await plant.personId(workId, ids.people.guard, 'GUARD')
    const hang = { lockId: ids.locks.personal, boxId: ids.locks.box }
    await refused(tickets.pointOperate, { ...at, proof: { qr: ids.tags.breaker } }, '须由隔离人员操作')
    await refused(tickets.pointLock, { ...at, lockId: ids.locks.breaker }, '须由隔离人员操作')
    await refused(tickets.pointTag, at, '须由隔离人员操作')
    await refused(tickets.pointVerify, verified, '须由验证人员操作')
    await refused(tickets.briefConfirm, {}, '只能由被交底人本人确认')
    await refused(tickets.guardIn, { personId: guard }, '只能由监护人本人')
    await refused(
      tickets.measureConfirm,
      { measureIds },
      '须由工作负责人、监护人、隔离执行人或气体检测人操作',
    )
    await refused(tickets.gasAdd, sample, '须由气体检测人或监护人操作')
    await refused(tickets.personalLockOn, hang, '您不在本票人员名单中')
    await refused(tickets.releaseBegin, { notified: true }, '须由负责人操作')
    await refused(tickets.pointRestore, at, '须由隔离人员操作')
    await plant.take('permit', tickets.isolateCancel, { workId, notified: true })
    // Nothing hangs: the system ends the restoring by itself (T53), after this answer.
    await expect.poll(() => stateOf(workId)).toBe('4/0')
    await plant.take('permit', tickets.void, { workId, reason: '不再作业' })
  })

  it('what it asked for itself it neither reviews nor approves', async () => {
    const workId = (await plant.take('solo', tickets.saveDraft, isolationDraft(window(15)))).ticket.id
    await plant.take('solo', tickets.submit, { workId })
    const { reviews } = await plant.detail('solo', workId)
    expect(reviews.map((row) => row['reviewerId'])).not.toContain(solo)
    await plant.decide('review', workId)
    const { examines } = await plant.detail('solo', workId)
    expect(examines.map((row) => row['approverId'])).not.toContain(solo)
    await plant.take('solo', tickets.void, { workId, reason: '不再作业' })
  })

  it('with every row of the duty rules deleted the built-in separations hold', async () => {
    const dutyIds = await plant.idsOf(dutyRule)
    expect(dutyIds.length).toBeGreaterThan(12)
    await plant.remove(dutyRule, dutyIds)
    expect(await plant.idsOf(dutyRule)).toEqual([])
    const answer = await refusalOfAlone()
    for (const pair of pairs) expect(answer.message).toContain(`同一人不得同时担任 ${pair}：员工solo`)
    // Without a policy nothing is submitted at all, whoever asks.
    await plant.remove(workType, await plant.idsOf(workType))
    const six = await plant.take('issue', tickets.saveDraft, isolationDraft(window(18)))
    const refused = await plant.call('issue', tickets.submit, { workId: six.ticket.id })
    expect(refused.message).toContain('请由管理员在“作业策略”中设置')
    expect(JSON.stringify((await refusalOfAlone()).result)).toContain('同一人不得同时担任 监护 与 作业')
  })
})
