import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Whether the process runs. A zombie (ended, not yet collected by its parent) does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const stat = await procStat(pid)
  return stat === null || stat.state !== 'Z'
}

/**
 * A text that no later process with the same number shares: the start time of the process. null when it cannot be
 * told (no such process, or no way to ask).
 */
export async function startMark(pid: number): Promise<string | null> {
  const stat = await procStat(pid)
  if (stat !== null) return stat.start
  if (process.platform === 'linux') return null
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)])
    return stdout.trim() || null
  } catch {
    return null // ps ends with an error when there is no such process
  }
}

/** Program name as the system shows it ('postgres'), or null when it cannot be told. */
export async function programOf(pid: number): Promise<string | null> {
  return (await procStat(pid))?.program ?? null
}

async function procStat(pid: number): Promise<{ program: string; state: string; start: string } | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8')
    // pid (program) state …: the program's name may hold spaces and brackets, so count from its last bracket.
    const end = line.lastIndexOf(')')
    const rest = line.slice(end + 2).split(' ')
    return { program: line.slice(line.indexOf('(') + 1, end), state: rest[0] ?? '', start: rest[19] ?? '' }
  } catch {
    return null // no /proc on this system, or no such process
  }
}
