import { describe, expect, it } from 'vitest'
import type { MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { noticeTarget, noticeView } from './notice-target.ts'

const page = (path: string, component: string, redirect: string | null = null) =>
  ({ path, component, redirect }) as MenuPage // what the target reads of a page
const pages = [
  page('/isps', 'layouts/RouteView', '/isps/userUncloseLock'),
  page('/isps/userUncloseLock', 'isps/userUncloseLock'),
  page('/isps/loWorkView/:id', 'isps/loWorkView'),
]
const url = (openPage: string | null) => noticeTarget({ openType: 'url', openPage, busId: null })

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
  ])('leads nowhere when it reads %j', (openPage) => {
    expect(url(openPage)).toBeNull()
  })
  it('is nothing without a page or with another kind', () => {
    const plain = { openType: null, openPage: '/isps/board', busId: null }
    const component = { openType: 'component', openPage: '/isps/board', busId: null }
    expect([url(null), url(''), noticeTarget(plain), noticeTarget(component)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

describe('the view of a notice of the kind component (1-shell.md §2.7, 4-api.md §7.14)', () => {
  const views: Readonly<Record<string, string>> = {
    'isps/userUncloseLock': 'warnings',
    'warning/UserUncloseLock': 'warnings',
    'isps/loWorkView': 'ticket',
    'system/UserList': 'users',
  }
  const view = (openPage: string | null, busId: string | null = 'W1', openType = 'component') =>
    noticeView({ openType, openPage, busId }, pages, (name) => views[name])

  it('is the page of this person that shows it, by whatever name, about the thing of the notice', () => {
    expect(view('isps/userUncloseLock')).toMatchObject({ kind: 'page', path: '/isps/userUncloseLock' })
    expect(view('warning/UserUncloseLock')).toMatchObject({ kind: 'page', path: '/isps/userUncloseLock' })
    expect(view('isps/loWorkView', 'a/b')).toMatchObject({ kind: 'page', path: '/isps/loWorkView/a%2Fb' })
  })
  it('says why when it cannot be shown: no such view, none of this person, nothing it is about', () => {
    expect([view('no/SuchView'), view('system/UserList'), view('isps/loWorkView', null)]).toEqual([
      { kind: 'unknown' },
      { kind: 'closed' },
      { kind: 'nothing' },
    ])
  })
  it('is none for notices of other kinds', () => {
    expect([view('/isps/userUncloseLock', 'W1', 'url'), view(null)]).toEqual([null, null])
  })
})
