import { auditEndpoints as audit, type ChainReport } from '@suoan/contract'
import { canonicalJson } from '@suoan/domain/evidence-chain'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { statementsOf } from '@suoan/platform/testing/count-statements'
import { asDba } from '../testing/as-dba.ts'
import { anchorNight } from './testing/anchor-night.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { audit as auditFeature } from './index.ts'
import { coveredColumns, logTable, logText } from './log-rows.ts'
import { removeOldLogs } from './remove-old-logs.ts'
import { sealLogs } from './seal-logs.ts'
import { verifySubject } from './verify-chain.ts'
import { noteBreaks } from './testing.ts'
import { verifyNightly } from './verify-nightly.ts'

let plant: TicketWorld
let folder: string
/** Breaks that became alarms (A11). */
let announced: string[]
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'suoan-logs-'))
  plant = await createTicketWorld({
    env: { DATA_DIR: folder, LOG_KEEP_DAYS: '365' },
    features: [{ name: 'audit', mount: auditFeature }],
  })
  announced = noteBreaks(plant.world.ctx)
})
afterAll(async () => {
  await plant[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const pool = () => plant.world.database.pool
const verify = (kind: 'oplog' | 'datalog' = 'oplog', range: object = {}): Promise<ChainReport> =>
  plant.take('u12', audit.verify, { kind, ...range })
const found = async (kind: 'oplog' | 'datalog' = 'oplog') => (await verify(kind)).firstBreak
const one = async (text: string, values: unknown[] = []) => (await pool().query(text, values)).rows[0]

let written = 0
/** Rows as a request writes them, sealed as one batch. */
async function logged(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `row-${(written += 1)}`)
  await pool().query(
    `insert into sys_log (id, tenant_id, log_type, log_content, create_time)
    select id, 0, 2, 'content of ' || id, now() from unnest($1::text[]) id`,
    [ids],
  )
  await pool().query(
    `insert into sys_data_log (id, tenant_id, data_table, data_id, data_content, data_version, create_time)
    select id, 0, 'lo_lock', 'demo-lk1', '{}', 1, now() from unnest($1::text[]) id`,
    [ids],
  )
  await sealLogs(plant.world.ctx)
  return ids
}

/** Changes history, looks, and puts the rows back as they were. */
async function whileTampered(table: string, changes: readonly string[], look: () => Promise<void>) {
  await pool().query(`create table kept_${table} as select * from ${table}`)
  try {
    for (const change of changes) await asDba(pool(), change)
    await look()
  } finally {
    await asDba(pool(), `delete from ${table}`)
    await asDba(pool(), `insert into ${table} select * from kept_${table}`)
    await pool().query(`drop table kept_${table}`)
  }
}

it('§4.8 the text of a row is the canonical JSON of its columns, without those that are empty', () => {
  const said = coveredColumns.oplog.map((column, at) =>
    at % 3 === 0 ? null : `${column} "引号" \\ \n ${at}`,
  )
  const named = coveredColumns.oplog.map((column, at) => [column, said[at] ?? undefined] as const)
  expect(logText('oplog', said)).toBe(canonicalJson(Object.fromEntries(named)))
})

it.each(['oplog', 'datalog'] as const)('§4.8 the hash of a row covers every column of %s', async (kind) => {
  const { rows } = await pool().query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1`,
    [logTable[kind]],
  )
  expect(new Set(coveredColumns[kind])).toEqual(new Set(rows.map(({ name }) => name)))
})

describe.each([
  ['oplog', 'sys_log', 'log_content'],
  ['datalog', 'sys_data_log', 'data_content'],
] as const)('M4: in the chain of %s', (kind, table, column) => {
  let ids: string[]
  beforeEach(async () => {
    await logged(5)
    ids = await logged(5)
    await logged(5)
  })
  const no = (id: string | undefined) => `(select log_no from ${table} where id = '${id}')`

  it('untouched rows hold', async () => {
    expect(await verify(kind)).toMatchObject({ ok: true, firstBreak: null })
  })

  it('a changed row is named', async () => {
    const { log_no: changed } = await one(`select log_no from ${table} where id = $1`, [ids[2]])
    await whileTampered(
      table,
      [`update ${table} set ${column} = '别的' where id = '${ids[2]}'`],
      async () => {
        expect(await found(kind)).toMatchObject({ kind: 'CONTENT', rowId: String(changed) })
      },
    )
  })

  it('a deleted row is named', async () => {
    const { log_no: gone } = await one(`select log_no from ${table} where id = $1`, [ids[2]])
    await whileTampered(table, [`delete from ${table} where id = '${ids[2]}'`], async () => {
      expect(await found(kind)).toMatchObject({ kind: 'GAP', rowId: String(gone) })
    })
  })

  it('a deleted tail is named, also with the links and the head that held it', async () => {
    await whileTampered(table, [`delete from ${table} where log_no > ${no(ids[4])}`], async () => {
      expect(await found(kind)).toMatchObject({ kind: 'GAP' })
    })
    await plant.take('u12', audit.anchorMake)
    const { seq, head } = await one('select seq, head from lo_log_chain where subject_id = $1', [`${kind}-0`])
    const links = `delete from lo_log_link where subject_id = '${kind}-0' and seq = ${seq}`
    await whileTampered('lo_log_link', [links], async () => {
      expect(await found(kind)).toMatchObject({ kind: 'TRUNCATED' })
      await pool().query(
        `update lo_log_chain set seq = seq - 1, head = (select hash from lo_log_link k
          where k.subject_id = lo_log_chain.subject_id order by k.seq desc limit 1) where subject_id = $1`,
        [`${kind}-0`],
      )
      expect(await found(kind)).toMatchObject({ kind: 'TRUNCATED' })
    })
    await pool().query('update lo_log_chain set seq = $2, head = $3 where subject_id = $1', [
      `${kind}-0`,
      seq,
      head,
    ])
  })

  it('two exchanged rows are named', async () => {
    const [a, b] = [ids[1], ids[3]]
    const { log_no: first } = await one(`select log_no from ${table} where id = $1`, [a])
    const { log_no: second } = await one(`select log_no from ${table} where id = $1`, [b])
    const swap = [
      `update ${table} set log_no = -1 where id = '${a}'`,
      `update ${table} set log_no = ${first} where id = '${b}'`,
      `update ${table} set log_no = ${second} where id = '${a}'`,
    ]
    await whileTampered(table, swap, async () => {
      expect(await found(kind)).toMatchObject({ kind: 'CONTENT', rowId: String(first) })
    })
  })

  it('a row put between sealed ones, or given to another tenant, is named', async () => {
    const { log_no: taken } = await one(`select log_no from ${table} where id = $1`, [ids[2]])
    await pool().query(
      `select setval(pg_get_serial_sequence($1, 'log_no'),
      nextval(pg_get_serial_sequence($1, 'log_no')) + 3)`,
      [table],
    )
    await logged(2)
    const added = `insert into ${table} (id, tenant_id, log_no, create_time)
      select 'stray', 0, max(log_no) - 3, now() from ${table}`
    // Long after: the number is no longer waited for.
    await pool().query(`update lo_log_sealed set gaps = '[]', older_gaps = '[]'`)
    await whileTampered(table, [added], async () => {
      expect(await found(kind)).toMatchObject({ kind: 'UNCHAINED' })
    })
    await whileTampered(table, [`update ${table} set tenant_id = 7 where id = '${ids[2]}'`], async () => {
      expect(await found(kind)).toMatchObject({ kind: 'GAP', rowId: String(taken) })
    })
  })
})

describe('sealing', () => {
  it('makes no writer wait, and takes a row that came late', async () => {
    const client = await pool().connect()
    try {
      await client.query('begin')
      await client.query(`insert into sys_log (id, create_time) values ('late', now())`)
      await logged(3)
      expect(await verify()).toMatchObject({ ok: true })
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await sealLogs(plant.world.ctx)).toBe(1)
    expect(await verify()).toMatchObject({ ok: true })
    await whileTampered('sys_log', [`update sys_log set ip = '10.0.0.9' where id = 'late'`], async () => {
      expect(await found()).toMatchObject({ kind: 'CONTENT' })
    })
    // Written at the same time by two servers, each row is in one link.
    await Promise.all([logged(4), logged(4), logged(4)])
    expect(await verify()).toMatchObject({ ok: true })
  })

  it('A11: a break is an alarm when a check or the night finds it, and the anchors hold the logs', async () => {
    await logged(5)
    await anchorNight(plant.world)
    const report = await verify()
    expect(report.anchored).not.toBeNull()
    await plant.world.settled()
    announced.length = 0
    const last = await logged(2)
    await plant.take('u12', audit.anchorMake)
    await whileTampered('sys_log', [`delete from sys_log where id = '${last[0]}'`], async () => {
      await verify()
      expect(await verifyNightly(plant.world.ctx, 0)).toBe(1)
    })
    await plant.world.settled()
    expect(announced).toEqual(['log oplog-0', 'log oplog-0'])
  })

  it('a row is proven by its place in its link, without any other row', async () => {
    const [, id] = await logged(3)
    await plant.take('u12', audit.anchorMake)
    const proof = await plant.take('u12', audit.proof, { logId: id })
    expect(proof).toMatchObject({ kind: 'oplog', problem: null, entry: { index: 1, count: 3 } })
    expect(proof.anchor).not.toBeNull()
    await whileTampered('sys_log', [`update sys_log set ip = 'x' where id = '${id}'`], async () => {
      expect((await plant.take('u12', audit.proof, { logId: id })).problem).toContain('内容被修改')
    })
    const stranger = plant.as('u12', { tenantId: 7 })
    expect(await stranger.get(audit.proof.path, { logId: id ?? '' })).toMatchObject({ success: false })
  })

  it('a check that nobody waits for any more ends between two parts', async () => {
    await logged(10)
    const gone = verifySubject(plant.world.ctx, 'oplog', 'oplog-0', 1, null, AbortSignal.abort())
    await expect(gone).rejects.toThrow('查询已取消')
  })

  it('a check reads in pages: as many statements for a thousand rows as for ten', async () => {
    await logged(10)
    const few = await statementsOf(pool(), () => verify())
    for (let part = 0; part < 10; part += 1) await logged(100)
    const many = await statementsOf(pool(), () => verify())
    expect(many.length).toBe(few.length)
  })
})

describe('retention', () => {
  it('old rows go as a link says, and the chain is checked as before', async () => {
    const old = Date.now() - 800 * 86_400_000
    plant.world.clock.set(old)
    await pool().query(
      `insert into sys_log (id, log_content, create_time) select 'old-' || n, 'old', $1 from generate_series(1, 20) n`,
      [new Date(old)],
    )
    await sealLogs(plant.world.ctx)
    expect(await removeOldLogs(plant.world.ctx, 0)).toBe(0)
    await plant.take('u12', audit.anchorMake)
    plant.world.clock.set(old + 500 * 86_400_000)
    await logged(2)
    const gone = await one(`select count(*)::int as n from sys_log where id like 'old-%'`)
    expect(gone).toEqual({ n: 20 })
    expect(await removeOldLogs(plant.world.ctx, 0)).toBe(20)
    expect(await verify()).toMatchObject({ ok: true })
    const archives = path.join(folder, 'anchors', 'logs')
    const [archive] = await readdir(archives)
    const program = fileURLToPath(new URL('../../../../apps/verify/src/main.mjs', import.meta.url))
    const check = (file: string) => spawnSync(process.execPath, [program, file], { encoding: 'utf8' })
    const whole = path.join(archives, archive ?? '')
    expect(check(whole).stdout).toContain('共 20 行')
    expect(check(whole).status).toBe(0)
    // A byte that somebody changed is found, wherever it is.
    const bytes = await readFile(whole)
    const changed = path.join(folder, 'changed.zip')
    bytes[200] = (bytes[200] ?? 0) ^ 1
    await writeFile(changed, bytes)
    expect(check(changed).status).not.toBe(0)
    const [young] = await logged(2)
    await whileTampered('sys_log', [`delete from sys_log where id = '${young}'`], async () => {
      expect(await found()).toMatchObject({ kind: 'GAP' })
    })
  })

  it('young rows go by no way: neither a link nor the function takes them', async () => {
    const [young] = await logged(2)
    await sealLogs(plant.world.ctx)
    const { last_no: last } = await one(`select last_no from lo_log_chain where subject_id = 'oplog-0'`)
    await pool().query(
      `insert into lo_log_link select 'forged', tenant_id, kind, subject_id, seq + 1, chain_form, sealed_time, last_no,
        '{}', '', digest, $1, hash, repeat('0', 64) from lo_log_link where subject_id = 'oplog-0' order by seq desc limit 1`,
      [last],
    )
    await pool().query(`select lo_remove_old_logs('oplog-0', 1000)`)
    expect(await one('select count(*)::int as n from sys_log where id = $1', [young])).toEqual({ n: 1 })
    await expect(pool().query(`delete from sys_log where id = '${young}'`)).rejects.toThrow('append-only')
    expect(await found()).not.toBeNull()
    await asDba(pool(), `delete from lo_log_link where id = 'forged'`)
  })
})
