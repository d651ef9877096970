import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { loadConfig } from '@suoan/platform/config'
import { createTestDatabase } from '@suoan/platform/testing/test-world'
import { pino } from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createServer, type RunningServer } from './create-server.ts'

const database = await createTestDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-nodes-'))
const running: RunningServer[] = []
afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.stop()
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a node over the database of the file, without Redis; answers with what its start says is missing. */
async function start(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const config = loadConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder, dataDir),
    ADMIN_PASSWORD: 'Several-nodes-2026!',
    SIMULATOR: '0',
    ...env,
  })
  const server = await createServer(config, { log: pino({ level: 'silent' }) })
  running.push(server)
  // A test database has one role, which the start says; that is no matter of several nodes.
  return { server, notes: server.startupNotes.filter((note) => !note.startsWith('数据库：')) }
}

/** A port that was free a moment ago; the broker needs one that is not 0. */
const brokerPort = () => String(20_000 + (process.pid % 20_000))

test('two nodes on one database with one folder lack nothing without Redis, and hear each other by LISTEN/NOTIFY', async () => {
  const [one, two] = [await start('shared'), await start('shared')]
  expect([one.notes, two.notes]).toEqual([[], []])
  for (const [here, there] of [
    [one, two],
    [two, one],
  ] as const) {
    const heard: string[] = []
    const end = there.server.ctx.broadcasts.on('dictionary.changed', ({ dictCode }) => {
      heard.push(String(dictCode))
    })
    here.server.ctx.broadcasts.emit('dictionary.changed', { dictCode: 'lo_alarm_type' })
    await expect.poll(() => heard).toContain('lo_alarm_type')
    end()
  }
})

test('the second of two nodes with folders and brokers of their own says so; the same alone does not', async () => {
  await start('first')
  const second = await start('second', { MQTT_PORT: brokerPort() })
  expect(second.notes).toHaveLength(2)
  expect(second.notes[0]).toContain(
    `共有 2 个节点，但本节点的数据目录 ${path.join(folder, 'second')} 与其他节点不同`,
  )
  expect(second.notes[1]).toContain('共有 2 个节点，但本节点使用内置 MQTT')
  for (const server of running.splice(0).reverse()) await server.stop()
  const nodes = async () =>
    (
      await database.pool.query(`select 1 from pg_stat_activity where application_name = 'suoan-node'
      and datname = current_database()`)
    ).rows.length
  await expect.poll(nodes, { timeout: 20_000 }).toBe(0)
  expect((await start('second', { MQTT_PORT: brokerPort() })).notes).toEqual([])
})

test('a node on the embedded database is alone and lacks nothing; a second one in its folder does not start', async () => {
  const embedded = { DATABASE_URL: '', DEMO: '0' }
  const { notes } = await start('embedded', embedded)
  expect(notes).toEqual([])
  await expect(start('embedded', embedded)).rejects.toThrow('正被另一个锁安进程')
})
