import { describe, expect, it } from 'vitest'
import { frameAddress } from './frame-address.ts'

const values = { apiBase: '/jeecg-boot', token: 't/1', tenantId: 7 }

describe('the address of a frame (5-screens.md §2.2)', () => {
  it.each([
    ['stays as it is', 'https://example.test/doc?a=1', 'https://example.test/doc?a=1'],
    ['may be a page of this server', '/docs/index.html', '/docs/index.html'],
    [
      'has the API base filled in, which the menu writes as script',
      "{{ window._CONFIG['domianURL'] }}/doc.html",
      '/jeecg-boot/doc.html',
    ],
    [
      'has token and tenant filled in',
      'https://x.test/?t=${token}&n=${tenantId}',
      'https://x.test/?t=t%2F1&n=7',
    ],
    ['is never a script', 'javascript:alert(1)', null],
    ['is never another script of the menu’s author', '{{ alert(1) }}/doc.html', null],
    ['is never another server’s in disguise', '//evil.example/x', null],
    ['is nothing when there is none', '', null],
  ])('%s', (_, url, address) => expect(frameAddress(url, values)).toBe(address))
})
