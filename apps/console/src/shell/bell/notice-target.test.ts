import type { MenuItem } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { noticeTarget } from './notice-target.ts'

const menu = [
  { path: '/isps/userUncloseLock', name: 'warn', component: 'isps/userUncloseLock', route: '1' },
  { path: '/isps/loWorkView/:id', name: 'work', component: 'isps/loWorkView', route: '1' },
] as unknown as MenuItem[] // what the target reads of a menu
const url = (openPage: string | null) => noticeTarget({ openType: 'url', openPage, busId: null }, menu)

describe('去处理 of a notice (1-shell.md §2.7, security.md V18)', () => {
  it('leads to a path of the console, with its query', () => {
    expect(url('/isps/loWorkView/w1?tab=points')).toEqual({
      kind: 'own',
      path: '/isps/loWorkView/w1?tab=points',
    })
    expect(url('isps/userAnnouncement')).toEqual({ kind: 'own', path: '/isps/userAnnouncement' })
  })
  it('marks another site as foreign, so that the person is asked first', () => {
    expect(url('https://example.com/a')).toEqual({ kind: 'foreign', address: 'https://example.com/a' })
  })
  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'file:///etc/passwd',
    'https://',
  ])('leads nowhere when it reads %j', (page) => {
    expect(url(page)).toBeNull()
  })
  it('of the kind component leads to the page of that view, if the person has it', () => {
    const to = (openPage: string, busId: string | null = 'W1') =>
      noticeTarget({ openType: 'component', openPage, busId }, menu)
    expect(to('isps/userUncloseLock')).toEqual({ kind: 'own', path: '/isps/userUncloseLock' })
    expect(to('system/UserList')).toBeNull()
    expect(to('isps/loWorkView', 'a/b')).toEqual({ kind: 'own', path: '/isps/loWorkView/a%2Fb' })
    expect(to('isps/loWorkView', null)).toBeNull()
  })
  it('is nothing without a page or with another kind', () => {
    const plain = { openType: null, openPage: '/isps/board', busId: null }
    expect([url(null), url(''), noticeTarget(plain, menu)]).toEqual([null, null, null])
  })
})
