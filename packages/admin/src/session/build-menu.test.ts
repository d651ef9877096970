import { describe, expect, it } from 'vitest'
import { buildMenu, type MenuRow } from './build-menu.ts'

const row = (id: string, more: Partial<MenuRow> = {}): MenuRow => ({
  id,
  parentId: null,
  name: id,
  url: `/${id}`,
  component: `system/${id}`,
  componentName: null,
  redirect: null,
  icon: null,
  sortNo: 1,
  isLeaf: true,
  isRoute: true,
  hidden: false,
  hideTab: false,
  keepAlive: false,
  alwaysShow: false,
  internalOrExternal: false,
  ...more,
})

const home = row('home', {
  name: '首页',
  url: '/dashboard/analysis',
  component: 'dashboard/Analysis',
  sortNo: 0,
})
const locks = row('locks', { component: 'layouts/RouteView', isLeaf: false, sortNo: 2 })
const lockList = row('list', { parentId: 'locks', url: '/isps/lock/list', component: 'isps/LoLockList' })
const detail = row('detail', { parentId: 'locks', url: '/isps/lock/:id', hidden: true })

describe('the menu', () => {
  it('gives 首页 to a user without any grant, so that the client does not sign him out', () => {
    expect(
      buildMenu([home, locks, lockList], new Set(), ['https://docs.example']).map((item) => item.path),
    ).toEqual(['/dashboard/analysis'])
  })

  it('lets anybody begin with the workplace, which shows him his own things', () => {
    const [first] = buildMenu([home], new Set(), [], ['dashboard/Workplace'])
    expect([first?.path, first?.component]).toEqual(['/dashboard/analysis', 'dashboard/Workplace'])
  })

  it('makes the home page of a role 首页, if the person may open it, and leaves its address', () => {
    const of = (...homes: string[]) =>
      buildMenu([home, locks, lockList], new Set(['list']), [], homes).map(({ path, component }) => [
        path,
        component,
      ])
    expect(of('isps/Gone', 'isps/LoLockList')[0]).toEqual(['/dashboard/analysis', 'isps/LoLockList'])
    expect(of('isps/Gone')[0]).toEqual(['/dashboard/analysis', 'dashboard/Analysis'])
  })

  it('puts a page without a number behind all that have one, never before 首页', () => {
    const added = row('added', { sortNo: null })
    expect(
      buildMenu([added, home, locks, lockList], new Set(['added', 'list']), []).map(({ path }) => path),
    ).toEqual(['/dashboard/analysis', '/locks', '/added'])
  })

  it('has the pages about oneself without a grant', () => {
    const account = row('account', { component: 'layouts/RouteView', isLeaf: false, hidden: true })
    const center = row('center', { parentId: 'account', url: '/account/center', hidden: true })
    const [, root] = buildMenu([home, account, center], new Set(), [])
    expect([root?.hidden, root?.children?.map(({ path }) => path)]).toEqual([true, ['/account/center']])
  })

  it('hangs granted rows below their parents, also when only the child is granted', () => {
    const [first, second] = buildMenu([lockList, locks, home], new Set(['list']), ['https://docs.example'])
    expect(first?.meta.title).toBe('首页')
    expect(second?.children?.map((child) => child.id)).toEqual(['list'])
  })

  it('names routes after their path and keeps the wire form of §3.2', () => {
    const [, root] = buildMenu([home, locks, lockList, detail], new Set(['list', 'detail']), [
      'https://docs.example',
    ])
    expect(root?.children).toEqual([
      {
        id: 'list',
        path: '/isps/lock/list',
        name: 'isps-lock-list',
        component: 'isps/LoLockList',
        route: '1',
        meta: { title: 'list', keepAlive: false, internalOrExternal: false, componentName: 'LoLockList' },
      },
      {
        id: 'detail',
        path: '/isps/lock/:id',
        name: 'isps-lock-@id',
        component: 'system/detail',
        route: '1',
        hidden: true,
        meta: {
          title: 'detail',
          keepAlive: false,
          internalOrExternal: false,
          componentName: 'detail',
          hideMenu: true,
        },
      },
    ])
  })

  it('leaves out the children key of a leaf', () => {
    expect(buildMenu([home], new Set(['home']), ['https://docs.example'])[0]).not.toHaveProperty('children')
  })

  it('does not look for children of a leaf', () => {
    const [, root] = buildMenu([home, { ...locks, isLeaf: true }, lockList], new Set(['locks', 'list']), [
      'https://docs.example',
    ])
    expect(root).not.toHaveProperty('children')
  })

  it('hides a root whose children are all hidden', () => {
    const [, root] = buildMenu([home, locks, detail], new Set(['detail']), ['https://docs.example'])
    expect(root).toMatchObject({ hidden: true, meta: { hideMenu: true } })
    expect(root?.meta).toEqual({ hideMenu: true })
  })

  it('sends an external address as its MD5 with the address in meta', () => {
    const docs = row('docs', { url: 'https://docs.example/x', component: 'layouts/IframePageView' })
    const [, item] = buildMenu([home, docs], new Set(['docs']), ['https://docs.example'])
    expect(item?.path).toMatch(/^[0-9a-f]{32}$/)
    expect(item?.meta.url).toBe('https://docs.example/x')
  })

  it('leaves out a row that leads where none may', () => {
    for (const url of [
      'javascript:alert(1)',
      'https://evil.example/',
      'https://docs.example/?t=${token}',
      '{{ alert(1) }}/x',
    ])
      expect(
        buildMenu([home, row('bad', { url })], new Set(['bad']), ['https://docs.example']).map(
          ({ id }) => id,
        ),
      ).toEqual([home.id])
  })

  it('marks entries that are no routes with "0"', () => {
    const link = row('link', { isRoute: false })
    expect(buildMenu([home, link], new Set(['link']), ['https://docs.example'])[1]?.route).toBe('0')
  })
})
