import { expect, it, vi } from 'vitest'
import { pendingProblem, type SendFile } from '../send-queue/index.ts'
import { PictureQueue } from './picture-queue.ts'

const picture = (name: string, size = 3) => new File(['x'.repeat(size)], name, { type: 'image/png' })

function queueOf(upload: SendFile) {
  const queue = new PictureQueue()
  const insert = vi.fn<(id: number, address: string, name: string) => void>()
  const [forget, place] = [vi.fn<(id: number) => void>(), vi.fn<(id: number) => void>()]
  queue.take({ upload, maxBytes: 10, insert, forget })
  return { queue, insert, forget, place }
}

it('pictures are sent one after another and stand where they were put', async () => {
  const { queue, insert, place } = queueOf((file) => Promise.resolve(`/static/${file.name}`))
  expect(queue.add([picture('a.png'), picture('b.png')], place)).toBe('')
  expect(pendingProblem(queue.pending(), '图片')).toContain('还在上传')
  await vi.waitFor(() => expect(queue.pending()).toEqual([]))
  expect(place.mock.calls).toEqual([[1], [2]])
  expect(insert.mock.calls).toEqual([
    [1, '/static/a.png', 'a.png'],
    [2, '/static/b.png', 'b.png'],
  ])
  expect(pendingProblem(queue.pending(), '图片')).toBeNull()
})

it('what is no picture, is empty or too large is named and not sent; the others go on', async () => {
  const { queue, insert, place } = queueOf(() => Promise.resolve('/static/a.png'))
  expect(queue.add([picture('大.png', 11), picture('a.png')], place)).toContain('大.png 超过')
  expect(queue.add([picture('空.png', 0)], place)).toContain('是空的')
  expect(queue.add([new File(['x'], 'a.txt', { type: 'text/plain' })], place)).toContain('不是图片')
  await vi.waitFor(() => expect(insert).toHaveBeenCalledOnce())
})

it('one that failed says why, can be sent again or taken back, and holds a form until then', async () => {
  let isAway = true
  const { queue, insert, forget, place } = queueOf(() =>
    isAway ? Promise.reject(new Error('上传失败！文件存储暂时不可用')) : Promise.resolve('/static/a.png'),
  )
  queue.add([picture('a.png'), picture('b.png')], place)
  await vi.waitFor(() => expect(queue.pending().map(({ status }) => status)).toEqual(['failed', 'failed']))
  expect(queue.pending()[0]?.problem).toBe('文件存储暂时不可用')
  expect(pendingProblem(queue.pending(), '图片')).toContain('a.png 上传失败')
  isAway = false
  queue.retry(1)
  await vi.waitFor(() => expect(insert).toHaveBeenCalledWith(1, '/static/a.png', 'a.png'))
  queue.cancel(2)
  expect(forget).toHaveBeenCalledWith(2)
  expect(queue.pending()).toEqual([])
})

it('one that is taken back while it is sent never comes', async () => {
  const { queue, insert, place } = queueOf(
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  queue.add([picture('a.png')], place)
  queue.cancel(1)
  await Promise.resolve()
  expect([queue.pending(), insert.mock.calls]).toEqual([[], []])
})
