import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { lockDataFolder } from '../db/embedded/data-lock.ts'

/** Below DATA_DIR: where a restore prepares the new state. */
export const stagingFolder = (dataDir: string): string => path.join(dataDir, 'restoring')

/** What of DATA_DIR belongs to the state: database with its passwords, files, keys, anchors. */
const STATE = ['postgres', 'postgres-secrets.json', 'files', 'keys', 'anchors']
const JOURNAL = 'restore-journal.json'
const KEPT = /^before-restore-\d{8}-\d{6}$/

/**
 * Puts the state that lies ready in `stagingFolder` in the place of the present one, which is kept in
 * `before-restore-<stamp>`. A journal says what is under way: whoever opens the folder next ends what was cut off
 * (`finishSwap`). The caller holds the folder's lock. Answers the name of the folder that keeps the earlier state.
 */
export async function swapFolders(dataDir: string, stamp: string): Promise<string> {
  await writeFile(path.join(dataDir, JOURNAL), JSON.stringify({ stamp }), { flush: true })
  await finishSwap(dataDir)
  return `before-restore-${stamp}`
}

/** Ends a swap that a killed process had begun; nothing to do where none was. Safe to repeat. */
export async function finishSwap(dataDir: string): Promise<void> {
  const journal = path.join(dataDir, JOURNAL)
  const text = await readFile(journal, 'utf8').catch(() => null)
  if (text === null) return
  // Written above only, in one go.
  const { stamp } = JSON.parse(text) as { stamp: string }
  const [ready, kept] = [stagingFolder(dataDir), path.join(dataDir, `before-restore-${stamp}`)]
  await mkdir(kept, { recursive: true, mode: 0o700 })
  for (const name of STATE) {
    if (!existsSync(path.join(ready, name))) continue
    if (existsSync(path.join(dataDir, name)) && !existsSync(path.join(kept, name)))
      await rename(path.join(dataDir, name), path.join(kept, name))
    await rename(path.join(ready, name), path.join(dataDir, name))
  }
  await rm(ready, { recursive: true, force: true })
  await rm(journal)
}

/** Ends a swap that was cut off, at the start of a server. Throws `DataFolderInUseError` while a restore is at it. */
export async function finishSwapAlone(dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, JOURNAL))) return
  const unlock = await lockDataFolder(dataDir)
  try {
    await finishSwap(dataDir)
  } finally {
    await unlock()
  }
}

/**
 * Takes the newest state that a restore has put aside back, and puts the present one aside in its place: a restore taken
 * back. Answers the folder whose state is in force again, null when there is none. The caller holds the folder's lock.
 */
export async function undoSwap(dataDir: string, stamp: string): Promise<string | null> {
  const kept = (await readdir(dataDir)).filter((name) => KEPT.test(name)).toSorted()
  const newest = kept.at(-1)
  if (newest === undefined) return null
  await rm(stagingFolder(dataDir), { recursive: true, force: true })
  await rename(path.join(dataDir, newest), stagingFolder(dataDir))
  await swapFolders(dataDir, stamp)
  return newest
}
