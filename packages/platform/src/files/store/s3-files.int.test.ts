import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../config.ts'
import { cutLine, type CutLine } from '../../testing/s3/cut-line.ts'
import { testS3 } from '../../testing/s3/test-store.ts'
import { createTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { clearOrphans } from '../clear-orphans.ts'
import { files } from '../index.ts'
import { checkStore } from './check-store.ts'
import { moveFiles } from './move-store.ts'
import { openStore } from './open-store.ts'
import { onePixel as png } from '../../testing/one-pixel.ts'

const found = await testS3()
const env = 'env' in found ? found.env : null
/** Why this machine has no server. */
const lack = 'reason' in found ? `（${found.reason}）` : ''

const corner = () => `w${randomBytes(6).toString('hex')}`

describe.skipIf(env === null)(`files in S3-compatible storage${lack}`, () => {
  let world: TestWorld
  let line: CutLine
  let folder: string
  const prefix = corner()
  beforeAll(async () => {
    if (env === null) return
    folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-s3-'))
    line = await cutLine(env.S3_ENDPOINT)
    world = await createTestWorld({
      features: [{ name: 'files', mount: files }],
      env: { ...env, DATA_DIR: folder, S3_ENDPOINT: line.url, S3_PREFIX: prefix },
    })
  })
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
    await line?.[Symbol.asyncDispose]()
    if (folder) await rm(folder, { recursive: true, force: true })
  })
  const upload = (content = png, name = 'p.png', tenantId = 0) =>
    world.as({ userId: 'writer', tenantId }).upload('/sys/common/upload', { name, content })
  const view = (stored: string, options = {}) =>
    world.as({ userId: 'writer' }).raw('GET', `/sys/common/static/${stored}`, options)
  const rowsOf = async (text: string) => (await world.database.pool.query(text)).rows
  const heldBy = async (tenantId: number) => {
    const all: string[] = []
    for await (const stored of world.ctx.blobs.list(tenantId)) all.push(stored)
    return all
  }

  it('are uploaded, viewed whole, in part and small, by their uploader alone, in a corner of the tenant', async () => {
    const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2b6cb0' } })
      .jpeg()
      .toBuffer()
    const { message: stored } = await upload(picture, 'p.jpg', 7)
    expect([await heldBy(7), await heldBy(0)]).toEqual([[stored], []])
    const as7 = (userId: string, options = {}, tenantId = 7) =>
      world.as({ userId, tenantId }).raw('GET', `/sys/common/static/${stored}`, options)
    const whole = await as7('writer')
    expect([whole.statusCode, whole.rawPayload.equals(picture)]).toEqual([200, true])
    expect((await as7('writer', { headers: { range: 'bytes=0-3' } })).rawPayload).toEqual(
      picture.subarray(0, 4),
    )
    const small = await as7('writer', { query: { w: '96' } })
    expect((await sharp(small.rawPayload).metadata()).width).toBe(96)
    expect((await as7('other')).statusCode).toBe(404)
  })

  it('while the store is away are refused with 503 and a sentence, half stored nowhere, and taken again after', async () => {
    const { message: stored } = await upload()
    const before = await rowsOf('select path from stored_file order by path')
    line.cut()
    const refused = await upload()
    expect(refused).toMatchObject({
      code: 503,
      success: false,
      message: expect.stringContaining('上传失败！文件存储暂时不可用，请稍后重试'),
    })
    const opened = await view(stored)
    expect([opened.statusCode, opened.headers['retry-after']]).toEqual([503, '5'])
    expect(await rowsOf('select path from stored_file order by path')).toEqual(before)
    // What may lie there is known, and counts for nobody's quota.
    expect(await rowsOf('select user_id, size::int from unnamed_blob')).toEqual([{ user_id: null, size: 0 }])
    line.mend()
    await expect.poll(async () => (await upload()).success, { timeout: 20_000, interval: 500 }).toBe(true)
    await clearOrphans(world.ctx)
    expect(await rowsOf('select 1 from unnamed_blob')).toEqual([])
    expect((await view(stored)).statusCode).toBe(200)
  })

  it.runIf(process.env['TEST_ALL'])(
    'that no row names leave the store at night, once it answers again',
    async () => {
      const { message: orphan } = await upload()
      await world.database.pool.query(
        `update stored_file set create_time = create_time - interval '3 days' where path = $1`,
        [orphan],
      )
      line.cut()
      await clearOrphans(world.ctx)
      expect(await rowsOf(`select path from stored_file where path = '${orphan}'`)).toEqual([])
      expect(await rowsOf('select path from unnamed_blob')).toEqual([{ path: orphan }])
      line.mend()
      await expect
        .poll(
          async () => {
            await clearOrphans(world.ctx)
            return await rowsOf('select path from unnamed_blob')
          },
          { timeout: 20_000, interval: 500 },
        )
        .toEqual([])
      expect(await heldBy(0)).not.toContain(orphan)
    },
  )
})

describe.skipIf(env === null)(`the start with S3-compatible storage${lack}`, () => {
  let world: TestWorld
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-s3-start-'))
    world = await createTestWorld({ features: [{ name: 'files', mount: files }] })
  })
  afterAll(async () => {
    await world[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  const configOf = (more: Readonly<Record<string, string>> = {}) =>
    loadConfig({ DATA_DIR: folder, ...env, S3_PREFIX: corner(), ...more })
  const start = (more?: Readonly<Record<string, string>>) => checkStore(world.database.db, configOf(more))
  const forget = () => world.database.pool.query(`delete from installation_key where name = 'files'`)

  it('refuses what only a person can mend, with its reason and what to do', async () => {
    await forget()
    await expect(start({ S3_BUCKET: 'no-such-bucket' })).rejects.toThrow(/没有存储桶 no-such-bucket/)
    await expect(start({ S3_SECRET_KEY: 'wrong' })).rejects.toThrow(/S3_SECRET_KEY 不是一对/)
    await expect(start({ S3_ACCESS_KEY: 'nobody' })).rejects.toThrow(/请检查/)
    const page = createServer((_, response) => response.writeHead(404).end('<html>not here</html>'))
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    const { port } = page.address() as AddressInfo
    await expect(start({ S3_ENDPOINT: `http://127.0.0.1:${port}` })).rejects.toThrow(/没有像 S3 服务那样应答/)
    page.close()
  })

  it('goes on with a note when the store does not answer: locks and tickets need none', async () => {
    await forget()
    expect(await start({ S3_ENDPOINT: 'http://127.0.0.1:1' })).toEqual([
      expect.stringContaining('现在没有应答'),
    ])
  })

  it('takes an empty bucket as its own, knows it again, and refuses another’s and a strange one', async () => {
    await forget()
    const S3_PREFIX = corner()
    expect(await start({ S3_PREFIX })).toEqual([])
    expect(await start({ S3_PREFIX })).toEqual([])
    await forget()
    await expect(start({ S3_PREFIX })).rejects.toThrow(/另一套系统的文件/)
  })

  it('asks for the files on the disk to be carried over, and back; twice changes nothing', async () => {
    await forget()
    const disk = await createTestWorld({
      features: [{ name: 'files', mount: files }],
      env: { DATA_DIR: folder },
    })
    const config = configOf()
    const db = disk.database.db
    // In a run on S3 the world's files lie in a corner of its own: what is carried are those of the disk.
    const local = await openStore({ dataDir: folder, s3: undefined })
    const { message: stored } = await disk.as().upload('/sys/common/upload', { name: 'p.png', content: png })
    if (disk.ctx.blobs.kind === 's3') {
      const content = await disk.ctx.blobs.get({ tenantId: 0, path: stored })
      if (content !== null) await local.put({ tenantId: 0, path: stored }, content)
    }
    await expect(checkStore(db, config)).rejects.toThrow(/--files-to-s3/)
    const go = (to: 's3' | 'disk') => moveFiles(db, config, to, () => {})
    expect(await go('s3')).toEqual({ copied: 1, there: 0, lost: [] })
    expect(await go('s3')).toEqual({ copied: 0, there: 1, lost: [] })
    expect(await checkStore(db, config)).toEqual([])
    await expect(checkStore(db, { s3: undefined })).rejects.toThrow(/--files-to-disk/)
    await local.delete({ tenantId: 0, path: stored })
    expect(await go('disk')).toEqual({ copied: 1, there: 0, lost: [] })
    expect(await checkStore(db, { s3: undefined })).toEqual([])
    await disk[Symbol.asyncDispose]()
  })
})
