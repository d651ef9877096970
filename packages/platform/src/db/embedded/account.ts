import { readFile, stat } from 'node:fs/promises'

/** Who the database server runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root. Started by root it runs as the owner of the existing cluster, else as `nobody`;
 * started by anybody else, as that user (null: nothing to change).
 */
export async function accountFor(clusterFolder: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(clusterFolder).catch(() => null)
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd)
  return { uid: Number(nobody?.[1] ?? 65_534), gid: Number(nobody?.[2] ?? 65_534) }
}
