import { GetObjectCommand, HeadBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../config.ts'
import { cutLine } from '../../testing/s3/cut-line.ts'
import type { S3Env } from '../../testing/s3/test-bucket.ts'
import { testS3 } from '../../testing/s3/test-store.ts'
import { type BlobStore, readWhole, StoreAwayError } from './blob-store.ts'
import { openStore } from './open-store.ts'

const found = await testS3()
const s3 = 'env' in found ? found : null
/** Where no server can be had the tests of S3 are left out, and say why. */
const onS3 = 'reason' in found ? describe.skip : describe
const lack = 'reason' in found ? `（${found.reason}）` : ''
const serverEnv = (): S3Env => {
  if (s3 === null) throw new Error('there is no S3 server')
  return s3.env
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-blobs-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const corner = () => `w${randomBytes(6).toString('hex')}`
const storeOf = async (kind: 'disk' | 's3', more: Readonly<Record<string, string>> = {}) =>
  await openStore(
    loadConfig({
      DATA_DIR: path.join(folder, corner()),
      ...(kind === 's3' ? { ...serverEnv(), S3_PREFIX: corner() } : {}),
      ...more,
    }),
  )
const nameOf = (tenantId = 0) => ({ tenantId, path: `20260302/${randomBytes(16).toString('hex')}.png` })
const stream = (...parts: (string | Buffer)[]) => Readable.from(parts.map((part) => Buffer.from(part)))
const textOf = async (asked: Promise<Readable | null>) => {
  const found = await asked
  if (found === null) return null
  let text = ''
  for await (const part of found) text += String(part)
  return text
}
const listed = async (store: BlobStore, tenantId: number) => {
  const found: string[] = []
  for await (const each of store.list(tenantId)) found.push(each)
  return found.sort()
}

describe.each(s3 === null ? (['disk'] as const) : (['disk', 's3'] as const))('the store on %s', (kind) => {
  let store: BlobStore
  beforeAll(async () => {
    store = await storeOf(kind)
  })
  afterAll(() => store.close())

  it('gives back what was put, whole and in parts, and its size', async () => {
    const name = nameOf()
    await store.put(name, stream('0123', '456789'))
    expect(await store.head(name)).toEqual({ size: 10 })
    expect(await textOf(store.get(name))).toBe('0123456789')
    expect(await textOf(store.get(name, { from: 2, to: 4 }))).toBe('234')
    expect(await textOf(store.get(name, { from: 9, to: 9 }))).toBe('9')
  })

  it('takes the same name twice: the later content counts', async () => {
    const name = nameOf()
    await store.put(name, stream('first'))
    await store.put(name, stream('second'))
    expect(await textOf(store.get(name))).toBe('second')
  })

  it('says of what is not there that it is not there, and deletes it all the same', async () => {
    await store.put(nameOf(), stream('x'))
    const name = nameOf()
    expect([await store.get(name), await store.head(name), await readWhole(store, name)]).toEqual([
      null,
      null,
      null,
    ])
    await store.delete(name)
    await store.put(name, stream('x'))
    await store.delete(name)
    await store.delete(name)
    expect(await store.head(name)).toBeNull()
  })

  it('keeps twenty megabytes that come in small pieces, part by part', async () => {
    const name = nameOf()
    const piece = randomBytes(64 * 1024)
    await store.put(name, Readable.from(Array.from({ length: 320 }, () => piece)))
    expect(await store.head(name)).toEqual({ size: 320 * piece.length })
    const tail = await readWhole(store, name)
    expect(tail?.subarray(-piece.length).equals(piece)).toBe(true)
  })

  it('leaves nothing of what breaks off', async () => {
    const name = nameOf()
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(9 * 1024 * 1024)
        throw new Error('cut')
      })(),
    )
    await expect(store.put(name, broken)).rejects.toThrow()
    const after = await storeOf(kind)
    expect(await after.head(name).catch((error: unknown) => error)).toSatisfy(
      (found) => found === null || found instanceof StoreAwayError,
    )
    after.close()
  })

  it('lists what it holds', async () => {
    const own = await storeOf(kind)
    const [one, two] = [nameOf(7), nameOf(7)]
    await own.put(one, stream('1'))
    await own.put(two, stream('2'))
    expect(await listed(own, 7)).toEqual([one.path, two.path].sort())
    own.close()
  })
})

describe('the store on the disk', () => {
  it('is away, and has not lost its files, when its folder is gone', async () => {
    const store = await storeOf('disk')
    await expect(store.get(nameOf())).rejects.toThrow(StoreAwayError)
    await writeFile(path.join(folder, 'plain'), '')
    const wrong = await openStore(loadConfig({ DATA_DIR: path.join(folder, 'plain') }))
    await expect(wrong.put(nameOf(), stream('x'))).rejects.toThrow(StoreAwayError)
  })
})

onS3(`the store on S3${lack}`, () => {
  it('keeps tenants apart by their keys: the same name of another tenant is another content', async () => {
    const store = await storeOf('s3')
    const { path: same } = nameOf()
    await store.put({ tenantId: 1, path: same }, stream('one'))
    expect(await store.get({ tenantId: 2, path: same })).toBeNull()
    expect([await listed(store, 1), await listed(store, 2)]).toEqual([[same], []])
    store.close()
  })

  it('is away with a wrong secret, and nothing is stored by it', async () => {
    const S3_PREFIX = corner()
    const wrong = await storeOf('s3', { S3_SECRET_KEY: 'not-the-secret', S3_PREFIX })
    const name = nameOf()
    await expect(wrong.put(name, stream('x'))).rejects.toThrow(StoreAwayError)
    wrong.close()
    const right = await storeOf('s3', { S3_PREFIX })
    expect(await right.head(name)).toBeNull()
    right.close()
  })

  it.runIf(process.env['TEST_ALL'])(
    'fails at once for a while after a call without an answer, then works again',
    async () => {
      await using line = await cutLine(serverEnv().S3_ENDPOINT)
      const store = await storeOf('s3', { S3_ENDPOINT: line.url })
      const name = nameOf()
      await store.put(name, stream('kept'))
      line.cut()
      await expect(store.head(name)).rejects.toThrow(StoreAwayError)
      line.mend()
      const told = await store.head(name).catch((error: unknown) => error)
      expect(told).toMatchObject({ cause: { message: expect.stringContaining('a moment ago') } })
      await expect
        .poll(() => store.head(name).catch(() => null), { timeout: 20_000, interval: 500 })
        .toEqual({ size: 4 })
      store.close()
    },
  )
})

/** That the server of these tests is one to be trusted with them. */
onS3(`the S3 server of the tests${lack}`, () => {
  const client = (more: { secret?: string; id?: string } = {}) =>
    new S3Client({
      endpoint: serverEnv().S3_ENDPOINT,
      region: serverEnv().S3_REGION,
      forcePathStyle: true,
      maxAttempts: 1,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      credentials: {
        accessKeyId: more.id ?? serverEnv().S3_ACCESS_KEY,
        secretAccessKey: more.secret ?? serverEnv().S3_SECRET_KEY,
      },
    })
  const at = (key: string) => ({ Bucket: serverEnv().S3_BUCKET, Key: key })
  const nameOfRefusal = async (asked: Promise<unknown>) =>
    await asked.then(
      () => 'taken',
      (error: unknown) => (error instanceof Error ? error.name : ''),
    )
  /** Changes what was signed. */
  const tampered = (change: (headers: Record<string, string>) => void) => {
    const one = client()
    one.middlewareStack.add(
      (next) => async (args) => {
        const { request } = args
        if (typeof request === 'object' && request !== null && 'headers' in request)
          // The SDK's request: its headers are texts by their names.
          change(request.headers as Record<string, string>)
        return await next(args)
      },
      { step: 'finalizeRequest', priority: 'low', name: 'tamper' },
    )
    return one
  }

  it('refuses a wrong secret, an unknown key, a clock that is wrong, and a header that was changed', async () => {
    await client().send(new PutObjectCommand({ ...at('there'), Body: 'x' }))
    const get = () => new GetObjectCommand(at('there'))
    expect(await nameOfRefusal(client().send(get()))).toBe('taken')
    expect(await nameOfRefusal(client({ secret: 'wrong' }).send(get()))).toBe('SignatureDoesNotMatch')
    expect(await nameOfRefusal(client({ id: 'nobody' }).send(get()))).toMatch(
      /^(InvalidAccessKeyId|SignatureDoesNotMatch)$/,
    )
    const late = client()
    late.config.systemClockOffset = -3_600_000
    expect(await nameOfRefusal(late.send(get()))).toBe('RequestTimeTooSkewed')
    const changed = tampered((headers) => {
      headers['x-amz-user-agent'] = 'somebody else'
    })
    expect(await nameOfRefusal(changed.send(get()))).toBe('SignatureDoesNotMatch')
    const other = tampered((headers) => {
      headers['x-amz-content-sha256'] = '0'.repeat(64)
    })
    expect(await nameOfRefusal(other.send(new PutObjectCommand({ ...at('new'), Body: 'x' })))).not.toBe(
      'taken',
    )
    expect(await nameOfRefusal(client().send(get()))).toBe('taken')
  })

  it('refuses a content that is not the one that was signed', async () => {
    const one = client()
    one.middlewareStack.add(
      (next) => async (args) => {
        const { request } = args
        if (typeof request === 'object' && request !== null && 'body' in request) request.body = 'y'
        return await next(args)
      },
      { step: 'finalizeRequest', priority: 'low', name: 'swap' },
    )
    expect(await nameOfRefusal(one.send(new PutObjectCommand({ ...at('swap'), Body: 'x' })))).not.toBe(
      'taken',
    )
    expect(await nameOfRefusal(client().send(new GetObjectCommand(at('swap'))))).toBe('NoSuchKey')
    expect(await nameOfRefusal(client().send(new HeadBucketCommand({ Bucket: serverEnv().S3_BUCKET })))).toBe(
      'taken',
    )
  })
})
