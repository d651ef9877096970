import { createServer as createTcpServer } from 'node:net'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '@suoan/platform/config'
import { createServer } from './create-server.ts'
import { createTestDatabase } from '@suoan/platform/testing/test-world'

const database = await createTestDatabase()
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'suoan-server-'))
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

const configOn = (port: number) =>
  loadConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(port), MQTT_PORT: '0', DEMO: '0' })
const log = pino({ level: 'silent' })

const otherConnections = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'suoan' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.n ?? -1
}

test('listens, says that it is ready, and after a stop is gone with its database connections', async () => {
  const server = await createServer(configOn(0), { log })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await otherConnections()).toBeGreaterThan(0)
  // What the first start wrote is known to the planner, which cleaning by itself would tell a minute later.
  const { rows } = await database.pool.query<{ n: number }>(
    "select reltuples::int as n from pg_class where relname = 'sys_role_permission'",
  )
  expect(rows[0]?.n).toBeGreaterThan(100)
  await Promise.all([server.stop(), server.stop()])
  await expect(fetch(`${server.url}/readyz`)).rejects.toThrow('fetch failed')
  // The server notices a closed connection a moment later.
  await expect.poll(otherConnections, { timeout: 20_000 }).toBe(0)
})

test('a start that fails ends what it had opened', async () => {
  const squatter = createTcpServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const address = squatter.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(createServer(configOn(port), { log })).rejects.toThrow('EADDRINUSE')
  // The server notices a closed connection a moment later.
  await expect.poll(otherConnections, { timeout: 20_000 }).toBe(0)
  squatter.close()
})
