import { connect } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import WebSocket from 'ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '@suoan/platform/config'
import { createTestDatabase } from '@suoan/platform/testing/test-world'
import { createServer, type RunningServer } from './create-server.ts'

const database = await createTestDatabase()
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'suoan-stalled-'))
let server: RunningServer
beforeAll(async () => {
  const config = loadConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: '1',
    DEMO_WORKS: '0',
    DEMO_PASSWORD: 'Demo#2026x',
    LOGIN_CAPTCHA: 'off',
    REQUEST_TIMEOUT_SECONDS: '2',
    HEADER_TIMEOUT_SECONDS: '1',
    SOCKETS_MAX: '10',
  })
  server = await createServer(config, { log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await server.stop()
  await database[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sends text over a connection of its own, and gives what came back until the server ended it. */
function say(
  text: string,
): Promise<{ status: number; body: { success: boolean; message: string; code: number } }> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
    socket.on('error', reject)
    // Our own envelope.
    socket.on('close', () =>
      resolve({
        status: Number(answer.split(' ')[1]),
        body: JSON.parse(answer.split('\r\n\r\n')[1] ?? 'null') as Awaited<ReturnType<typeof say>>['body'],
      }),
    )
    socket.write(text)
  })
}

const head = (...lines: readonly string[]) =>
  ['POST /jeecg-boot/sys/login HTTP/1.1', 'host: 127.0.0.1', ...lines].join('\r\n')

test('a body that stops coming ends its connection with a reason', async () => {
  const stalled = await say(`${head('content-type: application/json', 'content-length: 100')}\r\n\r\n{"user`)
  expect(stalled).toMatchObject({ status: 408, body: { success: false, code: 408 } })
  expect(stalled.body.message).toContain('没有在规定时间内发送完')
})

test('a head that stops coming ends its connection with a reason', async () => {
  expect(await say(head('content-type: appl'))).toMatchObject({ status: 408, body: { code: 408 } })
})

test('too large a head, and what is no HTTP, are refused in Chinese with an envelope', async () => {
  const large = await say(`${head(`cookie: ${'x'.repeat(40_000)}`)}\r\n\r\n`)
  expect(large).toMatchObject({ status: 431, body: { success: false, code: 431 } })
  expect(large.body.message).toContain('请求头太大')
  expect(await say('hello\r\n\r\n')).toMatchObject({
    status: 400,
    body: { code: 400, message: '请求不符合 HTTP 格式，已拒绝' },
  })
})

test('an address that cannot be read or is too long is refused in Chinese with an envelope', async () => {
  for (const [address, status, message] of [
    ['/jeecg-boot/%zz', 400, '地址含有不能识别的字符'],
    [`/jeecg-boot/actuator/metrics/${'a'.repeat(200)}`, 414, '地址太长'],
  ] as const) {
    const refused = await say(`GET ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`)
    expect(refused).toMatchObject({ status, body: { success: false, code: status, result: null } })
    expect(refused.body.message).toContain(message)
  }
})

test('an upgrade that is refused before its route is found ends its connection too', async () => {
  const { hostname, port } = new URL(server.url)
  for (const path of [`/jeecg-boot/websocket/${'a'.repeat(200)}`, '/jeecg-boot/websocket/%zz']) {
    const socket = connect(Number(port), hostname).resume()
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(
      [
        `GET ${path} HTTP/1.1`,
        'host: 127.0.0.1',
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    )
    await closed
  }
})

test('stalled connections leave the server to the others', async () => {
  const { hostname, port } = new URL(server.url)
  const stalled = Array.from({ length: 100 }, () => connect(Number(port), hostname))
  for (const socket of stalled)
    socket.on('error', () => undefined).write(`${head('content-length: 100')}\r\n\r\n{`)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await Promise.all(stalled.map((socket) => new Promise((resolve) => socket.resume().on('close', resolve))))
})

test('a server whose sockets are all taken refuses the next one with 503 and when to come back, and serves pages', async () => {
  const signIn = async (username: string) => {
    const answer = await fetch(`${server.url}/jeecg-boot/sys/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'Demo#2026x' }),
    })
    // Our own envelope.
    return ((await answer.json()) as { result: { token: string } }).result.token
  }
  const open = (userId: string, token: string) =>
    new Promise<WebSocket | { status: number; retryAfter: string | undefined }>((resolve) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/jeecg-boot/websocket/${userId}`, [
        token,
      ])
      socket.on('error', () => undefined)
      socket.on('open', () => resolve(socket))
      socket.on('unexpected-response', (_, { statusCode = 0, headers }) =>
        resolve({ status: statusCode, retryAfter: headers['retry-after'] }),
      )
    })
  const [u1, u4] = [await signIn('u1'), await signIn('u4')]
  const taken = [await Promise.all(Array.from({ length: 10 }, () => open('u1', u1)))].flat()
  expect(taken.every((each) => each instanceof WebSocket)).toBe(true)
  expect(await open('u4', u4)).toEqual({ status: 503, retryAfter: '60' })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  const [first] = taken
  if (!(first instanceof WebSocket)) throw new Error('no socket')
  first.close()
  await expect.poll(async () => (await open('u4', u4)) instanceof WebSocket).toBe(true)
  for (const each of taken) if (each instanceof WebSocket) each.close()
})
