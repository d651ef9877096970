import { mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { isRunning, startMark } from './process-facts.ts'

/** Another live process works in this data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError'
}

/**
 * Makes this process the only user of `dataDir`. The lock of a process that is gone (also by kill -9) is taken over.
 * Returns the function that gives it back. Throws `DataFolderInUseError`.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true })
  const file = path.join(dataDir, 'server.lock')
  for (;;) {
    try {
      const handle = await open(file, 'wx', 0o600)
      await handle.writeFile(JSON.stringify({ pid: process.pid, start: await startMark(process.pid) }))
      await handle.close()
      return () => rm(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const owner = await ownerOf(file)
    if (owner !== null)
      throw new DataFolderInUseError(
        `数据目录 ${dataDir} 正被另一个锁安进程（进程号 ${owner}）使用。请先停止它，或用 DATA_DIR 指定别的目录。`,
      )
    await rm(file, { force: true })
  }
}

/** Number of the live process that holds the lock file; null when nobody does. */
export async function ownerOf(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const match = /^\{"pid":(\d+),"start":(?:"([^"]*)"|null)\}$/.exec(text)
  if (match === null) return null
  const pid = Number(match[1])
  return (await isRunning(pid)) && (await startMark(pid)) === (match[2] ?? null) ? pid : null
}
