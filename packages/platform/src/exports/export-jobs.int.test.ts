import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { position, type ExportJob } from '@suoan/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { files } from '../files/index.ts'
import { diskStore } from '../files/store/disk-store.ts'
import { copyAll } from '../files/store/move-store.ts'
import { defineHooks, mountResource } from '../resource/index.ts'
import { readSheet } from '../resource/testing/read-sheet.ts'
import { createTestWorld, type TestClient, type TestWorld } from '../testing/test-world.ts'
import { createExportRunner } from './run-exports.ts'
import { exportJobs, exportRunnerOf } from './index.ts'

const ROWS = 2_300
let world: TestWorld
let me: TestClient
/** Called when rows are presented; a test may hold them up there. */
let presenting: (() => Promise<void>) | null = null
/** Opens what a test holds up; one that failed must not hang in the end of its file. */
let letAllGo = (): void => {}

const own = ['system:position:list', 'system:position:export']
beforeAll(async () => {
  const hooks = defineHooks(position, { present: async () => await presenting?.() })
  world = await createTestWorld({
    features: [
      { name: 'files', mount: files },
      { name: 'exports', mount: exportJobs },
      { name: 'position', mount: (mount) => mountResource(mount, position, hooks) },
    ],
  })
  await query(`insert into sys_position (id, tenant_id, code, name, post_rank, create_time)
     select lpad(n::text, 19, '0'), 0, 'P' || n, '职务' || n, '1', timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, ${ROWS}) n;
   insert into sys_user (id, username, realname, status, tenant_id) values
     ('u1', 'u1', '张三', 1, 0), ('u2', 'u2', '李四', 1, 0);
   insert into sys_role (id, role_code, role_name) values ('r1', 'r1', '导出');
   insert into sys_user_role (id, user_id, role_id) values ('ur1', 'u1', 'r1'), ('ur2', 'u2', 'r1');
   insert into sys_permission (id, parent_id, name, menu_type, perms, perms_type, status) values
     ('p-list', '', '职务', 2, '${own.join(',')}', '1', '1');
   insert into sys_role_permission (id, role_id, permission_id) values ('rp1', 'r1', 'p-list')`)
  me = as('u1')
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => query('delete from export_job'))
afterEach(() => {
  presenting = null
  letAllGo()
})

const query = async (text: string) => (await world.database.pool.query(text)).rows
const as = (userId: string, permissions: readonly string[] = own) =>
  world.as({ userId, username: userId, roleIds: ['r1'], permissions: new Set(permissions) })
const order = async (who: TestClient, body: object = {}) =>
  await who.post<{ id: string }>(`${position.path}/exportJob`, {
    column: 'createTime',
    order: 'asc',
    rowsExpected: ROWS,
    ...body,
  })
const jobs = async (who = me): Promise<readonly ExportJob[]> =>
  (await who.get<ExportJob[]>('/sys/exportJob/list')).result
const only = async (who = me): Promise<ExportJob> => {
  const [job, ...others] = await jobs(who)
  if (!job || others.length > 0) throw new Error('there is not one job')
  return job
}
const settle = () => exportRunnerOf(world.ctx).settle()
const load = async (who: TestClient, { fileUrl }: ExportJob) => await who.raw('GET', fileUrl ?? '/nothing')
const blobs = async () => (await query('select path from unnamed_blob')).length
const notices = async (userId: string) =>
  await query(`select a.titile as title, a.open_page as page from sys_announcement_send s
    join sys_announcement a on a.id = s.annt_id where s.user_id = '${userId}' order by a.id desc limit 1`)
/** Holds a job at its first rows; answers when it is there, and lets it go on. */
function hold(): { there: Promise<void>; letGo: () => void } {
  let arrive = (): void => {}
  let letGo = (): void => {}
  const there = new Promise<void>((resolve) => (arrive = resolve))
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  letAllGo = letGo
  presenting = async () => {
    arrive()
    await gate
  }
  return { there, letGo }
}

it('is made in the background, told in the bell, and loaded by who ordered it', async () => {
  const answer = await order(me, { code: 'P1*', exportFields: 'name,code' })
  expect(answer).toMatchObject({ success: true, message: '已开始后台导出，完成后会通知您' })
  expect(await only()).toMatchObject({ title: '职务', status: 'waiting', rowsExpected: ROWS, fileUrl: null })
  await settle()
  const job = await only()
  expect(job).toMatchObject({ status: 'done', rowsDone: 1_111, reason: null })
  expect(job.expireTime).toBe('2026-03-05 08:00:00')
  expect(await notices('u1')).toEqual([{ title: '导出完成：职务', page: '/account/exports' }])
  const file = await load(me, job)
  expect(file.headers['content-type']).toContain('spreadsheetml')
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('职务列表.xlsx')
  const sheet = await readSheet(file.rawPayload)
  const rows = sheet.ok ? sheet.rows : []
  expect([rows.length, job.bytes]).toEqual([1_114, file.rawPayload.length])
  expect(rows.slice(1, 4)).toEqual([['导出人:张三'], ['职务名称', '职务编码'], ['职务1', 'P1']])
})

it('goes along when the file store is moved; where it was not carried over its owner reads what to do', async () => {
  await order(me)
  await settle()
  const job = await only()
  const whole = (await load(me, job)).rawPayload
  const folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-moved-'))
  const [old, next] = [world.ctx.blobs, diskStore(folder)]
  // The row of a job that a killed server left has a path and no file.
  await query(`insert into export_job (id, tenant_id, user_id, resource, title, org_code, input, status, path, create_time)
    values ('half', 0, 'u2', 'position', '职务', '', '{}', 'running', '20260302/half.xlsx', now())`)
  // Jobs of a test are kept until a time of its standing clock.
  await query(`update export_job set expire_time = now() + interval '1 day' where status = 'done'`)
  try {
    Object.assign(world.ctx, { blobs: next })
    const missing = await load(me, job)
    expect(missing.rawPayload.toString()).toContain('请在“我的导出”中重新导出')
    expect(await copyAll(world.database.db, old, next, () => {})).toEqual({ copied: 1, there: 0, lost: [] })
    expect(await copyAll(world.database.db, old, next, () => {})).toEqual({ copied: 0, there: 1, lost: [] })
    expect((await load(me, job)).rawPayload.equals(whole)).toBe(true)
  } finally {
    Object.assign(world.ctx, { blobs: old })
    await rm(folder, { recursive: true, force: true })
  }
})

it('belongs to who ordered it, also for who may see the same list', async () => {
  await order(me)
  await settle()
  const job = await only()
  const other = as('u2')
  expect(await jobs(other)).toEqual([])
  expect((await load(other, job)).statusCode).toBe(404)
  for (const call of [
    other.post('/sys/exportJob/cancel', { id: job.id }),
    other.post('/sys/exportJob/again', { id: job.id }),
    other.delete('/sys/exportJob/delete', { id: job.id }),
  ])
    expect(await call).toMatchObject({ success: false })
  expect((await load(me, job)).statusCode).toBe(200)
})

it('is not given any more to who may not see the list, or sees less of it than then', async () => {
  await order(me)
  await settle()
  const job = await only()
  expect((await load(as('u1', ['system:position:list']), job)).statusCode).toBe(403)
  expect((await load(as('u1', ['system:position:export']), job)).statusCode).toBe(403)
  await query(`insert into sys_permission (id, parent_id, name, menu_type, perms, perms_type, status)
    values ('col-rank', '', '职级列', 2, 'system:position:column:postRank', '1', '1')`)
  const refused = await load(me, job)
  expect(refused.json()).toMatchObject({
    success: false,
    message: '导出以后您的数据权限有变化，请在“我的导出”中重新导出',
  })
  await query(`delete from sys_permission where id = 'col-rank'`)
  await query(`insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
    values ('rule', 'p-list', '只看一条', 'code', '=', 'P7', '1');
    update sys_role_permission set data_rule_ids = 'rule' where id = 'rp1'`)
  expect((await load(as('u1'), job)).json()).toMatchObject({ success: false })
  // Ordered anew it holds what the rule leaves.
  expect(await as('u1').post('/sys/exportJob/again', { id: job.id })).toMatchObject({ success: true })
  await settle()
  expect((await jobs())[0]).toMatchObject({ status: 'done', rowsDone: 1 })
  await query(`update sys_role_permission set data_rule_ids = null`)
})

it('one at a time for a person; refused at once where it could not be made', async () => {
  const nobody = as('u2', ['system:position:list'])
  expect(await order(nobody)).toMatchObject({ success: false, code: 510 })
  expect(await order(me, { createTime_begin: '不是日期' })).toMatchObject({ success: false })
  expect(await jobs()).toEqual([])
  await order(me)
  expect(await order(me)).toMatchObject({
    success: false,
    message: '您的“职务”正在后台导出，请等它完成，或在“我的导出”中取消后再导出',
  })
  expect(await order(as('u2'))).toMatchObject({ success: true })
  const answers = await Promise.all(Array.from({ length: 5 }, () => order(as('u3'))))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
})

it('that is cancelled ends, waiting or under way, and leaves no file', async () => {
  const before = await blobs()
  await order(me)
  expect(await me.post('/sys/exportJob/cancel', { id: (await only()).id })).toMatchObject({ success: true })
  expect(await only()).toMatchObject({ status: 'cancelled' })
  const { there, letGo } = hold()
  await order(me)
  const made = settle()
  await there
  const [running] = await jobs()
  await me.post('/sys/exportJob/cancel', { id: running?.id })
  expect((await jobs())[0]).toMatchObject({ status: 'cancelled' })
  letGo()
  await made
  expect((await jobs())[0]).toMatchObject({ status: 'cancelled', fileUrl: null })
  expect(await blobs()).toBe(before)
  expect(await notices('u1')).toEqual([{ title: '导出完成：职务', page: '/account/exports' }])
})

it('that is cancelled stands in nobody’s way while it still ends: the next is ordered, and it is deleted', async () => {
  const before = await blobs()
  const { there, letGo } = hold()
  await order(me)
  const made = settle()
  await there
  const { id } = await only()
  await me.post('/sys/exportJob/cancel', { id })
  expect(await me.post('/sys/exportJob/again', { id })).toMatchObject({ success: true })
  expect(await order(me)).toMatchObject({ success: false })
  expect(await me.delete('/sys/exportJob/delete', { id })).toMatchObject({ success: true })
  expect(await only()).toMatchObject({ status: 'waiting' })
  letGo()
  await made
  expect(await only()).toMatchObject({ status: 'done', rowsDone: ROWS })
  expect(await blobs()).toBe(before + 1)
})

it('of a person who is frozen meanwhile is not made to its end', async () => {
  const before = await blobs()
  const { there, letGo } = hold()
  await order(me)
  const made = settle()
  await there
  await query(`update sys_user set status = 2 where id = 'u1'`)
  await expect.poll(async () => (await only()).status, { timeout: 10_000 }).toBe('cancelled')
  letGo()
  await made
  await query(`update sys_user set status = 1 where id = 'u1'`)
  expect(await only()).toMatchObject({ status: 'cancelled', reason: '账号已停用或不在该租户，导出已取消' })
  expect(await blobs()).toBe(before)
})

it('survives the end of its server: made anew after a stop or a crash, and plainly interrupted after a second one', async () => {
  const before = await blobs()
  await order(me)
  const stopped = createExportRunner(world.ctx)
  const { there, letGo } = hold()
  await stopped.look()
  await there
  const ending = stopped.stop()
  letGo()
  await ending
  expect(await only()).toMatchObject({ status: 'waiting' })
  const crash = () =>
    query(`update export_job set status = 'running', attempts = attempts + 1, lease_id = 'dead',
      lease_until = now() - interval '1 second', path = '20260302/${'0'.repeat(32)}.xlsx'`)
  await crash()
  await settle()
  expect(await only()).toMatchObject({ status: 'done', rowsDone: ROWS })
  await me.delete('/sys/exportJob/delete', { id: (await only()).id })
  await order(me)
  await crash()
  await query('update export_job set attempts = 2')
  await settle()
  expect(await only()).toMatchObject({
    status: 'interrupted',
    reason: '服务器在导出过程中停止，文件没有生成',
    fileUrl: null,
  })
  expect(await notices('u1')).toEqual([{ title: '导出中断：职务', page: '/account/exports' }])
  expect(await me.post('/sys/exportJob/again', { id: (await only()).id })).toMatchObject({ success: true })
  await settle()
  expect((await jobs())[0]).toMatchObject({ status: 'done' })
  expect(await blobs()).toBe(before + 1)
})

it('that fails says why in words, and the file of one is kept for three days', async () => {
  presenting = async () => {
    throw new Error('a row that cannot be presented')
  }
  await order(me)
  await settle()
  expect(await only()).toMatchObject({
    status: 'failed',
    reason: '导出时出错，请在“我的导出”中重新导出；如仍失败请联系管理员',
  })
  presenting = null
  await order(me)
  await settle()
  const [job] = await jobs()
  if (!job) throw new Error('there is no job')
  world.clock.advance(3 * 86_400_000 - 1_000)
  expect((await load(me, job)).statusCode).toBe(200)
  world.clock.advance(2_000)
  expect((await jobs())[0]).toMatchObject({ status: 'done', fileUrl: null })
  expect((await load(me, job)).statusCode).toBe(404)
})
