import {
  emergencyEndpoints as emergencies,
  externalPersonEndpoints as externals,
  safeCalls,
  workTicketEndpoints as tickets,
  type SafeCall,
} from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, describe, expect, it } from 'vitest'
import { devices } from '../devices/index.ts'
import { externalPeople } from '../external-people/index.ts'
import { createWarningWorld, type WarningWorld } from '../warnings/testing/warning-world.ts'
import { eachNth } from '@suoan/platform/testing/at-night'
import { carryOut } from './testing/carry-out.ts'

let plant: WarningWorld
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows
const one = async (text: string, values: unknown[] = []) => (await query(text, values))[0]
const long = '很'.repeat(3000)

interface Case {
  readonly who: string
  /** Makes the state the call is for; answers the least a body must name. */
  readonly given: (workId: string) => Promise<Record<string, unknown>>
  /** Texts the call may carry; each is tried empty, too long, absent, and as something that is no text. */
  readonly texts: readonly string[]
  /** What has changed when the call has taken effect. */
  readonly effect: (workId: string) => Promise<unknown>
  readonly expected: unknown
}

const workOf = async (workId: string) =>
  `${(await one('select exec_phase as p from lo_work where id = $1', [workId]))?.p}`

/** Every call of the table, with what shows that it took effect. */
const cases: Readonly<Record<SafeCall, Case>> = {
  stop: {
    who: 'u6',
    given: async (workId) => ({ workId }),
    texts: ['reason', 'cause'],
    effect: workOf,
    expected: '21',
  },
  suspend: {
    who: 'u5',
    given: async (workId) => ({ workId }),
    texts: ['reason', 'cause'],
    effect: workOf,
    expected: '21',
  },
  leave: {
    who: 'u5',
    given: async (workId) => {
      const personId = await plant.personId(workId, 'u6')
      await query(`update lo_work_person set on_state = 1 where id = $1`, [personId])
      await query(`update lo_work set on_site_count = 1 where id = $1`, [workId])
      return { workId, personId }
    },
    texts: ['reason', 'badge'],
    effect: async (workId) =>
      (await one('select on_site_count as n from lo_work where id = $1', [workId]))?.n,
    expected: 0,
  },
  lockOn: {
    who: 'u6',
    given: async (workId) => {
      await plant.take('u6', tickets.personalLockOff, { workId, lockId: 'demo-pl6' })
      return { workId, lockId: 'demo-pl6', boxId: 'demo-lb1' }
    },
    texts: [],
    effect: async (workId) =>
      (
        await one(
          `select count(*)::int as n from lo_point_hold where work_id = $1 and lock_id = 'demo-pl6' and state = 1`,
          [workId],
        )
      )?.n,
    expected: 1,
  },
  pointFails: {
    who: 'u6',
    given: async (workId) => ({ workId, pointId: 'demo-pt2' }),
    texts: ['reason'],
    effect: async (workId) =>
      (await one(`select state from lo_work_point where work_id = $1 and point_id = 'demo-pt2'`, [workId]))
        ?.state,
    expected: 9,
  },
  gasFails: {
    who: 'u6',
    given: async (workId) => ({ workId, value: 10, gasCode: 'O2', pointDesc: '泵坑' }),
    texts: ['unit', 'sampleTime', 'deviceSn', 'testKind'],
    effect: workOf,
    expected: '21',
  },
  measureGone: {
    who: 'u6',
    given: async (workId) => ({
      workId,
      measureIds: [
        (await one(`select id from lo_work_measure where work_id = $1 and involve = 1 limit 1`, [workId]))
          ?.id,
      ],
      inPlace: false,
    }),
    texts: ['signType', 'signImg'],
    effect: workOf,
    expected: '21',
  },
  stopOrder: {
    who: 'u12',
    given: async () => ({ areaId: 'demo-a0101' }),
    texts: ['reason'],
    effect: workOf,
    expected: '21',
  },
  lockLost: {
    who: 'u11',
    given: async () => {
      await query(`update lo_lock set custody = 0, custody_time = null where id = 'demo-lk5'`).catch(
        () => null,
      )
      return { lockIds: ['demo-lk5'] }
    },
    texts: ['reason', 'personId'],
    effect: async () => (await one(`select custody from lo_lock where id = 'demo-lk5'`))?.custody,
    expected: 4,
  },
  blacklist: {
    who: 'u12',
    given: async () => ({ id: 'demo-ex1', on: true }),
    texts: ['reason'],
    effect: async () =>
      (await one(`select black_flag as b from lo_external_person where id = 'demo-ex1'`))?.b,
    expected: 1,
  },
  revokePass: {
    who: 'u12',
    given: async () => {
      await plant.take('u12', externals.issuePass, { id: 'demo-ex1', validTo: '2026-12-01 20:00:00' })
      return { id: 'demo-ex1' }
    },
    texts: ['reason'],
    effect: async () =>
      (
        await one(
          `select count(*)::int as n from lo_day_pass where external_id = 'demo-ex1' and revoke_time is null`,
        )
      )?.n,
    expected: 0,
  },
  warningKnown: {
    who: 'u6',
    given: async (workId) => {
      plant.at('13:00')
      await plant.opensCabinet(workId)
      plant.at('13:15')
      await plant.beats('LK4')
      await plant.due()
      return { id: (await one(`select id from lo_unclose_lock where warn_type = 'W01'`))?.id }
    },
    texts: ['remark'],
    effect: async () => (await one(`select status from lo_unclose_lock where warn_type = 'W01'`))?.status,
    expected: 1,
  },
  alarmKnown: {
    who: 'u12',
    given: async (workId) => {
      await plant.take('u6', tickets.pointFail, { workId, pointId: 'demo-pt2' })
      return { id: (await one(`select id from lo_alarm where alarm_type = 'A17'`))?.id }
    },
    texts: ['remark'],
    effect: async () => (await one(`select status from lo_alarm where alarm_type = 'A17'`))?.status,
    expected: 1,
  },
  removedLockKnown: {
    who: 'u6',
    given: async (workId) => {
      plant.at('14:00')
      const contacts = ['13:40:00', '13:50:00'].map((time) => ({
        time: `2026-12-01 ${time}`,
        channel: '电话',
        outcome: '无人接听',
      }))
      const asked = { workId, lockId: 'demo-pl6', reason: '锁主已离厂', ownerAbsent: '门禁记录', contacts }
      const areaPhoto = await plant.photo('u5')
      await plant.take('u5', emergencies.ask, { ...asked, areaChecked: true, areaPhoto })
      const { id } = (await one(`select id from lo_emergency_removal`)) as { id: string }
      await plant.take('u12', emergencies.decide, { id, agree: true, witnessId: 'u8' })
      await plant.take('u5', emergencies.done, { id, means: 3, photo: await plant.photo('u5') })
      return { id, channel: 1 }
    },
    texts: ['badge', 'handwriting'],
    effect: async () => (await one(`select state from lo_emergency_removal`))?.state,
    expected: 3,
  },
  stopAtPlace: {
    who: 'u13',
    given: async () => {
      await query(`update lo_point set qr_code = 'printed-tag-1' where id = 'demo-pt1'`)
      return { qr: 'printed-tag-1' }
    },
    texts: ['reason', 'nfcUid'],
    effect: workOf,
    expected: '21',
  },
  closeLock: {
    who: 'u11',
    given: async () => ({ lockId: 'demo-lk4' }),
    texts: ['reason', 'workId'],
    effect: () => commandsTo('CLOSE'),
    expected: 1,
  },
  freezeLock: {
    who: 'u11',
    given: async () => ({ lockId: 'demo-lk4' }),
    texts: ['reason', 'workId'],
    effect: () => commandsTo('FREEZE'),
    expected: 1,
  },
  guardPosition: {
    who: 'u8',
    given: async (workId) => {
      await query(`update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 100}'
        where id = 'demo-a0101'`)
      return { workId, lng: '121.6', lat: 31.2 }
    },
    texts: [],
    effect: async (workId) =>
      (
        await one(`select away_why as w from lo_work_person where work_id = $1 and role_tag = 'GUARD'`, [
          workId,
        ])
      )?.w,
    expected: 'FENCE',
  },
  deviceOff: {
    who: 'u11',
    given: async () => ({ deviceSn: 'GAS1' }),
    texts: ['reason'],
    effect: async () => (await one(`select status from lo_device where device_sn = 'GAS1'`))?.status,
    expected: 3,
  },
  handIn: {
    who: 'u6',
    given: async (workId) => ({ deviceId: 'PHONE-u6', ops: [{ workId, event: 'stop', args: {} }] }),
    texts: ['deviceId', 'pending', 'returns'],
    effect: workOf,
    expected: '21',
  },
  terminalLost: {
    who: 'u11',
    given: async () => ({ deviceSn: 'K1' }),
    texts: ['reason'],
    effect: async () => (await one(`select status from lo_device where device_sn = 'K1'`))?.status,
    expected: 3,
  },
}

const commandsTo = async (type: string) =>
  (await one(`select count(*)::int as n from lo_cmd where lock_id = 'demo-lk4' and cmd_type = $1`, [type]))?.n

/** What may be wrong with the form of a call. */
const defects: readonly (readonly [string, (texts: readonly string[]) => Record<string, unknown>])[] = [
  ['nothing but what it names', () => ({ clientOpId: undefined })],
  ['blank texts, an old revision', (texts) => ({ ...all(texts, ' '), revision: 0, seen: 0 })],
  [
    'texts that are too long, unknown fields',
    (texts) => ({ ...all(texts, long), whatever: 1, onSite: 'here', at: 'x' }),
  ],
  [
    'lists and null for texts, numbers that cannot be read',
    (texts) => ({
      ...Object.fromEntries(texts.map((name, n) => [name, n % 2 ? ['x'] : null])),
      revision: 'abc',
      seen: 'x',
      clientOpId: '1',
    }),
  ],
]

const all = (names: readonly string[], text: string) => Object.fromEntries(names.map((name) => [name, text]))

const features = [
  { name: 'external-people', mount: externalPeople },
  { name: 'devices', mount: devices },
]

async function begun(): Promise<string> {
  plant = await createWarningWorld({ features })
  const workId = await carryOut(plant, 'working')
  plant.at('10:00')
  return workId
}

describe.each((Object.keys(cases) as SafeCall[]).map((name, at) => [name, at] as const))(
  'what makes safer is never refused for its form: %s',
  (name, at) => {
    // In every run each call with a third of the defects, and each defect with a third of the calls.
    it.each(eachNth(defects, 3, at))('%s', async (_defect, wrong) => {
      const { who, given, texts, effect, expected } = cases[name]
      const workId = await begun()
      const body = { clientOpId: newUlid(), ...(await given(workId)), ...wrong(texts) }
      const answer = await plant.as(who).post(safeCalls[name].path, body)
      expect({ message: answer.success ? '' : answer.message, effect: await effect(workId) }).toEqual({
        message: '',
        effect: expected,
      })
    })
  },
)

describe('what makes safer', () => {
  it('is taken under an operation number that somebody else or another call has used', async () => {
    const workId = await begun()
    const clientOpId = newUlid()
    await plant.as('u7').post(tickets.stop.path, { workId, clientOpId, reason: '停' })
    await query(`update lo_work set exec_phase = 20 where id = $1`, [workId])
    expect(await plant.as('u6').post(tickets.stop.path, { workId, clientOpId, reason: '停' })).toMatchObject({
      success: true,
    })
    expect(await workOf(workId)).toBe('21')
    await query(`update lo_work set exec_phase = 20 where id = $1`, [workId])
    expect(await plant.as('u6').post(tickets.suspend.path, { workId, clientOpId })).toMatchObject({
      success: true,
    })
    expect(await workOf(workId)).toBe('21')
  })

  it('is said once: the same press twice is one', async () => {
    const workId = await begun()
    const body = { workId, clientOpId: newUlid(), reason: '停' }
    const first = await plant.as('u6').post(tickets.stop.path, body)
    expect((await plant.as('u6').post(tickets.stop.path, body)).result).toEqual(first.result)
  })

  it('is a new press under a number of its own call: with another body, after a refusal, after the work was resumed', async () => {
    const workId = await begun()
    const clientOpId = newUlid()
    const people = [await plant.personId(workId, 'u6'), await plant.personId(workId, 'u7')]
    for (const personId of people) await plant.take('u5', tickets.personIn, { workId, personId })
    for (const personId of people)
      expect(
        (await plant.as('u8').post(tickets.personOut.path, { workId, personId, clientOpId })).success,
      ).toBe(true)
    expect(await one('select on_site_count as n from lo_work where id = $1', [workId])).toEqual({ n: 0 })

    const draft = await plant.draft()
    const stop = { clientOpId: newUlid(), reason: '停' }
    expect((await plant.as('u6').post(tickets.stop.path, { ...stop, workId: draft })).success).toBe(false)
    expect((await plant.as('u6').post(tickets.stop.path, { ...stop, workId })).success).toBe(true)
    expect(await workOf(workId)).toBe('21')
    await query(`update lo_work set exec_phase = 20 where id = $1`, [workId])
    expect((await plant.as('u6').post(tickets.stop.path, { ...stop, workId })).success).toBe(true)
    expect(await workOf(workId)).toBe('21')
  })

  it('once taken and repeated late, a leaving does not take out who has entered since', async () => {
    const workId = await begun()
    const personId = await plant.personId(workId, 'u6')
    const body = { workId, personId, clientOpId: newUlid() }
    await plant.take('u5', tickets.personIn, { workId, personId })
    await plant.as('u8').post(tickets.personOut.path, body)
    await plant.take('u5', tickets.personIn, { workId, personId })
    expect((await plant.as('u8').post(tickets.personOut.path, body)).success).toBe(true)
    expect(await one('select on_site_count as n from lo_work where id = $1', [workId])).toEqual({ n: 1 })
  })

  it('what is not safe is refused under a number that another call of the same kind has used', async () => {
    plant = await createWarningWorld({ features })
    const workId = await carryOut(plant, 'isolating')
    const clientOpId = newUlid()
    const operate = (n: number) =>
      plant.as('u9').post(tickets.pointOperate.path, {
        workId,
        pointId: `demo-pt${n}`,
        proof: { qr: `PT${n}` },
        clientOpId,
      })
    expect((await operate(1)).success).toBe(true)
    expect((await operate(2)).message).toContain('操作号已被使用')
    expect((await operate(1)).success).toBe(true)
  })

  it('goes on after the end of the ticket, and from a client whose clock is wrong', async () => {
    const workId = await begun()
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u5', tickets.personIn, { workId, personId })
    plant.at('17:30')
    for (const [who, call, body] of [
      ['u6', tickets.stop, { workId }],
      ['u6', tickets.gasAdd, { workId, value: 10, gasCode: 'O2', sampleTime: '1999-01-01 00:00:00' }],
      ['u6', tickets.pointFail, { workId, pointId: 'demo-pt2' }],
      ['u6', tickets.personOut, { workId, personId }],
    ] as const) {
      const answer = await plant.as(who).post(call.path, body)
      expect(`${call.title} ${answer.success ? '' : answer.message}`).toBe(`${call.title} `)
    }
    expect(await one('select on_site_count as n from lo_work where id = $1', [workId])).toEqual({ n: 0 })
  })

  it('keeps what was not said as 未说明', async () => {
    const workId = await begun()
    await plant.as('u5').post(tickets.suspend.path, { workId })
    expect((await plant.detail(workId)).stopCauses).toMatchObject([{ reason: '未说明' }])
  })

  it('reaches a guardian who counts heads with a badge that nobody knows', async () => {
    const workId = await begun()
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u5', tickets.personIn, { workId, personId })
    expect(
      await plant
        .as('u5')
        .post(tickets.personOut.path, { workId, personId, badge: 'TX-22222-22222-22222-22222' }),
    ).toMatchObject({ success: true })
  })
})
