import { readFileSync } from 'node:fs'
import os from 'node:os'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import v8 from 'node:v8'

/** Figures of the process and of the machine, from Node and the operating system. */
export interface Runtime {
  /** Parts of all processors that were busy since the last call of the same reader, 0–1. */
  cpu(): { readonly system: number; readonly process: number }
  /** Longest delay of the event loop since the last call, ms. */
  loopMs(): number
  /** Collections of garbage since this was made, and their time in seconds. */
  readonly gc: { readonly count: number; readonly seconds: number; readonly maxSeconds: number }
  /** Bytes that were left after the last full collection; before the first, what is used now. */
  liveBytes(): number
  /** Threads of the process, and the most that were seen. */
  threads(): { readonly live: number; readonly peak: number }
  stop(): void
}

export function watchRuntime(): Runtime {
  const gc = { count: 0, seconds: 0, maxSeconds: 0 }
  let afterFull: number | null = null
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration } = entry
      gc.count += 1
      gc.seconds += duration / 1000
      if (duration / 1000 > gc.maxSeconds) gc.maxSeconds = duration / 1000
      if ('detail' in entry && isFull(entry.detail)) afterFull = oldSpace()
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const readCpu = cpuReader()
  let peak = 0
  return {
    cpu: readCpu,
    loopMs() {
      // The histogram counts its own wait of twenty milliseconds too.
      const longest = Math.max(0, delay.max / 1e6 - 20)
      delay.reset()
      return longest
    },
    gc,
    liveBytes: () => afterFull ?? oldSpace(),
    threads() {
      const live = threadCount()
      peak = Math.max(peak, live)
      return { live, peak }
    },
    stop() {
      observer.disconnect()
      delay.disable()
    },
  }
}

const isFull = (detail: unknown): boolean =>
  typeof detail === 'object' && detail !== null && 'kind' in detail && detail.kind === 4

const oldSpace = (): number => spaceOf('old_space')?.space_used_size ?? 0

/** One part of the heap of V8 by name. */
export const spaceOf = (name: string): v8.HeapSpaceInfo | undefined =>
  v8.getHeapSpaceStatistics().find(({ space_name: each }) => each === name)

/** Every reader compares with its own last look; the first compares with the start of the process or of the machine. */
function cpuReader(): () => { readonly system: number; readonly process: number } {
  let before = { idle: 0, total: 0 }
  let used = 0
  let at = performance.now() - process.uptime() * 1000
  return () => {
    const cores = os.cpus()
    const now = { idle: 0, total: 0 }
    for (const { times } of cores) {
      now.idle += times.idle
      now.total += times.user + times.nice + times.sys + times.idle + times.irq
    }
    const { user, system } = process.cpuUsage()
    const total = now.total - before.total
    const time = performance.now()
    const figures = {
      system: total > 0 ? part(1 - (now.idle - before.idle) / total) : 0,
      process: part((user + system - used) / 1000 / Math.max(1, (time - at) * Math.max(1, cores.length))),
    }
    before = now
    used = user + system
    at = time
    return figures
  }
}

const part = (value: number): number => Math.min(1, Math.max(0, value))

/** Threads of this process as Linux counts them; elsewhere what Node says is at work. */
function threadCount(): number {
  if (process.platform === 'linux') {
    const found = /^Threads:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    if (found !== undefined) return Number(found)
  }
  return 1 + process.getActiveResourcesInfo().length
}
