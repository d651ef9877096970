import { copyOut } from '@suoan/platform/db/copy-out'
import { openDatabase, type OpenDatabase } from '@suoan/platform/db/open'
import { prepareSchema } from '@suoan/platform/db/prepare-schema'
import { logBreak } from '@suoan/safety/audit/log-members'
import { sealLogs } from '@suoan/safety/audit/seal-logs'
import { sha256 } from '@suoan/safety/evidence/hash'
import { migrations } from '@suoan/app-server/migrations'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'

/**
 * `npm run verify:bench`, second part: how long the server takes to compare an operation log of a million rows with the
 * links that hold it (M4: under 10 s), beside the floor of the same run: the same rows read, and the same bytes hashed once.
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const say = (text: string) => process.stdout.write(`${text}\n`)
const BLOCK = 10_000

const dataDir = mkdtempSync(path.join(tmpdir(), 'suoan-verify-logs-'))
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
  await fill(database)
  say(`封存 ${rows} 行：${(await timed(seal)).told}`)
  for (const run of [1, 2, 3]) {
    const floor = await timed(bareReading)
    const checked = await timed(check)
    say(
      `第 ${run} 次：只读取并摘要 ${floor.told}；核对 ${checked.told}（${(checked.seconds / floor.seconds).toFixed(1)} 倍）${checked.answer === null ? '，完整' : `，断开：${checked.answer.text}`}`,
    )
  }
} finally {
  await database[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
}

async function fill({ pool }: OpenDatabase): Promise<void> {
  for (let from = 1; from <= rows; from += BLOCK)
    await pool.query(
      `insert into sys_log (id, tenant_id, log_type, log_content, operate_type, userid, username, ip, request_url,
        request_type, create_by, create_time)
      select lpad(n::text, 19, '0'), 0, 2, '工作票：编辑 A01A02-10-20261201-' || n, 3, 'zhangsan', '张三', '10.0.0.1',
        '/jeecg-boot/lowork/loWork/edit', 'POST', 'zhangsan', now() + n * interval '1 ms' from generate_series($1::int, $2::int) n`,
      [from, Math.min(rows, from + BLOCK - 1)],
    )
}

async function seal(): Promise<void> {
  await sealLogs({ db: database.db, clock: { now: () => Date.now() } } as Parameters<typeof sealLogs>[0])
}

async function bareReading(): Promise<void> {
  const client = await database.pool.connect()
  try {
    for (let at = 0; at < rows; at += BLOCK)
      for await (const lines of copyOut(
        client,
        `select * from sys_log where log_no > ${at} order by log_no limit ${BLOCK}`,
      ))
        for (const line of lines) sha256(line)
  } finally {
    client.release()
  }
}

async function check() {
  const client = await database.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows: heads } = await client.query<{ seq: string }>('select seq from lo_log_chain')
    return await logBreak(client, 'oplog', 'oplog-0', 1, Number(heads[0]?.seq))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function timed<T>(work: () => Promise<T>) {
  const before = process.memoryUsage().rss
  const cpu = process.cpuUsage()
  const begun = performance.now()
  const answer = await work()
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const grown = Math.max(0, process.memoryUsage().rss - before) / 2 ** 20
  const told = `${seconds.toFixed(2)} s（本进程处理器 ${((user + system) / 1e6).toFixed(2)} s，内存增长 ${grown.toFixed(0)} MB）`
  return { answer, seconds, told }
}
