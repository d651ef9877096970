import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverEnvironment } from '../../../scripts/server-environment.mjs'
import { root } from './root.ts'

/** A child process of ours that answers HTTP. */
export interface ServerProcess {
  readonly pid: number
  readonly url: string
  /** From the start of the process to its first 200, ms. */
  readonly startMs: number
  /** What it printed, the last 20,000 characters. */
  readonly output: () => string
  readonly hasEnded: () => boolean
  /** SIGTERM, and SIGKILL when it does not end within 20 s. */
  stop(): Promise<void>
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
}

/** Starts `node <args>` in the root with only the given environment, and waits for the first 200 of `readyPath`. */
export async function startProcess(options: {
  /** Another Node than the one that runs this. */
  readonly node?: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  readonly readyPath: string
  readonly patienceMs?: number
}): Promise<ServerProcess> {
  const begun = performance.now()
  const child = spawn(options.node ?? process.execPath, options.args, {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-20_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const state = { ended: false }
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).then(() => void (state.ended = true))
  const url = `http://127.0.0.1:${options.port}`
  const running = {
    pid: child.pid ?? 0,
    url,
    output: () => output,
    hasEnded: () => state.ended,
    stop: () => endProcess(child, ended, ['SIGTERM', 'SIGKILL']),
    kill: () => endProcess(child, ended, ['SIGKILL']),
  }
  const deadline = begun + (options.patienceMs ?? 120_000)
  while (!(await answers(url + options.readyPath))) {
    if (!state.ended && performance.now() < deadline) {
      await sleep(10)
      continue
    }
    await running.kill()
    throw new Error(`${options.args.join(' ')} does not answer:\n${output}`)
  }
  return { ...running, startMs: performance.now() - begun }
}

/** Our server as operators run it. */
export function startOurServer(
  port: number,
  env: Readonly<Record<string, string>>,
  nodeArgs: readonly string[] = [],
  node: string = process.execPath,
): Promise<ServerProcess> {
  return startProcess({
    node,
    args: [...nodeArgs, 'dist/server.js'],
    env: {
      ...serverEnvironment,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOGIN_CAPTCHA: 'off',
      ...env,
    },
    port,
    readyPath: '/readyz',
  })
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    // Not listening yet.
    return false
  }
}

async function endProcess(
  child: ChildProcess,
  ended: Promise<void>,
  signals: readonly NodeJS.Signals[],
): Promise<void> {
  for (const signal of signals) {
    child.kill(signal)
    const patience = new AbortController()
    const isOver = await Promise.race([
      ended.then(() => true),
      sleep(20_000, false, { signal: patience.signal }).catch(() => false),
    ])
    patience.abort()
    if (isOver) return
  }
}
