import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startEmbeddedPostgres } from '@suoan/platform/db/embedded/embedded-postgres'
import pg from 'pg'
import { createLog } from '@suoan/platform/log'
import type { Cleanups } from './cleanups.ts'

export interface StandDatabase {
  readonly kind: 'embedded' | 'external'
  readonly url: string
  /** The PostgreSQL's first process, or null when it runs elsewhere. */
  readonly pid: number | null
}

/** The embedded PostgreSQL in `folder`, run by this process so that servers can come and go over it. */
export async function openEmbedded(folder: string, cleanups: Cleanups): Promise<StandDatabase> {
  const embedded = await startEmbeddedPostgres(path.join(folder, 'data'), createLog('error'))
  cleanups.add(() => embedded.stop())
  return { kind: 'embedded', url: embedded.url, pid: embedded.pid() ?? null }
}

/** A database of our own on the PostgreSQL at `url`, dropped at the end. */
export async function openExternal(url: string, cleanups: Cleanups): Promise<StandDatabase> {
  const name = `suoan_stand_${randomBytes(5).toString('hex')}`
  await administer(url, `create database ${name}`)
  cleanups.add(() => administer(url, `drop database if exists ${name} with (force)`))
  const own = new URL(url)
  own.pathname = `/${name}`
  return { kind: 'external', url: own.toString(), pid: await postmasterOf(url) }
}

/** Whether a PostgreSQL answers at `url`. */
export async function answersAt(url: string): Promise<boolean> {
  try {
    await administer(url, 'select 1')
    return true
  } catch {
    return false
  }
}

/** Runs statements one after the other on a connection of their own. */
export async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The parent of our connection's process, if that process is on this machine. */
async function postmasterOf(url: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')
    return stat.includes('(postgres)') ? Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) : null
  } catch {
    return null
  } finally {
    await client.end()
  }
}
