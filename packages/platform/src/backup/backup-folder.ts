import type { Stats } from 'node:fs'
import { lstat, mkdir, readFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { Config } from '../config.ts'
import { BackupError, type BackupKeys, type BackupLock } from './archive.ts'

/** What a file in the folder is for, by the beginning of its name. */
export type BackupKind = 'manual' | 'scheduled' | 'upgrade'

/** A file in the backup folder. Whether it can be used is not known before it was checked. */
export interface BackupListed {
  readonly name: string
  readonly kind: BackupKind
  /** Bytes. */
  readonly size: number
  /** Epoch ms at which it was complete. */
  readonly at: number
  readonly isEncrypted: boolean
}

const SHAPE = /^(backup|scheduled|upgrade)-\d{8}-\d{6}(-[\w.-]+)?\.tar\.gz(\.age)?$/
const kinds: Readonly<Record<string, BackupKind>> = {
  backup: 'manual',
  scheduled: 'scheduled',
  upgrade: 'upgrade',
}
const prefixes: Readonly<Record<BackupKind, string>> = {
  manual: 'backup',
  scheduled: 'scheduled',
  upgrade: 'upgrade',
}

/** `20261126-143000`, the plant's time. `at` epoch ms. */
export const stampOf = (at: number): string =>
  shanghaiTime(at).replaceAll(/[-:]/g, '').replace(' ', '-').slice(0, 15)

/** The file of a new backup in the folder of the configuration. */
export function backupFile(
  { backupDir }: Pick<Config, 'backupDir'>,
  at: number,
  isEncrypted: boolean,
  kind: BackupKind = 'manual',
  suffix = '',
): string {
  return path.join(backupDir, `${prefixes[kind]}-${stampOf(at)}${suffix}.tar.gz${isEncrypted ? '.age' : ''}`)
}

/** With what backups of this installation are encrypted; null = not. */
export function backupLock({
  backupPassword,
  backupRecipient,
}: Pick<Config, 'backupPassword' | 'backupRecipient'>): BackupLock | null {
  if (backupRecipient !== undefined) return { recipient: backupRecipient }
  return backupPassword === undefined ? null : { passphrase: backupPassword }
}

/** What opens backups here: password and private keys of the configuration. Throws `BackupError`. */
export async function backupKeys({
  backupPassword,
  backupIdentityFile,
}: Pick<Config, 'backupPassword' | 'backupIdentityFile'>): Promise<BackupKeys> {
  if (backupIdentityFile === undefined) return { passphrase: backupPassword }
  try {
    const text = await readFile(backupIdentityFile, 'utf8')
    const identities = text.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'))
    if (identities.length === 0)
      throw new BackupError(
        `BACKUP_IDENTITY_FILE 里没有以 AGE-SECRET-KEY- 开头的私钥，请指定 age-keygen 生成的文件。`,
      )
    return { passphrase: backupPassword, identities: identities.map((line) => line.trim()) }
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    throw new BackupError('读不到 BACKUP_IDENTITY_FILE 指定的文件，请检查路径和权限。', { cause })
  }
}

/** The backups in the folder, newest first. Foreign and unfinished files are not shown. */
export async function listBackups({ backupDir }: Pick<Config, 'backupDir'>): Promise<BackupListed[]> {
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  const listed: BackupListed[] = []
  for (const name of await readdir(backupDir)) {
    const [, prefix = '', , age] = SHAPE.exec(name) ?? []
    const kind = kinds[prefix]
    if (kind === undefined) continue
    const found = await fileAt(path.join(backupDir, name))
    if (found === null) continue
    const { size, mtimeMs } = found
    listed.push({ name, kind, size, at: Math.round(mtimeMs), isEncrypted: age !== undefined })
  }
  return listed.toSorted((one, other) => other.at - one.at || (one.name < other.name ? 1 : -1))
}

/**
 * Null for what is no file (a folder, a link that may lead out of the folder), and for one that another has just removed:
 * what happens to one entry must not hide the others.
 */
async function fileAt(file: string): Promise<Stats | null> {
  const found = await lstat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  return found?.isFile() === true ? found : null
}

/** A half that nobody has written to for so long belongs to a process that is gone; ms. */
const LEFT_ALONE_MS = 3_600_000

/** Removes halves of backups in `folder` whose process was killed: they would fill the disk. `now` is the machine's clock, epoch ms. */
export async function removeLeftHalves(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.part') || !SHAPE.test(name.slice(0, -'.part'.length))) continue
    const half = await fileAt(path.join(folder, name))
    if (half !== null && now - half.mtimeMs > LEFT_ALONE_MS)
      await rm(path.join(folder, name), { force: true })
  }
}

/** The path of a listed backup; null for any other name, whatever it spells. */
export async function findBackup(config: Pick<Config, 'backupDir'>, name: string): Promise<string | null> {
  const isThere = (await listBackups(config)).some((backup) => backup.name === name)
  return isThere ? path.join(config.backupDir, name) : null
}

/** Removes the oldest scheduled backups beyond `keep`; what people and upgrades made stays. Answers the removed names. */
export async function pruneBackups(config: Pick<Config, 'backupDir' | 'backupKeep'>): Promise<string[]> {
  const scheduled = (await listBackups(config)).filter(({ kind }) => kind === 'scheduled')
  const old = scheduled.slice(config.backupKeep).map(({ name }) => name)
  for (const name of old) await rm(path.join(config.backupDir, name), { force: true })
  return old
}

/** Epoch ms of the newest complete backup; null before the first. */
export async function lastBackupAt(config: Pick<Config, 'backupDir'>): Promise<number | null> {
  return (await listBackups(config))[0]?.at ?? null
}
