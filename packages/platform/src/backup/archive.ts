import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import type * as Age from 'age-encryption'
import { passphraseIdentity, passphraseRecipient } from './age-passphrase.ts'

/** The file is no backup of ours, or cannot be used; `message` says why and what to do next. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** With what a backup is encrypted: a password, or the public half (`age1…`) of a key pair. */
export type BackupLock = { readonly passphrase: string } | { readonly recipient: string }

/** What opens an encrypted backup: its password, or the private halves (`AGE-SECRET-KEY-…`). */
export interface BackupKeys {
  readonly passphrase?: string | undefined
  readonly identities?: readonly string[] | undefined
}

/** One entry as it comes out of an archive. Its content is read to the end, or not at all, before the next one is asked for. */
export interface ArchiveEntry {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly content: Readable
}

/** What an archive is written with. Entries stand in the order in which they were added. */
export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>
  /** `size` bytes must come, no more and no fewer. Answers their SHA-256 in hex. */
  addStream(name: string, size: number, content: Readable): Promise<string>
  /** Digest over names, sizes and contents of what was added until now. */
  digest(): string
}

/** The first bytes of every file that age has encrypted. */
const AGE_MARK = 'age-encryption.org/v1'
/** Quick: a backup is made beside people who work. */
const GZIP_LEVEL = 3
const FILE_MODE = 0o600

/**
 * Writes a tar.gz (encrypted with age where `lock` says so: any `age` program opens it) to `file`. It has that name once
 * it is complete and on the disk; before, and when `fill` throws, nothing of that name is there.
 */
export async function writeArchive(
  file: string,
  lock: BackupLock | null,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const half = `${file}.part`
  const age = lock === null ? null : await encrypter(lock)
  // Libraries of backups are loaded with the first backup: a server has none for most of its time.
  const { pack } = await import('tar-stream')
  const tar = pack()
  const zipped = createGzip({ level: GZIP_LEVEL })
  const target = createWriteStream(half, { mode: FILE_MODE, flush: true })
  const flow = (async () => {
    if (age === null) return await pipeline(tar, zipped, target)
    const into = pipeline(tar, zipped)
    const sealed = Readable.fromWeb(
      (await age.encrypt(Readable.toWeb(zipped) as never)) as unknown as ReadableStream,
    )
    await Promise.all([into, pipeline(sealed, target)])
  })()
  // A disk that is full answers nobody who still waits to add an entry.
  const broken = new Promise<never>((_, reject) => void flow.catch(reject))
  broken.catch(() => {})
  const list = createHash('sha256')
  const note = (name: string, size: number, sha256: string): void =>
    void list.update(`${sha256} ${size} ${name}\n`)
  try {
    const filled = fill({
      async add(name, content) {
        await new Promise<void>((resolve, reject) => {
          tar.entry({ name, mode: FILE_MODE }, content, (error) => (error ? reject(error) : resolve()))
        })
        note(name, content.length, createHash('sha256').update(content).digest('hex'))
      },
      async addStream(name, size, content) {
        const hash = createHash('sha256')
        await pipeline(hashed(content, hash), tar.entry({ name, size, mode: FILE_MODE }))
        const sha256 = hash.digest('hex')
        note(name, size, sha256)
        return sha256
      },
      digest: () => list.copy().digest('hex'),
    })
    await Promise.race([filled, broken])
    tar.finalize()
    await flow
    await rename(half, file)
  } catch (error) {
    tar.destroy()
    await flow.catch(() => {})
    await rm(half, { force: true })
    throw error
  }
}

async function encrypter(lock: BackupLock): Promise<Age.Encrypter> {
  const { Encrypter } = await import('age-encryption')
  const age = new Encrypter()
  try {
    if ('passphrase' in lock) age.addRecipient(passphraseRecipient(lock.passphrase))
    else age.addRecipient(lock.recipient)
  } catch (cause) {
    throw new BackupError(
      'BACKUP_RECIPIENT 不是有效的公钥，没有备份。请重新复制 age-keygen 显示的 age1… 一行。',
      {
        cause,
      },
    )
  }
  return age
}

/**
 * The entries of an archive in their order, with the digest over those read so far. Throws `BackupError` for a file that
 * is none, is cut or damaged, or does not open with `keys`.
 */
export async function* readArchive(
  file: string,
  keys: BackupKeys,
): AsyncGenerator<ArchiveEntry & { readonly digest: () => string }> {
  const source = await plainBytes(file, keys)
  const { extract } = await import('tar-stream')
  const entries = extract()
  const flow = pipeline(source, createGunzip(), entries)
  flow.catch(() => {})
  /** Of a stream that breaks, its end is told first and the reason second: what the reader says of `error`. */
  const reasonOf = async (error: unknown): Promise<BackupError> => {
    entries.destroy()
    return unreadable(
      await flow.then(
        () => error,
        (reason: unknown) => reason,
      ),
    )
  }
  /** Whoever reads the content of an entry is told in the same words as who asks for the next entry. */
  async function* contentOf(entry: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
    try {
      yield* hashed(entry, hash)
    } catch (error) {
      throw await reasonOf(error)
    }
  }
  const list = createHash('sha256')
  try {
    for await (const entry of entries) {
      const hash = createHash('sha256')
      const { name, size } = entry.header
      // A stream of bytes; its type says less.
      const content = Readable.from(contentOf(entry as AsyncIterable<Buffer>, hash), { objectMode: false })
      yield { name, size, content, digest: () => list.copy().digest('hex') }
      // Nobody has to read an entry that does not concern him.
      if (!content.readableEnded) await finished(content.resume())
      list.update(`${hash.digest('hex')} ${size} ${name}\n`)
    }
    await flow
  } catch (error) {
    throw error instanceof BackupError ? error : await reasonOf(error)
  } finally {
    entries.destroy()
  }
}

async function* hashed(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const part of source) {
    hash.update(part)
    yield part
  }
}

async function plainBytes(file: string, keys: BackupKeys): Promise<Readable> {
  if (!(await isEncrypted(file))) return createReadStream(file)
  const { Decrypter } = await import('age-encryption')
  const age = new Decrypter()
  const { passphrase, identities = [] } = keys
  if (passphrase !== undefined) age.addIdentity(passphraseIdentity(passphrase))
  for (const identity of identities) age.addIdentity(identity)
  if (passphrase === undefined && identities.length === 0)
    throw new BackupError(
      '这份备份是加密的。请把密码写进环境变量 BACKUP_PASSWORD，或用 BACKUP_IDENTITY_FILE 指定私钥文件，然后再试一次。',
    )
  try {
    const opened = await age.decrypt(Readable.toWeb(createReadStream(file)) as never)
    return Readable.fromWeb(opened as unknown as ReadableStream)
  } catch (cause) {
    throw new BackupError('密码或私钥打不开这份备份，请核对后再试一次。', { cause })
  }
}

/** Whether the file is encrypted; throws `BackupError` when it cannot be read. */
async function isEncrypted(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_MARK.length), 0, AGE_MARK.length, 0)
      return buffer.subarray(0, bytesRead).toString('latin1') === AGE_MARK
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw new BackupError(`读不到备份文件 ${file}，请检查路径和权限。`, { cause })
  }
}

function unreadable(cause: unknown): BackupError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  // Of the compression: the end is missing, or a check sum does not fit.
  if (code === 'Z_BUF_ERROR' || (cause instanceof Error && /unexpected end/i.test(cause.message)))
    return new BackupError('备份文件不完整：后半部分缺失。请重新复制，或改用另一份备份。', { cause })
  return new BackupError('备份文件已损坏，或不是锁安的备份。请重新复制，或改用另一份备份。', { cause })
}
