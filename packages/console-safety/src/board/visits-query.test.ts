import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { visitsQuery } from './visits-query.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a report is asked for again after 30 s, not before (1-shell.md §9)', async () => {
  vi.useFakeTimers()
  const asked = vi.fn<() => Promise<Response>>(() =>
    Promise.resolve(Response.json({ success: true, message: '', code: 200, result: {}, timestamp: 0 })),
  )
  vi.stubGlobal('fetch', asked)
  const client = new QueryClient()
  const look = async () => {
    await client.fetchQuery(visitsQuery)
    return asked.mock.calls.length
  }
  const first = await look()
  vi.advanceTimersByTime(29_999)
  expect(await look()).toBe(first)
  vi.advanceTimersByTime(2)
  expect(await look()).toBe(2 * first)
  client.clear()
})
