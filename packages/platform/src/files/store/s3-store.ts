import type * as Aws from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { type BlobName, type BlobStore, StoreAwayError } from './blob-store.ts'

/** How S3-compatible storage is reached; from the S3_… variables. */
export interface S3Settings {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Without slashes at its ends. */
  readonly prefix: string
  /** The bucket stands in the path of the address, not before its host name. */
  readonly isPathStyle: boolean
}

const MB = 1024 * 1024
/** What is held of one upload: a part is sent whole, and again when it got lost. */
const PART = 8 * MB
/** Uploads sent at the same time; others wait with what they have on the disk. */
const AT_ONCE = 4
/** How long a call may take until its answer begins, ms. Some are made while a ticket is held. */
const ANSWER_MS = 5_000
/** The same for one part of an upload; over a slow line, ms. */
const PART_MS = 30_000
/** An upload that has neither read nor sent anything for so long is given up, ms. An export is stored while it is made. */
const STILL_MS = 60_000
/** After a call without an answer nobody asks for so long: whoever waits for a store that is away holds up others. */
const PAUSE_MS = 3_000

/**
 * S3-compatible storage by signed calls (SigV4). A key is `prefix/tenant/day/random.ext`: tenants are told apart by it,
 * and it cannot be guessed. The SDK is loaded here, so that nobody else pays for it.
 */
export async function openS3(settings: S3Settings): Promise<BlobStore> {
  const s3 = await loadSdk()
  const { Upload } = await import('@aws-sdk/lib-storage')
  const { bucket } = settings
  const [client, sender] = [clientOf(s3, settings, ANSWER_MS), clientOf(s3, settings, PART_MS)]
  const keyOf = ({ tenantId, path }: BlobName): string => `${settings.prefix}/${tenantId}/${path}`
  const ask = withPause()
  const find = <T>(call: () => Promise<T>): Promise<T | null> =>
    ask(() =>
      call().catch((error: unknown) => {
        if (absent.includes(nameOfError(error))) return null
        throw error
      }),
    )
  const turn = turns(AT_ONCE)

  return {
    kind: 's3',
    put: (name, content) =>
      turn(() =>
        ask(async () => {
          const abortController = new AbortController()
          const late = setTimeout(() => abortController.abort(), STILL_MS)
          const moves = (): void => void late.refresh()
          const upload = new Upload({
            client: sender,
            params: { Bucket: bucket, Key: keyOf(name), Body: Readable.from(watched(content, moves)) },
            partSize: PART,
            queueSize: 1,
            abortController,
          })
          upload.on('httpUploadProgress', moves)
          try {
            await upload.done()
          } finally {
            clearTimeout(late)
          }
        }),
      ),
    get: (name, range) =>
      find(async () => {
        const part = range === undefined ? {} : { Range: `bytes=${range.from}-${range.to}` }
        const { Body } = await client.send(
          new s3.GetObjectCommand({ Bucket: bucket, Key: keyOf(name), ...part }),
        )
        // In Node the body is a stream of Node's.
        return (Body as Readable | undefined) ?? null
      }),
    head: (name) =>
      find(async () => {
        const { ContentLength } = await client.send(
          new s3.HeadObjectCommand({ Bucket: bucket, Key: keyOf(name) }),
        )
        return { size: ContentLength ?? 0 }
      }),
    async delete(name) {
      const key = keyOf(name)
      await ask(() => client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: key })))
      await find(async () => {
        const { Uploads } = await client.send(
          new s3.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }),
        )
        for (const { Key, UploadId } of Uploads ?? [])
          await client.send(new s3.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      })
    },
    async *list(tenantId) {
      const before = `${settings.prefix}/${tenantId}/`
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: before })
      const reading = pages[Symbol.asyncIterator]()
      for (;;) {
        const page = await ask(() => reading.next())
        if (page.done) break
        for (const { Key } of page.value.Contents ?? []) if (Key !== undefined) yield Key.slice(before.length)
      }
    },
    close() {
      client.destroy()
      sender.destroy()
    },
  }
}

/** The bucket below the prefix, by plain calls whose errors are the server's own: for what is asked at the start. */
export interface RawS3 {
  /** Null when nothing lies there. */
  read(key: string): Promise<string | null>
  write(key: string, text: string): Promise<void>
  remove(key: string): Promise<void>
  close(): void
}

export async function openS3Raw(settings: S3Settings): Promise<RawS3> {
  const s3 = await loadSdk()
  const client = clientOf(s3, settings, ANSWER_MS)
  const at = (key: string) => ({ Bucket: settings.bucket, Key: `${settings.prefix}/${key}` })
  return {
    async read(key) {
      try {
        const { Body } = await client.send(new s3.GetObjectCommand(at(key)))
        return (await Body?.transformToString()) ?? null
      } catch (error) {
        if (nameOfError(error) === 'NoSuchKey') return null
        throw error
      }
    },
    async write(key, text) {
      await client.send(new s3.PutObjectCommand({ ...at(key), Body: text }))
    },
    async remove(key) {
      await client.send(new s3.DeleteObjectCommand(at(key)))
    },
    close: () => client.destroy(),
  }
}

type Sdk = typeof Aws

async function loadSdk(): Promise<Sdk> {
  // Said at each start in English, to people who cannot change the Node of a release; the pin is ours (0745).
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  return await import('@aws-sdk/client-s3')
}

function clientOf(s3: Sdk, settings: S3Settings, requestTimeout: number): Aws.S3Client {
  return new s3.S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.isPathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Checksums in trailers are unknown to most servers but Amazon's; the signature covers the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout,
      throwOnRequestTimeout: true,
      socketTimeout: 15_000,
    },
  })
}

/**
 * What the server says of a key that is not there (a HEAD has no body to say it in), and a server that keeps no parts of
 * broken uploads of the question for them.
 */
const absent: readonly string[] = [
  'NoSuchKey',
  'NotFound',
  'NoSuchUpload',
  'NotImplemented',
  'MethodNotAllowed',
]

export const nameOfError = (error: unknown): string => (error instanceof Error ? error.name : '')

/** Makes calls of the store. After one that fails, for whatever reason, the next fail at once for a while. */
function withPause(): <T>(call: () => Promise<T>) => Promise<T> {
  let until = 0
  return async (call) => {
    if (performance.now() < until) throw new StoreAwayError(new Error('it did not answer a moment ago'))
    try {
      return await call()
    } catch (error) {
      until = performance.now() + PAUSE_MS
      // The SDK's errors carry the whole exchange, signature and all: none of it belongs into a log.
      const told = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      throw new StoreAwayError(new Error(told), nameOfError(error) === 'QuotaExceeded')
    }
  }
}

/** Lets `most` of them run at a time, the others in the order in which they came. */
function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** What a stream gives, telling each time. */
async function* watched(content: Readable, moves: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    moves()
    yield Buffer.from(chunk)
  }
}
