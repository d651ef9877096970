import { randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/schema.ts'
import { nameOfError, openS3Raw, type RawS3, type S3Settings } from './s3-store.ts'

/** The store cannot be used as it is configured; `message` is for whoever starts the server. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

/** Whose files these are: in the bucket, and by this name among the keys of the installation. */
export const FILES_MARK = 'files'

/**
 * Asked at each start: whether the files that the database speaks of lie where the configuration looks for them, and
 * whether the bucket can be read, written and cleared. Throws `FileStoreError` for what only a person can mend. A store
 * that does not answer is no reason not to start, for locks and tickets need none: it comes back as a note.
 */
export async function checkStore(db: Kysely<Database>, { s3 }: Pick<Config, 's3'>): Promise<string[]> {
  const known = await markInDatabase(db)
  if (s3 === undefined) {
    if (known !== null && (await holdsFiles(db)))
      throw new FileStoreError(
        '已上传的文件存放在对象存储里，但没有设置 S3_ENDPOINT。请恢复 S3_ 开头的各项设置；要改存本地磁盘，请带着这些设置先执行一次 npm start -- --files-to-disk。',
      )
    return []
  }
  const raw = await openS3Raw(s3)
  try {
    const found = await raw.read(MARK_KEY)
    await agree(db, s3, raw, { known, found })
    await probe(raw)
    return []
  } catch (error) {
    if (error instanceof FileStoreError) throw error
    const refusal = refusalOf(error, s3)
    if (refusal !== null) throw new FileStoreError(refusal, { cause: error })
    return [
      `对象存储 ${s3.endpoint} 现在没有应答：上传和打开文件、需要照片的操作会提示稍后重试，其他功能不受影响；恢复后自动可用。`,
    ]
  } finally {
    raw.close()
  }
}

/**
 * Asked before much is written into the store (a restore, a move of all files): whether it takes files now, and whether the
 * place is free or that of the files whose mark is `known`: in another installation's place ours would be taken for orphans
 * by that one, and its files by ours. Answers whose place it is, null for the disk. Throws `FileStoreError` where it does not
 * take files, also where it only does not answer; nothing was written then.
 */
export async function mustTakeFiles(
  { s3 }: Pick<Config, 's3'>,
  known: string | null,
): Promise<'free' | 'own' | null> {
  if (s3 === undefined) return null
  const raw = await openS3Raw(s3)
  try {
    const found = await raw.read(MARK_KEY)
    if (found !== null && found !== known) throw foreignPlace(s3)
    await probe(raw)
    return found === null ? 'free' : 'own'
  } catch (error) {
    if (error instanceof FileStoreError) throw error
    throw new FileStoreError(
      refusalOf(error, s3) ?? `对象存储 ${s3.endpoint} 没有应答。请先恢复它，或检查 S3_ENDPOINT，再试一次。`,
      { cause: error },
    )
  } finally {
    raw.close()
  }
}

/** Below the prefix of the installation. */
const MARK_KEY = 'store.id'

interface Marks {
  readonly known: string | null
  readonly found: string | null
}

/** The bucket's mark and the database's are one, or neither has one yet and there are no files. */
async function agree(
  db: Kysely<Database>,
  s3: S3Settings,
  raw: RawS3,
  { known, found }: Marks,
): Promise<void> {
  if (known !== null && known === found) return
  if (found !== null) throw foreignPlace(s3)
  const place = placeOf(s3)
  if (await holdsFiles(db))
    throw new FileStoreError(
      known === null
        ? `已上传的文件还在本地磁盘，${place} 里没有。请先停止服务，带着 S3_ 设置执行一次 npm start -- --files-to-s3，再启动。`
        : `${place} 里没有本系统的文件。请检查 S3_ENDPOINT、S3_BUCKET 和 S3_PREFIX 是否与以前相同。`,
    )
  await markStore(db, s3, raw)
}

/** How a person finds it. */
export const placeOf = ({ bucket, prefix }: S3Settings): string => `存储桶 ${bucket} 的 ${prefix}/`

const foreignPlace = (s3: S3Settings): FileStoreError =>
  new FileStoreError(
    `${placeOf(s3)} 里是另一套系统的文件，没有改动。请检查 S3_BUCKET 和 S3_PREFIX；几套系统共用一个存储桶时要用不同的 S3_PREFIX。`,
  )

/** Writes one mark into both. Throws `FileStoreError` where another installation's stands already. */
export async function markStore(db: Kysely<Database>, s3: S3Settings, raw: RawS3): Promise<void> {
  const found = await raw.read(MARK_KEY)
  if (found !== null && found !== (await markInDatabase(db))) throw foreignPlace(s3)
  const value = found ?? randomUUID()
  await raw.write(MARK_KEY, value)
  await db
    .insertInto('installationKey')
    .values({ name: FILES_MARK, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** From now on the files lie on the disk. */
export async function unmarkStore(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('installationKey').where('name', '=', FILES_MARK).execute()
}

/** The same, and the place in the bucket is nobody's, so that the files can come back to it. */
export async function freeStore(db: Kysely<Database>, raw: RawS3): Promise<void> {
  await unmarkStore(db)
  await raw.remove(MARK_KEY)
}

/** The mark of the files that the database speaks of; null while they lie on the disk. */
export async function markInDatabase(db: Kysely<Database>): Promise<string | null> {
  const row = await db
    .selectFrom('installationKey')
    .select('value')
    .where('name', '=', FILES_MARK)
    .executeTakeFirst()
  return row?.value ?? null
}

/** Uploads, or exports that are kept. */
async function holdsFiles(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`select 1 where exists (select from stored_file)
    or exists (select from export_job where status = 'done' and expire_time > now())`.execute(db)
  return rows.length > 0
}

/** Files must go in, and must be removable: what nobody holds would fill the bucket. */
async function probe(raw: RawS3): Promise<void> {
  const key = `probe-${randomBytes(6).toString('hex')}`
  await raw.write(key, 'ok')
  await raw.remove(key)
}

/** What is wrong with the configuration; null when the server gave no answer, or one that it cannot now. */
function refusalOf(error: unknown, { endpoint, bucket }: S3Settings): string | null {
  const told = refusals[nameOfError(error)]
  if (told !== undefined) return told(bucket)
  const status = statusOf(error)
  if (status === null || status >= 500 || status === 429) return null
  return `${endpoint} 没有像 S3 服务那样应答（${status}，${nameOfError(error)}）。请检查 S3_ENDPOINT 的地址和端口，以及 S3_PATH_STYLE。`
}

const refusals: Readonly<Record<string, (bucket: string) => string>> = {
  NoSuchBucket: (bucket) => `对象存储里没有存储桶 ${bucket}。请先建好它，或检查 S3_BUCKET。`,
  InvalidBucketName: (bucket) => `对象存储不接受 ${bucket} 这个存储桶名称。请检查 S3_BUCKET。`,
  InvalidAccessKeyId: () => '对象存储不认识这个访问密钥编号。请检查 S3_ACCESS_KEY。',
  SignatureDoesNotMatch: () =>
    '对象存储认为签名不对：S3_ACCESS_KEY 与 S3_SECRET_KEY 不是一对。请检查这两项，以及 S3_REGION。',
  AuthorizationHeaderMalformed: () => '对象存储不接受签名里的区域。请检查 S3_REGION。',
  PermanentRedirect: () => '存储桶在别的区域或地址。请检查 S3_ENDPOINT 和 S3_REGION。',
  RequestTimeTooSkewed: () => '本机时间与对象存储相差太大，签名因此无效。请校准本机的时钟后再启动。',
  AccessDenied: (bucket) =>
    `这个访问密钥无权读、写或删除存储桶 ${bucket} 里的文件。请给它这三种权限，或检查 S3_ACCESS_KEY 与 S3_SECRET_KEY。`,
}

function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('$metadata' in error)) return null
  const { $metadata: facts } = error
  const status =
    typeof facts === 'object' && facts !== null && 'httpStatusCode' in facts ? facts.httpStatusCode : null
  return typeof status === 'number' ? status : null
}
