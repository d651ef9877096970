import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { finishSwap, stagingFolder, swapFolders, undoSwap } from './swap-folders.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-swap-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = path.join(folder, 'data')
const NAMES = ['files', 'keys', 'postgres-secrets.json']

beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(stagingFolder(dataDir), { recursive: true })
  for (const name of NAMES) {
    writeFileSync(path.join(dataDir, name), 'earlier')
    writeFileSync(path.join(stagingFolder(dataDir), name), 'restored')
  }
  writeFileSync(path.join(dataDir, 'server.lock'), 'not ours to move')
})

const inForce = (): string[] => NAMES.map((name) => readFileSync(path.join(dataDir, name), 'utf8'))

test('the restored state takes the place of the earlier one, which is kept and can be taken back', async () => {
  expect(await swapFolders(dataDir, '20261126-010000')).toBe('before-restore-20261126-010000')
  expect(inForce()).toEqual(['restored', 'restored', 'restored'])
  expect(existsSync(stagingFolder(dataDir))).toBe(false)
  expect(await undoSwap(dataDir, '20261126-020000')).toBe('before-restore-20261126-010000')
  expect(inForce()).toEqual(['earlier', 'earlier', 'earlier'])
  expect(await undoSwap(dataDir, '20261126-030000')).toBe('before-restore-20261126-020000')
  expect(inForce()).toEqual(['restored', 'restored', 'restored'])
  expect(readFileSync(path.join(dataDir, 'server.lock'), 'utf8')).toBe('not ours to move')
})

test.each([0, 1, 2, 3, 4, 5])(
  'a swap that is cut off after %i renames is ended by who comes next',
  async (renames) => {
    const kept = path.join(dataDir, 'before-restore-20261126-010000')
    mkdirSync(kept)
    writeFileSync(path.join(dataDir, 'restore-journal.json'), JSON.stringify({ stamp: '20261126-010000' }))
    const moves = ['files', 'keys', 'postgres-secrets.json'].flatMap((name) => [
      [path.join(dataDir, name), path.join(kept, name)],
      [path.join(stagingFolder(dataDir), name), path.join(dataDir, name)],
    ])
    for (const [from = '', to = ''] of moves.slice(0, renames)) renameSync(from, to)
    await finishSwap(dataDir)
    expect(inForce()).toEqual(['restored', 'restored', 'restored'])
    expect(NAMES.map((name) => readFileSync(path.join(kept, name), 'utf8'))).toEqual([
      'earlier',
      'earlier',
      'earlier',
    ])
    expect(existsSync(path.join(dataDir, 'restore-journal.json'))).toBe(false)
  },
)

test('where no swap is under way nothing is touched', async () => {
  await finishSwap(dataDir)
  expect(inForce()).toEqual(['earlier', 'earlier', 'earlier'])
  expect(existsSync(stagingFolder(dataDir))).toBe(true)
})

test('without an earlier state there is nothing to take back', async () => {
  expect(await undoSwap(dataDir, '20261126-010000')).toBe(null)
  expect(inForce()).toEqual(['earlier', 'earlier', 'earlier'])
})
