import { notFound, noLongerHis } from '@suoan/contract'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from './query-client.ts'
import { RequestFailure, type FailureKind } from './request/failure.ts'

afterEach(() => queryClient.clear())

/** What a page that was shown something has after it was read again, and failed so. */
async function afterFailing(kind: FailureKind, message: string, code = 500) {
  const queryKey = ['ticket', '1']
  queryClient.setQueryData(queryKey, { text: '轮到您' })
  const envelope = { success: false, message, code, result: null, timestamp: 0 }
  await queryClient
    .fetchQuery({
      queryKey,
      queryFn: () => Promise.reject(new RequestFailure(kind, message, 200, envelope)),
      staleTime: 0,
      retry: false,
    })
    .catch(() => null)
  return queryClient.getQueryState(queryKey)
}

it.each([
  ['business', notFound.text, 500],
  ['business', '您已把本票的负责人交给钱二', noLongerHis.code],
  ['forbidden', '没有权限', 403],
  ['business', '没有权限', 510],
] as const)('what the server shows no longer (%s %s) stands on no page', async (kind, message, code) => {
  expect(await afterFailing(kind, message, code)).toMatchObject({ status: 'error', data: undefined })
})

it.each([
  ['offline', '网络已断开'],
  ['timeout', '网络超时'],
  ['business', '操作失败，服务器内部错误'],
  ['server', '服务器错误'],
] as const)('an answer that did not come (%s %s) takes nothing away', async (kind, message) => {
  expect(await afterFailing(kind, message)).toMatchObject({ status: 'error', data: { text: '轮到您' } })
})

describe('without a network', () => {
  beforeEach(() => onlineManager.setOnline(false))
  afterEach(() => onlineManager.setOnline(true))

  it('what is pressed fails at once, and is not sent when the network is back', async () => {
    const send = vi.fn<() => Promise<never>>(() =>
      Promise.reject(new RequestFailure('offline', '网络已断开', 0, null)),
    )
    const press = queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: send, meta: { quiet: true } })
      .execute(undefined)
    await expect(press).rejects.toThrow('网络已断开')
    onlineManager.setOnline(true)
    await queryClient.resumePausedMutations()
    expect(send).toHaveBeenCalledOnce()
  })

  it('what is asked fails, so that its page says how old its rows are', async () => {
    const queryKey = ['ticket', '1']
    queryClient.setQueryData(queryKey, { text: '轮到您' })
    const asked = queryClient.fetchQuery({
      queryKey,
      queryFn: () => Promise.reject(new RequestFailure('offline', '网络已断开', 0, null)),
      staleTime: 0,
      retry: false,
    })
    await expect(asked).rejects.toThrow('网络已断开')
    expect(queryClient.getQueryState(queryKey)).toMatchObject({
      status: 'error',
      fetchStatus: 'idle',
      data: { text: '轮到您' },
    })
  })
})
