import { execFile } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '@suoan/platform/db/embedded/embedded-postgres'
import { endLeftoverServer } from '@suoan/platform/db/embedded/leftovers'
import { isRunning } from '@suoan/platform/db/embedded/process-facts'
import { addRewind } from './rewind-schema.ts'
import { fillTemplate, templateKey } from './template.ts'
import { atDatabase } from '@suoan/platform/testing/test-database-source'

const log = pino({ level: 'silent' })
const runs = path.join(roomiest(), `suoan-test-${process.getuid?.() ?? 0}`)

/**
 * Where the clusters of the tests live. Each test makes a database of some thousand small files and drops it: in memory,
 * where the machine has it to spare, that is a matter of milliseconds.
 */
function roomiest(): string {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return os.tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > 4 * 2 ** 30 ? inMemory : os.tmpdir()
}

/** One embedded cluster for the run, with the migrated template; copied from the last run's when nothing changed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(runs, { recursive: true, mode: 0o700 })
  await sweep()
  const ready = path.join(runs, `ready-${await templateKey()}`)
  if (!(await exists(ready))) await makeReady(ready)
  const dataDir = path.join(runs, `run-${process.pid}-${Date.now()}`)
  await copyFolder(ready, dataDir)
  const server = await startEmbeddedPostgres(dataDir, log, { isDurable: false })
  project.provide('testDatabase', {
    url: atDatabase(server.url, 'postgres'),
    template: 'suoan',
    // Half the work of writing each page to the log, where nothing waits for a disk.
    cloneOptions: 'strategy file_copy',
    prefix: 'suoan_test',
    canRewind: true,
  })
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeReady(ready: string): Promise<void> {
  const fresh = await mkdtemp(path.join(runs, `run-${process.pid}-ready-`))
  const server = await startEmbeddedPostgres(fresh, log, { isDurable: false })
  try {
    await fillTemplate(server.url)
    await addRewind(server.url)
  } finally {
    await server.stop()
  }
  try {
    await rename(fresh, ready)
  } catch {
    // Another run was faster with the same one.
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Removes what killed runs left, and templates of other migrations that nobody used for a while. */
async function sweep(): Promise<void> {
  for (const name of await readdir(runs)) {
    const pid = /^run-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || (await isRunning(Number(pid)))) continue
    await endLeftoverServer(path.join(runs, name, 'postgres', 'cluster'), log)
    await rm(path.join(runs, name), { recursive: true, force: true })
  }
  const templates = (await readdir(runs)).filter((name) => name.startsWith('ready-'))
  const dated = await Promise.all(
    templates.map(async (name) => ({ name, at: await changedAt(path.join(runs, name)) })),
  )
  const old = dated.sort((a, b) => b.at - a.at).slice(6)
  await Promise.all(old.map(({ name }) => rm(path.join(runs, name), { recursive: true, force: true })))
}

async function changedAt(folder: string): Promise<number> {
  return (await stat(folder).catch(() => null))?.mtimeMs ?? 0
}

/** `cp -a` keeps the owner of the files: under root the cluster belongs to another account. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  )
}
