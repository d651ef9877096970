import { lockLogEndpoints } from '@suoan/contract'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWarningWorld, type WarningWorld } from '../warnings/testing/warning-world.ts'
import { isSignedBy } from '../evidence/signer.ts'
import { audit } from './index.ts'

const archive = fileURLToPath(new URL('../../../../apps/verify/src/archive.mjs', import.meta.url))
let readArchive: (bytes: Buffer) => Map<string, Buffer>
let plant: WarningWorld
let folder = ''
const may = { permissions: new Set(['lo:lockLog:list', 'lo:lockLog:export', 'lo:warn:ack']) }

beforeAll(async () => {
  ;({ readArchive } = (await import(pathToFileURL(archive).href)) as { readArchive: typeof readArchive })
  folder = await mkdtemp(path.join(tmpdir(), 'suoan-locklog-'))
  plant = await createWarningWorld({
    env: { DATA_DIR: folder },
    features: [{ name: 'audit', mount: audit }],
  })
  plant.at('09:05')
  for (const type of ['OPEN', 'CLOSE', 'OPEN', 'CLOSE']) await plant.report('LK4', { type })
})
afterAll(async () => {
  await plant[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const logs = async () =>
  (
    await plant.world.database.pool.query<{ id: string; chain_seq: string; hash: string; lock_code: string }>(
      `select id, chain_seq, hash, lock_code from lo_lock_log where lock_id = 'demo-lk4' order by chain_seq`,
    )
  ).rows

describe('the lock log', () => {
  it('leaves as CSV and PDF with the heads of its chains, under a manifest that the installation has signed', async () => {
    const { headers, rawPayload } = await plant
      .as('u12', may)
      .raw('GET', lockLogEndpoints.exportSigned.path, { query: { lockCode: 'LK4' } })
    expect(headers['content-type']).toBe('application/zip')
    const files = readArchive(rawPayload)
    const text = String(files.get('manifest.json'))
    const manifest = JSON.parse(text) as {
      rows: number
      files: { name: string; sha256: string }[]
      chains: { lockCode: string; seq: number; hash: string }[]
    }
    const rows = await logs()
    const head = rows.at(-1)
    expect(manifest.rows).toBe(rows.length)
    expect(manifest.chains).toEqual([{ lockCode: 'LK4', seq: Number(head?.chain_seq), hash: head?.hash }])
    expect(manifest.files.map(({ name }) => name)).toEqual(['sheet.csv', 'sheet.pdf'])
    for (const { name, sha256 } of manifest.files)
      expect(
        createHash('sha256')
          .update(files.get(name) ?? Buffer.of())
          .digest('hex'),
      ).toBe(sha256)
    expect(String(files.get('sheet.pdf')).startsWith('%PDF')).toBe(true)
    const csv = String(files.get('sheet.csv')).trimEnd().split('\r\n')
    expect(csv).toHaveLength(rows.length + 1)
    expect(csv[0]).toContain('锁具编号')
    expect(isSignedBy(String(files.get('public-key.pem')), text, String(files.get('manifest.sig')))).toBe(
      true,
    )
  })

  it('is not signed to the end for a session that has ended', async () => {
    const { app, ctx, database } = plant.world
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const client = await database.pool.connect()
    try {
      await client.query('begin; lock table lo_lock_log in access exclusive mode')
      const outcome = fetch(`${url}${ctx.config.apiBase}${lockLogEndpoints.exportSigned.path}?lockCode=LK4`, {
        headers: plant.as('u12', may).signed,
      }).then(
        ({ status }) => status,
        () => 'broken off',
      )
      await vi.waitFor(async () => {
        const { rowCount } = await client.query(
          `select 1 from pg_locks where relation = 'lo_lock_log'::regclass and not granted`,
        )
        expect(rowCount).toBe(1)
      })
      ctx.broadcasts.emit('session.ended', { sessionId: 's-u12', userId: 'u12', reason: 'frozen' })
      expect(await outcome).toBe('broken off')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('shows of each row whether it stands sound in its chain, and takes remarks beside it', async () => {
    const [first, second] = await logs()
    const marks = (ids: string, who = plant.as('u12', may)) => who.get(lockLogEndpoints.marks.path, { ids })
    const before = await marks(`${first?.id},${second?.id},nothing`)
    expect(before.result).toEqual([
      expect.objectContaining({ id: first?.id, state: 'ok', seq: Number(first?.chain_seq), remarks: [] }),
      expect.objectContaining({ id: second?.id, state: 'ok' }),
    ])
    const said = await plant
      .as('u12', may)
      .post(lockLogEndpoints.remark.path, { logId: first?.id, remark: '试开锁，非作业' })
    expect(said.success).toBe(true)
    expect((await marks(String(first?.id))).result).toMatchObject([
      { state: 'ok', remarks: [{ text: '试开锁，非作业' }] },
    ])
    const foreign = plant.as('u12', { ...may, tenantId: 9 })
    expect((await marks(String(first?.id), foreign)).result).toEqual([])
    expect(
      (await foreign.post(lockLogEndpoints.remark.path, { logId: first?.id, remark: '别家的话' })).success,
    ).toBe(false)
  })
})
