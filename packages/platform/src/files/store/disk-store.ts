import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BlobName, type BlobStore, StoreAwayError } from './blob-store.ts'

/** Contents in a folder of its own, below it one for each day. */
export function diskStore(root: string): BlobStore {
  const fileOf = ({ path: stored }: BlobName): string => path.join(root, stored)
  return {
    kind: 'disk',
    async put(name, content) {
      const file = fileOf(name)
      const half = `${file}.${randomBytes(6).toString('hex')}.part`
      try {
        await mkdir(path.dirname(file), { recursive: true })
        await pipeline(content, createWriteStream(half, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(half, file)
      } catch (error) {
        await rm(half, { force: true }).catch(() => {})
        throw isOfDisk(error) ? away(error) : error
      }
    },
    async get(name, range) {
      const file = await found(open(fileOf(name), 'r'))
      if (file === null) return await missing()
      if (!(await file.stat()).isFile()) {
        await file.close()
        return null
      }
      const bounds = range === undefined ? {} : { start: range.from, end: range.to }
      return createReadStream('', { fd: file, ...bounds })
    },
    async head(name) {
      const fact = await found(stat(fileOf(name)))
      if (fact === null) return await missing()
      return fact.isFile() ? { size: fact.size } : null
    },
    async delete(name) {
      const file = fileOf(name)
      try {
        await rm(file, { force: true })
      } catch (error) {
        throw isOfDisk(error) ? away(error) : error
      }
    },
    async *list() {
      for (const day of (await found(readdir(root))) ?? [])
        for (const name of (await found(readdir(path.join(root, day)))) ?? [])
          if (!name.endsWith('.part')) yield `${day}/${name}`
    },
    close() {},
  }

  /** A folder that is gone as a whole is a disk that is not mounted, and no file that was lost. */
  async function missing(): Promise<null> {
    if (!(await stat(root).catch(() => null))?.isDirectory()) throw away(new Error(`${root} is not there`))
    return null
  }
}

async function found<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw isOfDisk(error) ? away(error) : error
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** The operating system's refusals name the call that was refused. */
const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** What the disk refused; it is full, or cannot be asked. */
export function away(error: unknown): StoreAwayError {
  const code = codeOf(error)
  return new StoreAwayError(error, code === 'ENOSPC' || code === 'EDQUOT')
}
