import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import { BackupError, type BackupKeys } from '@suoan/platform/backup/archive'
import { backupKeys, stampOf } from '@suoan/platform/backup/backup-folder'
import { type CheckedBackup, checkBackup } from '@suoan/platform/backup/check-backup'
import { loadBackup } from '@suoan/platform/backup/load-backup'
import { freeBytes, SPARE_BYTES } from '@suoan/platform/backup/make-backup'
import { finishSwap, stagingFolder, swapFolders, undoSwap } from '@suoan/platform/backup/swap-folders'
import type { Config } from '@suoan/platform/config'
import { lockDataFolder } from '@suoan/platform/db/embedded/data-lock'
import { createPool, kyselyOver, openDatabase } from '@suoan/platform/db/open'
import { prepareSchema } from '@suoan/platform/db/prepare-schema'
import { markStore, mustTakeFiles, placeOf, unmarkStore } from '@suoan/platform/files/store/check-store'
import { openStore } from '@suoan/platform/files/store/open-store'
import { openS3Raw } from '@suoan/platform/files/store/s3-store'
import { createLog } from '@suoan/platform/log'
import { forgetDevices, makeLogMonths } from '@suoan/safety/after-restore'
import { verifyEveryChain } from '@suoan/safety/audit/verify-all'
import { evidenceTables } from '@suoan/safety/migrations'
import { migrations } from '../migrations.ts'

/** What the operator said, and how he is asked and told. */
export interface RestoreOptions {
  readonly file: string
  /** Restores although chains of evidence do not hold: they did not hold in the backup either. */
  readonly anyway: boolean
  readonly say: (text: string) => void
  /** Whether to go on, after everything was checked and before anything is changed. */
  readonly confirm: (question: string) => Promise<boolean>
  readonly now: () => number
}

/**
 * `npm run restore <file>`: the whole backup is read and checked first; then it is unpacked beside the present state, brought
 * to this version's schema, and every chain of evidence is walked. Only then does it take the present state's place, which
 * is kept. Whatever fails before leaves the installation as it was. Answers whether the restored state is in force.
 * Throws `BackupError`, `FileStoreError` where the files could not be stored, and `DataFolderInUseError` while a server runs.
 */
export async function restore(config: Config, options: RestoreOptions): Promise<boolean> {
  const unlock = await lockDataFolder(config.dataDir)
  try {
    await finishSwap(config.dataDir)
    const keys = await backupKeys(config)
    options.say(`· 检查 ${options.file} …`)
    const checked = await checkBackup(options.file, keys)
    await mustFit(config, checked)
    const place = await mustTakeFiles(config, checked.filesMark)
    for (const line of described(checked)) options.say(line)
    const isExternal = config.databaseUrl !== undefined
    const question = isExternal
      ? '将把备份装入 DATABASE_URL 指定的空数据库，并用备份里的文件和密钥替换数据目录里的（现有的另存）。'
      : `将用备份替换 ${config.dataDir} 里的数据；现有数据另存在同一目录的 before-restore-… 中，可用 npm run restore -- --undo 换回。`
    const shared =
      config.s3 !== undefined && place === 'own'
        ? `${placeOf(config.s3)} 里有这套系统现有的文件，备份之后新增的会被当作无主文件清理。原系统仍在使用（例如这只是演练）时，请先换一个 S3_PREFIX。`
        : ''
    if (!(await options.confirm(`${shared}${question}`))) return false
    return await unpack(config, options, keys, checked)
  } finally {
    await unlock()
  }
}

/** `npm run restore -- --undo`: takes back the last restore of an embedded database. Answers whether there was one. */
export async function undoRestore(
  config: Config,
  say: (text: string) => void,
  now: number,
): Promise<boolean> {
  if (config.databaseUrl !== undefined)
    throw new BackupError('外部数据库的恢复没有改动原来的库：把 DATABASE_URL 改回原来的库即可。')
  const unlock = await lockDataFolder(config.dataDir)
  try {
    await finishSwap(config.dataDir)
    const back = await undoSwap(config.dataDir, stampOf(now))
    if (back === null) say('没有可以换回的数据：数据目录里没有 before-restore-… 文件夹。')
    else say(`已换回 ${back} 里的数据；刚才的数据另存在 before-restore-${stampOf(now)}。`)
    return back !== null
  } finally {
    await unlock()
  }
}

async function unpack(
  config: Config,
  { file, anyway, say, now }: RestoreOptions,
  keys: BackupKeys,
  checked: CheckedBackup,
): Promise<boolean> {
  const staging = { ...config, dataDir: stagingFolder(config.dataDir) }
  await rm(staging.dataDir, { recursive: true, force: true })
  await mkdir(staging.dataDir, { recursive: true, mode: 0o700 })
  const log = createLog('error')
  {
    await using database = await openDatabase(staging, log)
    const owner = createPool(database.ownerUrl ?? database.url, 2, 0, log)
    try {
      say('· 装入数据…')
      await load(staging, owner, { file, keys, checked, say })
      say('· 升级到本版本的结构…')
      await prepareSchema(database, migrations, evidenceTables, log)
      if (!(await chainsHold(staging, database, say)) && !anyway) {
        say(
          '证据链有断裂，没有恢复，现有数据没有改动。请先查明原因或改用另一份备份；确认要恢复这份备份时，加上 --anyway。',
        )
        return false
      }
      // Not before: a place that an attempt has claimed would be a foreign one for the next.
      await claimFiles(staging, owner)
    } finally {
      await owner.end()
    }
  }
  const kept = await swapFolders(config.dataDir, stampOf(now()))
  say(`已恢复到 ${checked.header.madeAt} 的状态，原来的数据保存在 ${path.join(config.dataDir, kept)}。`)
  say('恢复后：所有人要重新登录；所有锁的状态在重新上报之前都视为未知，请按提示逐一读取或到现场确认。')
  return true
}

async function load(
  staging: Config,
  owner: Pool,
  {
    file,
    keys,
    checked,
    say,
  }: { file: string; keys: BackupKeys; checked: CheckedBackup; say: (text: string) => void },
): Promise<void> {
  const blobs = await openStore(staging)
  let told = Date.now()
  try {
    await loadBackup(
      file,
      keys,
      checked,
      {
        owner,
        blobs,
        dataDir: staging.dataDir,
        migrations,
        beforeRows: (client, { partitions }) =>
          makeLogMonths(
            client,
            partitions.map(({ name }) => name),
          ),
        afterRows: async (client) => {
          // Whoever was signed in then may have been put out since.
          await client.query('delete from sys_session')
          await client.query('delete from access_ticket')
          await forgetDevices(client)
        },
      },
      (done, all) => {
        if (Date.now() - told < 2_000) return
        told = Date.now()
        say(`· 已装入 ${all === 0 ? 100 : Math.min(100, Math.floor((100 * done) / all))} %`)
      },
    )
  } finally {
    blobs.close()
  }
}

/** From now on its files lie where this configuration looks for them. */
async function claimFiles({ s3 }: Config, owner: Pool): Promise<void> {
  const db = kyselyOver(owner)
  if (s3 === undefined) return await unmarkStore(db)
  const raw = await openS3Raw(s3)
  try {
    await markStore(db, s3, raw)
  } finally {
    raw.close()
  }
}

/** The evidence of the restored state, with the keys that came with it. */
async function chainsHold(
  config: Config,
  database: Pick<Awaited<ReturnType<typeof openDatabase>>, 'db' | 'pool'>,
  say: (text: string) => void,
): Promise<boolean> {
  say('· 核验证据链…')
  const { chains, rows, broken } = await verifyEveryChain({ config, db: database.db, pool: database.pool })
  if (broken.length === 0) {
    say(`证据链完整：${chains} 条链，${rows} 行`)
    return true
  }
  say(`${chains} 条证据链中有 ${broken.length} 条断裂：`)
  for (const { kind, subjectId, text } of broken.slice(0, 20)) say(`  ${kind} ${subjectId}：${text}`)
  return false
}

/** What a person wants to know before he goes on. */
function described({ header, footer }: CheckedBackup): string[] {
  const rows = footer.tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    `备份完整：${header.madeAt}（锁安 ${header.appVersion}，结构 ${header.migrations.at(-1)}，PostgreSQL ${header.postgres}）`,
    `${footer.tables.length} 张表 ${rows} 行，${footer.files.count} 个文件，${footer.keys.length} 个密钥与锚点文件`,
  ]
  if (footer.files.lost.length > 0)
    lines.push(`备份时已有 ${footer.files.lost.length} 个文件缺失或内容已变，恢复后同样没有`)
  return lines
}

/** Rows take about twice their text, and the same again while they are written. */
async function mustFit(config: Config, { footer }: CheckedBackup): Promise<void> {
  const rows = footer.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const needed = (config.databaseUrl === undefined ? 4 * rows : 0) + footer.files.bytes + SPARE_BYTES
  const free = await freeBytes(config.dataDir)
  const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20)
  if (free < needed)
    throw new BackupError(
      `数据目录所在的磁盘只剩 ${megabytes(free)} MB，恢复估计需要 ${megabytes(needed)} MB（现有数据会保留）。请先清理磁盘。`,
    )
}

/** `npm run verify <file>`: reads a backup from end to end; nothing is changed. */
export async function verifyBackup(config: Config, file: string, say: (text: string) => void): Promise<void> {
  for (const line of described(await checkBackup(file, await backupKeys(config)))) say(line)
  say('备份可以读取，内容与它的清单一致。要证明能恢复，请在另一台机器上执行一次 npm run restore。')
}
