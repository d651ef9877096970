import { auditEndpoints, type Page } from '@suoan/contract'
import { logs } from '@suoan/admin/logs/index'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { isSignedBy } from '../evidence/signer.ts'
import { audit } from './index.ts'
import { MOST_SIGNED_ROWS } from './signed-sheet.ts'

const archive = fileURLToPath(new URL('../../../../apps/verify/src/archive.mjs', import.meta.url))
let readArchive: (bytes: Buffer) => Map<string, Buffer>
let world: TestWorld
let folder: string
let me: TestClient

beforeAll(async () => {
  ;({ readArchive } = (await import(pathToFileURL(archive).href)) as { readArchive: typeof readArchive })
  folder = await mkdtemp(path.join(tmpdir(), 'suoan-signed-'))
  world = await createTestWorld({
    env: { DATA_DIR: folder },
    features: [
      { name: 'logs', mount: logs },
      { name: 'audit', mount: audit },
    ],
  })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
  await world.database.pool.query(`
    insert into sys_log (id, tenant_id, log_type, log_content, operate_type, userid, username, ip, request_url, request_param,
      create_time) values
      ('l1', 0, 2, '锁具：编辑 柜锁', 3, 'zhang', '张三', '10.0.0.1', '/isps/loLock/edit', '{"id":"lock-7"}', '2026-02-01 09:00+08'),
      ('l2', 0, 2, '锁具：删除 柜锁', 4, 'li', '李四', '10.0.0.2', '/isps/loLock/delete', '{"id":"lock-7"}', '2026-02-02 09:00+08'),
      ('l3', 0, 2, '角色：编辑 查看', 3, 'zhang', '张三', '10.0.0.1', '/sys/role/edit', '{"id":"r-1"}', '2026-02-03 09:00+08'),
      ('l4', 0, 1, '登录成功（zhang）', null, 'zhang', '张三', '10.0.0.9', null, null, '2026-02-03 08:59+08'),
      ('l5', 7, 2, '别家', 3, 'zhang', '张三', '10.0.0.1', '/x', '{"id":"lock-7"}', '2026-02-01 09:00+08')`)
  me = world.as({ permissions: new Set(['system:log:list', 'system:log:export']) })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

type Query = Readonly<Record<string, string>>
const found = async (query: Query) =>
  (await me.get<Page<{ id: string }>>('/sys/log/list', query)).result.records.map(({ id }) => id)
const signed = (query: Query, who = me) => who.raw('GET', auditEndpoints.signedLog.path, { query })
const filesOf = async (query: Query) => {
  const answer = await signed(query)
  expect(answer.headers['content-type']).toBe('application/zip')
  return readArchive(answer.rawPayload)
}
const manifestOf = (files: Map<string, Buffer>) =>
  JSON.parse(String(files.get('manifest.json'))) as {
    rows: number
    conditions: Query
    account: string
    files: { name: string; sha256: string }[]
  }

describe('the logs', () => {
  it('are searched by person, object and time, logins too', async () => {
    expect(await found({ userid: 'zhang', logType: '2' })).toEqual(['l3', 'l1'])
    expect(await found({ username: '*李*' })).toEqual(['l2'])
    expect(await found({ requestParam: '*lock-7*' })).toEqual(['l2', 'l1'])
    expect(await found({ logContent: '*柜锁*', userid: 'li' })).toEqual(['l2'])
    expect(
      await found({ createTime_begin: '2026-02-02 00:00:00', createTime_end: '2026-02-02 23:59:59' }),
    ).toEqual(['l2'])
    expect(await found({ logType: '1', userid: 'zhang' })).toEqual(['l4'])
    expect(await found({ ip: '10.0.0.9' })).toEqual(['l4'])
  })

  it('leave as a sheet of what was searched, with a manifest that the installation has signed', async () => {
    const files = await filesOf({ userid: 'zhang', logType: '2', pageNo: '1', pageSize: '1' })
    const manifest = manifestOf(files)
    expect(manifest).toMatchObject({
      rows: 2,
      conditions: { userid: 'zhang', logType: '2' },
      account: 'tester',
    })
    expect(manifest.conditions).not.toHaveProperty('pageNo')
    const [listed] = manifest.files
    const sheet = files.get(listed?.name ?? '') ?? Buffer.of()
    expect(createHash('sha256').update(sheet).digest('hex')).toBe(listed?.sha256)
    const text = JSON.stringify(await readSheet(sheet))
    expect(
      ['角色：编辑 查看', '锁具：编辑 柜锁', '锁具：删除 柜锁', '别家'].map((word) => text.includes(word)),
    ).toEqual([true, true, false, false])
    const { publicKey } = (await me.get<{ publicKey: string }>(auditEndpoints.publicKey.path)).result
    const [body, sig] = [String(files.get('manifest.json')), String(files.get('manifest.sig'))]
    expect(isSignedBy(publicKey, body, sig)).toBe(true)
    expect(isSignedBy(publicKey, body.replace('"rows":2', '"rows":1'), sig)).toBe(false)
    const { rows } = await world.database.pool.query(
      `select operate_type from sys_log where log_content like '导出签名表格：%，2 条'`,
    )
    expect(rows).toEqual([{ operate_type: 6 }])
  })

  it('leave for nobody without the permission to export them, and of one’s own tenant only', async () => {
    const looking = world.as({ permissions: new Set(['system:log:list']) })
    expect((await signed({}, looking)).json()).toMatchObject({ code: 510 })
    expect((await signed({}, world.anonymous)).json()).toMatchObject({ message: 'Token失效，请重新登录' })
    const stranger = world.as({ tenantId: 8 })
    expect(manifestOf(readArchive((await signed({}, stranger)).rawPayload)).rows).toBe(0)
  })

  it('are refused, not cut, when more was searched than a signed sheet holds', async () => {
    await world.database.pool.query(`
      insert into sys_log (id, tenant_id, log_type, log_content, userid, create_time)
      select 'm' || n, 3, 2, 'x', 'many', now() from generate_series(1, ${MOST_SIGNED_ROWS + 1}) n`)
    expect((await signed({}, world.as({ tenantId: 3 }))).json()).toMatchObject({
      success: false,
      message: expect.stringContaining('签名表格一次最多 50,000 条'),
    })
  })
})
