import type { Config } from '../config.ts'
import { appVersion } from '../version.ts'
import type { BackupSource } from './make-backup.ts'

/** What a backup of this installation is made from. */
export function backupSource(config: Config, from: Pick<BackupSource, 'pool' | 'blobs'>): BackupSource {
  return {
    pool: from.pool,
    blobs: from.blobs,
    dataDir: config.dataDir,
    appVersion,
    keysElsewhere: {
      ...(config.auditKeyFile !== undefined && { 'audit-ed25519.pem': config.auditKeyFile }),
      ...(config.secretKeyFile !== undefined && { 'secrets.key': config.secretKeyFile }),
    },
  }
}
