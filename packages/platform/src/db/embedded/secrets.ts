import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'

/** Passwords of the two roles of the embedded cluster; the server itself works as `suoan`, which is no superuser. */
export interface ClusterSecrets {
  readonly postgres: string
  readonly suoan: string
}

/** Reads the passwords from `file`, or makes them (readable by this user only, on disk before it returns). */
export async function clusterSecrets(file: string): Promise<ClusterSecrets> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text !== null) {
    // Written by this function only.
    return JSON.parse(text) as ClusterSecrets
  }
  const secrets = {
    postgres: randomBytes(24).toString('base64url'),
    suoan: randomBytes(24).toString('base64url'),
  }
  const handle = await open(`${file}.new`, 'w', 0o600)
  await handle.writeFile(JSON.stringify(secrets))
  await handle.sync()
  await handle.close()
  await rename(`${file}.new`, file)
  return secrets
}
