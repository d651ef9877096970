import { expect, it } from 'vitest'
import { acceptedLogin } from './login-calls.ts'

const envelope = (code: number | string) => ({
  success: true,
  message: '账号已停用',
  code,
  result: { token: 'T' },
  timestamp: 0,
})

it.each([200, '200'])('a login with code %j is taken', (code) => {
  expect(acceptedLogin({ ...envelope(code), code: code as number })).toEqual({ token: 'T' })
})
it.each([0, 500, 412])('a login with another code than 200 is refused: %j', (code) => {
  expect(() => acceptedLogin({ ...envelope(code), code })).toThrow('账号已停用')
})
