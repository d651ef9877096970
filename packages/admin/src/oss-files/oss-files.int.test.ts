import type { OssFileRow, Page } from '@suoan/contract'
import { files } from '@suoan/platform/files'
import { clearOrphans } from '@suoan/platform/files/clear-orphans'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ossFiles } from './index.ts'

let world: TestWorld
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-oss-'))
  world = await createTestWorld({
    features: [
      { name: 'files', mount: files },
      { name: 'oss-files', mount: ossFiles },
    ],
    env: { DATA_DIR: folder },
  })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const base = '/sys/oss/file'
const all = ['list', 'upload', 'delete'].map((action) => `system:ossFile:${action}`)
const as = (userId: string, codes = all, tenantId = 0) =>
  world.as({ userId, tenantId, permissions: new Set(codes) })
const pdf = { name: 'plan.pdf', content: Buffer.from('%PDF-1.4 a plan') }
const upload = async (userId: string) => {
  const answer = await as(userId).upload<OssFileRow>(`${base}/upload`, pdf)
  expect(answer).toMatchObject({ success: true, message: '上传成功！' })
  return answer.result
}
const asked = async (who: ReturnType<typeof as>, stored: string) =>
  (await who.raw('GET', `/sys/common/static/${stored}`)).statusCode
const lies = async (stored: string) => (await world.ctx.blobs.head({ tenantId: 0, path: stored })) !== null
/** As if uploaded long ago, so that being its uploader opens nothing. */
const age = (stored: string) =>
  world.database.pool.query(
    `update stored_file set create_time = create_time - interval '3 days' where path = $1`,
    [stored],
  )

describe('对象存储 (4-api.md §6.3)', () => {
  it('keeps what was uploaded as a row with its name and address, found by both', async () => {
    const { id, fileName, url } = await upload('keeper')
    expect([fileName, url]).toEqual(['plan.pdf', expect.stringMatching(/^\d{8}\/[0-9a-f]{32}\.pdf$/)])
    const found = async (query: Record<string, string>) =>
      (await as('keeper').get<Page<OssFileRow>>(`${base}/list`, query)).result.records.map((row) => row.id)
    expect(await found({ fileName: '*plan*' })).toContain(id)
    expect(await found({ url: `*${url.slice(9, 20)}*` })).toEqual([id])
    expect(await found({ fileName: 'nothing' })).toEqual([])
    const one = await as('keeper').get<OssFileRow>(`${base}/queryById`, { id })
    expect(one.result).toMatchObject({ id, fileName, url, createBy: expect.any(String) })
  })

  it('answers the older upload with the address as the message', async () => {
    const answer = await as('keeper').upload('/sys/upload/uploadMinio', pdf)
    expect(answer).toMatchObject({ success: true, code: 0, message: expect.stringMatching(/\.pdf$/) })
    const { result } = await as('keeper').get<Page<OssFileRow>>(`${base}/list`, { url: answer.message })
    expect(result.total).toBe(1)
  })

  it('refuses what every upload refuses, and leaves no row of it (V16)', async () => {
    const before = (await as('keeper').get<Page<OssFileRow>>(`${base}/list`)).result.total
    for (const name of ['x.html', 'x.svg', 'x.pdf'])
      expect(
        await as('keeper').upload(`${base}/upload`, { name, content: Buffer.from('<script>') }),
      ).toMatchObject({ success: false, message: expect.stringContaining('上传失败') })
    expect((await as('keeper').get<Page<OssFileRow>>(`${base}/list`)).result.total).toBe(before)
  })

  it('lets a file be read by exactly those who read its row (V17)', async () => {
    const { url } = await upload('keeper')
    await age(url)
    expect(await asked(as('reader', ['system:ossFile:list']), url)).toBe(200)
    expect(await asked(as('stranger', []), url)).toBe(404)
    expect(await asked(as('stranger', ['system:ossFile:delete']), url)).toBe(404)
    expect(await asked(as('reader', all, 7), url)).toBe(404)
  })

  it('asks each call for its permission, and never takes an address from a client', async () => {
    const { id } = await upload('keeper')
    expect(await as('u', []).get(`${base}/list`)).toMatchObject({ code: 510 })
    expect(await as('u', ['system:ossFile:list']).upload(`${base}/upload`, pdf)).toMatchObject({ code: 510 })
    expect(await as('u', ['system:ossFile:list']).upload('/sys/upload/uploadMinio', pdf)).toMatchObject({
      code: 510,
    })
    expect(await as('u', ['system:ossFile:list']).delete(`${base}/delete`, { id })).toMatchObject({
      code: 510,
    })
    for (const verb of ['add', 'edit'])
      expect(
        (await as('keeper').raw('POST', `${base}/${verb}`, { body: { id, url: '20260302/x.png' } }))
          .statusCode,
      ).toBe(404)
  })

  it('deletes a row with its file: at once for every reader, from the disk at night', async () => {
    const { id, url } = await upload('keeper')
    expect(await as('keeper').delete(`${base}/delete`, { id })).toMatchObject({
      success: true,
      message: '删除成功!',
    })
    expect(await as('keeper').delete(`${base}/delete`, { id })).toMatchObject({
      success: false,
      message: expect.stringContaining('未找到对应实体'),
    })
    expect([await asked(as('keeper'), url), await lies(url)]).toEqual([404, true])
    await age(url)
    expect(await clearOrphans(world.ctx)).toBe(1)
    expect(await lies(url)).toBe(false)
  })

  it('keeps a deleted row’s file that another row holds, and the file of a row that is there', async () => {
    const [{ id, url }, { url: other }] = [await upload('keeper'), await upload('keeper')]
    await world.database.pool.query(
      `insert into oss_file (id, tenant_id, file_name, url, create_time) values ('second', 0, 'x', $1, now())`,
      [url],
    )
    await as('keeper').delete(`${base}/delete`, { id })
    await age(url)
    await age(other)
    expect(await clearOrphans(world.ctx)).toBe(0)
    expect([await lies(url), await lies(other)]).toEqual([true, true])
  })
})
