import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ownerOf } from './data-lock.ts'
import { readSecrets } from './secrets.ts'

/** Addresses of an embedded database that another process keeps running, with their passwords. */
export interface RunningEmbedded {
  /** For the owner of the tables. */
  readonly url: string
  /** For the application. */
  readonly appUrl: string
  /** Process number of the server that works in the folder. */
  readonly pid: number
}

/**
 * The embedded database of `dataDir` while a server of ours works in it, null when none does: for what may run beside it
 * (a backup), and never for what changes files below it.
 */
export async function runningEmbedded(dataDir: string): Promise<RunningEmbedded | null> {
  const pid = await ownerOf(path.join(dataDir, 'server.lock'))
  if (pid === null) return null
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  // The fourth line of PostgreSQL's own file; a server that is just starting has not written it.
  const port = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[3])
  const secrets = await readSecrets(path.join(dataDir, 'postgres-secrets.json'))
  if (!Number.isInteger(port) || port <= 0 || secrets?.app === undefined) return null
  const at = `127.0.0.1:${port}/suoan`
  return {
    url: `postgres://suoan:${secrets.suoan}@${at}`,
    appUrl: `postgres://suoan_app:${secrets.app}@${at}`,
    pid,
  }
}
