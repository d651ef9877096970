import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStored, removeStored, storageKeys, writeStored } from './storage.ts'

/** A storage of the browser, which Node does not have. */
const memory = () => {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const local = memory()
const session = memory()

beforeEach(() => {
  local.kept.clear()
  session.kept.clear()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
})
afterAll(() => void vi.unstubAllGlobals())

describe('what the console keeps (1-shell.md §3, 4-api.md §2.11)', () => {
  const now = 1_767_225_600_000

  it('has the names of the standard client', () => {
    for (const key of Object.values(storageKeys)) writeStored(key, 'x', localStorage, now)
    expect([...local.kept.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual([
      'pro__Access-Token',
      'pro__Login_Userinfo',
      'pro__Login_Username',
      'pro__TENANT_ID',
      'pro__UI_CACHE_DB_DICT_DATA',
    ])
  })
  it('lives seven days, to the last millisecond, and is then gone', () => {
    writeStored('Access-Token', 't', localStorage, now)
    expect(readStored('Access-Token', now + 604_799_999)).toBe('t')
    expect(readStored('Access-Token', now + 604_800_000)).toBeNull()
    expect(local.kept.size).toBe(0)
  })
  it('is replaced where it was, and removed wherever it is', () => {
    writeStored('TENANT_ID', 1, sessionStorage, now)
    writeStored('TENANT_ID', 2, undefined, now)
    expect([session.kept.size, local.kept.size, readStored('TENANT_ID', now)]).toEqual([1, 0, 2])
    removeStored('TENANT_ID')
    expect(readStored('TENANT_ID', now)).toBeNull()
  })
  it.each(['', 'not json', 'null', '{"value":1}', '{"value":1,"expire":"soon"}'])(
    'is nothing when somebody else wrote %j there',
    (text) => {
      local.kept.set('pro__Login_Userinfo', text)
      expect(readStored('Login_Userinfo', now)).toBeNull()
    },
  )
})
