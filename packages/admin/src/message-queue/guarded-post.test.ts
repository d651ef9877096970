import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedPost, objectionToAddress } from './guarded-post.ts'

const hosts = ['open.feishu.cn', '127.0.0.1:8443', 'localhost:8444']

describe('an address that people have stored (V19)', () => {
  it.each([
    'https://open.feishu.cn/open-apis/bot/v2/hook/x',
    'https://127.0.0.1:8443/x',
    'http://127.0.0.1:8443/x',
  ])('%s may be called', (address) => {
    expect(objectionToAddress(address, hosts)).toBeNull()
  })
  it.each([
    ['http://open.feishu.cn/x', 'https'],
    ['https://open.feishu.cn:22/x', '不在允许的名单里'],
    ['https://open.feishu.cn.evil.example/x', '不在允许的名单里'],
    ['https://open.feishu.cn@evil.example/x', '账号'],
    ['https://169.254.169.254/latest/meta-data', '不在允许的名单里'],
    ['https://[::1]/x', '不在允许的名单里'],
    ['https://2130706433/x', '不在允许的名单里'],
    ['file:///etc/passwd', 'https'],
    ['nothing', '不完整'],
  ])('%s is refused', (address, reason) => {
    expect(objectionToAddress(address, hosts)).toContain(reason)
  })
  it('whose name leads into our own network is refused, although the name is on the list', async () => {
    await expect(guardedPost('https://localhost:8444/x', {}, { hosts, patienceMs: 1_000 })).rejects.toThrow(
      '内部网络',
    )
  })
})

describe('an answer', () => {
  let server: Server
  let place = ''
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: '/ok' }).end()
      else if (request.url === '/long') response.end('x'.repeat(1_000_000))
      else if (request.url === '/ok') response.end('{"errcode":0}')
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
    place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const post = (path: string, patienceMs = 2_000) =>
    guardedPost(`http://${place}${path}`, { a: 1 }, { hosts: [place], patienceMs })

  it('is read up to 16 kB, and a redirect is not followed', async () => {
    expect(await post('/ok')).toEqual({ status: 200, text: '{"errcode":0}' })
    expect((await post('/long')).text).toHaveLength(16_384)
    expect((await post('/away')).status).toBe(302)
  })
  it('that does not come is not waited for', async () => {
    await expect(post('/never', 50)).rejects.toThrow('没有回应')
  })
})
