import { setTimeout as sleep } from 'node:timers/promises'
import { upTopic } from '@suoan/contract/device'
import { systemClock } from '@suoan/kit/clock'
import { systemRandom } from '@suoan/kit/id'
import { LockModel, type Connection } from '@suoan/simulator'
import type { Pool } from 'pg'
import type { StandDevices } from '../support/add-devices.ts'
import { connectGateway } from './events.ts'
import type { FaultPlant } from './fault-plant.ts'

export const badHeader = ['报文', '应计为', '计数', '留存', '入日志', '服务', '其后的好报文']

type Payload = Readonly<Record<string, unknown>>

interface BadMessage {
  readonly name: string
  readonly reason: string
  /** Stored all the same, with a mark. */
  readonly isDelivered: boolean
  /** A good one is sent before it, so that it comes late. */
  readonly isLate?: boolean
  readonly of: (good: Payload) => string
}

const far = Date.UTC(2099, 0, 1)
const text = (payload: unknown): string => JSON.stringify(payload)
const withTime = (good: Payload, ts: number): Payload => ({
  ...good,
  ts,
  events: eventsOf(good).map((event) => ({ ...event, ts })),
})

const badMessages: readonly BadMessage[] = [
  {
    name: '1 MB 报文',
    reason: 'TOO_LARGE',
    isDelivered: false,
    of: (good) => text({ ...good, pad: 'x'.repeat(2 ** 20) }),
  },
  { name: '残缺 JSON', reason: 'NOT_JSON', isDelivered: false, of: (good) => text(good).slice(0, -20) },
  {
    name: '字段不对',
    reason: 'BAD_FIELDS',
    isDelivered: false,
    of: (good) => text({ ...good, seq: 'eins' }),
  },
  { name: '序列号不符', reason: 'WRONG_SN', isDelivered: false, of: (good) => text({ ...good, sn: 'LK1' }) },
  {
    name: '未知事件类型',
    reason: 'UNKNOWN_EVENT_TYPE',
    isDelivered: true,
    of: (good) => text({ ...good, events: eventsOf(good).map((event) => ({ ...event, type: 'DANCE' })) }),
  },
  { name: '序号倒退（迟到的）', reason: 'SEQUENCE_BACKWARDS', isDelivered: true, isLate: true, of: text },
  // Another event at a place of the device's life that is taken: the place decides, the copy is kept for people.
  {
    name: '序号倒退（用过的）',
    reason: 'SEQUENCE_BACKWARDS',
    isDelivered: false,
    of: (good) => text({ ...good, seq: 1 }),
  },
  { name: '时间 0', reason: 'TIME_IMPLAUSIBLE', isDelivered: true, of: (good) => text(withTime(good, 0)) },
  {
    name: '时间 2099',
    reason: 'TIME_IMPLAUSIBLE',
    isDelivered: true,
    of: (good) => text(withTime(good, far)),
  },
]

/** Sends each kind of bad message and a good one after it. Answers the table and what was not as promised. */
export async function sendBadMessages(
  plant: FaultPlant,
  devices: StandDevices,
): Promise<{ rows: string[][]; complaints: string[] }> {
  const connection = await connectGateway(plant.mqttUrl(), devices)
  const [sn = ''] = devices.locks
  const model = new LockModel({ sn, open: false, skew: 0, clock: systemClock, random: systemRandom })
  const rows: string[][] = []
  const complaints: string[] = []
  try {
    // The first sequence numbers of this boot are spent, so that 1 is a step backwards.
    for (let n = 0; n < 3; n += 1) await publish(connection, devices, model, text(nextGood(model)))
    for (const bad of badMessages) {
      const seen = await tryOne(plant, connection, devices, model, bad)
      const marks = Object.values(seen).map((isRight) => (isRight ? '✓' : '✗'))
      rows.push([bad.name, bad.reason, ...marks])
      if (Object.values(seen).includes(false)) complaints.push(`${bad.name}：${text(seen)}`)
    }
  } finally {
    await connection.close()
  }
  return { rows, complaints }
}

async function tryOne(
  plant: FaultPlant,
  connection: Connection,
  devices: StandDevices,
  model: LockModel,
  { reason, isDelivered, isLate = false, of }: BadMessage,
) {
  const before = await readCounts(plant.db(), reason)
  const bad = nextGood(model)
  if (isLate) await publish(connection, devices, model, text(nextGood(model)))
  await publish(connection, devices, model, of(bad))
  const after = await until(
    () => readCounts(plant.db(), reason),
    ({ kept }) => kept > before.kept,
  )
  const good = nextGood(model)
  await publish(connection, devices, model, text(good))
  const health = await fetch(`${plant.url()}/readyz`)
  return {
    isCounted: after.counted === before.counted + 1,
    isKept: after.kept === before.kept + 1,
    isLoggedAsPromised: (await isLogged(plant.db(), bad)) === isDelivered,
    isAlive: plant.isAlive() && health.status === 200,
    isGoodStored: await isLogged(plant.db(), good),
  }
}

function nextGood(model: LockModel): Payload {
  const to = model.latch === 0 ? 1 : 0
  return model.happen(to === 1 ? 'CLOSE' : 'OPEN', { latch: to, shackle: to }).payload
}

function publish(
  connection: Connection,
  { gateway }: StandDevices,
  { sn }: LockModel,
  payload: string,
): Promise<void> {
  const topic = upTopic({ tenantId: 0, sn, parentSn: gateway }, 'event')
  return connection.publish(topic, payload, { qos: 1, retain: false })
}

async function readCounts(pool: Pool, reason: string): Promise<{ counted: number; kept: number }> {
  const { rows } = await pool.query<{ counted: number; kept: number }>(
    `select (select coalesce(sum(messages), 0)::int from lo_quarantine_count where reason = $1) as counted,
       (select count(*)::int from lo_quarantine where reason = $1) as kept`,
    [reason],
  )
  return rows[0] ?? { counted: 0, kept: 0 }
}

async function isLogged(pool: Pool, payload: Payload): Promise<boolean> {
  const { rows } = await pool.query('select 1 from lo_lock_log where event_id = $1', [
    eventsOf(payload)[0]?.['id'],
  ])
  return rows.length === 1
}

/** Setting a message aside is not waited for by the device, so the count may come a moment later. */
async function until<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const value = await read()
    if (isRight(value) || tries === 50) return value
    await sleep(100)
  }
}

function eventsOf(payload: Payload): Record<string, unknown>[] {
  return Array.isArray(payload['events']) ? payload['events'] : []
}
