import { CallFailed, createClient, signIn } from '@suoan/client'
import { position, sessionEndpoints } from '@suoan/contract'
import { loadConfig } from '@suoan/platform/config'
import { createTestDatabase } from '@suoan/platform/testing/test-world'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
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
  await expect(stranger.list(position)).rejects.toThrow('Token失效，请重新登录')
  const nowhere = `${server.url}/nowhere`
  await expect(createClient({ base: nowhere, token }).list(position)).rejects.toThrow(
    `${nowhere} 的回答不是锁安的接口，请检查地址`,
  )
})

it('the example lists open locks; what keeps it from that is one sentence and exit code 1', async () => {
  const runs = await Promise.all(
    [
      { LOGIN: 'admin', PASSWORD: password },
      { LOGIN: 'admin', PASSWORD: 'wrong' },
      { BASE: nobodyThere, TOKEN: 'nobody' },
      {},
    ].map(runExample),
  )
  expect(runs).toEqual([
    { code: 0, out: '0\n', said: '' },
    { code: 1, out: '', said: '用户名或密码错误\n' },
    { code: 1, out: '', said: `无法连接 ${nobodyThere}，请检查地址和网络\n` },
    { code: 1, out: '', said: '请设置 TOKEN，或 LOGIN 和 PASSWORD\n' },
  ])
})

/** A port of loopback on which nobody listens. */
const nobodyThere = 'http://127.0.0.1:9/jeecg-boot'
const example = fileURLToPath(new URL('../../../packages/client/examples/open-locks.ts', import.meta.url))

const runExample = (env: Readonly<Record<string, string>>) =>
  new Promise<{ code: number | null; out: string; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', example],
      { env: { PATH: process.env['PATH'], BASE: base, ...env } },
      (_error, out, said) => resolve({ code: child.exitCode, out, said }),
    )
  })
