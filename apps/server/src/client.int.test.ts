import { CallFailed, createClient, signIn } from '@suoan/client'
import { position, sessionEndpoints } from '@suoan/contract'
import { loadConfig } from '@suoan/platform/config'
import { createTestDatabase } from '@suoan/platform/testing/test-world'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer, type RunningServer } from './create-server.ts'

const database = await createTestDatabase()
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'suoan-client-'))
const password = 'Sua-n0815!client'
let server: RunningServer
let base: string
beforeAll(async () => {
  const config = loadConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: '0',
    LOGIN_CAPTCHA: 'off',
    ADMIN_PASSWORD: password,
  })
  server = await createServer(config, { log: pino({ level: 'silent' }) })
  base = `${server.url}${config.apiBase}`
})
afterAll(async () => {
  await server.stop()
  await database[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

it('a program signs in, calls by the descriptions of the contract, and is told refusals as such', async () => {
  const token = await signIn(base, { username: 'admin', password })
  const client = createClient({ base, token })
  expect((await client.list(position, { pageSize: 5 })).records).toEqual(expect.any(Array))
  expect(await client.call(sessionEndpoints.departs, {})).toHaveProperty('list')
  const wrong = signIn(base, { username: 'admin', password: 'wrong' })
  await expect(wrong).rejects.toThrow(CallFailed)
  const stranger = createClient({ base, token: 'nobody' })
  await expect(stranger.list(position)).rejects.toThrow(CallFailed)
  await expect(createClient({ base: `${server.url}/nowhere`, token }).list(position)).rejects.toThrow(
    CallFailed,
  )
})
