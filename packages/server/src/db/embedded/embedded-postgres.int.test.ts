import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DataFolderInUseError } from './data-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const log = pino({ level: 'silent' })
// Private on purpose: mkdtemp gives 0700, which an unprivileged server account cannot walk through.
const dataDir = path.join(mkdtempSync(path.join(os.tmpdir(), 'suoan-embedded-')), 'data')
let server: EmbeddedPostgres

beforeAll(async () => {
  server = await startEmbeddedPostgres(dataDir, log)
})
afterAll(async () => {
  await server.stop()
  rmSync(path.dirname(dataDir), { recursive: true, force: true })
})

describe('the embedded PostgreSQL', () => {
  test('works for a role that is no superuser, with fsync on', async () => {
    expect(await ask('select rolsuper::text as it from pg_roles where rolname = current_user')).toBe('false')
    expect(await ask("select current_setting('fsync') as it")).toBe('on')
  })

  test('listens on the loopback address only', async () => {
    expect(await ask("select current_setting('listen_addresses') as it")).toBe('127.0.0.1')
  })

  test('keeps its passwords where only this user reads them', () => {
    const { mode } = statOf('postgres-secrets.json')
    expect(mode & 0o077).toBe(0)
  })

  test('refuses a second process on the same data folder, and says which holds it', async () => {
    await expect(startEmbeddedPostgres(dataDir, log)).rejects.toThrow(DataFolderInUseError)
    await expect(startEmbeddedPostgres(dataDir, log)).rejects.toThrow(String(process.pid))
  })

  test('is started again on its port when it is killed, with every acknowledged row', async () => {
    await ask('create table kept (n int)')
    await ask('insert into kept values (7)')
    const before = server.pid()
    process.kill(before ?? 0, 'SIGKILL')
    await vi.waitFor(async () => expect(await ask('select n::text as it from kept')).toBe('7'), {
      timeout: 60_000,
      interval: 100,
    })
    expect(server.pid()).not.toBe(before)
  })

  test('opens again after a stop, and after a lock file whose number belongs to another program', async () => {
    await server.stop()
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(stranger, 'spawn')
    const pidFile = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
    writeFileSync(pidFile, `${stranger.pid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n`)
    chmodSync(pidFile, 0o644)
    writeFileSync(path.join(dataDir, 'server.lock'), JSON.stringify({ pid: stranger.pid, start: '1' }))
    server = await startEmbeddedPostgres(dataDir, log)
    expect(await ask('select n::text as it from kept')).toBe('7')
    expect(readFileSync(path.join(dataDir, 'server.lock'), 'utf8')).toContain(String(process.pid))
    stranger.kill()
  })
})

async function ask(statement: string): Promise<string | undefined> {
  const client = new Client({ connectionString: server.url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ it: string }>(statement)
    return rows[0]?.it
  } finally {
    await client.end().catch(() => {})
  }
}

function statOf(name: string) {
  return statSync(path.join(dataDir, name))
}
