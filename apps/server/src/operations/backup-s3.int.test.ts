import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { backupSource } from '@suoan/platform/backup/backup-source'
import { makeBackup } from '@suoan/platform/backup/make-backup'
import { loadConfig } from '@suoan/platform/config'
import { readWhole } from '@suoan/platform/files/store/blob-store'
import { openStore } from '@suoan/platform/files/store/open-store'
import { openS3Raw } from '@suoan/platform/files/store/s3-store'
import { isNight } from '@suoan/platform/testing/at-night'
import { administer } from '@suoan/platform/testing/clone-database'
import { testS3 } from '@suoan/platform/testing/s3/test-store'
import { atDatabase } from '@suoan/platform/testing/test-database-source'
import { audit } from '@suoan/safety/audit'
import { sealLogs } from '@suoan/safety/audit/seal-logs'
import { carryOut } from '@suoan/safety/work-tickets/testing/carry-out'
import { createTicketWorld, type TicketWorld } from '@suoan/safety/work-tickets/testing/ticket-world'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { restore } from './restore.ts'

const found = isNight ? await testS3() : { reason: '只在夜间运行' }
const env = 'env' in found ? found.env : null
/** Why this machine has no server. */
const lack = 'reason' in found ? `（${found.reason}）` : ''
const source = inject('testDatabase')
const corner = () => `w${randomBytes(6).toString('hex')}`

describe.skipIf(env === null)(
  `a backup of an installation whose files lie in S3-compatible storage${lack}`,
  () => {
    let folder: string
    let plant: TicketWorld
    let photo: string
    let file: string
    beforeAll(async () => {
      if (env === null) return
      folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-backup-s3-'))
      plant = await createTicketWorld({
        env: { ...env, DATA_DIR: path.join(folder, 'data'), S3_PREFIX: corner() },
        features: [{ name: 'audit', mount: audit }],
      })
      await carryOut(plant, 'working')
      photo = await plant.photo('u1')
      await sealLogs(plant.world.ctx)
      file = path.join(folder, 'backup.tar.gz')
      await makeBackup(backupSource(plant.world.ctx.config, plant.world.ctx), file, { lock: null })
    })
    afterAll(async () => {
      await plant?.[Symbol.asyncDispose]()
      if (folder) await rm(folder, { recursive: true, force: true })
    })

    /** Restores into an empty database and these files; what was said, and what lies under the photo's name afterwards. */
    async function restored(
      name: string,
      files: Readonly<Record<string, string>>,
    ): Promise<{ isDone: boolean; said: string; content: Buffer | null }> {
      const database = `${source.prefix}_${randomBytes(6).toString('hex')}`
      await administer(source.url, `create database ${database} template template0`)
      const config = loadConfig({
        DATA_DIR: path.join(folder, name),
        DATABASE_URL: atDatabase(source.url, database),
        ...files,
      })
      const said: string[] = []
      try {
        const isDone = await restore(config, {
          file,
          anyway: false,
          say: (text) => void said.push(text),
          confirm: async () => true,
          now: () => plant.world.clock.now(),
        })
        const store = await openStore(config)
        try {
          const content = await readWhole(store, { tenantId: 0, path: photo })
          return { isDone, said: said.join('\n'), content }
        } finally {
          store.close()
        }
      } finally {
        await administer(source.url, `drop database if exists ${database} with (force)`)
      }
    }
    const own = () => readWhole(plant.world.ctx.blobs, { tenantId: 0, path: photo })

    it('comes back into another corner of the storage, with every file, key and chain', async () => {
      const { isDone, said, content } = await restored('into-s3', { ...env, S3_PREFIX: corner() })
      expect([isDone, said]).toEqual([true, expect.stringContaining('证据链完整')])
      expect(content).toEqual(await own())
      expect(content?.length).toBeGreaterThan(100)
    })

    it('comes back onto a disk, where there is no such storage any more', async () => {
      const { isDone, content } = await restored('onto-disk', {})
      expect(isDone).toBe(true)
      expect(content).toEqual(await own())
    })

    it('is not restored into the corner of another installation, whose files stay as they are', async () => {
      const theirs = corner()
      const { s3 } = loadConfig({ DATA_DIR: folder, ...env, S3_PREFIX: theirs })
      if (s3 === undefined) throw new Error('the storage is not configured')
      const raw = await openS3Raw(s3)
      try {
        await raw.write('store.id', 'theirs')
        const refused = restored('foreign', { ...env, S3_PREFIX: theirs })
        await expect(refused).rejects.toThrow(/另一套系统的文件/)
        expect(await raw.read('store.id')).toBe('theirs')
      } finally {
        raw.close()
      }
    })

    it('is not restored into a storage that does not let us in, and says so', async () => {
      const refused = restored('locked-out', { ...env, S3_PREFIX: corner(), S3_SECRET_KEY: 'wrong' })
      await expect(refused).rejects.toThrow(/S3|存储/)
    })
  },
)
