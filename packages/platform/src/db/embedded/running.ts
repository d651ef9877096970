import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { addressesOf, type Addresses } from './addresses.ts'
import { ownerOf } from './data-lock.ts'
import { readSecrets } from './secrets.ts'

/** An embedded database that another process keeps running. */
export interface RunningEmbedded extends Addresses {
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
  const folder = path.join(dataDir, 'postgres')
  const file = path.join(folder, 'cluster', 'postmaster.pid')
  // The fourth line of PostgreSQL's own file; a server that is just starting has not written it.
  const port = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[3])
  const secrets = await readSecrets(path.join(dataDir, 'postgres-secrets.json'))
  if (!Number.isInteger(port) || port <= 0 || secrets?.app === undefined) return null
  return { ...addressesOf(folder, port, { suoan: secrets.suoan, app: secrets.app }), pid }
}
