import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRenewal } from './renewal.ts'

const key = ['resource', 'work']
const frame = (resource: string, ids: readonly string[]) => ({
  cmd: 'resource',
  resource,
  ids,
  text: '',
  msgId: null,
})

/** A page that shows a ticket, with the requests it has sent since it was first shown. */
async function page(isOpen: boolean) {
  const client = new QueryClient()
  const sent = vi.fn<() => Promise<{ revision: number }>>(async () => ({ revision: 1 }))
  const observer = new QueryObserver(client, {
    queryKey: [...key, 'detail', 'W'],
    queryFn: sent,
    staleTime: 2_000,
  })
  const end = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  sent.mockClear()
  return { renewal: createRenewal(client, () => isOpen), sent, end }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('requests after a press', () => {
  it('are one, although the press and the frames of ticket and lock make the same page stale', async () => {
    const { renewal, sent, end } = await page(true)
    const watch = renewal.watch('work', [key])
    const fresh = vi.fn<() => void>()
    void watch.renew('W').then(fresh)
    await vi.advanceTimersByTimeAsync(300)
    renewal.take(frame('work', ['W']))
    renewal.take(frame('lock', ['L']))
    await vi.advanceTimersByTimeAsync(100)
    expect(fresh).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent).toHaveBeenCalledOnce()
    end()
  })
  it('are one when the frame comes before the answer', async () => {
    const { renewal, sent, end } = await page(true)
    const watch = renewal.watch('work', [key])
    renewal.take(frame('work', ['W']))
    await vi.advanceTimersByTimeAsync(100)
    await watch.renew('W')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent).toHaveBeenCalledOnce()
    end()
  })
  it('are one when the frame names no ticket, as to somebody who may not list them all', async () => {
    const { renewal, sent, end } = await page(true)
    const watch = renewal.watch('work', [key])
    const fresh = vi.fn<() => void>()
    void watch.renew('W').then(fresh)
    await vi.advanceTimersByTimeAsync(300)
    renewal.take(frame('work', []))
    await vi.advanceTimersByTimeAsync(100)
    expect(fresh).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent).toHaveBeenCalledOnce()
    end()
  })
  it('are sent after a second when no frame tells of the change, or only one of another ticket', async () => {
    const { renewal, sent, end } = await page(true)
    const done = renewal.watch('work', [key]).renew('W')
    await vi.advanceTimersByTimeAsync(999)
    expect(sent).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10)
    await done
    expect(sent).toHaveBeenCalledOnce()
    end()
  })
  it.each([
    { state: 'the channel is closed', isOpen: false, changed: 'W' },
    { state: 'the press was refused', isOpen: true, changed: null },
  ])('are sent at once when $state', async ({ isOpen, changed }) => {
    const { renewal, sent, end } = await page(isOpen)
    const done = renewal.watch('work', [key]).renew(changed)
    await vi.advanceTimersByTimeAsync(10)
    await done
    expect(sent).toHaveBeenCalledOnce()
    end()
  })
  it('another person changes the ticket later: one more', async () => {
    const { renewal, sent, end } = await page(true)
    const done = renewal.watch('work', [key]).renew('W')
    renewal.take(frame('work', ['W']))
    await vi.advanceTimersByTimeAsync(50)
    await done
    renewal.take(frame('work', ['W']))
    await vi.advanceTimersByTimeAsync(50)
    expect(sent).toHaveBeenCalledTimes(2)
    end()
  })
})
