import { afterEach, expect, it, vi } from 'vitest'
import { beginPermissions, fetchPermissions, takePermissions } from './fetch-permissions.ts'

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

it('what was asked early is taken once, and asked again where it failed', async () => {
  const asked = vi.fn<(n: number) => Promise<Response>>((n) =>
    n === 2
      ? Promise.resolve(Response.json({ message: 'Token失效' }, { status: 401 }))
      : Promise.resolve(
          Response.json({
            success: true,
            message: '',
            code: 0,
            result: { menu: [{ id: `m${n}` }] },
            timestamp: 0,
          }),
        ),
  )
  vi.stubGlobal('fetch', () => asked(asked.mock.calls.length + 1))
  beginPermissions()
  expect(await takePermissions()).toMatchObject({ menu: [{ id: 'm1' }] })
  expect(asked).toHaveBeenCalledTimes(1)
  beginPermissions()
  expect(await takePermissions()).toMatchObject({ menu: [{ id: 'm3' }] })
  expect(await takePermissions()).toMatchObject({ menu: [{ id: 'm4' }] })
})
