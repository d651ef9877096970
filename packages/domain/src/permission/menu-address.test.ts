import { describe, expect, it } from 'vitest'
import { menuAddress } from './menu-address.ts'

const origins = ['https://docs.example.com']
const api = "{{ window._CONFIG['domianURL'] }}"

describe('the address of a menu row', () => {
  it.each([
    ['/isystem/user', { kind: 'page' }],
    [`${api}/sys/annountCement/show/1?token=\${token}`, { kind: 'api' }],
    ['/docs/index.html?token=${token}', { kind: 'page' }],
    ['https://docs.example.com/a?n=${tenantId}', { kind: 'foreign', origin: 'https://docs.example.com' }],
    ['https://docs.example.com/?t=${token}', { kind: 'refused', reason: 'token' }],
    ['https://docs.example.com/?t=${ token }', { kind: 'refused', reason: 'form' }],
    ['https://evil.example/', { kind: 'refused', reason: 'origin' }],
    ['https://docs.example.com.evil.example/', { kind: 'refused', reason: 'origin' }],
    ['https://docs.example.com@evil.example/', { kind: 'refused', reason: 'form' }],
    ['https://docs.example.com\\@evil.example/', { kind: 'refused', reason: 'form' }],
    ['//evil.example/x', { kind: 'refused', reason: 'form' }],
    ['/\\evil.example/x', { kind: 'refused', reason: 'form' }],
    ['/\t/evil.example/x', { kind: 'refused', reason: 'form' }],
    ['javascript:alert(1)', { kind: 'refused', reason: 'form' }],
    ['JaVa\nScript:alert(1)', { kind: 'refused', reason: 'form' }],
    ['data:text/html,x', { kind: 'refused', reason: 'form' }],
    ['{{ alert(1) }}/doc.html', { kind: 'refused', reason: 'script' }],
    [`${api}{{ alert(1) }}/x`, { kind: 'refused', reason: 'script' }],
    [`${api}.evil.example/x`, { kind: 'refused', reason: 'script' }],
    ['', { kind: 'refused', reason: 'form' }],
  ] as const)('%s', (url, expected) => expect(menuAddress(url, origins)).toEqual(expected))
})
