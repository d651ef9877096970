import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DataFolderInUseError } from './data-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isRunning } from './process-facts.ts'
import { runningEmbedded } from './running.ts'

const log = pino({ level: 'silent' })
// Private on purpose: mkdtemp gives 0700, which an unprivileged server account cannot walk through.
const dataDir = path.join(mkdtempSync(path.join(os.tmpdir(), 'suoan-embedded-')), 'data')
const pidFile = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
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

  test('is reached by a socket that this user alone can open, and asks for the password there too', async () => {
    expect(new URL(server.url).hostname).toBe(encodeURIComponent(path.join(dataDir, 'postgres')))
    expect(await ask('select (inet_client_addr() is null)::text as it')).toBe('true')
    expect(statOf('postgres').mode & 0o077).toBe(0)
    expect(statOf(path.join('postgres', `.s.PGSQL.${server.port}`)).mode & 0o077).toBe(0)
    const stranger = new Client({ connectionString: server.url.replace(/:[^:@/]+@/, ':wrong@') })
    await expect(stranger.connect()).rejects.toThrow('password authentication failed')
    expect((await runningEmbedded(dataDir))?.url).toBe(server.url)
  })

  test('is reached by the loopback address where the path of a socket would be too long', async () => {
    const deep = path.join(path.dirname(dataDir), '深'.repeat(30), 'data')
    mkdirSync(deep, { recursive: true })
    const far = await startEmbeddedPostgres(deep, log)
    try {
      expect(new URL(far.url).hostname).toBe('127.0.0.1')
      expect(await ask('select (inet_client_addr() is not null)::text as it', far)).toBe('true')
      expect(await runningEmbedded(deep)).toMatchObject({ url: far.url })
    } finally {
      await far.stop()
    }
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
    await vi.waitFor(() => expect(server.pid()).not.toBe(before), { timeout: 10_000 })
  })

  test('leaves no server behind when it is stopped while one is being started again', async () => {
    const before = server.pid() ?? 0
    process.kill(before, 'SIGKILL')
    const next = await vi.waitUntil(() => (serverNow() === before ? undefined : serverNow()), {
      timeout: 60_000,
      interval: 5,
    })
    await server.stop()
    expect(await isRunning(next)).toBe(false)
    server = await startEmbeddedPostgres(dataDir, log)
    expect(await ask('select n::text as it from kept')).toBe('7')
  })

  test('opens again after a stop, and after a lock file whose number belongs to another program', async () => {
    await server.stop()
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(stranger, 'spawn')
    writeFileSync(pidFile, `${stranger.pid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n`)
    chmodSync(pidFile, 0o644)
    writeFileSync(path.join(dataDir, 'server.lock'), JSON.stringify({ pid: stranger.pid, start: '1' }))
    server = await startEmbeddedPostgres(dataDir, log)
    expect(await ask('select n::text as it from kept')).toBe('7')
    expect(readFileSync(path.join(dataDir, 'server.lock'), 'utf8')).toContain(String(process.pid))
    stranger.kill()
  })
})

async function ask(statement: string, of = server): Promise<string | undefined> {
  const client = new Client({ connectionString: of.url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ it: string }>(statement)
    return rows[0]?.it
  } finally {
    await client.end().catch(() => {})
  }
}

/** The process number that the server itself wrote into its folder. */
function serverNow(): number | undefined {
  return existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : undefined
}

function statOf(name: string) {
  return statSync(path.join(dataDir, name))
}
