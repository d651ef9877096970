import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from 'pg'
import { BackupError } from '@suoan/platform/backup/archive'
import type { Config } from '@suoan/platform/config'
import { createPool, openDatabase } from '@suoan/platform/db/open'
import { runningEmbedded } from '@suoan/platform/db/embedded/running'
import type { BlobStore } from '@suoan/platform/files/store/blob-store'
import { openStore } from '@suoan/platform/files/store/open-store'
import { createLog } from '@suoan/platform/log'

/** An installation that is open for reading. Disposing it closes what was opened for that, and nothing else. */
export interface OpenInstallation extends AsyncDisposable {
  readonly pool: Pool
  readonly blobs: BlobStore
  /** Whether a server of ours works in it now. */
  readonly isRunning: boolean
}

/**
 * Opens an installation from outside: beside its running server, or alone. Makes none: throws `BackupError` where there is
 * none yet.
 */
export async function openInstallation(config: Config): Promise<OpenInstallation> {
  const log = createLog('error')
  if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'postgres', 'cluster')))
    throw new BackupError(
      `数据目录 ${config.dataDir} 里还没有数据。请先执行 npm start，或用 DATA_DIR 指定正确的目录。`,
    )
  const running = config.databaseUrl === undefined ? await runningEmbedded(config.dataDir) : null
  const opened =
    running === null
      ? await openDatabase(config, log)
      : alone(createPool(running.appUrl, 2, config.statementTimeoutSeconds, log))
  const blobs = await openStore(config)
  return {
    pool: opened.pool,
    blobs,
    isRunning: running !== null,
    async [Symbol.asyncDispose]() {
      blobs.close()
      await opened[Symbol.asyncDispose]()
    },
  }
}

const alone = (pool: Pool): AsyncDisposable & { pool: Pool } => ({
  pool,
  [Symbol.asyncDispose]: () => pool.end(),
})
