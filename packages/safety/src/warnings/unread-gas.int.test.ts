import { gasDetectorEndpoints as detectors } from '@suoan/contract'
import type { SetAsideMessage } from '@suoan/contract/device'
import { newUlid } from '@suoan/kit/id'
import { eventually } from '@suoan/platform/testing/eventually'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDeviceBridge, recordEvents } from '../lock-records/index.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createWarningWorld, type WarningWorld } from './testing/warning-world.ts'

// The demo's kind of work does not ask for continuous measurement: whatever is said here holds wherever a detector stands.
let plant: WarningWorld
let workId: string
let seq = 0
beforeEach(async () => {
  plant = await createWarningWorld()
  workId = await carryOut(plant, 'working')
  plant.at('09:10')
  await measure('O2', 20.9)
  await plant.take('u10', detectors.detectorOn, { workId, deviceSn: 'GAS1', pointDesc: '泵坑' })
})
afterEach(() => plant[Symbol.asyncDispose]())

/** A detector publishes on `up/gas`. */
async function measure(gas: string, value: number, unit = '%vol') {
  const now = plant.world.clock.now()
  await recordEvents(plant.world.ctx, [
    {
      kind: 'gas',
      tenantId: 0,
      sn: 'GAS1',
      parentSn: null,
      recvTs: now,
      topic: 'lo/v1/0/GAS1/up/gas',
      body: {
        v: 1,
        sn: 'GAS1',
        boot: '9f31c2aa',
        seq: ++seq,
        ts: now,
        tq: 2,
        readings: [{ id: newUlid(), gas, value, unit, ts: now, hist: false }],
      },
    },
  ])
  await plant.world.settled()
}

/** What the gateway does with a message it cannot read. */
async function says(reason: SetAsideMessage['reason'], suffix = 'gas') {
  const unread = async () =>
    (await plant.world.database.pool.query('select 1 from lo_quarantine where reason = $1', [reason]))
      .rowCount
  const before = await unread()
  createDeviceBridge(plant.world.ctx).onQuarantine({
    reason,
    topic: `lo/v1/0/GAS1/up/${suffix}`,
    sn: 'GAS1',
    size: 20,
    head: '{"readings":[{"value":"abc"}]}',
    delivered: false,
    recvTs: plant.world.clock.now(),
  })
  await eventually(async () => expect(await unread()).toBeGreaterThan(before ?? 0))
}

const strange = async () =>
  (await plant.alarms())
    .filter((row) => row['alarm_type'] === 'A16')
    .map(({ source_sn, work_id, area_code, status, value }) => ({
      source_sn,
      work_id,
      area_code,
      status,
      value,
    }))
const shown = async () => {
  const [row] = await plant.take('u8', detectors.ofTicket, { workId })
  return row?.unread ?? null
}

it.each([
  ['numbers that are none', () => says('BAD_FIELDS'), '报文字段不符合约定'],
  ['no JSON', () => says('NOT_JSON'), '报文不是 JSON'],
  ['a gas without a standard', () => measure('XE', 1), 'XE 没有合格标准，无法判定'],
])(
  'A16: an assigned detector that sends %s is warned of and shown until it can be read',
  async (_what, send, note) => {
    expect(await shown()).toBeNull()
    plant.at('09:11')
    await send()
    await plant.due()
    expect(await strange()).toEqual([
      {
        source_sn: 'GAS1',
        work_id: workId,
        area_code: expect.any(String),
        status: 0,
        value: `检测仪 GAS1 发来的数据无法识别：${note}`,
      },
    ])
    for (const who of ['u5', 'u8', 'u12'])
      expect((await plant.bell(who)).sysMsgList.map(({ titile }) => titile)).toContainEqual(
        expect.stringContaining('检测仪 GAS1 发来的数据无法识别'),
      )
    expect(await shown()).toEqual({ time: '2026-12-01 09:11:00', note })
    // Silent since: nobody knows whether it can be read again.
    plant.at('09:20')
    await plant.due()
    expect(await strange()).toMatchObject([{ status: 0 }])
    plant.at('09:21')
    await measure('O2', 20.9)
    await plant.due()
    expect(await strange()).toMatchObject([{ status: 2 }])
    expect(await shown()).toBeNull()
  },
)

it('one good gas does not speak for the other that cannot be read', async () => {
  plant.at('09:11')
  for (const time of ['09:11', '09:12', '09:13']) {
    plant.at(time)
    await measure('XE', 1)
    await measure('O2', 20.9)
    await plant.due()
  }
  expect(await strange()).toMatchObject([{ status: 0 }])
})

it('a wrong unit is bad air: the work stops', async () => {
  plant.at('09:11')
  await measure('O2', 20.9, 'ppm')
  expect(await plant.state(workId)).toBe('20/21')
})

it('other words of it, and of a detector that stands nowhere, are nobody’s warning; taken off, it is over', async () => {
  plant.at('09:11')
  await says('BAD_FIELDS', 'telemetry')
  await plant.due()
  expect(await strange()).toEqual([])
  plant.at('09:12')
  await says('BAD_FIELDS')
  await plant.due()
  expect(await strange()).toMatchObject([{ status: 0 }])
  await plant.take('u10', detectors.detectorOff, { workId, deviceSn: 'GAS1' })
  plant.at('09:13')
  await plant.due()
  expect(await strange()).toMatchObject([{ status: 2 }])
  plant.at('09:14')
  await says('NOT_UTF8')
  await plant.due()
  expect(await strange()).toHaveLength(1)
})
