import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { onePixel as png } from '../testing/one-pixel.ts'
import { createTestWorld, type TestClient, type TestWorld } from '../testing/test-world.ts'
import { files } from './index.ts'

let world: TestWorld
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-files-'))
  world = await createTestWorld({
    features: [{ name: 'files', mount: files }],
    env: { DATA_DIR: folder, UPLOAD_DAILY_MB: '12' },
  })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

describe('uploads', () => {
  it('are stored under a random name and come back as they were', async () => {
    const stored = await world.as().upload('/sys/common/upload', { name: '../../etc/阀门.png', content: png })
    expect(stored).toMatchObject({ success: true, code: 0 })
    expect(stored.message).toMatch(/^20260302\/[0-9a-f]{32}\.png$/)
    const back = await world.as().raw('GET', `/sys/common/static/${stored.message}`)
    expect([back.statusCode, back.headers['content-type']]).toEqual([200, 'image/png'])
    expect(back.rawPayload.equals(png)).toBe(true)
  })

  it('refuse pages, scripts and contents that are not what the name says (V16)', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    for (const name of ['x.html', 'x.svg', 'x.js', 'x.png', 'x', 'x.png.exe']) {
      const answer = await world.as().upload('/sys/common/upload', { name, content: page })
      expect([name, answer.success]).toEqual([name, false])
    }
    expect(await world.anonymous.raw('POST', '/sys/common/upload')).toMatchObject({ statusCode: 500 })
  })

  it('are refused above ten megabytes', async () => {
    const answer = await world.as().upload('/sys/common/upload', {
      name: 'big.png',
      content: Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]),
    })
    expect(answer).toMatchObject({ success: false, message: '文件大小超出10MB限制, 请压缩或降低文件质量! ' })
  })

  it('of one person end at what he may upload in a day, many at once too; others go on (V16)', async () => {
    const content = Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)])
    const send = (userId: string) =>
      world.as({ userId }).upload('/sys/common/upload', { name: 'p.png', content })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('keen')))
    expect(answers.filter(({ success }) => success)).toHaveLength(3)
    expect(answers.find(({ success }) => !success)?.message).toContain('24 小时内上传的文件已达 12 MB')
    const { rows } = await world.database.pool.query<{ path: string }>(
      `select path from stored_file where user_id = 'keen'`,
    )
    const kept: string[] = []
    for await (const stored of world.ctx.blobs.list(0)) kept.push(stored)
    expect([rows.length, kept.filter((name) => rows.some((row) => row.path === name)).length]).toEqual([3, 3])
    expect((await send('other')).success).toBe(true)
    world.clock.advance(86_400_000)
    expect((await send('keen')).success).toBe(true)
    world.clock.advance(-86_400_000)
  })

  // Of S3 it is shown in s3-files.int.test.ts.
  it.skipIf(inject('testStore'))(
    'are refused with a clear text while the store is away, leave nothing behind, and work again after (§9.2)',
    async () => {
      const count = async () =>
        (await world.database.pool.query('select count(*)::int as n from stored_file')).rows[0]
      const before = await count()
      const [store, aside] = [path.join(folder, 'files'), path.join(folder, 'aside')]
      await rename(store, aside)
      await writeFile(store, 'no folder')
      const answer = await world.as().upload('/sys/common/upload', { name: 'p.png', content: png })
      expect(answer).toMatchObject({
        success: false,
        message: expect.stringContaining('上传失败！文件存储暂时不可用，请稍后重试'),
      })
      expect(await count()).toEqual(before)
      await rm(store)
      await rename(aside, store)
      expect(await world.as().upload('/sys/common/upload', { name: 'p.png', content: png })).toMatchObject({
        success: true,
      })
    },
  )

  it('never lead outside the store (V17)', async () => {
    for (const name of [
      '../../../etc/passwd',
      '..%2f..%2f..%2fetc%2fpasswd',
      '/etc/passwd',
      '20260302/../x',
      'postgres/postgresql.conf',
    ]) {
      const answer = await world.as().raw('GET', `/sys/common/static/${name}`)
      expect([name, answer.statusCode]).toEqual([name, 404])
    }
  })
})

describe('uploads of a hostile kind', () => {
  const upload = (name: string, content: Buffer) =>
    world.as({ userId: 'hostile' }).upload('/sys/common/upload', { name, content })

  it('refuse sound under the name of a picture', async () => {
    const wav = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(64)])
    expect(await upload('p.webp', wav)).toMatchObject({
      success: false,
      message: expect.stringContaining('内容要与扩展名相符'),
    })
    const webp = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .webp()
      .toBuffer()
    expect((await upload('p.webp', webp)).success).toBe(true)
  })

  it('refuse a picture of 30,000 × 30,000 pixels, which a browser would unpack to gigabytes', async () => {
    const head = Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
      Buffer.from('IHDR'),
      Buffer.from([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0]),
    ])
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(head.subarray(12)))
    const bomb = Buffer.concat([head, crc, Buffer.from([0, 0, 0, 1]), Buffer.from('IDAT'), Buffer.alloc(5)])
    expect(await upload('bomb.png', bomb)).toMatchObject({
      success: false,
      message: expect.stringContaining('百万像素'),
    })
  })

  const noise = Buffer.alloc(2_000, 'no picture')
  it.each([
    ['nothing', 'p.png', Buffer.alloc(0), '文件是空的'],
    ['a page', 'p.png', Buffer.from('<html><script>alert(1)</script></html>'), '内容要与扩展名相符'],
    ['a program', 'p.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2_000)]), '文件里的内容不是 pdf'],
    ['a kind that is not taken', 'p.svg', Buffer.from('<svg></svg>'), '上传失败！只能上传 png、jpg'],
    // The first bytes alone make no picture.
    ['a PNG of four bytes', 'p.png', Buffer.concat([png.subarray(0, 4), noise]), '图片已损坏，无法打开'],
    ['a PNG without a head', 'p.png', Buffer.concat([png.subarray(0, 8), noise]), '图片已损坏，无法打开'],
    [
      'half a JPEG head',
      'p.jpg',
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), noise]),
      '图片已损坏，无法打开',
    ],
    ['a GIF of a name', 'p.gif', Buffer.concat([Buffer.from('GIF8'), noise]), '图片已损坏，无法打开'],
    [
      'a WebP of a name',
      'p.webp',
      Buffer.concat([Buffer.from('RIFF\x24\0\0\0WEBP'), noise]),
      '图片已损坏，无法打开',
    ],
    ['too much', 'p.png', Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]), '文件大小超出10MB限制'],
  ])('%s under the name %s is refused in words, and nothing of it stays', async (_, name, content, words) => {
    const answer = await world.as({ userId: 'refused' }).upload('/sys/common/upload', { name, content })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(words) })
    expect(await readdir(path.join(folder, 'uploading'))).toEqual([])
    const { rows } = await world.database.pool.query(
      `select path from unnamed_blob where user_id = 'refused'
       union all select path from stored_file where user_id = 'refused'`,
    )
    expect(rows).toEqual([])
  })

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'a %s photograph that was cut off, of which a part would be grey, is refused in words',
    async (format) => {
      const grain = randomBytes(320 * 240 * 3)
      const photo = await sharp(grain, { raw: { width: 320, height: 240, channels: 3 } })
        .toFormat(format)
        .toBuffer()
      for (const content of [photo.subarray(0, photo.length / 2), photo.subarray(0, 900)])
        expect(await upload(`p.${format}`, content)).toMatchObject({
          success: false,
          message: expect.stringContaining('图片已损坏'),
        })
      expect((await upload(`p.${format}`, photo)).success).toBe(true)
      // What cameras write behind a picture is none of its own.
      const longer = Buffer.concat([photo, Buffer.alloc(64, 'more')])
      expect((await upload(`p.${format}`, longer)).success).toBe(true)
    },
  )

  it('that break off leave nothing, neither on the disk nor among the notes', async () => {
    const mark = 'test-part-boundary'
    const head = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\n\r\n`
    const answer = await world.as({ userId: 'hostile' }).raw('POST', '/sys/common/upload', {
      body: Buffer.concat([Buffer.from(head), png]),
      headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
    })
    expect(answer.json()).toMatchObject({
      success: false,
      message: '上传的内容不完整，请检查网络后重新上传',
    })
    expect(await readdir(path.join(folder, 'uploading'))).toEqual([])
    const { rows } = await world.database.pool.query(`select 1 from unnamed_blob where user_id = 'hostile'`)
    expect(rows).toEqual([])
  })

  const part = (name: string, content: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${content}\r\n`
  const file = part('file', `; filename="a.txt"\r\n\r\none`)
  const withBoundary = 'multipart/form-data; boundary=b'
  it.each([
    ['no boundary', 'multipart/form-data', file, '内容不完整'],
    ['two files', withBoundary, `${file}${file}--b--\r\n`, '一次只能上传一个文件'],
    [
      'more fields than a form has',
      withBoundary,
      `${Array.from({ length: 30 }, (_, n) => part(`f${n}`, '\r\n\r\n1')).join('')}${file}--b--\r\n`,
      '附带的内容过多',
    ],
    [
      'a field of every object',
      withBoundary,
      `${part('toString', '\r\n\r\n1')}${file}--b--\r\n`,
      '请求参数不正确',
    ],
  ])('with %s are refused in words, and nothing of them stays', async (_, type, body, said) => {
    const answer = await world.as({ userId: 'odd' }).raw('POST', '/sys/common/upload', {
      body: Buffer.from(body),
      headers: { 'content-type': type },
    })
    expect(answer.json()).toMatchObject({ success: false, message: expect.stringContaining(said) })
    expect(await readdir(path.join(folder, 'uploading'))).toEqual([])
    const { rows } = await world.database.pool.query(`select 1 from stored_file where user_id = 'odd'`)
    expect(rows).toEqual([])
  })
})

describe('a part of a stored file', () => {
  it('is given with its place in the whole, to whoever may read the whole', async () => {
    const client = world.as({ userId: 'writer' })
    const content = Buffer.from('%PDF-1.4 0123456789')
    const stored = (await client.upload('/sys/common/upload', { name: 'p.pdf', content })).message
    const part = (range: string, more: Readonly<Record<string, string>> = {}, who = client) =>
      who.raw('GET', `/sys/common/static/${stored}`, { headers: { range, ...more } })
    const found = await part('bytes=9-12')
    expect([
      found.statusCode,
      found.payload,
      found.headers['content-range'],
      found.headers['content-length'],
    ]).toEqual([206, '0123', 'bytes 9-12/19', '4'])
    expect((await part('bytes=-3')).payload).toBe('789')
    const beyond = await part('bytes=19-')
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */19'])
    const changed = await part('bytes=9-12', { 'if-range': '"another"' })
    expect([changed.statusCode, changed.rawPayload.equals(content)]).toEqual([200, true])
    expect((await part('bytes=9-12', {}, world.as({ userId: 'other' }))).statusCode).toBe(404)
  })
})

/** The status of a refused session (4-api.md §1.2). */
const NO_SESSION = 500

describe('a stored file', () => {
  const uploadedBy = async (userId: string) =>
    (await world.as({ userId }).upload('/sys/common/upload', { name: 'p.png', content: png })).message
  const asked = async (client: TestClient, stored: string, headers: Record<string, string> = {}) =>
    (await client.raw('GET', `/sys/common/static/${stored}`, { headers })).statusCode

  it('is refused without a session, and to others it answers like one that is not there', async () => {
    const stored = await uploadedBy('writer')
    expect(await asked(world.anonymous, stored)).toBe(NO_SESSION)
    const others = await world.as({ userId: 'other' }).raw('GET', `/sys/common/static/${stored}`)
    const absent = await world
      .as({ userId: 'other' })
      .raw('GET', `/sys/common/static/20260302/${'0'.repeat(32)}.png`)
    expect(others.statusCode).toBe(404)
    expect(others.json()).toEqual(absent.json())
  })

  it('that its reader leaves in the middle is no refusal in the log; one that is hidden is', async () => {
    const content = Buffer.concat([png, Buffer.alloc(9 * 1024 * 1024)])
    const leaver = world.as({ userId: 'leaver', username: 'leaver' })
    const { message: stored } = await leaver.upload('/sys/common/upload', { name: 'p.png', content })
    const url = `${await world.app.listen({ host: '127.0.0.1', port: 0 })}${world.ctx.config.apiBase}`
    const headers = leaver.signed
    await new Promise<void>((resolve) => {
      const asking = get(`${url}/sys/common/static/${stored}`, { headers, agent: false }, (answer) =>
        answer.once('data', () => asking.destroy()),
      )
      asking.on('error', () => {})
      asking.on('close', () => resolve())
    })
    expect(await asked(world.as({ userId: 'curious', username: 'curious' }), stored)).toBe(404)
    const noted = await eventually(async () => {
      const { rows } = await world.database.pool.query<{ userid: string }>(
        `select userid from sys_log where log_type = 3 and request_url like $1`,
        [`%${stored}`],
      )
      expect(rows.map(({ userid }) => userid)).toContain('curious')
      return rows
    })
    expect(noted).toEqual([{ userid: 'curious' }])
  })

  it('opened as a page of its own is refused in words for a person, and to a program as an envelope', async () => {
    const address = '/sys/common/static/20260302/00000000000000000000000000000000.png'
    const opened = { headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } }
    const hidden = await world.as().raw('GET', address, opened)
    expect([hidden.statusCode, hidden.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(hidden.payload).toContain('文件不存在、已过期，或您无权查看')
    expect(hidden.payload).not.toContain('路径')
    const signedOut = await world.anonymous.raw('GET', address, opened)
    expect([signedOut.statusCode, signedOut.headers['content-type']]).toEqual([
      401,
      'text/html; charset=utf-8',
    ])
    expect(signedOut.payload).toContain('请先登录')
    const asked = await world.as().raw('GET', address)
    expect(asked.json()).toMatchObject({ success: false, code: 404 })
  })

  it('that no row holds is its uploader’s for a day, while he fills in the form', async () => {
    const stored = await uploadedBy('writer')
    expect(await asked(world.as({ userId: 'writer' }), stored)).toBe(200)
    world.clock.advance(86_400_000)
    expect(await asked(world.as({ userId: 'writer' }), stored)).toBe(404)
    world.clock.advance(-86_400_000)
  })

  it('is asked for again each time it is shown, and not sent again when the browser has it', async () => {
    const stored = await uploadedBy('writer')
    const first = await world.as({ userId: 'writer' }).raw('GET', `/sys/common/static/${stored}`)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const tag = { 'if-none-match': String(first.headers.etag) }
    expect(await asked(world.as({ userId: 'writer' }), stored, tag)).toBe(304)
    expect(await asked(world.as({ userId: 'other' }), stored, tag)).toBe(404)
  })

  it('has a small picture, for whoever may read it, made once and of the sizes of the list alone', async () => {
    const content = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2b6cb0' } })
      .jpeg()
      .toBuffer()
    const client = world.as({ userId: 'writer' })
    const stored = (await client.upload('/sys/common/upload', { name: 'p.jpg', content })).message
    const small = (who: TestClient, w: string) =>
      who.raw('GET', `/sys/common/static/${stored}`, { query: { w } })
    const answers = await Promise.all([small(client, '96'), small(client, '96')])
    const [answer] = answers
    const { format, width, height } = await sharp(answer?.rawPayload).metadata()
    expect([answer?.headers['content-type'], format, width, height]).toEqual(['image/webp', 'webp', 96, 96])
    expect(answers[1]?.rawPayload.equals(answer?.rawPayload ?? Buffer.alloc(0))).toBe(true)
    expect(await readdir(path.join(folder, 'thumbnails', '96', '20260302'))).toEqual([
      `${stored.split('/')[1]}.webp`,
    ])
    const tag = String(answer?.headers.etag)
    const whole = await client.raw('GET', `/sys/common/static/${stored}`)
    expect([tag === whole.headers.etag, whole.headers['content-type']]).toEqual([false, 'image/jpeg'])
    const again = { query: { w: '96' }, headers: { 'if-none-match': tag } }
    expect((await client.raw('GET', `/sys/common/static/${stored}`, again)).statusCode).toBe(304)
    expect((await small(world.as({ userId: 'other' }), '96')).statusCode).toBe(404)
    expect((await small(world.anonymous, '96')).statusCode).toBe(NO_SESSION)
    expect((await small(client, '4000')).json()).toMatchObject({ success: false })
    expect((await small(client, '0')).json()).toMatchObject({ success: false })
  })

  it('that is no picture, or one that breaks off, is sent whole when a small one is asked for', async () => {
    const client = world.as({ userId: 'writer' })
    for (const [name, sent, content] of [
      // It broke on the disk: at its upload it would have been refused.
      ['p.png', png, png.subarray(0, 45)],
      ['p.pdf', Buffer.from('%PDF-1.4 a certificate'), Buffer.from('%PDF-1.4 a certificate')],
    ] as const) {
      const { message: stored } = await client.upload('/sys/common/upload', { name, content: sent })
      await world.ctx.blobs.put({ tenantId: 0, path: stored }, Readable.from([content]))
      const answer = await client.raw('GET', `/sys/common/static/${stored}`, { query: { w: '96' } })
      expect([name, answer.statusCode, answer.rawPayload.equals(content)]).toEqual([name, 200, true])
    }
  })

  it('of an import’s error report is for whoever imported, and nobody else of the same rights', async () => {
    const name = `userImportExcelErrorLog${'a'.repeat(32)}.txt`
    await world.database.pool.query(
      `insert into sheet_report (id, tenant_id, user_id, file_name, content, create_time)
        values ('r1', 0, 'importer', $1, '第 3 行：手机号已经存在', $2)`,
      [name, new Date(world.clock.now())],
    )
    const path = `logs/20260302/${name}`
    expect(await asked(world.as({ userId: 'importer' }), path)).toBe(200)
    expect(await asked(world.as({ userId: 'colleague' }), path)).toBe(404)
    expect(await asked(world.anonymous, path)).toBe(NO_SESSION)
    world.clock.advance(86_400_000)
    expect(await asked(world.as({ userId: 'importer' }), path)).toBe(404)
    world.clock.advance(-86_400_000)
  })
})
