import { beforeEach, describe, expect, it } from 'vitest'
import { homePath } from '../session/guard.ts'
import { onPageClosed, useTabs, type PageClosed } from './tab-store.ts'

const { open, close, setMulti, rename } = useTabs.getState()
const visit = (...keys: string[]) => {
  for (const key of keys) open({ key, fullPath: key, title: key })
}
const shown = () => useTabs.getState().list.map(({ key, title }) => (key === title ? key : `${key} ${title}`))

// Files share one window's pages: what another one left open is not this one's.
beforeEach(() => useTabs.setState(useTabs.getInitialState()))

describe('closing pages (5-screens.md §2.5)', () => {
  it('tells whoever listens which page went, what remains and what is shown', () => {
    const heard: PageClosed[] = []
    const stop = onPageClosed((event) => heard.push(event))
    visit('/a', '/b', '/c')
    close('/c')
    stop()
    close('/b')
    expect(heard.map(({ closed, remaining, active }) => [closed.key, remaining.length, active])).toEqual([
      ['/c', 3, '/b'],
    ])
  })
  it('gives its words when a page may not be closed', () => {
    visit('/a')
    expect(close(homePath)).toBe('首页不能关闭!')
    expect(close('/a')).toBeNull()
    expect(close(homePath)).toBe('这是最后一页，不能再关闭了啦')
  })
})

describe('one page at a time', () => {
  it('closes the others, each told, and home is first again afterwards', () => {
    const heard: string[] = []
    visit('/a', '/b')
    const stop = onPageClosed(({ closed }) => heard.push(closed.key))
    setMulti(false)
    stop()
    expect(heard).toEqual([homePath, '/a'])
    setMulti(true)
    expect(shown()).toEqual([`${homePath} 首页`, '/b'])
  })
})

describe('a page', () => {
  it('may call its tab otherwise', () => {
    visit('/a')
    rename('/a', '票 12')
    expect(shown()).toEqual([`${homePath} 首页`, '/a 票 12'])
  })
})
