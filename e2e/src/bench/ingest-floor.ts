import { logColumns } from '@suoan/safety/lock-records/log-chain'
import { newId } from '@suoan/kit/id'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { lockIdOf } from './load-rows.ts'
import { treeCpuSeconds } from './process-cpu.ts'

const BATCH = 500
const names = Object.keys(logColumns)
const types = Object.values(logColumns)
const list = names.join(', ')
const insert = {
  name: 'floor-insert',
  text: `insert into lo_lock_log (${list}) select * from unnest(${types.map((type, n) => `$${n + 1}::${type}[]`).join(', ')})`,
}
const update = {
  name: 'floor-update',
  text: `update lo_lock l set latch = g.latch, shackle = g.latch, lock_status = g.latch, state_time = g.at,
      last_seen = g.at, chain_head = g.head, chain_seq = g.seq
    from unnest($1::text[], $2::smallint[], $3::timestamptz[], $4::text[], $5::bigint[]) as g(id, latch, at, head, seq)
    where l.id = g.id`,
}

export interface IngestFloor {
  readonly events: number
  readonly seconds: number
  readonly perSecond: number
  /** From the making of a batch to its commit, ms, sorted. */
  readonly waits: readonly number[]
  readonly appMs: number
  readonly databaseMs: number
}

/**
 * The least that storing lock events can cost: the same rows into the same table, partition and indexes, one
 * `update … from` of their locks, one commit for 500; no broker, no chain, no session, no warning.
 */
export async function measureIngestFloor(
  url: string,
  databasePid: number | null,
  seconds: number,
): Promise<IngestFloor> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const database = () => (databasePid === null ? 0 : treeCpuSeconds(databasePid))
    const before = { cpu: process.cpuUsage(), database: database(), at: performance.now() }
    const waits: number[] = []
    let events = 0
    while (performance.now() - before.at < seconds * 1000) {
      const begun = performance.now()
      const rows = Array.from({ length: BATCH }, (_, n) => rowOf(events + n))
      const column = (name: string) => rows.map((row) => row[name] ?? null)
      await client.query('begin')
      await client.query({ ...insert, values: names.map(column) })
      await client.query({
        ...update,
        values: ['lock_id', 'latch_after', 'recv_time', 'hash', 'chain_seq'].map(column),
      })
      await client.query('commit')
      waits.push(performance.now() - begun)
      events += BATCH
    }
    const took = (performance.now() - before.at) / 1000
    const { user, system } = process.cpuUsage(before.cpu)
    return {
      events,
      seconds: took,
      perSecond: events / took,
      waits: waits.toSorted((a, b) => a - b),
      appMs: (user + system) / 1000 / events,
      databaseMs: ((database() - before.database) / events) * 1000,
    }
  } finally {
    await client.end()
  }
}

/** As full as a row of the load; on locks that the load leaves alone. */
function rowOf(n: number): Readonly<Record<string, string | number>> {
  const at = new Date().toISOString()
  const lock = 1_000 + (n % 1_000)
  const isOpen = Math.floor(n / 1_000) % 2 === 0
  const latch = isOpen ? 0 : 1
  return {
    id: newId(),
    tenant_id: 0,
    lock_id: lockIdOf(lock),
    lock_code: `BL${lock}`,
    lock_name: `隔离挂锁 ${lock}`,
    device_sn: `LOADLK${lock}`,
    boot_id: 'f100f100',
    seq: n + 1,
    idx: 0,
    event_id: randomBytes(13).toString('hex'),
    area_id: `bench-area-${(lock % 50) + 1}`,
    area_code: `A${String((lock % 50) + 1).padStart(2, '0')}`,
    area_name: `装置区 ${(lock % 50) + 1}`,
    sys_org_code: 'A01',
    event_type: isOpen ? 'OPEN' : 'CLOSE',
    op_result: 1,
    latch_before: 1 - latch,
    latch_after: latch,
    shackle_before: 1 - latch,
    shackle_after: latch,
    battery: 80,
    rssi: -60,
    occur_time: at,
    device_time: Date.now(),
    recv_time: at,
    time_quality: 2,
    historical: 0,
    source: 'GW',
    chain_form: 2,
    chain_seq: n + 1,
    prev_hash: randomBytes(32).toString('hex'),
    hash: randomBytes(32).toString('hex'),
  }
}
