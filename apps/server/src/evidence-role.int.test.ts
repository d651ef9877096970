import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '@suoan/platform/config'
import { openDatabase, type OpenDatabase } from '@suoan/platform/db/open'
import { prepareSchema, type Prepared } from '@suoan/platform/db/prepare-schema'
import { evidenceTables } from '@suoan/safety/migrations'
import { migrations } from './migrations.ts'

const log = pino({ level: 'silent' })
let folder: string
let database: OpenDatabase
let prepared: Prepared
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'suoan-role-'))
  database = await openDatabase(loadConfig({ DATA_DIR: folder }), log)
  prepared = await prepareSchema(database, migrations, evidenceTables, log)
}, 120_000)
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const run = (text: string) => database.pool.query(text)

it('the application works as a role that owns nothing', async () => {
  expect(prepared.isSeparate).toBe(true)
  const { rows } = await run(
    `select current_user as role, (select count(*)::int from pg_tables where tableowner = current_user) as owned`,
  )
  expect(rows).toEqual([{ role: 'suoan_app', owned: 0 }])
})

it.each(evidenceTables)('%s can be read and added to, and nothing else', async (table) => {
  await expect(run(`select 1 from ${table} limit 1`)).resolves.toBeDefined()
  const set = table === 'lo_audit_key' ? 'kid = kid' : 'tenant_id = 1'
  for (const text of [`update ${table} set ${set}`, `delete from ${table}`, `truncate ${table}`])
    await expect(run(text)).rejects.toThrow('permission denied')
  for (const text of [
    `drop table ${table}`,
    `alter table ${table} disable trigger all`,
    `drop trigger ${table}_kept on ${table}`,
    `create or replace function lo_history_is_kept() returns trigger language plpgsql as 'begin return old; end'`,
  ])
    await expect(run(text)).rejects.toThrow(/must be owner|permission denied/)
})

it('months of the lock log are made for the application, and are no way around', async () => {
  await run(`select lo_make_log_partitions('2031-01-01', 1)`)
  await expect(run('delete from lo_lock_log_203101')).rejects.toThrow('permission denied')
  await expect(run('drop table lo_lock_log_rest')).rejects.toThrow('must be owner')
  await run(`insert into sys_log (id, log_type) values ('by-application', 2)`)
})

it('rows of other tables are the application’s to change, their structure is not', async () => {
  await run(`insert into installation_key (name, value) values ('role-test', 'x')`)
  await run(`update installation_key set value = 'y' where name = 'role-test'`)
  await run(`delete from installation_key where name = 'role-test'`)
  await expect(run('alter table sys_user add column x integer')).rejects.toThrow('must be owner')
  await expect(run('create table more (x integer)')).rejects.toThrow('permission denied')
  await expect(run(`delete from schema_migration`)).rejects.toThrow('permission denied')
})

it('a second start finds it all in place', async () => {
  expect(await prepareSchema(database, migrations, evidenceTables, log)).toEqual({
    steps: [],
    isSeparate: true,
  })
})
