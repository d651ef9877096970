import {
  alarmEndpoints,
  gasDetectorEndpoints as detectors,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { alarmRules, type AlarmType } from '@suoan/domain/alarm'
import { newUlid } from '@suoan/kit/id'
import { afterEach, describe, expect, it } from 'vitest'
import { recordEvents } from '../lock-records/index.ts'
import { eventFrom } from '../lock-records/testing.ts'
import { createWarningWorld, type WarningWorld } from '../warnings/testing/warning-world.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'

let plant: WarningWorld
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string) => (await plant.world.database.pool.query(text)).rows
const open = { latch: 0, shackle: 0 } as const
const opened = () => plant.report('LK4', { type: 'OPEN', uid: 'u13', after: open })
const atWork = async () => {
  const workId = await carryOut(plant, 'working')
  plant.at('10:00')
  return workId
}
async function measure(value: number) {
  const now = plant.world.clock.now()
  const address = { tenantId: 0, sn: 'GAS1', parentSn: null, recvTs: now, topic: 'lo/v1/0/GAS1/up/gas' }
  const readings = [{ id: newUlid(), gas: 'O2', value, unit: '%vol', ts: now, hist: false }]
  const body = { v: 1, sn: 'GAS1', boot: '9f31c2aa', seq: now % 1e6, ts: now, tq: 2, readings } as const
  await recordEvents(plant.world.ctx, [{ kind: 'gas', ...address, body }])
  await plant.world.settled()
}

/**
 * What each kind of alarm speaks of. `refused`: a state that people can see the end of, closing waits for it; `returns`: a
 * state that the next look finds again; `happened`: a thing that is over when it is told, so that closing is an answer to it.
 */
type Kind =
  | { readonly is: 'refused' | 'returns'; readonly raise: () => Promise<unknown> }
  | { readonly is: 'happened'; readonly why: string }

const kinds: Readonly<Record<AlarmType, readonly Kind[]>> = {
  A01: [{ is: 'refused', raise: opened }],
  A02: [{ is: 'refused', raise: () => plant.report('LK4', { type: 'FORCE', after: open }) }],
  A03: [
    {
      is: 'refused',
      raise: async () => {
        await opened()
        await plant.report('LK4', { type: 'TAMPER' })
      },
    },
  ],
  A04: [{ is: 'refused', raise: () => plant.report('LK4', { type: 'JAM' }) }],
  A05: [{ is: 'happened', why: 'five wrong tries are over' }],
  A06: [{ is: 'returns', raise: () => plant.beats('LK4', 15) }],
  A07: [{ is: 'returns', raise: () => plant.beats('LK4', 5) }],
  A08: [
    {
      is: 'returns',
      raise: () => query(`update lo_device set status = 2, offline_time = now() where device_sn = 'GW1'`),
    },
  ],
  A09: [
    {
      is: 'returns',
      raise: () => query(`update lo_device set clock_skew_ms = 200000 where device_sn = 'K1'`),
    },
  ],
  A10: [
    {
      is: 'returns',
      raise: async () => {
        const ts = plant.world.clock.now()
        for (const seq of [1, 40])
          await recordEvents(plant.world.ctx, [
            eventFrom('LK4', { seq, boot: '7c41d3bb', ts }, { ts, type: 'HEART' }),
          ])
      },
    },
  ],
  A11: [{ is: 'happened', why: 'a break is a finding; what finds it again says so again' }],
  A12: [{ is: 'happened', why: 'the device says it again while it is hot' }],
  A13: [{ is: 'happened', why: 'it has been moved' }],
  A14: [
    {
      is: 'refused',
      raise: async () => {
        const workId = await atWork()
        const bad = { workId, value: 10, gasCode: 'O2', pointDesc: '泵坑', unit: '%vol' }
        await plant.take('u10', tickets.gasAdd, {
          ...bad,
          sampleTime: '2026-12-01 10:00:00',
          deviceSn: 'GAS1',
        })
      },
    },
    { is: 'refused', raise: () => measure(10) },
  ],
  A15: [{ is: 'happened', why: 'a signal' }],
  A16: [
    {
      is: 'returns',
      raise: async () => {
        const workId = await atWork()
        await measure(20.9)
        await plant.take('u10', detectors.detectorOn, { workId, deviceSn: 'GAS1', pointDesc: '泵坑' })
        await query(`update lo_device set gas_unread_time = '2026-12-01 10:00:30+08', gas_unread_note = '报文不是 JSON'
          where device_sn = 'GAS1'`)
      },
    },
  ],
  A17: [
    {
      is: 'refused',
      raise: async () => {
        const workId = await atWork()
        await plant.take('u6', tickets.pointFail, { workId, pointId: 'demo-pt2', reason: '阀门渗漏' })
      },
    },
    {
      is: 'refused',
      raise: async () => {
        await atWork()
        await plant.report('LK2', { type: 'OPEN', after: open })
      },
    },
  ],
  A18: [
    {
      is: 'returns',
      raise: async () => {
        const workId = await atWork()
        await plant.take('u5', tickets.personIn, { workId, personId: await plant.personId(workId, 'u6') })
        plant.at('17:01')
      },
    },
  ],
  A19: [{ is: 'happened', why: 'a door was opened to save somebody' }],
  A20: [
    {
      is: 'returns',
      raise: () =>
        query(`insert into reaction (tenant_id, consumer, subject, data, attempts, last_error, next_time)
          values (0, 'warnings.alarms', 'x', '{}', 99, 'broken', '2027-01-01')`),
    },
  ],
}

const standing = async (alarmType: string): Promise<{ id: string; source: string }[]> =>
  await query(
    `select id, source_sn as source from lo_alarm where alarm_type = '${alarmType}' and status in (0, 1)`,
  )

const lasting = alarmRules.flatMap(({ alarmType }) =>
  kinds[alarmType].flatMap((kind, nth) =>
    kind.is === 'happened' ? [] : [{ name: `${alarmType} (${nth + 1})`, alarmType, ...kind }],
  ),
)

describe('an alarm whose state lasts', () => {
  it.each(lasting)('$name is $is when it is closed', async ({ alarmType, is, raise }) => {
    plant = await createWarningWorld()
    plant.at('09:00')
    await raise()
    await plant.due()
    await expect.poll(() => standing(alarmType)).not.toEqual([])
    for (const { id } of await standing(alarmType)) {
      const answer = await plant.call('u12', alarmEndpoints.close, { id, handleResult: '现场已核实' })
      expect([answer.success, answer.message]).toEqual([
        is === 'returns',
        expect.stringMatching(/\p{Script=Han}/u),
      ])
    }
    plant.world.clock.advance(60_000)
    await plant.due()
    expect(await standing(alarmType)).not.toEqual([])
  })
})
