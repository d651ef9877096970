import type { MenuItem } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import {
  findEntry,
  indentOf,
  leavesOf,
  matches,
  menuEntries,
  pagesOf,
  parentsOf,
  placeInMenu,
} from './menu-pages.ts'

const item = (path: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id: path,
  path,
  name: path.slice(1).replaceAll('/', '-'),
  component: 'system/UserList',
  route: '1',
  meta: { title: path },
  ...more,
})
const group = (path: string, children: MenuItem[], more: Partial<MenuItem> = {}) =>
  item(path, { component: 'layouts/RouteView', children, ...more })

describe('pages of the menu', () => {
  it('are flat, with the titles of their groups', () => {
    const pages = pagesOf([group('/isystem', [item('/isystem/user')])])
    expect(pages.map((page) => [page.path, page.trail.map((crumb) => crumb.path)])).toEqual([
      ['/isystem', []],
      ['/isystem/user', ['/isystem']],
    ])
  })
  it('lead from a group to its first visible child', () => {
    const [page] = pagesOf([group('/lock', [item('/lock/:id', { hidden: true }), item('/lock/list')])])
    expect(page?.redirect).toBe('/lock/list')
  })
  it('lead from a group of groups to the first page below', () => {
    const [page] = pagesOf([group('/a', [group('/a/b', [item('/a/b/c')])])])
    expect(page?.redirect).toBe('/a/b/c')
  })
  it('follow the redirect of the row when there is one', () => {
    const [page] = pagesOf([group('/lock', [item('/lock/list')], { redirect: '/lock/other' })])
    expect(page?.redirect).toBe('/lock/other')
  })
  it('leave out rows with route "0" and what is below them', () => {
    expect(pagesOf([group('/x', [item('/x/y')], { route: '0' })])).toEqual([])
  })
  it('keep hidden rows, which can be opened by path', () => {
    expect(pagesOf([item('/lock/detail/:id', { hidden: true })])).toHaveLength(1)
  })
  it('stand a row without meta.title by its name', () => {
    expect(pagesOf([item('/isystem/user', { meta: {} })])[0]?.title).toBe('isystem-user')
  })
})

describe('a page with pages of its own', () => {
  const settings = item('/account/settings', {
    alwaysShow: true,
    component: 'account/settings/Index',
    children: [item('/account/settings/base', { hidden: true })],
  })
  it('is shown at its own path (alwaysShow)', () => {
    expect(pagesOf([settings])[0]).toMatchObject({ path: '/account/settings', redirect: null, inside: null })
  })
  it('draws them inside itself', () => {
    expect(pagesOf([settings])[1]?.inside).toMatchObject({ path: '/account/settings' })
  })
  it('is no more than a group when it has nothing to show itself', () => {
    const [page, child] = pagesOf([group('/a', [item('/a/b')], { alwaysShow: true })])
    expect([page?.redirect, child?.inside]).toEqual(['/a/b', null])
  })
})

describe('the page header', () => {
  const hiddenHeaderContent = { title: '无页头', hiddenHeaderContent: true }
  it.each([
    ['stands above the pages of layouts/PageView', 'layouts/PageView', {}, true],
    ['does not stand above those of layouts/RouteView', 'layouts/RouteView', {}, false],
    ['is left out where the route says so', 'layouts/PageView', { meta: hiddenHeaderContent }, false],
  ])('%s', (_, component, more, expected) => {
    expect(pagesOf([group('/a', [item('/a/b', more)], { component })])[1]?.hasHeader).toBe(expected)
  })
})

describe('the side menu', () => {
  it('leaves out hidden rows', () => {
    const entries = menuEntries([group('/lock', [item('/lock/list'), item('/lock/:id', { hidden: true })])])
    expect(entries[0]?.children.map((entry) => entry.key)).toEqual(['/lock/list'])
  })
  it('draws a group whose children are all hidden as a plain item', () => {
    expect(menuEntries([group('/a', [item('/a/b', { hidden: true })])])[0]?.children).toEqual([])
  })
  it('draws a row with alwaysShow as one leaf', () => {
    expect(
      menuEntries([group('/account', [item('/account/base')], { alwaysShow: true })])[0]?.children,
    ).toEqual([])
  })
  it('shows rows with route "0", which link by path', () => {
    expect(menuEntries([item('/online/list/1', { route: '0' })])).toHaveLength(1)
  })
  it('opens external pages in a new window', () => {
    const meta = { title: '文档', url: 'https://example.test/doc', internalOrExternal: true }
    expect(menuEntries([item('/doc', { meta })])[0]?.external).toBe('https://example.test/doc')
  })
  it('opens pages with a target of their own in a new window', () => {
    const meta = { title: '大屏', target: '_blank' }
    expect(menuEntries([item('/board', { meta })])[0]?.newWindow).toBe(true)
  })
  it('finds an entry at whatever depth', () => {
    const entries = menuEntries([group('/a', [item('/a/b')]), item('/d')])
    expect(findEntry(entries, '/a/b')?.title).toBe('/a/b')
    expect(findEntry(entries, '/none')).toBeUndefined()
  })
  it('knows the groups above an entry', () => {
    const entries = menuEntries([group('/a', [group('/a/b', [item('/a/b/c')])]), item('/d')])
    expect(parentsOf(entries, '/a/b/c')).toEqual(['/a', '/a/b'])
    expect(parentsOf(entries, '/d')).toEqual([])
    expect(parentsOf(entries, '/unknown')).toEqual([])
  })
})

describe('the search of the menu', () => {
  it('offers every visible page with the groups above it, and no group', () => {
    const menu = [
      item('/home'),
      group('/lock', [item('/lock/list'), item('/lock/:id', { hidden: true })]),
      group('/empty', [item('/empty/x', { hidden: true })]),
    ]
    expect(leavesOf(menuEntries(menu)).map(({ key, trail }) => [key, trail])).toEqual([
      ['/home', []],
      ['/lock/list', ['/lock']],
    ])
  })
  it('looks for the text anywhere in the title, whatever the case', () => {
    expect(matches({ title: 'Redis监控' }, ' redis ')).toBe(true)
    expect(matches({ title: '锁具日志' }, '日志')).toBe(true)
    expect(matches({ title: '锁具日志' }, '区域')).toBe(false)
  })
})

describe('the place of a page in the side menu', () => {
  const menu = [
    item('/home'),
    group('/tickets', [
      item('/tickets/list'),
      item('/tickets/view/:id', { hidden: true }),
      item('/tickets/all', { alwaysShow: true, children: [item('/tickets/all/inner')] }),
    ]),
  ]
  const place = (route: string, pathname = route) =>
    placeInMenu(
      menuEntries(menu),
      pagesOf(menu).find(({ path }) => path === route),
      pathname,
    )
  it('is its entry, with the groups above it open', () => {
    expect(place('/tickets/list')).toEqual({ selected: '/tickets/list', parents: ['/tickets'] })
    expect(place('/home')).toEqual({ selected: '/home', parents: [] })
  })
  it('is the group of a page that is not drawn', () => {
    expect(place('/tickets/view/:id', '/tickets/view/7').parents).toEqual(['/tickets'])
  })
  it('is the entry that draws it inside itself', () => {
    expect(place('/tickets/all/inner')).toEqual({ selected: '/tickets/all', parents: ['/tickets'] })
  })
  it('is nowhere for a page that no menu names', () => {
    expect(placeInMenu(menuEntries(menu), undefined, '/account/center').parents).toEqual([])
  })
  it('leaves room for a title eight levels down', () => {
    const deep = (levels: number): MenuItem[] =>
      levels === 0 ? [] : [group(`/level${levels}`, deep(levels - 1))]
    const indent = (levels: number) => indentOf(menuEntries(deep(levels)))
    expect([1, 2, 4].map(indent)).toEqual([24, 24, 24])
    // 208 px, less the margins, the arrow and what stands before the title of a group.
    for (const levels of [5, 8, 10]) expect(levels * indent(levels) + 40).toBeLessThanOrEqual(208 - 70)
  })
})
