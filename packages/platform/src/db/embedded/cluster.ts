import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './account.ts'
import { type Binaries, EmbeddedUnavailableError } from './binaries.ts'

/** The major version of the pinned binaries; a cluster of another one cannot be opened by them. */
const major = '18'

/** The folder of the embedded cluster, as we see it and as the server's account does. */
export interface ClusterFolder {
  readonly path: string
  /** What the programs are given. */
  readonly seenPath: string
  /** Handed to the programs as descriptor 3 when `seenPath` speaks of it. */
  readonly handle: FileHandle | null
}

/**
 * Prepares `DATA_DIR/postgres` for `account`. Under Linux an unprivileged account reaches it through an inherited
 * descriptor: a project below a private folder (`/root`, `mktemp -d`) cannot be reached by its path.
 */
export async function openClusterFolder(dataDir: string, account: Account | null): Promise<ClusterFolder> {
  const folder = path.join(dataDir, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account !== null) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
  if (account === null || process.platform !== 'linux')
    return { path: folder, seenPath: folder, handle: null }
  return { path: folder, seenPath: '/proc/self/fd/3', handle: await open(folder, 'r') }
}

/** Whether `folder` holds a complete cluster; throws when it is one of another major version. */
export async function hasCluster(folder: ClusterFolder): Promise<boolean> {
  const version = await readFile(path.join(folder.path, 'cluster', 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) return false
  if (version.trim() === major) return true
  throw new EmbeddedUnavailableError(
    `${folder.path} 里的数据属于版本 ${version.trim()}，本程序带的是版本 ${major}`,
  )
}

/** Makes the cluster under another name and renames it when it is complete, so a killed first start leaves no half. */
export async function createCluster(
  folder: ClusterFolder,
  binaries: Binaries,
  account: Account | null,
  password: string,
): Promise<void> {
  const fresh = path.join(folder.path, 'cluster.new')
  const passwordFile = path.join(folder.path, 'initdb-password')
  await rm(fresh, { recursive: true, force: true })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account !== null) await chown(passwordFile, account.uid, account.gid)
  try {
    await run(path.join(binaries.folder, 'initdb'), folder, account, [
      '-D',
      `${folder.seenPath}/cluster.new`,
      '--username=postgres',
      `--pwfile=${folder.seenPath}/initdb-password`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(fresh, path.join(folder.path, 'cluster'))
}

async function run(
  program: string,
  folder: ClusterFolder,
  account: Account | null,
  args: string[],
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      env: serverEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', folder.handle?.fd ?? 'ignore'],
    })
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else
        reject(
          new EmbeddedUnavailableError(`建立数据库失败（${errors.trim().slice(-500) || `退出码 ${code}`}）`),
        )
    })
  })
}

/** The programs get nothing of our environment but the search path: PG* variables would change what they do. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' }
}
