import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { PoolClient } from 'pg'

/** Niceness of those who may wait: a tenth of the processor time of the others while both want it, all of it else. */
const NICENESS = 10

/** What the driver knows of a connection and its types do not. */
interface Inside {
  readonly processID: number | null
  /** A path where it is reached by a Unix socket. */
  readonly host: string
  readonly connection?: { readonly stream?: { readonly localPort?: number } }
}

/**
 * Lets the database's process behind this connection stand back behind all others, where it runs on this machine and may be told:
 * what looks through a whole table slows no list of a page down. Elsewhere nothing happens.
 */
export async function standBack(client: PoolClient): Promise<void> {
  const { processID: pid, host, connection } = client as unknown as Inside
  const from = host.startsWith('/') ? '[local]' : `(${connection?.stream?.localPort})`
  if (typeof pid !== 'number') return
  try {
    // A database of another machine has process numbers too: ours names the socket, or the very port of this connection.
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    if (title.startsWith('postgres:') && title.includes(from)) setPriority(pid, NICENESS)
  } catch {
    // Another system, another user's process, or one that has gone: it keeps its place.
  }
}
