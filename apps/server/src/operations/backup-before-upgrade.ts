import { BackupError } from '@suoan/platform/backup/archive'
import { backupFile, backupLock } from '@suoan/platform/backup/backup-folder'
import { makeBackup } from '@suoan/platform/backup/make-backup'
import type { Config } from '@suoan/platform/config'
import { backupSource } from '@suoan/platform/backup/backup-source'
import type { OpenInstallation } from './open-installation.ts'

/**
 * A backup of the state that an upgrade of the schema is about to change. Throws `BackupError`, and then nothing is
 * upgraded: an upgrade without a way back is the operator's decision (`UPGRADE_BACKUP=off`), not ours.
 */
export async function backupBeforeUpgrade(
  config: Config,
  installation: Pick<OpenInstallation, 'pool' | 'blobs'>,
  { from, to }: { readonly from: string; readonly to: string },
  progress: (text: string) => void,
): Promise<void> {
  if (!config.upgradeBackup) return
  const lock = backupLock(config)
  const suffix = `-${from.slice(0, 4)}-to-${to.slice(0, 4)}`
  const file = backupFile(config, Date.now(), lock !== null, 'upgrade', suffix)
  progress(`升级数据库结构之前先备份（${from} → ${to}）…`)
  try {
    await makeBackup(backupSource(config, installation), file, { lock })
  } catch (cause) {
    if (!(cause instanceof BackupError)) throw cause
    throw new BackupError(
      `升级前的备份没有成功，数据库没有升级：${cause.message}已另行备份时，可设置 UPGRADE_BACKUP=off 跳过。`,
      { cause },
    )
  }
  progress(`升级前的备份：${file}`)
}
