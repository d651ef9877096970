import { describe, expect, it } from 'vitest'
import {
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  mountedTabs,
  noTabs,
  onlyActive,
  openTab,
  refreshTab,
  renameTab,
  withHome,
} from './tabs.ts'
import type { Tabs } from './tabs.ts'

const home = '/dashboard/analysis'
const page = (key: string, query = '') => ({ key, fullPath: key + query, title: key })
const open = (...keys: string[]): Tabs => keys.reduce((tabs, key) => openTab(tabs, page(key)), noTabs)
const keys = (tabs: Tabs) => tabs.list.map((tab) => tab.key)

describe('tabs (1-shell.md §2.5)', () => {
  it('begin with home', () => expect(keys(noTabs)).toEqual([home]))
  it('open a page once and remember its last address', () => {
    const tabs = openTab(open('/a', '/b'), page('/a', '?pageNo=2'))
    expect(keys(tabs)).toEqual([home, '/a', '/b'])
    expect(tabs).toMatchObject({ active: '/a', list: [{}, { fullPath: '/a?pageNo=2' }, {}] })
  })
  it('refuse to close home', () => expect(closeTab(open('/a'), home)).toEqual({ refused: '首页不能关闭!' }))
  it('refuse to close the last page', () => {
    const tabs = onlyActive(open('/a'), () => false)
    expect(closeTab(tabs, '/a')).toEqual({ refused: '这是最后一页，不能再关闭了啦' })
    expect(closeTab(noTabs, home)).toEqual({ refused: '这是最后一页，不能再关闭了啦' })
  })
  it('are reduced to the current page, and to those that must stay', () => {
    const tabs = open('/a', '/b', '/c')
    expect(keys(onlyActive(tabs, () => false))).toEqual(['/c'])
    expect(keys(onlyActive(tabs, (key) => key === '/a'))).toEqual(['/a', '/c'])
  })
  it('have home first again when there may be several', () => {
    expect(keys(withHome(onlyActive(open('/a'), () => false)))).toEqual([home, '/a'])
    expect(keys(withHome(open('/a')))).toEqual([home, '/a'])
  })
  it('activate the tab now at the same index after a close', () => {
    expect(closeTab(openTab(open('/a', '/b', '/c'), page('/b')), '/b')).toMatchObject({ active: '/c' })
  })
  it('activate the last tab when the last one was closed', () => {
    expect(closeTab(open('/a', '/b'), '/b')).toMatchObject({ active: '/a' })
  })
  it('leave the active tab alone when another is closed', () => {
    expect(closeTab(open('/a', '/b'), '/a')).toMatchObject({ active: '/b' })
  })
  it('close to the left without home, and go home when the active one is gone', () => {
    const tabs = closeLeft(openTab(open('/a', '/b', '/c'), page('/a')), '/b')
    expect([keys(tabs), tabs.active]).toEqual([[home, '/b', '/c'], home])
  })
  it('close to the right and activate the last that remains', () => {
    const tabs = closeRight(open('/a', '/b', '/c'), '/a')
    expect([keys(tabs), tabs.active]).toEqual([[home, '/a'], '/a'])
  })
  it('close the others and activate the clicked one', () => {
    const tabs = closeOthers(open('/a', '/b', '/c'), '/b')
    expect([keys(tabs), tabs.active]).toEqual([[home, '/b'], '/b'])
  })
  it('make a page anew on refresh', () => {
    expect(refreshTab(open('/a'), '/a').list[1]?.generation).toBe(1)
  })
  it('take a new title', () =>
    expect(renameTab(open('/a'), '/a', '工作票 1').list[1]?.title).toBe('工作票 1'))
  it('keep only the most recently visited pages mounted', () => {
    const tabs = openTab(open('/a', '/b', '/c'), page('/a'))
    expect(mountedTabs(tabs, 2).map((tab) => tab.key)).toEqual(['/a', '/c'])
  })
})
