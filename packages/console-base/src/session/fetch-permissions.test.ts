import { afterEach, expect, it, vi } from 'vitest'
import { fetchPermissions } from './fetch-permissions.ts'

const answer = (result: unknown) =>
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ success: true, message: '', code: 0, result, timestamp: 0 })),
  )
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['an empty menu', { menu: [], auth: [], allAuth: [] }],
  ['no menu', { auth: [] }],
  ['no result', null],
])('permissions with %s are rejected as no non-null array', async (_, result) => {
  answer(result)
  await expect(fetchPermissions()).rejects.toThrow('permissions must be a non-null array')
})

it('missing button lists read as empty ones', async () => {
  answer({ menu: [{ id: 'home' }] })
  expect(await fetchPermissions()).toMatchObject({ auth: [], allAuth: [] })
})
