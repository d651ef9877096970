import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { BackupError, readArchive, writeArchive } from '@suoan/platform/backup/archive'
import { checkBackup } from '@suoan/platform/backup/check-backup'
import { loadBackup } from '@suoan/platform/backup/load-backup'
import { makeBackup } from '@suoan/platform/backup/make-backup'
import { backupSource } from '@suoan/platform/backup/backup-source'
import type { BackupFooter, BackupHeader } from '@suoan/platform/backup/shape'
import { loadConfig } from '@suoan/platform/config'
import { createPool } from '@suoan/platform/db/open'
import { diskStore } from '@suoan/platform/files/store/disk-store'
import { isNight } from '@suoan/platform/testing/at-night'
import { administer } from '@suoan/platform/testing/clone-database'
import { openBareBucket } from '@suoan/platform/testing/s3/bare-bucket'
import { atDatabase } from '@suoan/platform/testing/test-database-source'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { forgetDevices, makeLogMonths } from '@suoan/safety/after-restore'
import { migrations } from '../migrations.ts'
import { restore } from './restore.ts'

// Backups that somebody made by hand: every digest in them is right, and nothing else needs to be.

interface Entry {
  name: string
  content: Buffer
}
interface Parts {
  header: BackupHeader
  footer: BackupFooter
  /** Between header and footer, in their order. */
  entries: Entry[]
}

const source = inject('testDatabase')
let folder: string
let world: TestWorld
let honest: Parts
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-crafted-'))
  world = await createTestWorld({ env: { DATA_DIR: path.join(folder, 'data') } })
  await world.database.pool.query(
    `insert into sys_position (id, tenant_id, code, name, post_rank) values ('p', 0, 'P1', '班长', '1')`,
  )
  await world.database.pool.query(
    `insert into installation_key (name, value) values ('files', 'mark-of-ours')`,
  )
  const file = path.join(folder, 'honest.tar.gz')
  await makeBackup(backupSource(world.ctx.config, world.ctx), file, { lock: null })
  const entries: Entry[] = []
  for await (const { name, content } of readArchive(file, {}))
    entries.push({ name, content: await buffer(content) })
  const [first, last] = [entries.shift(), entries.pop()]
  honest = {
    header: JSON.parse(String(first?.content)) as BackupHeader,
    footer: JSON.parse(String(last?.content)) as BackupFooter,
    entries,
  }
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** A backup like the honest one but for what `change` does, with every digest and count of bytes that fits. */
async function crafted(change: (parts: Parts) => void): Promise<string> {
  const parts: Parts = structuredClone({ ...honest, entries: [] })
  parts.entries = honest.entries.map(({ name, content }) => ({ name, content: Buffer.from(content) }))
  change(parts)
  const file = path.join(folder, `${randomBytes(6).toString('hex')}.tar.gz`)
  await writeArchive(file, null, async (writer) => {
    await writer.add('header.json', Buffer.from(JSON.stringify(parts.header)))
    for (const { name, content } of parts.entries) await writer.add(name, content)
    const sizes = new Map<string, number>()
    for (const { name, content } of parts.entries) {
      const [, table] = /^tables\/([^/]+)\//.exec(name) ?? []
      if (table !== undefined) sizes.set(table, (sizes.get(table) ?? 0) + content.length)
    }
    const tables = parts.header.tables.map(({ name }) => ({ name, rows: 1, bytes: sizes.get(name) ?? 0 }))
    const footer = { ...parts.footer, tables, digest: writer.digest() }
    await writer.add('footer.json', Buffer.from(JSON.stringify(footer)))
  })
  return file
}

/** Restores it into an empty database and folder; what came of it. */
async function restored(file: string): Promise<{ reason: string; rows: number; files: string[] }> {
  const name = `${source.prefix}_${randomBytes(6).toString('hex')}`
  await administer(source.url, `create database ${name} template template0`)
  const pool = createPool(atDatabase(source.url, name), 2, 0, pino({ level: 'silent' }))
  const into = path.join(folder, name, 'data')
  const store = diskStore(path.join(into, 'files'))
  try {
    const checked = await checkBackup(file, {})
    await loadBackup(
      file,
      {},
      checked,
      {
        owner: pool,
        blobs: store,
        dataDir: into,
        migrations,
        beforeRows: (client, { partitions }) =>
          makeLogMonths(
            client,
            partitions.map((each) => each.name),
          ),
        afterRows: forgetDevices,
      },
      () => {},
    )
    return { reason: '', ...(await left(pool, into)) }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { reason: error.message, ...(await left(pool, into)) }
  } finally {
    store.close()
    await pool.end()
    await administer(source.url, `drop database if exists ${name} with (force)`)
  }
}

/** Rows of the one table that has any, and every file below the folder of the restore. */
async function left(pool: Pool, into: string): Promise<{ rows: number; files: string[] }> {
  const there = await pool.query(`select to_regclass('public.sys_position') is not null as is`)
  const { rows } = there.rows[0]?.is
    ? await pool.query<{ n: number }>('select count(*)::int as n from sys_position')
    : { rows: [{ n: 0 }] }
  const outside = path.join(into, '..')
  const files = existsSync(outside) ? await readdir(outside, { recursive: true }) : []
  return { rows: rows[0]?.n ?? 0, files }
}

/** Each restore makes the whole schema: the others are tried at night. */
const byDay: readonly string[] = ['leaves a table out', 'names a table twice']
const crafts: readonly (readonly [what: string, change: (parts: Parts) => void, words: RegExp])[] = [
  [
    'leaves a table out',
    ({ header, entries }) => {
      header.tables = header.tables.filter(({ name }) => name !== 'sys_position')
      entries.splice(
        0,
        entries.length,
        ...entries.filter(({ name }) => !name.startsWith('tables/sys_position/')),
      )
    },
    /缺少表|没有恢复/,
  ],
  [
    'leaves a column out',
    ({ header }) => {
      const table = header.tables.find(({ name }) => name === 'sys_position')
      table?.columns.pop()
    },
    /没有恢复/,
  ],
  [
    'names a table twice',
    ({ header }) => void header.tables.push({ name: 'sys_position', columns: ['id'] }),
    /没有恢复|已损坏/,
  ],
  [
    'brings rows that its columns cannot hold',
    ({ entries }) => {
      for (const each of entries)
        if (each.name.startsWith('tables/sys_position/')) each.content = Buffer.from('not\ta\trow\n')
    },
    /没有恢复/,
  ],
  [
    'brings a table of its own',
    ({ entries }) => void entries.push({ name: 'tables/pg_authid/000001', content: Buffer.from('x\n') }),
    /没有恢复|已损坏/,
  ],
  [
    'sets a number that is none',
    ({ footer }) => {
      const [first] = footer.sequences
      footer.sequences = [
        { table: first?.table ?? 'sys_log', column: first?.column ?? 'log_no', value: "1'; drop" },
      ]
    },
    /没有恢复/,
  ],
  [
    'has a header that is no JSON of ours',
    ({ header }) => void Object.assign(header, { migrations: 'all' }),
    /不是锁安的备份/,
  ],
]

describe('a backup made by hand whose digests are right', () => {
  it('comes back when nothing else is changed', async () => {
    const { reason, rows } = await restored(await crafted(() => {}))
    expect([reason, rows]).toEqual(['', 1])
  })

  it.each(isNight ? crafts : crafts.filter(([what]) => byDay.includes(what)))(
    'is refused in words and leaves no row when it %s',
    async (_, change, words) => {
      const { reason, rows } = await restored(await crafted(change))
      expect(reason).toMatch(words)
      expect(rows).toBe(0)
    },
  )

  it('writes nothing outside of the folder that is restored into', async () => {
    const names = [
      'files/0/../../../escaped',
      'files/0//etc/escaped',
      'keys/../../escaped',
      'keys/sub/../../escaped.pem',
      '../escaped',
      '/tmp/suoan-escaped',
      'anchors/..',
      'keys/.',
    ]
    const file = await crafted(({ entries, footer }) => {
      for (const name of names) entries.push({ name, content: Buffer.from('outside') })
      // Of these one is a file that may be stored, inside the store.
      footer.files = { ...footer.files, count: footer.files.count + 1 }
    })
    const { reason, files } = await restored(file)
    expect([reason, files.filter((each) => each.includes('escaped'))]).toEqual([
      '',
      ['data/files/etc/escaped'],
    ])
    expect(existsSync('/tmp/suoan-escaped')).toBe(false)
    expect(existsSync('/etc/escaped')).toBe(false)
    expect(existsSync(path.join(folder, 'escaped'))).toBe(false)
  })

  it('is not read into memory whole when its end or a key is huge', async () => {
    const huge = await crafted(({ entries }) => {
      entries.push({ name: 'keys/huge.pem', content: Buffer.alloc(80 * 2 ** 20) })
    })
    expect((await restored(huge)).reason).toMatch(/没有恢复|已损坏/)
  })
})

describe('a restore into S3-compatible storage', () => {
  const into = async (objects: Readonly<Record<string, string>>, goOn: boolean) => {
    await using bucket = await openBareBucket()
    for (const [key, content] of Object.entries(objects)) bucket.objects.set(key, content)
    const asked: string[] = []
    // No database of this address is asked before he has said yes.
    const config = loadConfig({
      DATA_DIR: path.join(folder, randomBytes(6).toString('hex')),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      ...bucket.env,
    })
    const done = restore(config, {
      file: path.join(folder, 'honest.tar.gz'),
      anyway: false,
      say: () => {},
      confirm: (question) => {
        asked.push(question)
        return Promise.resolve(goOn)
      },
      now: Date.now,
    })
    const words = await done.then(String, (error: Error) => error.message)
    return { words, asked: asked.join(), kept: Object.fromEntries(bucket.objects) }
  }

  it('is refused before anything is asked or changed where another installation keeps its files', async () => {
    const theirs = { 'suoan/store.id': 'mark-of-others', 'suoan/0/2026-01/photo.png': 'theirs' }
    const { words, asked, kept } = await into(theirs, true)
    expect(words).toMatch(/里是另一套系统的文件/)
    expect([asked, kept]).toEqual(['', theirs])
  })

  it('warns of the files of its own installation, which may still be running, and not of a free place', async () => {
    const own = { 'suoan/store.id': 'mark-of-ours' }
    expect((await into(own, false)).asked).toMatch(/现有的文件.*换一个 S3_PREFIX/)
    const free = await into({}, false)
    expect([free.words, free.asked.includes('S3_PREFIX')]).toEqual(['false', false])
  })
})
