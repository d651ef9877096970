import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ClusterSecrets } from './secrets.ts'

/** How the database of a cluster is reached, with passwords: never for logs or answers. */
export interface Addresses {
  /** For the owner of the tables. */
  readonly url: string
  /** For the application, which owns nothing. */
  readonly appUrl: string
}

/** The system keeps 104 bytes for the path of a socket (108 under Linux), with the zero behind it. */
const LONGEST_PATH = 103

/**
 * The Unix socket of a server that works in `folder` (`DATA_DIR/postgres`) at `port`, null where its path is too long or
 * holds a sign that divides the server's list of folders. A call takes half the time over it that it takes over the loopback
 * address, and less of the processor on both sides; the folder is open to nobody else.
 */
export function socketIn(folder: string, port: number): string | null {
  const socket = path.join(path.resolve(folder), `.s.PGSQL.${port}`)
  return Buffer.byteLength(socket) > LONGEST_PATH || /[,"\s]/.test(socket) ? null : socket
}

/** By the socket where the server made one, else by the loopback address, which it listens on as well. */
export function addressesOf(
  folder: string,
  port: number,
  { suoan, app }: Pick<ClusterSecrets, 'suoan' | 'app'>,
): Addresses {
  const socket = socketIn(folder, port)
  const host = socket !== null && existsSync(socket) ? encodeURIComponent(path.dirname(socket)) : '127.0.0.1'
  const at = `${host}:${port}/suoan`
  return { url: `postgres://suoan:${suoan}@${at}`, appUrl: `postgres://suoan_app:${app}@${at}` }
}
