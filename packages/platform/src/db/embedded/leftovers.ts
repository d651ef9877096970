import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { withBackoff } from '../backoff.ts'
import { isRunning, programOf } from './process-facts.ts'

/**
 * Ends the database server that an earlier process left running in `cluster` (kill -9 of the application does that).
 * Its committed rows are safe: it gets a fast shutdown, and an immediate one only after 30 s.
 */
export async function endLeftoverServer(cluster: string, log: Logger): Promise<void> {
  const pid = await recordedPid(cluster)
  if (pid === null || !(await isServerOf(pid, cluster))) return
  log.warn({ pid }, 'ending the database server left by an earlier process')
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    const end = await withBackoff(30_000, async () => ((await isRunning(pid)) ? 'again' : 'ended'))
    if (end === 'ended') return
  }
}

/**
 * Removes `postmaster.pid` when it is proved to be stale: its process is gone, a zombie or something else (numbers are
 * used again after a reboot), and no process at all works in the cluster's folder. Says whether it removed it.
 */
export async function removeStalePidFile(cluster: string, log: Logger): Promise<boolean> {
  const pid = await recordedPid(cluster)
  if (pid === null || (await isServerOf(pid, cluster))) return false
  if (process.platform === 'linux' && (await processesIn(cluster)).length > 0) return false
  log.warn({ pid }, 'removing the lock file of a database server that is gone')
  await rm(path.join(cluster, 'postmaster.pid'), { force: true })
  return true
}

async function recordedPid(cluster: string): Promise<number | null> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return Number.isInteger(pid) && pid > 1 ? pid : null
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (!(await isRunning(pid))) return false
  if (process.platform !== 'linux') return true // cannot be told apart here, so let PostgreSQL decide
  return (await programOf(pid)) === 'postgres' && (await worksIn(pid, cluster))
}

/** Every server process of PostgreSQL has the cluster's folder as its working folder. */
async function processesIn(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    pids.map(async (pid) => (await isRunning(pid)) && (await worksIn(pid, cluster))),
  )
  return pids.filter((_, index) => found[index])
}

async function worksIn(pid: number, folder: string): Promise<boolean> {
  try {
    const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(folder)])
    return there.ino === here.ino && there.dev === here.dev
  } catch {
    return false // it ended meanwhile, or belongs to somebody else and so cannot be our server
  }
}
