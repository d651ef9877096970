import fastify from 'fastify'
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pagePolicy, secureAnswers } from './security-headers.ts'

const app = fastify()
let port = 0
beforeAll(async () => {
  secureAnswers(app)
  app.get('/', async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => app.close())

/** What the server says to these very bytes. */
async function say(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let heard = ''
  socket.on('data', (part: Buffer) => {
    heard += part.toString()
  })
  await once(socket, 'close')
  return heard
}

it('keeps what is said to one person out of every cache', async () => {
  expect((await app.inject('/')).headers['cache-control']).toBe('no-store')
})

it('lets a page speak to its own server only, and moves no relative address', () => {
  const policy = pagePolicy({
    frameOrigins: [],
    gatewayRouteUrl: undefined,
    microApps: [],
    staticUrl: undefined,
  })
  expect(policy).toContain("connect-src 'self';")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).not.toMatch(/connect-src[^;]*(ws:|wss:|https?:|\*)/)
})

it('refuses a request that names two hosts', async () => {
  const end = 'connection: close\r\n\r\n'
  expect(await say(`GET / HTTP/1.1\r\nhost: a.example\r\n${end}`)).toMatch(/^HTTP\/1.1 200/)
  expect(await say(`GET / HTTP/1.1\r\nhost: a.example\r\nHost: b.example\r\n${end}`)).toMatch(
    /^HTTP\/1.1 400/,
  )
})

it('lets a page load the manifests of named sub-applications, and pictures from the named site', () => {
  const policy = pagePolicy({
    frameOrigins: ['https://docs.example.com'],
    gatewayRouteUrl: 'https://systems.example.com',
    microApps: ['https://video.example.com'],
    staticUrl: 'https://static.example.com',
  })
  expect(policy).toContain("connect-src 'self' https://video.example.com https://static.example.com;")
  expect(policy).toContain("img-src 'self' data: blob: https://static.example.com;")
  expect(policy).toContain(
    "frame-src 'self' https://docs.example.com https://video.example.com https://systems.example.com blob:",
  )
  expect(policy).toContain("script-src 'self';")
})
