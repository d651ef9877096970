import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate } from '@suoan/platform/db/migrate'
import { createPool, kyselyOver } from '@suoan/platform/db/open'
import { administer } from '@suoan/platform/testing/clone-database'
import { atDatabase } from '@suoan/platform/testing/test-database-source'
import { sealLogs } from '@suoan/safety/audit/seal-logs'
import { verifySubject } from '@suoan/safety/audit/verify-chain'
import { migrations } from './migrations.ts'

/** From about 300,000 on the planner may take other ways than on a small log: that many are the nightly run's. */
const EACH = process.env['TEST_ALL'] ? 300_000 : 30_000
const ROWS = { sys_log: EACH, sys_data_log: EACH }
const ALL = ROWS.sys_log + ROWS.sys_data_log
const source = inject('testDatabase')
const name = `${source.prefix}_${randomBytes(6).toString('hex')}`
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  await administer(source.url, `create database ${name} template template0`)
  // One connection: it tells what it has read.
  pool = createPool(atDatabase(source.url, name), 1, 60, pino({ level: 'silent' }))
})
afterAll(async () => {
  await pool.end()
  await administer(source.url, `drop database if exists ${name} with (force)`)
})

it('a plant with full logs is upgraded: every row gets a number in the order of its writing and a place in the chain', async () => {
  const at = migrations.findIndex(({ name: step }) => step === '0155-log-chains')
  await migrate(kyselyOver(pool), migrations.slice(0, at))
  await pool.query(
    `insert into sys_log (id, tenant_id, log_type, log_content, create_time)
      select 'row-' || n, n % 3, 2, '编辑 ' || n, now() - interval '1 day' + n * interval '1 ms' from generate_series(1, $1) n`,
    [ROWS.sys_log],
  )
  await pool.query(
    `insert into sys_data_log (id, tenant_id, data_table, data_id, data_content, data_version, create_time)
      select 'row-' || n, n % 3, 'lo_lock', 'lock-' || n, '{"n":1}', 1, now() - interval '1 day' + n * interval '1 ms'
      from generate_series(1, $1) n`,
    [ROWS.sys_data_log],
  )
  await migrate(kyselyOver(pool), migrations)
  for (const [table, count] of Object.entries(ROWS)) {
    const { rows } = await pool.query(
      `select count(*)::int as numbered, count(distinct log_no)::int as numbers,
        count(*) filter (where id <> 'row-' || log_no)::int as elsewhere from ${table}`,
    )
    expect(rows[0]).toEqual({ numbered: count, numbers: count, elsewhere: 0 })
  }
  const ctx = {
    db: kyselyOver(pool),
    pool,
    clock: { now: () => Date.now() },
  } as unknown as Parameters<typeof sealLogs>[0]
  // What is written meanwhile stands behind.
  await pool.query(
    `insert into sys_log (id, tenant_id, log_content, create_time) values ('new', 0, '新', now())`,
  )
  const before = await read()
  expect(await sealLogs(ctx)).toBe(ALL + 1)
  const sealed = await read()
  // Each row about once, however long the log: twice leaves room for what the planner looks at.
  expect(sealed - before).toBeLessThan(2 * ALL)
  for (const kind of ['oplog', 'datalog'] as const)
    for (const tenant of [0, 1, 2])
      expect(await verifySubject(ctx, kind, `${kind}-${tenant}`)).toMatchObject({
        ok: true,
        firstBreak: null,
      })
  expect((await read()) - sealed).toBeLessThan(2 * ALL)
}, 600_000)

/** Rows of the two logs that statements have read so far: entries of their indexes, and rows of whole looks. */
async function read(): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ n: string }>(
    `select (select sum(idx_tup_read) from pg_stat_user_indexes where relname in ('sys_log', 'sys_data_log'))
      + (select sum(seq_tup_read) from pg_stat_user_tables where relname in ('sys_log', 'sys_data_log')) as n`,
  )
  return Number(rows[0]?.n ?? 0)
}
