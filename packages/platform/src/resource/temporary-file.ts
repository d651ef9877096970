import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A file for bytes that do not stay: only its handle knows it, so nothing is left behind when the process dies. */
export async function openTemporary(): Promise<FileHandle> {
  const name = path.join(tmpdir(), `suoan-sheet-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  await unlink(name)
  return file
}
