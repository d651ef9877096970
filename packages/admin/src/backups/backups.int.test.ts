import type { BackupOverview } from '@suoan/contract'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { backups } from './index.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-backups-'))
let world: TestWorld
let admin: TestClient
beforeAll(async () => {
  world = await createTestWorld({
    env: { DATA_DIR: folder, BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` },
    features: [{ name: 'backups', mount: backups }],
  })
  admin = world.as({
    permissions: new Set(['list', 'make', 'delete', 'download'].map((each) => `system:backup:${each}`)),
  })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const overview = async (): Promise<BackupOverview> =>
  (await admin.get<BackupOverview>('/sys/backup/list')).result
const settled = () =>
  vi.waitFor(async () => {
    const { task } = await overview()
    expect(task?.status).not.toBe('running')
    return task
  })

it('whoever may not, or stands in another tenant, gets nothing', async () => {
  for (const who of [
    world.as({ permissions: new Set() }),
    world.as({ tenantId: 7, permissions: new Set(['system:backup:list', 'system:backup:make']) }),
  ]) {
    expect(await who.get('/sys/backup/list')).toMatchObject({ success: false })
    expect(await who.post('/sys/backup/make', {})).toMatchObject({ success: false })
  }
  expect((await overview()).backups).toEqual([])
})

it('a key that is none ends the backup with a reason and without a file', async () => {
  await admin.post('/sys/backup/make', {})
  expect(await settled()).toMatchObject({ what: 'make', status: 'failed' })
  expect((await overview()).backups).toEqual([])
})

it('one that fails by hand is told to the administrators of the platform once, until one succeeds', async () => {
  const { pool } = world.database
  // What is told of an earlier failure must not come behind what is cleared here.
  await admin.post('/sys/backup/make', {})
  await settled()
  await vi.waitFor(async () => {
    const { rows } = await pool.query(`select 1 from sys_told_condition where name = 'backup/manual'`)
    expect(rows).toHaveLength(1)
  })
  await pool.query(`
    insert into sys_user (id, username, realname, status, del_flag, tenant_id) values ('boss', 'boss', '老板', 1, 0, 0);
    insert into sys_role (id, role_code, role_name, tenant_id) values ('r-boss', 'admin', '管理员', 0);
    insert into sys_user_role (id, user_id, role_id) values ('ub', 'boss', 'r-boss');
    delete from sys_told_condition; delete from sys_announcement_send; delete from sys_announcement`)
  const told = async () =>
    (
      await pool.query(`select a.titile, a.msg_content, s.user_id from sys_announcement a
        join sys_announcement_send s on s.annt_id = a.id`)
    ).rows
  for (const _ of [1, 2]) {
    await admin.post('/sys/backup/make', {})
    await settled()
  }
  await vi.waitFor(async () =>
    expect(await told()).toEqual([
      { titile: '手工备份失败', msg_content: expect.stringContaining('备份与恢复'), user_id: 'boss' },
    ]),
  )
})

it('names that lead elsewhere, and files that are not backups, are not found', async () => {
  writeFileSync(path.join(folder, 'keys.txt'), 'secret')
  for (const name of ['../keys.txt', 'backup-../../keys.txt', 'backup-20261126-000000.tar.gz'])
    expect(await admin.get('/sys/backup/download', { name })).toMatchObject({ success: false })
})

it('an entry of the folder that is no file is not shown, and hides none of the others', async () => {
  const at = (name: string) => path.join(folder, 'backups', name)
  const there = 'backup-20261126-000001.tar.gz'
  writeFileSync(at(there), 'not a backup')
  mkdirSync(at('backup-20261126-000002.tar.gz.age'))
  symlinkSync(at('nowhere'), at('backup-20261126-000003.tar.gz'))
  symlinkSync(path.join(folder, 'keys.txt'), at('backup-20261126-000004.tar.gz.age'))
  expect((await overview()).backups.map(({ name }) => name)).toEqual([there])
  const name = 'backup-20261126-000004.tar.gz.age'
  expect(await admin.get('/sys/backup/download', { name })).toMatchObject({ success: false })
  rmSync(path.join(folder, 'backups'), { recursive: true })
  expect((await overview()).backups).toEqual([])
})

it('the half that a killed process left is removed by the next backup; one that is being written stays', async () => {
  const at = (name: string) => path.join(folder, 'backups', name)
  await overview()
  const [left, written, foreign] = [
    'scheduled-20261125-020000.tar.gz.part',
    'backup-20261126-020000.tar.gz.age.part',
    'mine.part',
  ]
  for (const name of [left, written, foreign]) writeFileSync(at(name), 'half')
  for (const name of [left, foreign]) utimesSync(at(name), new Date(), new Date(Date.now() - 2 * 3_600_000))
  await admin.post('/sys/backup/make', {})
  await settled()
  expect([left, written, foreign].map((name) => existsSync(at(name)))).toEqual([false, true, true])
  rmSync(path.join(folder, 'backups'), { recursive: true })
  expect((await overview()).backups).toEqual([])
})

it('one that is not encrypted is listed and checked, and does not cross the network', async () => {
  const name = 'backup-20261126-000000.tar.gz'
  writeFileSync(path.join(folder, 'backups', name), 'not a backup')
  expect((await overview()).backups).toMatchObject([{ name, isEncrypted: false, kind: 'manual' }])
  expect(await admin.get('/sys/backup/download', { name })).toMatchObject({
    message: expect.stringContaining('没有加密'),
  })
  await admin.post('/sys/backup/check', { name })
  expect(await settled()).toMatchObject({
    what: 'check',
    status: 'failed',
    text: expect.stringContaining('不是锁安的备份'),
  })
  expect(await admin.delete('/sys/backup/delete', { name })).toMatchObject({ message: '备份已删除' })
  expect((await overview()).backups).toEqual([])
  const { rows } = await world.database.pool.query(
    `select log_content from sys_log where log_content like '备份：%' order by log_no`,
  )
  expect(rows.map((row) => row.log_content)).toEqual(
    expect.arrayContaining([`备份：校验 ${name}`, `备份：删除 ${name}`]),
  )
})

it('a download stops when the session of its reader ends, and not with anybody else’s', async () => {
  const name = 'backup-20261126-000005.tar.gz.age'
  const file = path.join(folder, 'backups', name)
  writeFileSync(file, '')
  // More than any buffer on the way holds.
  truncateSync(file, 64 * 2 ** 20)
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const readWhile = async (sessionId: string): Promise<number> => {
    const answer = await fetch(`${url}${world.ctx.config.apiBase}/sys/backup/download?name=${name}`, {
      headers: admin.signed,
    })
    expect(answer.status).toBe(200)
    const reader = answer.body?.getReader()
    let bytes = (await reader?.read())?.value?.length ?? 0
    world.ctx.broadcasts.emit('session.ended', { sessionId, userId: 'u', reason: 'frozen' })
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
      bytes += part.value.length
    return bytes
  }
  expect(await readWhile('another')).toBe(64 * 2 ** 20)
  await expect(readWhile('s-test')).rejects.toThrow('terminated')
})
