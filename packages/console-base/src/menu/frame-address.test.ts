import { describe, expect, it } from 'vitest'
import { frameAddress } from './frame-address.ts'

const values = { apiBase: '/jeecg-boot', ticket: 't/1', tenantId: 7 }

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
      'of ours has a ticket and the tenant filled in',
      '/x/page?t=${token}&n=${tenantId}',
      '/x/page?t=t%2F1&n=7',
    ],
    ['of others has the tenant filled in', 'https://x.test/?n=${tenantId}', 'https://x.test/?n=7'],
    ['of others never has a token', 'https://x.test/?t=${token}', null],
    ['is never a script', 'javascript:alert(1)', null],
    ['is never another script of the menu’s author', '{{ alert(1) }}/doc.html', null],
    ['is never another server’s in disguise', '//evil.example/x', null],
    ['is nothing when there is none', '', null],
  ])('%s', (_, url, address) => expect(frameAddress(url, values)).toBe(address))
})
