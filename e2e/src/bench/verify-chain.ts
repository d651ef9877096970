import { chainWalk, genesis, type ChainBreak, type ChainKind } from '@suoan/domain/evidence-chain'
import { openDatabase } from '@suoan/platform/db/open'
import { prepareSchema } from '@suoan/platform/db/prepare-schema'
import { sha256 } from '@suoan/safety/evidence/hash'
import { chainRows, startOf } from '@suoan/safety/audit/chain-rows'
import { linkLogRow, logColumns, type LogRow } from '@suoan/safety/lock-records/log-chain'
import { migrations } from '@suoan/app-server/migrations'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { from } from 'pg-copy-streams'
import { pino } from 'pino'

/** `npm run verify:bench`: how long the server takes to verify one chain of a million rows (M4: under 10 s). */
const rows = Number(process.argv[2] ?? 1_000_000)
const say = (text: string) => process.stdout.write(`${text}\n`)
const BLOCK = 10_000
const names = Object.keys(logColumns).join(', ')

const dataDir = mkdtempSync(path.join(tmpdir(), 'suoan-verify-bench-'))
const database = await openDatabase(
  {
    dataDir,
    databaseUrl: process.env['DATABASE_URL'],
    databaseOwnerUrl: process.env['DATABASE_OWNER_URL'],
    databasePoolSize: 4,
    databaseSearchPoolSize: 1,
    databaseExportPoolSize: 1,
    statementTimeoutSeconds: 600,
  },
  pino({ level: 'silent' }),
)
try {
  await prepareSchema(database, migrations, [], pino({ level: 'silent' }))
  await fill(database.pool)
  await database.pool.query('vacuum analyze lo_lock_log')
  const floor = bareLoop()
  say(`裸 SHA-256 循环 ${rows} 次（每次约 700 字节）：${floor.toFixed(2)} s`)
  for (const run of [1, 2, 3]) {
    const before = process.memoryUsage().rss
    const begun = performance.now()
    const cpu = process.cpuUsage()
    const { checked, found } = await walkChainRows(database.pool, 'lock', 'bench')
    const seconds = (performance.now() - begun) / 1000
    const { user, system } = process.cpuUsage(cpu)
    const busy = ((user + system) / 1e6).toFixed(2)
    const grown = Math.max(0, process.memoryUsage().rss - before) / 2 ** 20
    say(
      `第 ${run} 次：${checked} 行${found ? `断开：${found.text}` : '完整'}，${seconds.toFixed(2)} s（裸循环的 ${(seconds / floor).toFixed(1)} 倍），本进程占用处理器 ${busy} s，内存增长 ${grown.toFixed(0)} MB`,
    )
  }
} finally {
  await database[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The floor: nothing but the hashes. */
function bareLoop(): number {
  const text = 'x'.repeat(700)
  const begun = performance.now()
  for (let each = 0; each < rows; each += 1) createHash('sha256').update(text).digest('hex')
  return (performance.now() - begun) / 1000
}

/** One chain through the same form that ingestion writes. */
async function fill(pool: Pool): Promise<void> {
  let head = genesis(sha256, 'lock', 'bench')
  for (let first = 1; first <= rows; first += BLOCK) {
    const block = Array.from({ length: Math.min(BLOCK, rows - first + 1) }, (_, n) => {
      const row = linkLogRow(event(first + n), head, first + n)
      head = row.hash
      return row.line
    })
    const client = await pool.connect()
    try {
      await pipeline([block.join('')], client.query(from(`copy lo_lock_log (${names}) from stdin`)))
    } finally {
      client.release()
    }
  }
}

function event(seq: number): Parameters<typeof linkLogRow>[0] {
  const at = new Date(Date.UTC(2026, 11, 1) + seq * 1000).toISOString()
  const isOpen = seq % 2 === 1
  const row: Partial<LogRow> = {
    id: `22353334${String(seq).padStart(11, '0')}`,
    tenant_id: 0,
    lock_id: 'bench',
    lock_code: 'LK-BENCH',
    lock_name: '10kV 3号柜锁',
    device_sn: 'SN-BENCH-0001',
    boot_id: 'b1',
    seq,
    idx: 0,
    event_id: `e${seq}`,
    area_id: 'a1',
    area_code: 'A01A01A01',
    area_name: '10kV配电室',
    sys_org_code: 'A01',
    event_type: isOpen ? 'OPEN' : 'CLOSE',
    op_result: 1,
    open_method: '04',
    user_id: 'u6',
    user_name: '孙作',
    latch_before: isOpen ? 1 : 0,
    latch_after: isOpen ? 0 : 1,
    battery: 83,
    rssi: -61,
    temp: 21.5,
    occur_time: at,
    device_time: Date.parse(at),
    recv_time: at,
    time_quality: 2,
    historical: 0,
    source: '1',
  }
  const empty = Object.fromEntries(Object.keys(logColumns).map((name) => [name, null]))
  // Every column is there, most without a value.
  return { ...empty, ...row } as Parameters<typeof linkLogRow>[0]
}

/** Walks the rows of a chain from its genesis, without its head and anchors: what the figures measure. */
async function walkChainRows(
  pool: Pool,
  kind: ChainKind,
  subjectId: string,
): Promise<{ checked: number; found: ChainBreak | null }> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const way = chainWalk(sha256, { seq: 0, hash: startOf(kind, subjectId) })
    for await (const rows of chainRows(client, kind, subjectId, 1, null))
      for (const row of rows) {
        const found = way.take(row)
        if (found) return { checked: way.checked, found }
      }
    return { checked: way.checked, found: null }
  } finally {
    await client.query('rollback')
    client.release()
  }
}
