import { describe, expect, it, vi } from 'vitest'
import { ChunkFailure, chunkFailureOf, loadChunk } from './chunk-failure.ts'
import type { Wait } from './chunk-failure.ts'

const never = (): Wait => ({ over: new Promise(() => undefined), cancel: () => undefined })
const atOnce = (): Wait => ({ over: Promise.resolve(), cancel: () => undefined })
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('a part that cannot be fetched (1-shell.md §8)', () => {
  it.each([
    ['Chromium', 'Failed to fetch dynamically imported module: http://h/assets/x.js', 'http://h/assets/x.js'],
    ['Firefox', 'error loading dynamically imported module: http://h/assets/x.js', 'http://h/assets/x.js'],
    ['Safari', 'Importing a module script failed.', ''],
  ])('is named with type and request, as %s tells it', async (_, message, request) => {
    const error = await caught(loadChunk('UserPage', () => Promise.reject(new TypeError(message)), never))
    expect(error).toMatchObject({
      message: 'Loading chunk UserPage failed',
      code: 'CHUNK_LOAD_FAILED',
      type: 'missing',
      request,
    })
  })
  it('has its own code when it is a style sheet (CSS_CHUNK_LOAD_FAILED)', () => {
    const failure = chunkFailureOf('UserPage', new Error('Unable to preload CSS for /assets/x.css'))
    expect(failure).toMatchObject({
      message: 'Loading CSS chunk UserPage failed',
      code: 'CSS_CHUNK_LOAD_FAILED',
      request: '/assets/x.css',
    })
  })
  it('is given up after 120 s', async () => {
    vi.useFakeTimers()
    const loading = caught(loadChunk('UserPage', () => new Promise(() => undefined)))
    const after = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return Promise.race([loading, Promise.resolve('still waiting')])
    }
    expect(await after(119_999)).toBe('still waiting')
    expect(await after(1)).toMatchObject({ type: 'timeout' })
    vi.useRealTimers()
    const error = await caught(loadChunk('UserPage', () => new Promise(() => undefined), atOnce))
    expect(error).toBeInstanceOf(ChunkFailure)
    expect(error).toMatchObject({ type: 'timeout', message: 'Loading chunk UserPage failed' })
  })
})

describe('a part that comes', () => {
  it('is given on, and the clock is stopped', async () => {
    let stopped = false
    const wait = () => ({ ...never(), cancel: () => (stopped = true) })
    expect(await loadChunk('X', () => Promise.resolve(1), wait)).toBe(1)
    expect(stopped).toBe(true)
  })
  it('with a mistake in it throws that mistake', async () => {
    const mistake = new TypeError('x is not a function')
    expect(await caught(loadChunk('X', () => Promise.reject(mistake), never))).toBe(mistake)
  })
})
