import { genesis } from '@suoan/domain/evidence-chain'
import { verifyChain } from '@suoan/domain/evidence-chain/testing'
import { logColumns } from '@suoan/safety/lock-records/log-chain'
import { canonicalLogRow, storedLogRow } from '@suoan/safety/lock-records/testing'
import { sha256 } from '@suoan/safety/evidence/hash'
import { upTopic } from '@suoan/contract/device'
import { systemClock } from '@suoan/kit/clock'
import { systemRandom } from '@suoan/kit/id'
import { connect, LockModel, type Connection } from '@suoan/simulator'
import type { StandDevices } from '../support/add-devices.ts'
import type { Damage, Finding, Rows, Writer } from './record.ts'

interface Entry {
  readonly id: string
  readonly topic: string
  readonly payload: string
  isAcknowledged: boolean
}

/** Unanswered messages at most; a gateway keeps some on the way, and these are what a kill leaves in doubt. */
const ON_THE_WAY = 20

/**
 * Reports openings and closings over MQTT; the PUBACK is the acknowledgement. What a kill left unanswered is published
 * again, as devices do: it must be in the log once.
 */
export function eventWriter(mqttUrl: () => string, devices: StandDevices): Writer {
  const entries: Entry[] = []
  const models = devices.locks.map(
    (sn) => new LockModel({ sn, open: false, skew: 0, clock: systemClock, random: systemRandom }),
  )
  const doubted = new Set<Entry>()
  let turn = 0

  function next(): Entry {
    turn += 1
    const model = models[turn % models.length]
    if (!model) throw new Error('no locks')
    const to = model.latch === 0 ? 1 : 0
    const { payload } = model.happen(to === 1 ? 'CLOSE' : 'OPEN', { latch: to, shackle: to })
    const topic = upTopic({ tenantId: 0, sn: model.sn, parentSn: devices.gateway }, 'event')
    const entry = { id: idOf(payload), topic, payload: JSON.stringify(payload), isAcknowledged: false }
    entries.push(entry)
    return entry
  }

  return {
    name: '锁具事件',
    async write(isOver) {
      const connection = await connectGateway(mqttUrl(), devices)
      const waiting = new Set<Promise<void>>()
      const publish = (entry: Entry): void => {
        const answered = connection.publish(entry.topic, entry.payload, { qos: 1, retain: false }).then(
          () => void (entry.isAcknowledged = true),
          // The connection was closed by us below: the entry stays in doubt.
          () => {},
        )
        waiting.add(answered)
        void answered.finally(() => waiting.delete(answered))
      }
      for (const entry of entries.filter(({ isAcknowledged }) => !isAcknowledged)) publish(entry)
      while (!isOver()) {
        while (waiting.size < ON_THE_WAY) publish(next())
        await Promise.race([...waiting, new Promise((resolve) => setTimeout(resolve, 50))])
      }
      await connection.close()
    },
    async check(db): Promise<Finding> {
      const lost: string[] = []
      const half: string[] = []
      for (const entry of entries) if (!entry.isAcknowledged) doubted.add(entry)
      const stored = await readStored(db, devices)
      const seen = new Set(stored.seen)
      const times = new Map<string, number>()
      for (const { event_id: id } of stored.logs) times.set(String(id), (times.get(String(id)) ?? 0) + 1)
      for (const { id, isAcknowledged } of entries) {
        const found = times.get(id) ?? 0
        if (found === 0 && isAcknowledged) lost.push(`事件 ${id} 不在`)
        if (found > 1) half.push(`事件 ${id} 有 ${found} 行`)
        if (found > 0 !== seen.has(id)) half.push(`事件 ${id}：日志与去重表不一致`)
      }
      for (const lock of stored.locks) half.push(...objections(lock, stored.logs))
      return {
        acknowledged: entries.filter((one) => one.isAcknowledged).length,
        inDoubt: doubted.size,
        lost,
        half,
      }
    },
    async damage(db: Rows): Promise<Damage | null> {
      const entry = entries.find(({ isAcknowledged }) => isAcknowledged)
      if (!entry) return null
      // As its owner in the database can: the log is kept by a trigger.
      await db.query('alter table lo_lock_log disable trigger lo_lock_log_kept')
      const { rows } = await db.query<{ lock_code: string }>(
        'delete from lo_lock_log where event_id = $1 returning lock_code',
        [entry.id],
      )
      return {
        what: `删了事件 ${entry.id} 的日志`,
        names: [entry.id, ...rows.map((row) => `锁 ${row.lock_code}：`)],
      }
    },
  }
}

/** A gateway's connection that gives up quietly when the server dies under it. */
export function connectGateway(url: string, { gateway, secret }: StandDevices): Promise<Connection> {
  return connect({
    url,
    clientId: gateway,
    username: `0/${gateway}`,
    password: secret,
    filters: [`lo/v1/0/${gateway}/down/#`],
    will: {
      topic: upTopic({ tenantId: 0, sn: gateway }, 'status'),
      payload: JSON.stringify({ v: 1, sn: gateway, boot: '00000000', status: 'offline' }),
    },
    onConnected: () => {},
    onMessage: () => {},
    onTrouble: () => {},
  })
}

function idOf(payload: Readonly<Record<string, unknown>>): string {
  const [event] = Array.isArray(payload['events']) ? payload['events'] : []
  return String(event?.id)
}

interface StoredLock {
  readonly id: string
  readonly lock_code: string
  readonly latch: number
  readonly chain_head: string | null
  readonly chain_seq: string
  readonly open_session_id: string | null
  readonly last_open: Date | null
  readonly last_close: Date | null
  readonly open_sessions: number
  readonly closed_sessions: number
}

type StoredLog = Readonly<Record<string, unknown>>

async function readStored(db: Rows, { locks, gateway }: StandDevices) {
  const stored = await db.query<StoredLock>(
    `select l.id, l.lock_code, l.latch, l.chain_head, l.chain_seq, l.open_session_id,
       p.last_open_time as last_open, p.last_close_time as last_close,
       (select count(*)::int from lo_lock_onoff s where s.lock_id = l.id and s.state = 1) as open_sessions,
       (select count(*)::int from lo_lock_onoff s where s.lock_id = l.id and s.state <> 1) as closed_sessions
     from lo_lock l left join lo_lock_last p on p.lock_id = l.id where l.device_sn = any($1)`,
    [locks],
  )
  const logs = await db.query<StoredLog>(
    `select ${Object.keys(logColumns).join(', ')} from lo_lock_log where device_sn = any($1) order by lock_id, chain_seq`,
    [locks],
  )
  const seen = await db.query<{ event_id: string }>(
    'select event_id from lo_event_seen where device_sn = any($1)',
    [[...locks, gateway]],
  )
  return { locks: stored.rows, logs: logs.rows, seen: seen.rows.map(({ event_id: id }) => id) }
}

/** A lock's own row, its last times and its sessions must all tell what its log tells, and the chain must hold. */
function objections(lock: StoredLock, allLogs: readonly StoredLog[]): string[] {
  const found: string[] = []
  const logs = allLogs.filter((row) => row['lock_id'] === lock.id)
  const links = logs.map((row) => ({
    row: canonicalLogRow(storedLogRow(row)),
    prevHash: String(row['prev_hash']),
    hash: String(row['hash']),
  }))
  const chain = verifyChain(sha256, genesis(sha256, 'lock', lock.id), links)
  if (!chain.ok) found.push(`锁 ${lock.lock_code}：日志链在第 ${chain.firstBreak} 行断开`)
  if (Number(lock.chain_seq) !== logs.length || (logs.length > 0 && lock.chain_head !== links.at(-1)?.hash))
    found.push(`锁 ${lock.lock_code}：链头 ${lock.chain_seq} 与日志 ${logs.length} 行不符`)
  const opens = logs.filter((row) => row['event_type'] === 'OPEN')
  const closes = logs.filter((row) => row['event_type'] === 'CLOSE')
  const last = logs.toSorted((a, b) => Number(a['seq']) - Number(b['seq'])).at(-1)
  if (last && lock.latch !== last['latch_after'])
    found.push(`锁 ${lock.lock_code}：锁舌状态与最后一条日志不符`)
  if (!isLatest(lock.last_open, opens) || !isLatest(lock.last_close, closes))
    found.push(`锁 ${lock.lock_code}：最近开关锁与日志不符`)
  const isOpen = last?.['latch_after'] === 0
  if (lock.open_sessions !== (isOpen ? 1 : 0) || (lock.open_session_id !== null) !== isOpen)
    found.push(`锁 ${lock.lock_code}：未闭合的开关记录与状态不符`)
  if (lock.open_sessions + lock.closed_sessions !== opens.length)
    found.push(
      `锁 ${lock.lock_code}：开关记录 ${lock.open_sessions + lock.closed_sessions} 条，开锁日志 ${opens.length} 条`,
    )
  return found
}

function isLatest(time: Date | null, logs: readonly StoredLog[]): boolean {
  const times = logs.map(({ occur_time: at }) => (at instanceof Date ? at.getTime() : 0))
  return (time?.getTime() ?? 0) === Math.max(0, ...times)
}
