import {
  emergencyEndpoints as emergencies,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
  type Endpoint,
  type TransitionAnswer,
} from '@suoan/contract'
import { afterEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { eachNth } from '@suoan/platform/testing/at-night'
import { carryOut, points, proofOf, type steps } from './testing/carry-out.ts'
import { createOpeningWorld, openLock } from './testing/opening-world.ts'
import type { TicketWorld } from './testing/ticket-world.ts'

// G03: whoever acts by a tag of the ticket or by his post holds the certificates of it in that moment. What makes safer
// asks nobody for one (3-domain.md §0.2).

let plant: TicketWorld
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string) => (await plant.world.database.pool.query(text)).rows

/** Every tag of the ticket asks for the lockout certificate, which everybody of the demo plant holds. */
const rules = `update lo_work_type set cert_rules = '{"GUARD":["01"],"ISO":["08"],"VERIFY":["08"],"WORK":["08"],"LEAD":["08"],
  "PERMIT":["08"],"GASTEST":["08"],"SAFETY":["08"]}'`

const revoked = 'status = 3'
const over = `valid_to = '2026-11-30'`

async function begun(state: keyof typeof steps): Promise<string> {
  plant = await createOpeningWorld(['u5', 'u6', 'u9', 'u10'], rules)
  return await carryOut(plant, state)
}

const ends = (who: string, how: string) => query(`update lo_person_cert set ${how} where user_id = '${who}'`)

/** Locks and tags the points; the drain is still to be opened. */
async function lockAll(workId: string): Promise<void> {
  plant.at('08:50')
  for (const { pointId, qr, lock, lockId } of points) {
    await plant.take('u9', tickets.pointOperate, { workId, pointId, proof: { qr } })
    await plant.locks.closes(lock)
    await plant.take('u9', tickets.pointLock, { workId, pointId, lockId })
    await plant.take('u9', tickets.pointTag, { workId, pointId })
  }
}

const measuresOf = async (workId: string) =>
  (await query(`select id from lo_work_measure where work_id = '${workId}' and involve = 1`)).map(
    ({ id }) => id,
  )

const suspendFirst = async (workId: string) => {
  await plant.take('u8', tickets.suspend, { workId, reason: '换班', cause: '9' })
}

type Body = Record<string, unknown>
interface Case {
  readonly state: keyof typeof steps
  readonly who: string
  readonly call: Endpoint<z.ZodType, TransitionAnswer>
  /** Makes what the call needs, before the certificate ends; answers the call's body beside the ticket. */
  readonly given?: (workId: string) => Promise<Body> | Body
}

const asks = <S extends z.ZodType>(
  who: string,
  state: Case['state'],
  call: Endpoint<S, TransitionAnswer>,
  given?: Case['given'],
): Case => ({ who, state, call, ...(given && { given }) })

const [first] = points
const gas = {
  pointDesc: '泵坑',
  gasCode: 'O2',
  value: 20.9,
  unit: '%vol',
  deviceSn: 'GAS1',
}

/** Calls that isolate, prove, let work begin or go on, or give energy back under it. */
const exposing: Readonly<Record<string, Case>> = {
  'T20 begin to isolate': asks('u4', 'approved', tickets.isolateStart),
  'T21 operate a point': asks('u9', 'isolating', tickets.pointOperate, () => ({
    pointId: first.pointId,
    proof: { qr: first.qr },
  })),
  'T22 lock a point': asks('u9', 'isolating', tickets.pointLock, async (workId) => {
    await plant.take('u9', tickets.pointOperate, { workId, pointId: first.pointId, proof: { qr: first.qr } })
    await plant.locks.closes(first.lock)
    return { pointId: first.pointId, lockId: first.lockId }
  }),
  'T23 tag a point': asks('u9', 'isolating', tickets.pointTag, async (workId) => {
    await plant.take('u9', tickets.pointOperate, { workId, pointId: first.pointId, proof: { qr: first.qr } })
    await plant.locks.closes(first.lock)
    await plant.take('u9', tickets.pointLock, { workId, pointId: first.pointId, lockId: first.lockId })
    return { pointId: first.pointId }
  }),
  'G11 look at a lock': asks('u10', 'isolating', execution.visualCheck, async (workId) => {
    await lockAll(workId)
    return { pointId: first.pointId, proof: { qr: first.qr } }
  }),
  'G11 witness a closure': asks('u10', 'isolating', tickets.pointWitness, async (workId) => {
    await lockAll(workId)
    return { pointId: first.pointId, photo: await plant.photo('u10') }
  }),
  'T24 prove zero energy': asks('u10', 'locked', tickets.pointVerify, () => {
    const { workId: _, ...proof } = proofOf('', first.pointId, first.method, '0', first.unit)
    return proof
  }),
  'G14 a passing gas sample before the work': asks('u10', 'approved', tickets.gasAdd, () => ({
    ...gas,
    sampleTime: '2026-12-01 08:20:00',
  })),
  'T30 a passing gas sample at work': asks('u10', 'working', tickets.gasAdd, () => ({
    ...gas,
    sampleTime: '2026-12-01 09:00:00',
  })),
  'G13 brief the crew': asks('u5', 'verified', tickets.brief, async (workId) => ({
    personIds: [await plant.personId(workId, 'u6')],
  })),
  'G28 confirm measures': asks('u5', 'verified', tickets.measureConfirm, async (workId) => ({
    measureIds: await measuresOf(workId),
  })),
  'T27 ask for the start': asks('u5', 'ready', tickets.start, () => {
    plant.at('09:00')
    return {}
  }),
  'T27 confirm the start': asks('u4', 'ready', tickets.start, async (workId) => {
    plant.at('09:00')
    await plant.take('u5', tickets.start, { workId })
    return {}
  }),
  'T28 let somebody else in': asks('u5', 'working', tickets.personIn, async (workId) => ({
    personId: await plant.personId(workId, 'u6'),
  })),
  'T31 add to the crew': asks('u5', 'working', tickets.crewAdd, () => ({ userId: 'u13', roleTag: 'WORK' })),
  'T31 add a lock': asks('u5', 'working', execution.lockAdd, () => ({
    lockId: 'demo-lk5',
    useType: 1,
  })),
  'T33 ask to resume': asks('u5', 'working', tickets.resume, async (workId) => {
    await suspendFirst(workId)
    return {}
  }),
  'T35 begin a test': asks('u5', 'working', execution.testBegin, () => ({
    pointIds: [first.pointId],
    userIds: ['u9'],
    minutes: 30,
    toolsCleared: true,
    notified: true,
  })),
  'T38 give a group back': asks('u5', 'working', execution.groupRelease, () => ({
    group: 1,
    notified: true,
  })),
  'T55 close the cause of a stop': asks('u4', 'working', tickets.causeClose, async (workId) => {
    await suspendFirst(workId)
    const { stopCauses } = await plant.detail(workId)
    return { causeId: String(stopCauses[0]?.causeId), evidence: '已换班，现场核对无误' }
  }),
  'T47 ask to remove somebody’s lock': asks('u5', 'working', emergencies.ask, async () => ({
    lockId: 'demo-pl6',
    reason: '锁主已离厂',
    ownerAbsent: '门禁记录',
    contacts: ['08:40:00', '08:50:00'].map((time) => ({
      time: `2026-12-01 ${time}`,
      channel: '电话',
      outcome: '无人接听',
    })),
    areaChecked: true,
    areaPhoto: await plant.photo('u5'),
  })),
}

const names: Readonly<Record<string, string>> = {
  u4: '赵值',
  u5: '钱工',
  u9: '郑隔',
  u10: '冯验',
}

async function refused(name: string, how: string): Promise<void> {
  const one = exposing[name]
  if (one === undefined) throw new Error(name)
  const workId = await begun(one.state)
  const body = (await one.given?.(workId)) ?? {}
  const before = await plant.state(workId)
  await ends(one.who, how)
  const answer = await plant.call(one.who, one.call, { workId, ...body })
  const said = answer.success ? 'taken' : JSON.stringify([answer.message, answer.result])
  expect(said).toContain(`人员 ${names[one.who]} 资质缺失或过期：上锁挂牌授权`)
  expect(said).toContain('补录有效证书')
  expect(await plant.state(workId)).toBe(before)
}

it.each(eachNth(Object.keys(exposing), 2))(
  'whose certificate is revoked may not %s: he is told his name, the certificate and what to do',
  (name) => refused(name, revoked),
)

it.each(['T21 operate a point', 'T27 confirm the start', 'G14 a passing gas sample before the work'])(
  'nor whose certificate has ended: %s',
  (name) => refused(name, over),
)

describe('somebody else’s certificate', () => {
  const others: readonly (readonly [string, string])[] = [
    ['T21 operate a point', 'u6'],
    ['T22 lock a point', 'u10'],
    ['T23 tag a point', 'u5'],
    ['T24 prove zero energy', 'u9'],
    ['T30 a passing gas sample at work', 'u9'],
    ['G13 brief the crew', 'u8'],
    ['T27 ask for the start', 'u6'],
    ['T28 let somebody else in', 'u7'],
    ['T31 add to the crew', 'u7'],
  ]
  it.each(eachNth(others, 3))('does not keep others from %s', async (name, who) => {
    const one = exposing[name]
    if (one === undefined) throw new Error(name)
    const workId = await begun(one.state)
    const body = (await one.given?.(workId)) ?? {}
    await ends(who, revoked)
    const answer = await plant.call(one.who, one.call, { workId, ...body })
    expect(JSON.stringify([answer.message, answer.result])).not.toContain('资质缺失或过期')
  })
})

describe('who asked for the start and lost his certificate before it was confirmed', () => {
  it('keeps the work from starting; with a certificate again it starts', async () => {
    const workId = await begun('ready')
    plant.at('09:00')
    await plant.take('u5', tickets.start, { workId })
    await ends('u5', revoked)
    const answer = await plant.call('u4', tickets.start, { workId })
    expect(answer.message).toContain('人员 钱工 资质缺失或过期：上锁挂牌授权')
    await ends('u5', 'status = 1')
    await plant.take('u4', tickets.start, { workId })
    expect(await plant.state(workId)).toBe('20/20')
  })
})

describe('somebody inside whose certificate has ended', () => {
  it('keeps stopped work from going on until he is out', async () => {
    const workId = await begun('working')
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u5', tickets.personIn, { workId, personId })
    await suspendFirst(workId)
    await ends('u6', revoked)
    const answer = await plant.call('u5', tickets.resume, { workId })
    expect(JSON.stringify(answer.result)).toContain('人员 孙作 资质缺失或过期：上锁挂牌授权')
    await plant.take('u8', tickets.personOut, { workId, personId })
    const again = await plant.call('u5', tickets.resume, { workId })
    expect(JSON.stringify([again.message, again.result])).not.toContain('资质缺失或过期')
  })
})

/** What makes safer: who does it, whatever has become of his certificates. */
const freeing: readonly (readonly [
  string,
  string,
  Case['state'],
  Endpoint<z.ZodType, TransitionAnswer>,
  Case['given'],
])[] = [
  [
    'T25 say that a point has failed',
    'u9',
    'working',
    tickets.pointFail,
    () => ({ pointId: first.pointId, reason: '移位' }),
  ],
  [
    'T25 find a point not proven',
    'u10',
    'locked',
    tickets.pointFail,
    () => ({ pointId: first.pointId, reason: '有电' }),
  ],
  [
    'T26 hang his own lock',
    'u6',
    'verified',
    tickets.personalLockOn,
    () => ({ lockId: 'demo-pl6', boxId: 'demo-lb1' }),
  ],
  [
    'T29 bring somebody out',
    'u5',
    'working',
    tickets.personOut,
    async (workId) => {
      const personId = await plant.personId(workId, 'u6')
      await plant.take('u5', tickets.personIn, { workId, personId })
      return { personId }
    },
  ],
  [
    'T30 report bad air',
    'u10',
    'working',
    tickets.gasAdd,
    () => ({ ...gas, value: 10, sampleTime: '2026-12-01 09:00:00' }),
  ],
  ['T32 stop', 'u5', 'working', tickets.stop, () => ({ reason: '停', cause: '9' })],
  ['T32 suspend', 'u8', 'working', tickets.suspend, () => ({ reason: '停', cause: '9' })],
  [
    'G28 say that a measure is gone',
    'u8',
    'working',
    tickets.measureConfirm,
    async (workId) => ({
      measureIds: (await measuresOf(workId)).slice(0, 1),
      inPlace: false,
    }),
  ],
  [
    'T34 hand over what he may not carry any more',
    'u5',
    'working',
    execution.handoverAsk,
    () => ({ roleTag: 'LEAD', toUserId: 'u12' }),
  ],
  [
    'T41 end the work',
    'u5',
    'working',
    tickets.releaseBegin,
    async () => ({
      siteChecks: { people: true, tools: true, guards: true },
      photo: await plant.photo('u5'),
      notified: true,
    }),
  ],
  ['T42 take his own lock off', 'u6', 'working', tickets.personalLockOff, () => ({ lockId: 'demo-pl6' })],
  [
    'T43 give a point back',
    'u9',
    'releasing',
    tickets.pointRestore,
    async (workId) => {
      for (const [who, lockId] of [
        ['u6', 'demo-pl6'],
        ['u7', 'demo-pl7'],
      ] as const)
        await plant.take(who, tickets.personalLockOff, { workId, lockId })
      return { pointId: 'demo-pt4' }
    },
  ],
  ['T52 give up the isolation', 'u4', 'locked', tickets.isolateCancel, () => ({ notified: true })],
]

it.each(eachNth(freeing, 2))(
  'everybody may %s without any certificate',
  async (_name, who, state, call, given) => {
    const workId = await begun(state)
    const body = (await given?.(workId)) ?? {}
    await ends(who, revoked)
    const answer = await plant.call(who, call, { workId, ...body })
    expect(answer.success ? '' : JSON.stringify([answer.message, answer.result])).toBe('')
  },
)

describe('R03: a lock', () => {
  it.each([revoked, over])('does not open for the isolator whose certificate has ended: %s', async (how) => {
    const workId = await begun('isolating')
    await ends('u9', how)
    const answer = await openLock(plant, 'u9', 'LK1', workId)
    expect(answer.result.allow).toBe(false)
    const rule = answer.result.rules.find(({ id }) => id === 'R03')
    expect(rule?.text).toBe('人员 郑隔 资质缺失或过期：上锁挂牌授权')
  })
})
