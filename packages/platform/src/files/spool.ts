import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { away } from './store/disk-store.ts'

/** A file that has come in whole and waits on the disk of this node to be judged and stored. */
export interface Spooled extends AsyncDisposable {
  readonly file: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the content, lower-case hex. */
  readonly sha256: string
  /** Its first 4 KB, by which its kind is told. */
  readonly head: Buffer
}

const HEAD = 4096
/** What a killed server has left, ms: longer than any upload takes. */
const LEFT_MS = 3_600_000

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'uploading')

/**
 * Takes in what a client sends, in bounded memory. What breaks off leaves nothing; the disk's own refusals are
 * `StoreAwayError`, the client's are thrown as they are.
 */
export async function spool(config: Pick<Config, 'dataDir'>, content: Readable): Promise<Spooled> {
  const file = path.join(folderOf(config), randomBytes(16).toString('hex'))
  const hash = createHash('sha256')
  let [size, head] = [0, Buffer.alloc(0)]
  const drop = () => rm(file, { force: true })
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await pipeline(
      content,
      async function* look(parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          hash.update(part)
          size += part.length
          if (head.length < HEAD) head = Buffer.concat([head, part.subarray(0, HEAD - head.length)])
          yield part
        }
      },
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    )
  } catch (error) {
    await drop()
    throw error instanceof Error && 'syscall' in error && 'path' in error ? away(error) : error
  }
  return { file, size, sha256: hash.digest('hex'), head, [Symbol.asyncDispose]: drop }
}

/** Removes what uploads of a killed server have left on the disk. */
export async function clearSpool(config: Pick<Config, 'dataDir'>): Promise<void> {
  for (const name of await readdir(folderOf(config)).catch(() => [])) {
    const file = path.join(folderOf(config), name)
    const fact = await stat(file).catch(() => null)
    if (fact !== null && Date.now() - fact.mtimeMs > LEFT_MS) await rm(file, { force: true })
  }
}
