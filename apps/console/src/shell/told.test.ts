import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** What the shell says when its own calls go wrong (1-shell.md §8); the browser is replaced at its edges. */
const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
vi.stubGlobal('localStorage', memory())
vi.stubGlobal('sessionStorage', memory())
const replace = vi.fn<(to: string) => void>()
vi.stubGlobal('location', { replace, pathname: '/isystem/user', search: '' })

// After the browser is there: the session is read from its storage at once.
const { setFeedback, showFailure } = await import('@suoan/console-base/feedback.ts')
const { anyDirtyTab, setDirtyTab } = await import('@suoan/console-base/tabs/dirty-tabs.ts')
const { useTabs } = await import('@suoan/console-base/tabs/tab-store.ts')
const { clearCache } = await import('@suoan/console-base/resource/clear-cache.ts')
const { confirmLogout } = await import('@suoan/console-base/log-out.ts')
const { dictionaryQuery } = await import('@suoan/console-base/resource/dictionaries.ts')
const { loadCategoryRoots } = await import('@suoan/console-base/resource/category-tree.ts')
const { searchDict } = await import('@suoan/console-base/resource/ref-search.ts')
const { RequestFailure } = await import('@suoan/console-base/request/failure.ts')

const said: [string, unknown][] = []
const say = (kind: string) => (text: unknown) => void said.push([kind, text])
interface Asked {
  readonly title: string
  readonly content: string
  onOk(): Promise<void>
}
let asked: Asked | undefined

beforeEach(() => {
  said.length = 0
  const message = { success: say('success'), warning: say('warning'), error: say('error') }
  const modal = { confirm: (given: Asked) => (asked = given), warning: say('modal') }
  // Only what these tests reach of the component library's hosts.
  setFeedback({ message, modal, notification: {} } as unknown as Parameters<typeof setFeedback>[0])
})
afterEach(() => replace.mockClear())

const answer = (more: object) =>
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({ success: true, message: '', code: 0, result: {}, timestamp: 0, ...more }),
    ),
  )
const away = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))

it('a cleared cache is told as done', async () => {
  answer({})
  await clearCache()
  expect(said).toEqual([['success', '刷新缓存完成！']])
})

it.each([
  ['refused', () => answer({ success: false, message: '不行' })],
  ['out of reach', away],
])('a cache that is not cleared is told in the same words, %s', async (_, fail) => {
  fail()
  await clearCache()
  expect(said).toEqual([['warning', '刷新缓存失败！']])
})

it('a logout asks first, and when it fails on the server it says why and leaves all the same', async () => {
  answer({ success: false, message: 'Token无效!' })
  confirmLogout()
  expect(asked).toMatchObject({ title: '提示', content: '真的要注销登录吗 ?' })
  await asked?.onOk()
  expect(said).toEqual([['error', 'Token无效!']])
  expect(replace).toHaveBeenCalledWith('/user/login')
})

it('a logout that failed is told for as long as its message stands, and only then the page goes', async () => {
  away()
  let read = () => undefined as void
  const shown = new Promise<void>((done) => (read = done))
  setFeedback({
    message: { error: () => shown },
    modal: { confirm: (given: Asked) => (asked = given) },
    notification: {},
  } as unknown as Parameters<typeof setFeedback>[0])
  confirmLogout()
  const left = asked?.onOk()
  await new Promise((done) => setTimeout(done))
  expect(replace).not.toHaveBeenCalled()
  read()
  await left
  expect(replace).toHaveBeenCalledWith('/user/login')
})

it('a logout names the pages whose input would be lost, and then the browser need not ask', async () => {
  answer({})
  useTabs.getState().open({ key: '/account', fullPath: '/account', title: '个人设置' })
  setDirtyTab('/account', true)
  confirmLogout()
  expect(asked?.content).toBe('真的要注销登录吗 ?\n“个人设置”有未保存的内容，注销后会丢失。')
  await asked?.onOk()
  expect(anyDirtyTab()).toBe(false)
  useTabs.getState().close('/account')
})

it('a search in a dictionary that fails warns with the message of the server', async () => {
  answer({ success: false, message: '字典编码格式不正确' })
  await expect(searchDict('sys_user,realname,id', '甲')).rejects.toThrow('字典编码格式不正确')
  expect(said).toEqual([['warning', '字典编码格式不正确']])
})

it('roots of a category tree that cannot be loaded are told as an error with the message of the server', async () => {
  answer({ success: false, message: '加载分类字典树参数有误.[Z99]!' })
  await expect(loadCategoryRoots('Z99', '', new AbortController().signal)).rejects.toThrow(
    '加载分类字典树参数有误.[Z99]!',
  )
  expect(said).toEqual([['error', '加载分类字典树参数有误.[Z99]!']])
})

it('what the catalogue has shown is not shown again', () => {
  const failure = new RequestFailure('forbidden', '拒绝访问')
  failure.shown = true
  showFailure(failure)
  expect(said).toEqual([])
})

it('a dictionary that the server refuses is an empty list', async () => {
  answer({ success: false, message: '字典Code格式不正确！', result: null })
  expect(await new QueryClient().fetchQuery(dictionaryQuery('nothing'))).toEqual([])
})
