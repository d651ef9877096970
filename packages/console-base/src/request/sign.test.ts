import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { signHeaders } from './sign.ts'

const call = {
  method: 'GET',
  path: '/sys/dict/getDictItems/sex',
  query: { 名: '值' },
  now: 1_767_225_600_123,
}

it('a dictionary look-up is signed with the upper-case MD5 of its parameters and the secret', () => {
  expect(signHeaders(call, 'S')).toEqual({
    'X-Sign': createHash('md5').update('{"名":"值"}S').digest('hex').toUpperCase(),
    'X-TIMESTAMP': '1767225600123',
  })
})
it('other calls are not', () => expect(signHeaders({ ...call, path: '/sys/user/list' }, 'S')).toEqual({}))
