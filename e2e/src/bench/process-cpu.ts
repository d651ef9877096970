import { readdirSync, readFileSync } from 'node:fs'

/** Kernel ticks per second; 100 on every Linux that Node supports. */
const ticksPerSecond = 100

/** CPU seconds used so far by a process and its threads, from /proc; 0 when it is gone. */
export function cpuSeconds(pid: number): number {
  const fields = statFields(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : 0
}

/** CPU seconds of a process and everything below it, with the children it has already waited for. */
export function treeCpuSeconds(root: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const fields = Number.isInteger(pid) ? statFields(pid) : null
    if (fields) parents.set(pid, Number(fields[1]))
  }
  let sum = 0
  for (const pid of parents.keys()) {
    if (pid !== root && !descends(pid, root, parents)) continue
    const fields = statFields(pid)
    if (fields)
      sum += fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0) / ticksPerSecond
  }
  return sum
}

/** Processor time of a server, its database and the machine at one moment; seconds. */
export interface CpuSnapshot {
  readonly pid: number
  readonly databasePid: number | null
  readonly at: number
  readonly app: number
  readonly database: number
  readonly self: number
  readonly machine: number
}

export function cpuSnapshot(pid: number, databasePid: number | null): CpuSnapshot {
  return {
    pid,
    databasePid,
    at: performance.now(),
    app: cpuSeconds(pid),
    database: databasePid === null ? 0 : treeCpuSeconds(databasePid),
    self: cpuSeconds(process.pid),
    machine: machineBusySeconds(),
  }
}

/** What was used since, ms, and the share of both cores that anybody else used meanwhile, 0..1. */
export function cpuMsSince(before: CpuSnapshot): { appMs: number; databaseMs: number; foreign: number } {
  const now = cpuSnapshot(before.pid, before.databasePid)
  const of = (key: 'app' | 'database' | 'self' | 'machine') => (now[key] - before[key]) * 1000
  const others = of('machine') - of('app') - of('database') - of('self')
  return {
    appMs: of('app'),
    databaseMs: of('database'),
    foreign: Math.max(0, others / ((now.at - before.at) * 2)),
  }
}

/** Resident memory in MB, now and at its highest. */
export function memoryMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (key: string) =>
    Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

/** Busy CPU seconds of the whole machine, to see how much of it others used during a run. */
export function machineBusySeconds(): number {
  const numbers =
    readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/\s+/).slice(1).map(Number) ?? []
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = numbers
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond
}

function descends(pid: number, root: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at))
    if (at === root) return true
  return false
}

/** The fields of /proc/pid/stat after the name in parentheses: [0] state, [1] parent, [11] user, [12] system ticks. */
function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    // A process may end between listing and reading.
    if (error instanceof Error) return null
    throw error
  }
}
