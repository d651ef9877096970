import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterLastKey, searchDict } from './ref-search.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a search in a dictionary (1-shell.md §7, §9)', () => {
  it('goes out once, 800 ms after the last key', () => {
    const sent: string[] = []
    let forget = () => undefined as void
    for (const text of ['锁', '锁具', '锁具A']) {
      forget()
      forget = afterLastKey(() => void sent.push(text))
      vi.advanceTimersByTime(799)
    }
    expect(sent).toEqual([])
    vi.advanceTimersByTime(1)
    expect(sent).toEqual(['锁具A'])
  })

  it('asks for ten rows with the keyword', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address)
      return Promise.resolve(
        Response.json({ success: true, message: '', code: 200, result: [], timestamp: 0 }),
      )
    })
    await searchDict('sys_user,realname,id', '王')
    const [path, query] = asked[0]?.split('?') ?? []
    expect(path).toMatch(/\/sys\/dict\/loadDict\/sys_user%2Crealname%2Cid$/)
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({ keyword: '王', pageSize: '10' })
  })
})
