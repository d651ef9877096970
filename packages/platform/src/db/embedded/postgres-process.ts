import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { Account } from './account.ts'
import { socketIn } from './addresses.ts'
import type { Binaries } from './binaries.ts'
import { type ClusterFolder, serverEnvironment } from './cluster.ts'

/** One life of the `postgres` program. */
export interface PostgresProcess {
  readonly port: number
  readonly child: ChildProcess
  /** Settles when the program has ended. */
  readonly ended: Promise<void>
}

/** Why a start failed, as far as another try can help. */
export type StartFailure = { readonly failed: 'locked' | 'port' | 'other'; readonly text: string }

/** Starts the server and waits until it answers to `password`, or until it has ended. */
export async function startProcess(
  folder: ClusterFolder,
  binaries: Binaries,
  account: Account | null,
  options: { port: number; password: string; isDurable: boolean },
): Promise<PostgresProcess | StartFailure> {
  const logFile = path.join(folder.path, 'start.log')
  const socket = socketIn(folder.path, options.port)
  // Nothing of ours runs here any more: a lock of an ended server may name a process that is another program's by now.
  if (socket !== null) await rm(`${socket}.lock`, { force: true })
  const output = await open(logFile, 'w', 0o600)
  const child = spawn(
    path.join(binaries.folder, 'postgres'),
    [
      '-D',
      `${folder.seenPath}/cluster`,
      ...serverSettings(options.port, socket === null ? '' : folder.seenPath, options.isDurable).flatMap(
        (one) => ['-c', one],
      ),
    ],
    {
      ...account,
      env: serverEnvironment(),
      stdio: ['ignore', output.fd, output.fd, folder.handle?.fd ?? 'ignore'],
      // Its own session: Ctrl-C in the terminal must reach the application only, which ends the server last.
      detached: true,
    },
  )
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  await output.close()
  const state = { hasEnded: false }
  void ended.then(() => (state.hasEnded = true))
  while (!state.hasEnded) {
    if (await answers(options.port, options.password)) return { port: options.port, child, ended }
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 40))])
  }
  const text = (await readFile(logFile, 'utf8')).trim().slice(-1_000)
  return { failed: reasonOf(text), text }
}

/** A port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function reasonOf(text: string): StartFailure['failed'] {
  if (/lock file .* already exists|shared memory block .* still in use/.test(text)) return 'locked'
  return /Address already in use|could not bind/.test(text) ? 'port' : 'other'
}

function serverSettings(port: number, socketFolder: string, isDurable: boolean): string[] {
  const buffersMb = Math.round(Math.min(Math.max(os.totalmem() / 2 ** 20 / 16, 64), 512))
  return [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    'password_encryption=scram-sha-256',
    // Tests keep connections of several databases open.
    `max_connections=${isDurable ? 120 : 250}`,
    `shared_buffers=${buffersMb}MB`,
    'work_mem=8MB',
    'maintenance_work_mem=128MB',
    'max_wal_size=2GB',
    'random_page_cost=1.1',
    // Lists are answered in a millisecond; compiling a plan takes fifty.
    'jit=off',
    'timezone=Asia/Shanghai',
    'log_timezone=Asia/Shanghai',
    'logging_collector=on',
    'log_directory=../log',
    'log_filename=postgresql-%a.log',
    'log_rotation_age=1d',
    'log_truncate_on_rotation=on',
    'log_line_prefix=%m [%p] ',
    'log_min_messages=warning',
    // A refused duplicate is an answer to a user, not an event of the database.
    'log_min_error_statement=panic',
    // A database of a test lives for seconds, and its owner may not drop it while a vacuum of the server's looks at it.
    // Each has connections of its own, on which a text is planned once: for all values instead of anew for each.
    ...(isDurable
      ? []
      : [
          'fsync=off',
          'synchronous_commit=off',
          'full_page_writes=off',
          'autovacuum=off',
          'plan_cache_mode=force_generic_plan',
        ]),
  ]
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    password,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false // not listening yet, or still recovering
  } finally {
    await client.end().catch(() => {})
  }
}
