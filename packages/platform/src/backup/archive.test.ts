import { generateIdentity, identityToRecipient } from 'age-encryption'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { BackupError, type BackupKeys, type BackupLock, readArchive, writeArchive } from './archive.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const here = (name: string): string => path.join(folder, name)
/** Larger than a part of age (64 KiB) and than a part of a stream, and not to be compressed. */
const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919 + (index >> 3)) & 0xff))

async function write(name: string, lock: BackupLock | null): Promise<string> {
  let digest = ''
  await writeArchive(here(name), lock, async (writer) => {
    await writer.add('one', Buffer.from('第一项'))
    await writer.addStream('two', large.length, Readable.from([large.subarray(0, 7), large.subarray(7)]))
    await writer.add('three', Buffer.alloc(0))
    digest = writer.digest()
  })
  return digest
}

async function read(
  name: string,
  keys: BackupKeys,
): Promise<{ entries: [string, Buffer][]; digest: string }> {
  const entries: [string, Buffer][] = []
  let digest = () => ''
  for await (const entry of readArchive(here(name), keys)) {
    // The second one is passed over: it is part of the digest all the same.
    entries.push([entry.name, entry.name === 'two' ? Buffer.alloc(0) : await buffer(entry.content)])
    digest = entry.digest
  }
  return { entries, digest: digest() }
}

test('what was written comes back in its order with the same digest, also when an entry is passed over', async () => {
  const digest = await write('plain', null)
  expect(await read('plain', {})).toEqual({
    entries: [
      ['one', Buffer.from('第一项')],
      ['two', Buffer.alloc(0)],
      ['three', Buffer.alloc(0)],
    ],
    digest,
  })
  expect(statSync(here('plain')).mode & 0o077).toBe(0)
})

test('a backup for a public key opens with its private key alone, and never in part', async () => {
  const [identity, other] = [await generateIdentity(), await generateIdentity()]
  const digest = await write('sealed', { recipient: await identityToRecipient(identity) })
  expect((await readFile(here('sealed'))).includes('第一项')).toBe(false)
  expect((await read('sealed', { identities: [other, identity] })).digest).toBe(digest)
  await expect(read('sealed', {})).rejects.toThrow('这份备份是加密的')
  await expect(read('sealed', { identities: [other] })).rejects.toThrow('打不开这份备份')
  const whole = await readFile(here('sealed'))
  await writeFile(here('short'), whole.subarray(0, -40))
  await expect(read('short', { identities: [identity] })).rejects.toThrow(BackupError)
})

test('a backup with a password opens with the same password', async () => {
  const digest = await write('locked', { passphrase: 'correct horse battery' })
  expect((await read('locked', { passphrase: 'correct horse battery' })).digest).toBe(digest)
})

test('wherever a backup is damaged or cut, whoever reads an entry or asks for the next one is told in our words', async () => {
  await write('to-damage', null)
  const whole = await readFile(here('to-damage'))
  const wrong: [number, string][] = []
  const step = Math.max(1, Math.floor(whole.length / 150))
  for (let at = 0; at < whole.length; at += step)
    for (const damaged of [whole.subarray(0, at), Buffer.from(whole)]) {
      if (damaged.length === whole.length) damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at)
      await writeFile(here('damaged'), damaged)
      const told = await readEach('damaged').then(
        // A byte of the time or of the system in the head of the compression says nothing of the content.
        () => (damaged.length === whole.length && at < 10 ? null : 'read to its end'),
        (error: unknown) => (error instanceof BackupError ? null : String(error)),
      )
      if (told !== null) wrong.push([at, told])
    }
  expect(wrong).toEqual([])
})

async function readEach(name: string): Promise<void> {
  for await (const entry of readArchive(here(name), {})) await buffer(entry.content)
}

test('a writer that fails leaves no file', async () => {
  const failing = writeArchive(here('half'), null, async (writer) => {
    await writer.add('one', large)
    throw new Error('stopped')
  })
  await expect(failing).rejects.toThrow('stopped')
  expect(existsSync(here('half')) || existsSync(here('half.part'))).toBe(false)
})

test('a stream that ends before its size makes the whole archive fail', async () => {
  const failing = writeArchive(here('less'), null, async (writer) => {
    await writer.addStream('two', 10, Readable.from([Buffer.from('123')]))
  })
  await expect(failing).rejects.toThrow()
  expect(existsSync(here('less'))).toBe(false)
})
