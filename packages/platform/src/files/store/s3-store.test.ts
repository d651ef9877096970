import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openS3 } from './s3-store.ts'

// Nothing is sent before the first part is full or the content ends: no server is asked.
const settings = {
  endpoint: 'http://127.0.0.1:9',
  region: 'us-east-1',
  bucket: 'files',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  prefix: 'suoan',
  isPathStyle: true,
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('an upload whose content stands still for a minute is given up, one that moves now and then is not', async () => {
  const store = await openS3(settings)
  const content = new PassThrough()
  let end: unknown = null
  const put = store
    .put({ tenantId: 0, path: '2026/a.xlsx' }, content)
    .catch((error: unknown) => (end = error))
  for (let n = 0; n < 3; n += 1) {
    content.write('rows')
    await vi.advanceTimersByTimeAsync(59_000)
    expect(end).toBeNull()
  }
  await vi.advanceTimersByTimeAsync(2_000)
  await put
  expect(end).toMatchObject({ name: 'StoreAwayError', cause: { message: expect.stringMatching(/abort/i) } })
  store.close()
})
