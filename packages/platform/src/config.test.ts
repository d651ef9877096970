import fastify from 'fastify'
import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const refusal = (env: Record<string, string>): string => {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

test('starts with no variable at all: loopback, 8080, embedded database with the demo plant and its simulator', () => {
  const config = loadConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    apiBase: '/jeecg-boot',
    demo: true,
    simulator: true,
  })
  expect(config.databaseUrl).toBeUndefined()
  expect(config.loginCaptcha).toBe(true)
  expect(config.tokenExpiredStatus).toBe(500)
})

test('an empty value counts as not given', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: ' ', ADMIN_PASSWORD: '' })).toMatchObject({
    port: 8080,
    adminPassword: undefined,
  })
})

test('an external database is not filled with the demo unless asked', () => {
  const DATABASE_URL = 'postgres://db.example/suoan'
  expect(loadConfig({ DATABASE_URL })).toMatchObject({ demo: false, simulator: false })
  expect(loadConfig({ DATABASE_URL, DEMO: '1' })).toMatchObject({ demo: true, simulator: true })
})

test.each([
  'short',
  'admin123',
  'Admin@123',
  'P@ssw0rd!',
  'Qwer1234.',
  '12345678',
  'Abc123456!',
  'alllowercase!',
])('ADMIN_PASSWORD %s is refused: it would be guessed on the first day', (ADMIN_PASSWORD) => {
  expect(() => loadConfig({ ADMIN_PASSWORD })).toThrow(/ADMIN_PASSWORD/)
})

test('a password is used as it is given, spaces included', () => {
  expect(loadConfig({ ADMIN_PASSWORD: ' Kran 47-x ' }).adminPassword).toBe(' Kran 47-x ')
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://root@db/x'],
  ['DATABASE_URL', 'not an address'],
  ['MQTT_URL', 'http://broker'],
  ['API_BASE', 'jeecg-boot'],
  ['API_BASE', '/jeecg-boot/'],
  ['TOKEN_EXPIRED_STATUS', '403'],
  ['DEMO', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['SESSION_IDLE_MINUTES', '0'],
])('refuses %s=%s with one sentence that names the variable', (name, value) => {
  expect(refusal({ [name]: value })).toMatch(new RegExp(`^环境变量 ${name} 的值不能用：.+。$`))
})

test('a refused address is not repeated, for it may carry a password', () => {
  expect(refusal({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).not.toContain('hunter2')
})

test.each(['0.0.0.0', '192.168.1.4', 'example.com', '::'])(
  'refuses to drop the captcha while listening on %s',
  (HOST) => {
    expect(refusal({ LOGIN_CAPTCHA: 'off', HOST })).toContain('LOGIN_CAPTCHA')
  },
)

test.each(['127.0.0.1', 'localhost', '::1'])('allows to drop the captcha on %s', (HOST) => {
  expect(loadConfig({ LOGIN_CAPTCHA: 'off', HOST }).loginCaptcha).toBe(false)
})

test('an external broker takes the place of the embedded one', () => {
  expect(loadConfig({ MQTT_URL: 'mqtt://broker:1883', MQTT_PORT: '1999' }).mqttPort).toBe(0)
})

test('refuses a simulator that no broker could hear', () => {
  expect(refusal({ SIMULATOR: '1', MQTT_PORT: '0' })).toContain('SIMULATOR')
  expect(loadConfig({ MQTT_PORT: '0' }).simulator).toBe(false)
})

test.each([
  ['0', '10.0.0.9'],
  ['1', '203.0.113.7'],
  ['2', '198.51.100.2'],
])(
  'with TRUST_PROXY=%s the address is the one that so many proxies of ours have seen',
  async (TRUST_PROXY, seen) => {
    const app = fastify({ trustProxy: loadConfig({ TRUST_PROXY }).trustProxy })
    app.get('/', async (request) => request.ip)
    const answer = await app.inject({
      url: '/',
      remoteAddress: '10.0.0.9',
      // The leftmost is what the client has written himself.
      headers: { 'x-forwarded-for': '1.2.3.4, 198.51.100.2, 203.0.113.7' },
    })
    expect(answer.body).toBe(seen)
    await app.close()
  },
)

test('gateway routes need a port and an origin of their own, and an address that browsers can be sent to', () => {
  const PUBLIC_URL = 'https://console.example.com'
  const GATEWAY_ROUTE_PORT = '8090'
  expect(loadConfig({}).gatewayRoutePort).toBeUndefined()
  expect(loadConfig({ GATEWAY_ROUTE_PORT }).gatewayRouteHosts).toEqual([])
  expect(refusal({ GATEWAY_ROUTE_PORT: '8080' })).toContain('要与 PORT 不同')
  expect(refusal({ GATEWAY_ROUTE_PORT, HOST: '0.0.0.0' })).toContain('GATEWAY_ROUTE_URL')
  expect(refusal({ GATEWAY_ROUTE_URL: 'https://systems.example.com' })).toContain('GATEWAY_ROUTE_PORT')
  expect(refusal({ GATEWAY_ROUTE_PORT, PUBLIC_URL, GATEWAY_ROUTE_URL: `${PUBLIC_URL}/systems` })).toContain(
    '来源不同',
  )
  expect(
    loadConfig({ GATEWAY_ROUTE_PORT, PUBLIC_URL, GATEWAY_ROUTE_URL: 'https://systems.example.com/' }),
  ).toMatchObject({ gatewayRoutePort: 8090, gatewayRouteUrl: 'https://systems.example.com' })
})
