import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { BackupError } from '@suoan/platform/backup/archive'
import { checkBackup } from '@suoan/platform/backup/check-backup'
import { loadBackup } from '@suoan/platform/backup/load-backup'
import { makeBackup } from '@suoan/platform/backup/make-backup'
import { loadConfig } from '@suoan/platform/config'
import { DataFolderInUseError, lockDataFolder } from '@suoan/platform/db/embedded/data-lock'
import { MigrationError } from '@suoan/platform/db/migrate'
import { createPool, kyselyOver, openDatabase } from '@suoan/platform/db/open'
import { prepareSchema } from '@suoan/platform/db/prepare-schema'
import { diskStore } from '@suoan/platform/files/store/disk-store'
import { administer } from '@suoan/platform/testing/clone-database'
import { atDatabase } from '@suoan/platform/testing/test-database-source'
import { forgetDevices, makeLogMonths } from '@suoan/safety/after-restore'
import { auditEndpoints } from '@suoan/contract'
import { audit } from '@suoan/safety/audit'
import { sealLogs } from '@suoan/safety/audit/seal-logs'
import { verifyEveryChain } from '@suoan/safety/audit/verify-all'
import { locks } from '@suoan/safety/locks'
import { evidenceTables } from '@suoan/safety/migrations'
import { carryOut } from '@suoan/safety/work-tickets/testing/carry-out'
import { createTicketWorld, type TicketWorld } from '@suoan/safety/work-tickets/testing/ticket-world'
import { migrations } from '../migrations.ts'
import { backupSource } from '@suoan/platform/backup/backup-source'
import { restore, undoRestore, verifyBackup } from './restore.ts'

/** Made by the release before; see the README beside it. */
const release = fileURLToPath(new URL('./testing/release-0.1.0.tar.gz', import.meta.url))
const log = pino({ level: 'silent' })
const source = inject('testDatabase')
let folder: string
let plant: TicketWorld
let workId: string
let photo: string
let plain: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-backup-'))
  plant = await createTicketWorld({
    env: { DATA_DIR: path.join(folder, 'data') },
    features: [
      { name: 'locks', mount: locks },
      { name: 'audit', mount: audit },
    ],
  })
  workId = await carryOut(plant, 'working')
  photo = await plant.photo('u1')
  await sealLogs(plant.world.ctx)
  await plant.take('u12', auditEndpoints.anchorMake)
  await plant.world.database.pool.query(
    `insert into sys_session (id, token_hash, user_id, tenant_id, created_at, last_seen_at, expires_at)
     values ('s', 'h', 'u1', 0, now(), now(), now())`,
  )
  // What is compared later is what was backed up: reactions that are still due would be done by then.
  await vi.waitFor(
    async () => {
      const { rows } = await plant.world.database.pool.query('select id from reaction')
      if (rows.length > 0) throw new Error(`${rows.length} reactions are still due`)
    },
    { timeout: 60_000, interval: 100 },
  )
  plain = path.join(folder, 'plain.tar.gz')
  await makeBackup(backupSource(plant.world.ctx.config, plant.world.ctx), plain, { lock: null })
})
afterAll(async () => {
  await plant[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const here = (name: string) => path.join(folder, name)
const reasonOf = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof BackupError) return error.message
  throw error instanceof Error ? error : new Error('nothing was refused')
}

/** An empty database of its own. */
async function emptyDatabase(): Promise<AsyncDisposable & { pool: Pool }> {
  const name = `${source.prefix}_${randomBytes(6).toString('hex')}`
  await administer(source.url, `create database ${name} template template0`)
  const pool = createPool(atDatabase(source.url, name), 2, 0, log)
  return {
    pool,
    async [Symbol.asyncDispose]() {
      await pool.end()
      await administer(source.url, `drop database if exists ${name} with (force)`)
    },
  }
}

async function load(file: string, owner: Pool, into = here('loaded')): Promise<void> {
  const target = {
    owner,
    blobs: diskStore(path.join(into, 'files')),
    dataDir: into,
    migrations,
    beforeRows: (
      client: Parameters<typeof makeLogMonths>[0],
      header: { partitions: readonly { name: string }[] },
    ) =>
      makeLogMonths(
        client,
        header.partitions.map(({ name }) => name),
      ),
    afterRows: forgetDevices,
  }
  await loadBackup(file, {}, await checkBackup(file, {}), target, () => {})
}

/** Rows of every table as one digest each, without what a restore forgets on purpose. */
async function contentOf(pool: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition and relname not like 'schema_migration%' order by 1`,
  )
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const drop =
      name === 'lo_lock'
        ? `- '{lock_status,state_trust,state_time,rev_epoch}'::text[]`
        : name === 'lo_cmd'
          ? `- 'status'`
          : ''
    const { rows } = await pool.query<{ is: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, e'\\n' order by line)), '') as is
       from (select (to_jsonb(t) ${drop})::text as line from ${name} t) x`,
    )
    content[name] = rows[0]?.is ?? ''
  }
  return content
}

it('a backup made while people work comes back row for row, with files, keys and unbroken chains', async () => {
  await using empty = await emptyDatabase()
  await load(plain, empty.pool)
  expect(await contentOf(empty.pool)).toEqual(await contentOf(plant.world.database.pool))
  const stored = (root: string) => readFile(path.join(root, 'files', photo))
  expect(await stored(here('loaded'))).toEqual(await stored(here('data')))
  expect(await readFile(here('loaded/keys/audit-ed25519.pem'))).toEqual(
    await readFile(here('data/keys/audit-ed25519.pem')),
  )
  const { config } = plant.world.ctx
  const chains = await verifyEveryChain({ config, db: kyselyOver(empty.pool), pool: empty.pool })
  expect(chains.broken).toEqual([])
  expect(chains.rows).toBeGreaterThan(20)
  // Rows that are written from here on get numbers behind those that came back.
  await empty.pool.query(`insert into sys_log (id, tenant_id, log_type) values ('after', 0, 2)`)
  const { rows } = await empty.pool.query(`select id from sys_log order by log_no desc limit 1`)
  expect(rows).toEqual([{ id: 'after' }])
  // The triggers stand again.
  await expect(empty.pool.query('delete from lo_work_trans')).rejects.toThrow()
})

it('after a restore no lock is believed before it reports, and nothing queued is sent', async () => {
  await using empty = await emptyDatabase()
  await load(plain, empty.pool, here('believed'))
  const { rows } = await empty.pool.query(
    `select distinct lock_status, state_trust, state_time, rev_epoch >= 1000 as raised from lo_lock`,
  )
  expect(rows).toEqual([{ lock_status: 0, state_trust: 9, state_time: null, raised: true }])
  const { rows: open } = await empty.pool.query('select 1 from lo_cmd where status in (0, 1, 2)')
  expect(open).toEqual([])
})

it('a changed row of evidence is found in the restored chains', async () => {
  await using empty = await emptyDatabase()
  await load(plain, empty.pool, here('changed'))
  await empty.pool.query('alter table lo_work_trans disable trigger user')
  await empty.pool.query(
    `update lo_work_trans set actor_name = 'x' where id = (select id from lo_work_trans order by seq offset 2 limit 1)`,
  )
  const { broken } = await verifyEveryChain({
    config: plant.world.ctx.config,
    db: kyselyOver(empty.pool),
    pool: empty.pool,
  })
  expect(broken).toMatchObject([{ kind: 'work', subjectId: workId }])
})

it('a cut, changed, foreign or empty file is refused before anything is touched', async () => {
  const whole = await readFile(plain)
  const middle = Math.floor(whole.length / 2)
  const bent = Buffer.from(whole)
  // Of one byte alone the same content may come out: of 5,000 of them one only points to another copy of the same bytes.
  for (let at = middle; at < middle + 16; at += 1) bent.writeUInt8(bent.readUInt8(at) ^ 0xff, at)
  for (const [name, bytes, reason] of [
    ['cut', whole.subarray(0, middle), '不完整'],
    ['bent', bent, '已损坏|不完整'],
    ['foreign', Buffer.from('not a backup'), '不是锁安的备份'],
    ['empty', Buffer.alloc(0), '不完整|不是锁安的备份'],
  ] as const) {
    await writeFile(here(name), bytes)
    expect(await reasonOf(checkBackup(here(name), {}))).toMatch(new RegExp(reason))
  }
  expect(await reasonOf(checkBackup(here('nowhere'), {}))).toContain('读不到备份文件')
})

it('a database that holds anything is not written to', async () => {
  const before = await contentOf(plant.world.database.pool)
  expect(await reasonOf(load(plain, plant.world.database.pool))).toContain('请新建一个空数据库')
  expect(await contentOf(plant.world.database.pool)).toEqual(before)
})

it('a backup of a later schema is refused with both versions', async () => {
  const { header, footer, bytes } = await checkBackup(plain, {})
  await using empty = await emptyDatabase()
  const later = {
    header: { ...header, appVersion: '9.0.0', migrations: [...header.migrations, '9999-later'] },
    footer,
    bytes,
  }
  const target = {
    owner: empty.pool,
    blobs: diskStore(folder),
    dataDir: folder,
    migrations,
    beforeRows: async () => {},
    afterRows: async () => {},
  }
  const reason = await reasonOf(loadBackup(plain, {}, later, target, () => {}))
  expect(reason).toContain('9999-later')
  expect(reason).toContain('9.0.0')
  expect(reason).toContain(migrations.at(-1)?.name ?? '?')
  expect((await empty.pool.query('select 1 from pg_tables where schemaname = $1', ['public'])).rows).toEqual(
    [],
  )
})

it('an old program refuses a newer schema, names both, and changes nothing', async () => {
  await using empty = await emptyDatabase()
  const database = { db: kyselyOver(empty.pool), pool: empty.pool, ownerUrl: null }
  await prepareSchema(database, migrations, evidenceTables, log)
  const older = migrations.slice(0, -1)
  const asked = prepareSchema(database, older, evidenceTables, log)
  await expect(asked).rejects.toThrow(MigrationError)
  await expect(asked).rejects.toThrow(migrations.at(-1)?.name)
  await expect(asked).rejects.toThrow(older.at(-1)?.name)
})

it('an upgrade whose backup fails does not begin', async () => {
  await using empty = await emptyDatabase()
  const database = { db: kyselyOver(empty.pool), pool: empty.pool, ownerUrl: null }
  const older = migrations.slice(0, -1)
  await prepareSchema(database, older, evidenceTables, log)
  const told: string[] = []
  const failing = prepareSchema(database, migrations, evidenceTables, log, async (from, to) => {
    told.push(from, to)
    throw new BackupError('磁盘已满')
  })
  await expect(failing).rejects.toThrow('磁盘已满')
  expect(told).toEqual([older.at(-1)?.name, migrations.at(-1)?.name])
  const { rows } = await empty.pool.query('select max(name) as at from schema_migration')
  expect(rows).toEqual([{ at: older.at(-1)?.name }])
})

it('the data of the release before is restored, upgraded, proved, and taken back again', async () => {
  const dataDir = here('restored')
  mkdirSync(dataDir)
  writeFileSync(path.join(dataDir, 'postgres-secrets.json'), 'earlier')
  const config = loadConfig({ DATA_DIR: dataDir })
  const said: string[] = []
  const options = {
    file: release,
    anyway: false,
    say: (text: string) => void said.push(text),
    confirm: async () => true,
    now: Date.now,
  }
  const unlock = await lockDataFolder(dataDir)
  await expect(restore(config, options)).rejects.toThrow(DataFolderInUseError)
  await unlock()
  expect(await restore(config, { ...options, confirm: async () => false })).toBe(false)
  expect(await readFile(path.join(dataDir, 'postgres-secrets.json'), 'utf8')).toBe('earlier')

  expect(await restore(config, options)).toBe(true)
  expect(said.join('\n')).toContain('证据链完整')
  {
    await using database = await openDatabase(config, log)
    const { rows } = await database.pool.query(
      `select (select max(name) from schema_migration) as at, (select count(*)::int from lo_work where work_status = 20) as tickets,
        (select count(*)::int from sys_session) as sessions`,
    )
    expect(rows).toEqual([{ at: migrations.at(-1)?.name, tickets: 1, sessions: 0 }])
  }
  expect(await undoRestore(config, (text) => void said.push(text), Date.now() + 1_000)).toBe(true)
  expect(await readFile(path.join(dataDir, 'postgres-secrets.json'), 'utf8')).toBe('earlier')
  expect(existsSync(path.join(dataDir, 'restoring'))).toBe(false)
})

it('a file of the store that is gone is named, and the backup says so too', async () => {
  await rm(here(`data/files/${photo}`))
  const file = here('lost.tar.gz')
  const { lost } = await makeBackup(backupSource(plant.world.ctx.config, plant.world.ctx), file, {
    lock: null,
  })
  expect(lost).toEqual([photo])
  const said: string[] = []
  await verifyBackup(loadConfig({ DATA_DIR: folder }), file, (text) => void said.push(text))
  expect(said.join('\n')).toContain('1 个文件缺失')
})

it('a backup on a full disk says so, leaves no file, and the next one is whole', async () => {
  const file = here('full.tar.gz')
  // Every write to this device finds the disk full; the half of a backup is written under this name.
  symlinkSync('/dev/full', `${file}.part`)
  const source = backupSource(plant.world.ctx.config, plant.world.ctx)
  expect(await reasonOf(makeBackup(source, file, { lock: null }))).toMatch(/磁盘.*满|空间/)
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
  await makeBackup(source, file, { lock: null })
  expect((await checkBackup(file, {})).footer.tables.length).toBeGreaterThan(100)
})

it('a backup that is given up leaves no file', async () => {
  const file = here('ended.tar.gz')
  const signal = AbortSignal.abort(new Error('given up'))
  await expect(
    makeBackup(backupSource(plant.world.ctx.config, plant.world.ctx), file, { lock: null, signal }),
  ).rejects.toThrow('given up')
  expect(existsSync(file)).toBe(false)
  expect(existsSync(`${file}.part`)).toBe(false)
})
