import { readUpstream } from '@suoan/contract'
import { createServer } from 'node:https'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { testAuthority, testServer } from './testing/certificates.ts'
import {
  checkedAddress,
  createCheckedLookup,
  createUpstreamAgent,
  isDistrusted,
  isOwnAddress,
  refusalOf,
} from './upstream.ts'

const placeOf = (uri: string) => {
  const read = readUpstream(uri)
  if (!read.ok) throw new Error(read.reason)
  return read.value
}
const config = {
  gatewayRouteHosts: [
    { host: 'video.example.com', port: undefined },
    { host: '10.0.0.8', port: 8081 },
    { host: '127.0.0.1', port: 8080 },
    { host: '127.0.0.1', port: 9000 },
    { host: 'systems.example.com', port: undefined },
  ],
  publicUrl: 'https://console.example.com',
  gatewayRouteUrl: 'https://systems.example.com',
}
const refusal = (uri: string) => refusalOf(config, placeOf(uri), [8080, 8090])

describe('where a route may lead', () => {
  it('is said by the configuration, host and port', () => {
    expect(refusal('http://video.example.com')).toBeNull()
    expect(refusal('https://VIDEO.example.com:443/')).toBeNull()
    expect(refusal('http://10.0.0.8:8081')).toBeNull()
    expect(refusal('http://127.0.0.1:9000')).toBeNull()
    expect(refusal('http://video.example.com:22')).toContain('GATEWAY_ROUTE_HOSTS')
    expect(refusal('http://10.0.0.8:8082')).toContain('8082')
    expect(refusal('http://evil.example')).toContain('evil.example')
    expect(
      refusalOf({ ...config, gatewayRouteHosts: [] }, placeOf('http://video.example.com'), []),
    ).toContain('任何主机')
  })

  it('is not this system itself, by whichever name', () => {
    for (const uri of [
      'http://127.0.0.1:8080',
      'http://localhost:8080',
      'http://[::1]:8090',
      'http://0.0.0.0:8080',
      'https://systems.example.com',
    ])
      expect([uri, refusal(uri)]).toEqual([uri, expect.stringContaining('本系统自己')])
    const [own] = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    expect(isOwnAddress(own?.address ?? '127.0.0.1', 8080, [8080])).toBe(true)
  })

  it('is read as whoever connects reads it', () => {
    expect(placeOf('http://0x7f000001:80').host).toBe('127.0.0.1')
    expect(placeOf('http://2130706433').host).toBe('127.0.0.1')
    expect(placeOf('ws://10.0.0.8:8081').origin).toBe('http://10.0.0.8:8081')
  })

  it.each([
    ['lb://lock-api', '服务注册中心'],
    ['http://a/path', '加上路径前缀'],
    ['http://user:secret@a', '要写成'],
    ['http://a?x', '要写成'],
    ['ftp://a', '要写成'],
    ['file:///etc/passwd', '要写成'],
    ['http://a:99999', '端口'],
    ['http://a\r\nb', '要写成'],
    ['', '要写成'],
  ])('is refused in words as %s', (uri, words) => {
    const read = readUpstream(uri)
    expect(read.ok ? '' : read.reason).toContain(words)
  })

  it('is not asked for twice: a name that leads to this machine, or back here, is not connected to', async () => {
    await expect(checkedAddress('127.0.0.1', 8080, () => [8080])).rejects.toThrow('back to this server')
    await expect(checkedAddress('no-such-host.invalid', 80, () => [])).rejects.toThrow('leads nowhere')
    expect(await checkedAddress('127.0.0.1', 9000, () => [8080])).toBe('127.0.0.1')
  })
})

it('a name that leads back here when a websocket is opened is not followed, whatever it led to before', async () => {
  const asked = (isOwn: boolean) =>
    new Promise<string>((resolve) => {
      createCheckedLookup((host, address) => host === 'localhost' && address !== '' && isOwn)(
        'localhost',
        {},
        (error, address) => resolve(error?.message ?? String(address)),
      )
    })
  expect(await asked(false)).toMatch(/^127\.|^::1$/)
  expect(await asked(true)).toContain('where it may not')
})

describe('an upstream with https', () => {
  /** What becomes of a request to a server with this certificate: its answer, or the code of the failure. */
  async function outcome(
    { cert = testServer.cert, host = 'localhost' }: { cert?: string; host?: string },
    ca?: string,
  ): Promise<string> {
    const upstream = createServer({ key: testServer.key, cert }, (request, response) =>
      response.end(`${request.headers.host?.split(':')[0]} ${request.url}`),
    )
    // A handshake that the other side breaks off is no failure of this server.
    upstream.on('tlsClientError', () => {})
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
    const address = upstream.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const agent = await createUpstreamAgent(() => [], ca)
    try {
      const { body } = await agent.request({
        origin: `https://${host}:${port}`,
        path: '/live',
        method: 'GET',
      })
      return await body.text()
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error
      return `${isDistrusted(String(error.code)) ? 'distrusted' : 'failed'} ${String(error.code)}`
    } finally {
      await agent.destroy()
      upstream.closeAllConnections()
      upstream.close()
    }
  }

  it('is reached where its authority is known, under the name that its certificate has', async () => {
    expect(await outcome({}, testAuthority)).toBe('localhost /live')
  })

  it.each([
    ['whose authority nobody knows', {}, undefined],
    ['whose certificate is another host’s', { host: '127.0.0.1' }, testAuthority],
    ['whose certificate has run out', { cert: testServer.expired }, testAuthority],
  ])('is not believed %s', async (_what, given, ca) => {
    expect(await outcome(given, ca)).toMatch(/^distrusted /)
  })
})
