import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(value: Record<string, unknown>): string {
  let out = ''
  createLog('info', { write: (line) => (out += line) }).info(value, 'x')
  return out
}

test.each([
  ['the access token of a request', { req: { headers: { 'x-access-token': 's3cret' } } }],
  ['the authorization header', { headers: { authorization: 'Bearer s3cret' } }],
  ['a websocket token in its sub-protocol', { req: { headers: { 'sec-websocket-protocol': 's3cret' } } }],
  ['a cookie', { req: { headers: { cookie: 'a=s3cret' } } }],
  ['a password in a body', { req: { body: { username: 'u', password: 's3cret' } } }],
  ['a password at the top', { password: 's3cret' }],
  ['the configuration', { config: { adminPassword: 's3cret', databaseUrl: 'postgres://u:s3cret@h/d' } }],
])('hides %s', (_, value) => {
  expect(logged(value)).not.toContain('s3cret')
  expect(logged(value)).toContain('[已隐去]')
})

test('keeps what is no secret', () => {
  expect(logged({ req: { url: '/healthz' } })).toContain('/healthz')
})
