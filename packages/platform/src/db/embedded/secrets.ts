import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'

/**
 * Passwords of the three roles of the embedded cluster: the superuser, the owner of the tables, and the application,
 * which owns nothing.
 */
export interface ClusterSecrets {
  readonly postgres: string
  readonly suoan: string
  readonly app: string
}

/** Reads the passwords from `file`, or makes them (readable by this user only, on disk before it returns). */
export async function clusterSecrets(file: string): Promise<ClusterSecrets> {
  const known = await readSecrets(file)
  if (known !== null)
    return known.app === undefined
      ? keep(file, { ...known, app: newPassword() })
      : { ...known, app: known.app }
  return keep(file, { postgres: newPassword(), suoan: newPassword(), app: newPassword() })
}

/** What stands in `file`; null when it is not there. Before the application had a role of its own, it had no password. */
export async function readSecrets(
  file: string,
): Promise<(Omit<ClusterSecrets, 'app'> & { readonly app?: string }) | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  // Written by `keep` only.
  return text === null ? null : (JSON.parse(text) as Omit<ClusterSecrets, 'app'> & { readonly app?: string })
}

const newPassword = (): string => randomBytes(24).toString('base64url')

async function keep(file: string, secrets: ClusterSecrets): Promise<ClusterSecrets> {
  const handle = await open(`${file}.new`, 'w', 0o600)
  await handle.writeFile(JSON.stringify(secrets))
  await handle.sync()
  await handle.close()
  await rename(`${file}.new`, file)
  return secrets
}
