import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestWorld } from '@suoan/platform/testing/test-world'
import { roles } from '../roles/index.ts'
import { users } from '../users/index.ts'
import { createPeopleWorld, signIn } from '../users/testing/people-world.ts'
import { permissions } from './index.ts'

let world: TestWorld
let boss: Awaited<ReturnType<typeof signIn>>

/** Worker has a role of department d1 that may edit users; clerk's role of d2 may the same. */
beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'roles', mount: roles },
    { name: 'permissions', mount: permissions },
  ])
  await world.database.pool.query(`
    insert into sys_permission (id, parent_id, name, menu_type, perms, sort_no, is_leaf) values
      ('p-depart', 'm-sys', '部门编辑', 2, 'system:depart:edit', 7, true),
      ('p-depart-list', 'm-sys', '部门查询', 2, 'system:depart:list', 8, true);
    insert into sys_role_permission (id, role_id, permission_id) values
      ('e1', 'r-admin', 'p-depart'), ('e2', 'r-admin', 'p-depart-list'),
      ('e3', 'r-clerk', 'p-depart'), ('e4', 'r-clerk', 'p-depart-list');
    insert into sys_depart_role (id, tenant_id, depart_id, role_name, role_code) values
      ('dr1', 0, 'd1', '一部内勤', 'one'), ('dr2', 0, 'd2', '一班内勤', 'two');
    insert into sys_depart_role_user (id, user_id, drole_id) values ('u1', 'worker', 'dr1')`)
  boss = await signIn(world, 'boss')
})
afterAll(() => world[Symbol.asyncDispose]())

const save = (
  departId: string,
  permissionIds: string,
  lastpermissionIds = '',
  who: Pick<typeof boss, 'post'> = boss,
) => who.post('/sys/permission/saveDepartPermission', { departId, permissionIds, lastpermissionIds })
const granted = async (departId: string) =>
  (await boss.get<string[]>('/sys/permission/queryDepartPermission', { departId })).result

describe('what a department may give its roles', () => {
  it('is stored as the difference between what was shown and what is ticked, and written in the log', async () => {
    expect(await save('d1', 'm-user,p-list,p-edit')).toMatchObject({ success: true, message: '保存成功！' })
    expect(await granted('d1')).toEqual(['m-user', 'p-edit', 'p-list'])
    // Shown before somebody else gave more: what he gave stays.
    await save('d1', 'm-user,p-list,p-edit,p-add', 'm-user,p-list,p-edit')
    await save('d1', 'm-user,p-edit', 'm-user,p-list,p-edit')
    expect(await granted('d1')).toEqual(['m-user', 'p-add', 'p-edit'])
    const { rows } = await world.database.pool.query<{ log_content: string }>(
      `select log_content from sys_log where log_content like '部门：一部 授权%' order by create_time, id`,
    )
    expect(rows.map((row) => row.log_content)).toContain(
      '部门：一部 授权增加 0 项、取消 1 项（system:user:list）',
    )
    expect((await save('d1', 'gone')).message).toContain('已被删除')
  })

  it('gives its members nothing by itself', async () => {
    const worker = await signIn(world, 'worker')
    expect((await worker.put('/sys/user/edit', { id: 'worker' })).code).toBe(510)
  })

  it('takes along, when it goes, the grants of its own roles and of no others', async () => {
    await save('d2', 'p-edit')
    await world.database.pool.query(`
      insert into sys_depart_role_permission (id, depart_id, role_id, permission_id) values
        ('g1', 'd1', 'dr1', 'p-edit'), ('g2', 'd1', 'dr1', 'p-add'), ('g3', 'd2', 'dr2', 'p-edit')`)
    const worker = await signIn(world, 'worker')
    const mayEdit = async () => (await worker.put('/sys/user/edit', { id: 'nobody' })).code !== 510
    expect(await mayEdit()).toBe(true)
    await save('d1', 'm-user', 'm-user,p-edit')
    // At once, with the session he has.
    await expect.poll(mayEdit).toBe(false)
    const { rows } = await world.database.pool.query<{ id: string }>(
      `select id from sys_depart_role_permission where id in ('g1', 'g2', 'g3') order by id`,
    )
    expect(rows.map(({ id }) => id)).toEqual(['g2', 'g3'])
    expect(await granted('d2')).toEqual(['p-edit'])
    const log = await world.database.pool.query(
      `select 1 from sys_log where log_content like '%部门角色 一部内勤 随之取消'`,
    )
    expect(log.rows).toHaveLength(1)
  })

  it('is neither given nor taken by those who do not hold it (V10, V12)', async () => {
    const clerk = await signIn(world, 'clerk')
    expect(await save('d2', 'p-edit,p-list', 'p-edit', clerk)).toMatchObject({ success: true })
    await save('d2', 'p-edit,p-list,p-menu', 'p-edit,p-list')
    for (const answer of [
      await save('d1', 'p-menu', '', clerk),
      await save('d2', 'p-edit,p-list', 'p-edit,p-list,p-menu', clerk),
    ])
      expect(answer).toMatchObject({
        success: false,
        message: expect.stringContaining('自己没有的权限（system:permission:edit）'),
      })
    expect(await granted('d2')).toEqual(['p-edit', 'p-list', 'p-menu'])
  })

  it('is shown and changed with the permission for departments only (V10)', async () => {
    const worker = await signIn(world, 'worker')
    expect((await worker.get('/sys/permission/queryDepartPermission', { departId: 'd1' })).code).toBe(510)
    expect((await save('d1', 'p-list', '', worker)).code).toBe(510)
    const reader = world.as({ permissions: new Set(['system:depart:list']) })
    expect((await reader.get('/sys/permission/queryDepartPermission', { departId: 'd1' })).success).toBe(true)
    expect((await save('d1', 'p-list', '', reader)).code).toBe(510)
  })

  it('of another tenant is answered as that of none (V11)', async () => {
    const strip = (answer: object) => ({ ...answer, timestamp: 0 })
    const read = (departId: string) => boss.get('/sys/permission/queryDepartPermission', { departId })
    expect(await read('d9')).toMatchObject({ success: false, message: '未找到对应实体' })
    expect(strip(await read('d9'))).toEqual(strip(await read('nowhere')))
    expect(strip(await save('d9', 'p-list'))).toEqual(strip(await save('nowhere', 'p-list')))
    const { rows } = await world.database.pool.query(
      `select 1 from sys_depart_permission where depart_id = 'd9'`,
    )
    expect(rows).toEqual([])
  })
})
