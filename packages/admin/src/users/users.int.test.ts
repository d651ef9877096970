import type { Page, UsersOfName } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestWorld } from '@suoan/platform/testing/test-world'
import { users } from './index.ts'
import { createPeopleWorld, PASSWORD, signIn } from './testing/people-world.ts'

type Person = {
  id: string
  username: string
  status: number
  orgCodeTxt: string
  relTenantIds: string | null
}

let world: TestWorld
let boss: Awaited<ReturnType<typeof signIn>>
let clerk: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  world = await createPeopleWorld([{ name: 'users', mount: users }])
  boss = await signIn(world, 'boss')
  clerk = await signIn(world, 'clerk')
})
afterAll(() => world[Symbol.asyncDispose]())

const named = async (username: string): Promise<Person | undefined> =>
  (await boss.get<Page<Person>>('/sys/user/list', { username })).result.records[0]

async function addPerson(username: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const answer = await boss.post('/sys/user/add', {
    username,
    realname: username,
    password: PASSWORD,
    ...more,
  })
  expect(answer).toMatchObject({ success: true, message: '添加成功！' })
  return (await named(username))?.id ?? ''
}

describe('adding and editing users', () => {
  it('stores roles and departments, and shows the names of the departments in the list', async () => {
    const id = await addPerson('zhang', { selectedroles: 'r-see', selecteddeparts: 'd1,d2,' })
    expect(await named('zhang')).toMatchObject({ orgCode: 'A01', orgCodeTxt: '一部,一班', status: 1 })
    expect(await boss.get('/sys/user/queryUserRole', { userid: id })).toMatchObject({ result: ['r-see'] })
    expect(await boss.get('/sys/user/userDepartList', { userId: id })).toMatchObject({
      message: '查找成功',
      result: [{ key: 'd1', title: '一部' }, { key: 'd2' }],
    })
    await boss.put('/sys/user/edit', { id, selectedroles: '', selecteddeparts: 'd2' })
    expect(await boss.get('/sys/user/queryUserRole', { userid: id })).toMatchObject({
      success: false,
      message: '未找到用户相关角色信息',
    })
    expect(await named('zhang')).toMatchObject({ orgCode: 'A01A01', orgCodeTxt: '一班' })
  })

  it('makes a password when none is given, tells it once, and it must be changed at the first login', async () => {
    const answer = await boss.post<{ password: string }>('/sys/user/add', {
      username: 'wang',
      realname: '王',
    })
    expect(answer.message).toContain('首次登录须修改')
    const wang = await signIn(world, 'wang', answer.result.password)
    expect(await wang.get('/sys/user/getUserSectionInfoByToken')).toMatchObject({ success: false, code: 428 })
  })

  it('refuses a weak password, two different ones, and a taken name', async () => {
    const add = (more: object) => boss.post('/sys/user/add', { username: 'lisi', realname: '李', ...more })
    expect((await add({ password: '123456' })).message).toContain('至少 8 位')
    expect((await add({ password: PASSWORD, confirmpassword: 'x' })).message).toBe('两次输入密码不一致!')
    expect((await add({ username: 'clerk' })).message).toContain('已存在')
    expect((await add({ username: 'a b' })).message).toContain('只能用字母')
  })

  it('gives nobody the name of the server, or that of another in other letters', async () => {
    for (const username of ['BOSS', 'Clerk', 'system', 'System'])
      expect(
        await clerk.post('/sys/user/add', { username, realname: '老板', password: PASSWORD }),
      ).toMatchObject({ success: false, message: expect.stringContaining('请换一个账号') })
    expect((await boss.get<Page<Person>>('/sys/user/list', { realname: '老板' })).result.total).toBe(1)
  })

  it('ignores what the server owns in a draft: state, author, deletion mark, tenant', async () => {
    const id = await addPerson('forger', {
      status: 2,
      delFlag: 1,
      createBy: 'x',
      tenantId: 9,
    })
    expect(await named('forger')).toMatchObject({
      status: 1,
      delFlag: 0,
      createBy: 'boss',
      tenantId: 0,
      orgCode: null,
    })
    await boss.put('/sys/user/edit', { id, createBy: 'y', delFlag: 1 })
    const frozen = await boss.put('/sys/user/edit', { id, status: 2 })
    expect(frozen).toMatchObject({ success: false, message: expect.stringContaining('请用“冻结”') })
    expect(await named('forger')).toMatchObject({ status: 1, createBy: 'boss' })
  })

  it('refuses an add that asks for what only the server writes, so that no success is told for it', async () => {
    const asking = { username: 'asking', realname: '某', password: PASSWORD }
    for (const [wish, label] of [
      [{ clientId: 'another-phone' }, '移动设备'],
      [{ orgCode: 'Z99' }, '当前部门'],
    ] as const) {
      const answer = await boss.post('/sys/user/add', { ...asking, ...wish })
      expect(answer).toMatchObject({
        success: false,
        message: expect.stringContaining(`“${label}”由系统维护`),
      })
    }
    expect(await named('asking')).toBeUndefined()
  })

  it('does not let a user manager make himself a superior or choose tenants', async () => {
    await clerk.put('/sys/user/edit', { id: 'clerk', userIdentity: 2, departIds: 'd1', realname: '文员' })
    expect(await named('clerk')).toMatchObject({ userIdentity: 1 })
    expect(await clerk.put('/sys/user/edit', { id: 'clerk', selecteddeparts: 'd1' })).toMatchObject({
      success: false,
      message: '不能给自己增加部门，请联系系统管理员',
    })
    expect((await boss.get('/sys/user/list', { departId: 'd1\0' })).success).toBe(true)
    expect(await clerk.put('/sys/user/edit', { id: 'clerk', relTenantIds: '9' })).toMatchObject({
      success: false,
      message: '只有系统管理员可以指定用户的租户',
    })
  })
})

describe('the departments of a user by their own call (editDepart)', () => {
  const departsOf = async (userId: string) =>
    (await boss.get<{ key: string }[]>('/sys/user/userDepartList', { userId })).result.map(({ key }) => key)

  it('replaces the departments and nothing else', async () => {
    const id = await addPerson('mover', { selectedroles: 'r-see', selecteddeparts: 'd1' })
    const answer = await boss.put('/sys/user/editDepart', {
      id,
      selecteddeparts: 'd2,',
      selectedroles: '',
      realname: '改名',
    })
    expect(answer).toMatchObject({ success: true, message: '修改成功!' })
    expect(await departsOf(id)).toEqual(['d2'])
    expect(await named('mover')).toMatchObject({ orgCode: 'A01A01', realname: 'mover' })
    expect(await boss.get('/sys/user/queryUserRole', { userid: id })).toMatchObject({ result: ['r-see'] })
    await boss.put('/sys/user/editDepart', { id, selecteddeparts: [] })
    expect(await departsOf(id)).toEqual([])
  })

  it('is refused without the permission, across tenants, for oneself, and when it names no departments', async () => {
    const worker = await signIn(world, 'worker')
    const move = { id: 'worker', selecteddeparts: 'd2' }
    expect(await worker.put('/sys/user/editDepart', move)).toMatchObject({ code: 510 })
    expect(await boss.put('/sys/user/editDepart', { ...move, id: 'foreign' })).toMatchObject({
      success: false,
    })
    expect((await boss.put('/sys/user/editDepart', { ...move, selecteddeparts: 'd9' })).message).toContain(
      '部门不存在',
    )
    expect((await clerk.put('/sys/user/editDepart', { ...move, id: 'clerk' })).message).toContain(
      '不能给自己增加部门',
    )
    expect(await boss.put('/sys/user/editDepart', { id: 'worker' })).toMatchObject({ success: false })
    expect(await departsOf('worker')).toEqual(['d1'])
  })
})

describe('a user named by his number (updateUserId)', () => {
  it('is edited as by edit, with its guards', async () => {
    const id = await addPerson('numbered')
    expect(await boss.post('/sys/user/updateUserId', { userId: id, realname: '编号' })).toMatchObject({
      success: true,
      message: '修改成功!',
    })
    expect(await named('numbered')).toMatchObject({ id, realname: '编号' })
    expect(
      (await clerk.post('/sys/user/updateUserId', { userId: 'clerk', selectedroles: 'r-clerk,r-admin' }))
        .message,
    ).toBe('只有系统管理员可以授予或取消系统管理员角色')
    expect(await boss.post('/sys/user/updateUserId', { userId: 'foreign', realname: 'x' })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    })
    const worker = await signIn(world, 'worker')
    expect(await worker.post('/sys/user/updateUserId', { userId: id, realname: 'x' })).toMatchObject({
      code: 510,
    })
    expect((await boss.post('/sys/user/updateUserId', { realname: 'x' })).success).toBe(false)
  })

  it('keeps his number, for logs and tickets name people by it', async () => {
    const answer = await boss.post('/sys/user/updateUserId', { id: 'worker', userId: 'worker2' })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('用户编号不能更改') })
    expect(await named('worker')).toMatchObject({ id: 'worker' })
  })
})

describe('giving roles', () => {
  it('is refused to whoever does not hold what the role holds, and for the administrator role', async () => {
    for (const roleId of ['r-admin', 'r-clerk', 'r-see']) {
      const answer = await clerk.post('/sys/user/addSysUserRole', { roleId, userIdList: ['worker'] })
      expect([roleId, answer.success]).toEqual([roleId, roleId !== 'r-admin'])
    }
    const own = await clerk.put('/sys/user/edit', { id: 'clerk', selectedroles: 'r-clerk,r-admin' })
    expect(own).toMatchObject({ success: false, message: '只有系统管理员可以授予或取消系统管理员角色' })
    await boss.delete('/sys/user/deleteUserRoleBatch', { roleId: 'r-clerk', userIds: 'worker,' })
  })

  it('knows no role and no user of another tenant', async () => {
    expect(
      (await boss.post('/sys/user/addSysUserRole', { roleId: 'r-foreign', userIdList: ['worker'] })).success,
    ).toBe(false)
    expect(
      (await boss.post('/sys/user/addSysUserRole', { roleId: 'r-see', userIdList: ['foreign'] })).success,
    ).toBe(false)
    expect(
      (await boss.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-foreign' })).message,
    ).toContain('角色不存在')
    expect((await boss.put('/sys/user/edit', { id: 'worker', selecteddeparts: 'd9' })).message).toContain(
      '部门不存在',
    )
    expect(await boss.get('/sys/user/queryUserRole', { userid: 'foreign' })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    })
  })

  it('takes effect with the next request, and so does taking away', async () => {
    await addPerson('newman')
    const newman = await signInAndChange('newman')
    expect(await newman.get('/sys/user/list')).toMatchObject({ success: false, code: 510 })
    const id = (await named('newman'))?.id ?? ''
    await boss.post('/sys/user/addSysUserRole', { roleId: 'r-see', userIdList: [id] })
    await expect.poll(async () => (await newman.get('/sys/user/list')).success).toBe(true)
    expect(
      (await boss.get<Page<Person>>('/sys/user/userRoleList', { roleId: 'r-see', username: '*newm*' })).code,
    ).toBe(510)
    expect(await boss.delete('/sys/user/deleteUserRole', { roleId: 'r-see', userId: id })).toMatchObject({
      success: true,
      message: '删除成功!',
    })
    await expect.poll(async () => (await newman.get('/sys/user/list')).code).toBe(510)
  })
})

describe('freezing, deleting and passwords', () => {
  it('ends the sessions of a frozen user at once and lets him back when thawed', async () => {
    const id = await addPerson('frosty')
    const frosty = await signInAndChange('frosty')
    expect(await boss.put('/sys/user/frozenBatch', { ids: `${id},`, status: '2' })).toMatchObject({
      success: true,
      message: '操作成功!',
    })
    await expect.poll(async () => (await frosty.get('/sys/user/getUserInfo')).message).toContain('Token失效')
    expect(
      (await world.anonymous.post('/sys/login', { username: 'frosty', password: CHANGED })).success,
    ).toBe(false)
    await boss.put('/sys/user/frozenBatch', { ids: id, status: 1 })
    expect(
      (await world.anonymous.post('/sys/login', { username: 'frosty', password: CHANGED })).success,
    ).toBe(true)
  })

  it('counts the last administrator of the platform for the platform, from whatever tenant he is taken', async () => {
    await world.database.pool.query(`
      insert into sys_tenant (id, name, status) values (7, '乙厂', 1) on conflict do nothing;
      insert into sys_user (id, tenant_id, username, realname, status, del_flag, rel_tenant_ids)
        values ('far', 7, 'far', '远方', 1, 0, '7');
      insert into sys_role (id, tenant_id, role_name, role_code) values ('r-admin7', 7, '乙厂管理员', 'admin');
      insert into sys_user_role (id, user_id, role_id) values ('far1', 'far', 'r-admin'), ('far2', 'far', 'r-admin7')`)
    // He holds the platform's role and can enter another tenant only: he administers no platform.
    const other = world.as({ userId: 'other' })
    const lost = { success: false, message: '至少要保留一名可用的平台系统管理员，请先指定另一名管理员' }
    expect(await other.put('/sys/user/frozenBatch', { ids: 'boss', status: 2 })).toMatchObject(lost)
    expect(await other.put('/sys/user/edit', { id: 'boss', relTenantIds: '7' })).toMatchObject(lost)
    // Inside the other tenant its own last administrator is kept as well.
    expect(
      await world
        .as({ userId: 'other', tenantId: 7 })
        .put('/sys/user/frozenBatch', { ids: 'far', status: 2 }),
    ).toMatchObject({ success: false, message: '至少要保留一名可用的系统管理员，请先指定另一名管理员' })
    await world.database.pool
      .query(`delete from sys_user_role where user_id = 'far'; delete from sys_user where id = 'far';
      delete from sys_role where id = 'r-admin7'; delete from sys_tenant where id = 7`)
  })

  it('refuses to freeze or delete oneself and the last administrator', async () => {
    expect((await boss.put('/sys/user/frozenBatch', { ids: 'boss', status: 2 })).message).toBe(
      '不能冻结自己的账号',
    )
    expect((await boss.delete('/sys/user/delete', { id: 'boss' })).success).toBe(false)
    const other = world.as({ userId: 'other' })
    for (const answer of [
      await other.put('/sys/user/frozenBatch', { ids: 'boss', status: 2 }),
      await other.delete('/sys/user/deleteBatch', { ids: 'boss,' }),
      await other.put('/sys/user/edit', { id: 'boss', selectedroles: '' }),
      await other.delete('/sys/user/deleteUserRole', { roleId: 'r-admin', userId: 'boss' }),
    ])
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining('至少要保留一名') })
  })

  it('keeps one of two administrators who take the role from each other, or freeze each other, at the same moment', async () => {
    const { pool } = world.database
    await pool.query(`insert into sys_user (id, tenant_id, username, realname, status, del_flag) values
      ('second', 0, 'second', '第二管理员', 1, 0)`)
    const [one, other] = [
      world.as({ userId: 'boss', username: 'boss' }),
      world.as({ userId: 'second', username: 'second' }),
    ]
    const inForce = async () =>
      (
        await pool.query(`select count(*)::int as n from sys_user_role ur join sys_user u on u.id = ur.user_id
        where ur.role_id = 'r-admin' and u.status = 1 and u.del_flag = 0`)
      ).rows[0]?.n
    for (const attack of [
      (who: typeof one, whom: string) => who.put('/sys/user/frozenBatch', { ids: whom, status: 2 }),
      (who: typeof one, whom: string) => who.put('/sys/user/edit', { id: whom, selectedroles: '' }),
      (who: typeof one, whom: string) =>
        who.delete('/sys/user/deleteUserRole', { roleId: 'r-admin', userId: whom }),
    ]) {
      await pool.query(`update sys_user set status = 1 where id in ('boss', 'second');
        insert into sys_user_role (id, user_id, role_id) values ('sr', 'second', 'r-admin'), ('br', 'boss', 'r-admin')
          on conflict do nothing`)
      const answers = await Promise.all([attack(one, 'second'), attack(other, 'boss')])
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect(answers.find(({ success }) => !success)?.message).toContain('至少要保留一名')
      expect(await inForce()).toBe(1)
    }
    await pool.query(`update sys_user set status = 1 where id = 'boss';
      insert into sys_user_role (id, user_id, role_id) values ('br', 'boss', 'r-admin') on conflict do nothing;
      delete from sys_user_role where user_id = 'second'; delete from sys_user where id = 'second'`)
    // Where the second froze him, his sessions ended.
    boss = await signIn(world, 'boss')
  })

  it('lets nobody touch the password or the account of somebody who may do more', async () => {
    for (const answer of [
      await clerk.put('/sys/user/changePassword', { username: 'boss', password: 'Stolen#2026x' }),
      await clerk.put('/sys/user/frozenBatch', { ids: 'boss', status: 2 }),
      await clerk.delete('/sys/user/delete', { id: 'boss' }),
    ])
      expect(answer).toMatchObject({ success: false, message: '“老板”的权限高于您，请联系系统管理员操作' })
  })

  it('lets nobody turn the number or the mail of somebody who may do more into his own way in', async () => {
    for (const draft of [{ phone: '13911110000' }, { email: 'clerk@plant.example' }])
      for (const edit of [
        clerk.put('/sys/user/edit', { id: 'boss', ...draft }),
        clerk.post('/sys/user/updateUserId', { userId: 'boss', ...draft }),
      ])
        expect(await edit).toMatchObject({
          success: false,
          message: '“老板”的权限高于您，请联系系统管理员操作',
        })
    // What is no way in, an equal's number, and one's own stay editable.
    expect((await clerk.put('/sys/user/edit', { id: 'boss', telephone: '8001', phone: '' })).success).toBe(
      true,
    )
    const id = await addPerson('neighbour', { phone: '13911110001' })
    expect((await clerk.put('/sys/user/edit', { id, phone: '13911110002' })).success).toBe(true)
    expect((await clerk.put('/sys/user/edit', { id: 'clerk', phone: '13911110003' })).success).toBe(true)
    await clerk.put('/sys/user/edit', { id: 'clerk', phone: '' })
  })

  it('takes the dynamic codes of somebody who lost his telephone away, not of somebody who may do more', async () => {
    const id = await addPerson('phoneless')
    const before = await signInAndChange('phoneless')
    const bind = (userId: string) =>
      world.database.pool.query(
        `insert into sys_totp (user_id, secret_sealed, created_at, confirmed_at) values ($1, 'x', now(), now())`,
        [userId],
      )
    await bind(id)
    await bind('boss')
    const reset = (username: string) => clerk.put('/sys/user/resetTotp', { username })
    expect(
      (await world.anonymous.post('/sys/login', { username: 'phoneless', password: CHANGED })).code,
    ).toBe(4281)
    expect(await reset('phoneless')).toMatchObject({ success: true })
    await expect.poll(async () => (await before.get('/sys/user/getUserInfo')).message).toContain('Token失效')
    expect(
      (await world.anonymous.post('/sys/login', { username: 'phoneless', password: CHANGED })).success,
    ).toBe(true)
    expect((await reset('phoneless')).message).toBe('该用户没有启用动态口令，不需要重置')
    expect((await reset('boss')).message).toBe('“老板”的权限高于您，请联系系统管理员操作')
    expect((await reset('foreign')).message).toBe('用户不存在!')
    await world.database.pool.query('delete from sys_totp')
  })

  it('ends the sessions of a person whose password was reset; the new one must be changed', async () => {
    await addPerson('forgetful')
    const before = await signInAndChange('forgetful')
    const reset = await clerk.put('/sys/user/changePassword', {
      username: 'forgetful',
      password: 'Reset#Pass77',
      confirmpassword: 'Reset#Pass77',
    })
    expect(reset).toMatchObject({ success: true, message: '密码修改完成！' })
    await expect.poll(async () => (await before.get('/sys/user/getUserInfo')).message).toContain('Token失效')
    const after = await signIn(world, 'forgetful', 'Reset#Pass77')
    expect(await after.get('/sys/user/getCurrentUserDeparts')).toMatchObject({ code: 428 })
    expect(
      (await clerk.put('/sys/user/changePassword', { username: 'clerk', password: 'Own#Pass2026' })).success,
    ).toBe(false)
    expect(
      (await clerk.put('/sys/user/changePassword', { username: 'foreign', password: 'Own#Pass2026' }))
        .message,
    ).toBe('用户不存在!')
  })

  it('keeps a deleted user in the bin, from where he comes back or goes for good', async () => {
    const id = await addPerson('binned', { selecteddeparts: 'd1', selectedroles: 'r-see' })
    await world.database.pool.query(
      `with t as (insert into sys_totp (user_id, secret_sealed, created_at) values ($1, 'x', now()))
       insert into sys_third_account (id, sys_user_id, third_type, third_user_uuid, third_user_id, create_time)
       values ('t', $1, 'corp', 'a', 'b', now())`,
      [id],
    )
    expect(await boss.delete('/sys/user/delete', { id })).toMatchObject({
      success: true,
      message: '删除用户成功',
    })
    expect(await named('binned')).toBeUndefined()
    const bin = await boss.get<Person[]>('/sys/user/recycleBin')
    expect(bin.result).toEqual([expect.objectContaining({ id, orgCode: '一部' })])
    expect(await boss.put('/sys/user/putRecycleBin', { userIds: `${id},` })).toMatchObject({
      message: '还原成功',
    })
    expect(await named('binned')).toMatchObject({ id, orgCodeTxt: '一部' })
    expect((await boss.delete('/sys/user/deleteRecycleBin', { userIds: id })).success).toBe(false)
    await boss.delete('/sys/user/delete', { id })
    expect(await boss.delete('/sys/user/deleteRecycleBin', { userIds: id })).toMatchObject({
      message: '删除成功',
    })
    const left = await world.database.pool.query(
      `select id from sys_user where id = $1 union all select id from sys_user_role where user_id = $1
       union all select user_id from sys_password where user_id = $1
       union all select user_id from sys_totp where user_id = $1
       union all select sys_user_id from sys_third_account where sys_user_id = $1`,
      [id],
    )
    expect(left.rows).toEqual([])
  })
})

describe('looking people up', () => {
  it('answers pickers within the tenant and with texts', async () => {
    expect(
      (await boss.get<Page<Person>>('/sys/user/list', { departId: 'd1' })).result.records.map(
        (row) => row.username,
      ),
    ).toEqual(['worker'])
    const below = await boss.get<Page<Person>>('/sys/user/queryUserComponentData', {
      departId: 'd1',
      realname: '工',
    })
    expect(below.result.records).toEqual([expect.objectContaining({ id: 'worker', orgCodeTxt: '一部' })])
    const picked = async (query: Record<string, string>) =>
      (await boss.get<Page<Person>>('/sys/user/queryUserComponentData', query)).result.records.map(
        ({ id }) => id,
      )
    await world.database.pool.query(
      `update sys_user set sex = 2, birthday = '1990-05-01' where id = 'worker'`,
    )
    expect(await picked({ sex: '2' })).toEqual(['worker'])
    expect(await picked({ sex: '1', username: 'worker' })).toEqual([])
    expect(await picked({ birthday: '1990-05-01' })).toEqual(['worker'])
    expect(await picked({ birthday: '五月一日' })).toEqual([])
    expect((await boss.get<Person[]>('/sys/user/queryUserByDepId', { id: 'd1' })).result).toHaveLength(1)
    expect(
      (await boss.get<Person[]>('/sys/user/queryByIds', { userIds: 'worker,foreign' })).result,
    ).toHaveLength(1)
    expect((await boss.get<Person[]>('/sys/user/queryUserByDepId', { id: 'd9' })).result).toEqual([])
    const many = await boss.get('/sys/user/getMultiUser', { username: 'worker,clerk,' })
    expect(many).toHaveLength(2)
  })

  it('finds a pasted list of names: who is meant, of whom there are several, who is unknown', async () => {
    await world.database.pool.query(
      `insert into sys_user (id, tenant_id, username, realname, work_no, status, del_flag, create_time)
       select 'same' || n, 0, 'same' || n, '王伟', 'W' || n, 1, 0, now() from generate_series(1, 25) n
       union all select 'away', 0, 'away', '已冻结', null, 2, 0, now()
       union all select 'gone', 0, 'gone', '已删除', null, 1, 1, now()`,
    )
    const find = async (names: readonly string[]) =>
      await boss.post<UsersOfName[]>('/sys/user/queryByNames', { names })
    const { result } = await find(['工人', ' clerk ', '王伟', 'W7', '外人', '已冻结', '已删除', '工', ''])
    expect(result.map(({ name, users: found, total }) => [name, found.length, total])).toEqual([
      ['工人', 1, 1],
      ['clerk', 1, 1],
      ['王伟', 20, 25],
      ['W7', 1, 1],
      ['外人', 0, 0],
      ['已冻结', 0, 0],
      ['已删除', 0, 0],
      ['工', 0, 0],
    ])
    expect(result[0]?.users).toEqual([
      { id: 'worker', username: 'worker', realname: '工人', workNo: '', orgCodeTxt: '一部' },
    ])
    // The name of one and the account of another: both may be meant.
    await world.database.pool.query(
      `insert into sys_user (id, tenant_id, username, realname, status, del_flag, create_time)
       values ('twin', 0, '王伟二', '工人', 1, 0, now())`,
    )
    expect((await find(['工人'])).result[0]?.total).toBe(2)
    await world.database.pool.query(
      `delete from sys_user where id like 'same%' or id in ('away', 'gone', 'twin')`,
    )
  })

  it('refuses a list of names that is too long, or none', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `姓名${index}`)
    expect(await boss.post('/sys/user/queryByNames', { names })).toMatchObject({
      success: false,
      message: expect.stringContaining('一次最多查找 1000 个姓名，请分批粘贴'),
    })
    for (const wrong of [[], '工人', [1], ['\0'], undefined])
      expect(await boss.post('/sys/user/queryByNames', { names: wrong })).toMatchObject({ success: false })
  })

  it('tells whether a name is free only to those who manage users', async () => {
    expect(await boss.get('/sys/user/checkOnlyUser', { username: 'nobody' })).toMatchObject({
      success: true,
      result: true,
    })
    expect(await boss.get('/sys/user/checkOnlyUser', { username: 'foreign' })).toMatchObject({
      success: false,
      message: '用户账号已存在',
    })
    const worker = await signIn(world, 'worker')
    expect(await worker.get('/sys/user/checkOnlyUser', { username: 'boss' })).toMatchObject({ code: 510 })
  })

  it('answers a registration the same for a name that is taken, and not without end', async () => {
    const ask = async (username: string) => {
      const answer = await world.anonymous.get('/sys/user/checkOnlyUser', { username })
      return { ...answer, timestamp: 0 }
    }
    const free = await ask('nobody')
    expect(free).toMatchObject({ success: true, result: true })
    expect(await ask('boss')).toEqual(free)
    const stale = await world.anonymous.raw('GET', '/sys/user/checkOnlyUser', {
      headers: { 'x-access-token': 'no such session' },
    })
    expect(stale.statusCode).toBe(500)
    let last = free
    for (let i = 0; i < 60; i++) last = await ask(`name${i}`)
    expect(last).toMatchObject({ success: false })
  })
})

const CHANGED = 'Changed#Pass88'

/** Signs in with the first password and replaces it, as everybody must. */
async function signInAndChange(username: string) {
  const first = await signIn(world, username)
  const changed = await first.put('/sys/user/updatePassword', {
    oldpassword: PASSWORD,
    password: CHANGED,
    confirmpassword: CHANGED,
  })
  expect(changed).toMatchObject({ success: true })
  return first
}

describe('calls of original clients (4-api.md §7.1)', () => {
  it('answer within the tenant, masked, and to who may list users', async () => {
    expect((await boss.get<string>('/sys/user/generateUserId')).result).toMatch(/^[0-9a-f]{32}$/)
    const ids = async (path: string, query: Record<string, string>) => {
      const { result } = await boss.get<Page<Person> | Person[]>(`/sys/user/${path}`, query)
      return (Array.isArray(result) ? result : result.records).map(({ id }) => id)
    }
    expect(await ids('queryByOrgCode', { orgCode: 'A01' })).toContain('worker')
    expect(await ids('queryByOrgCode', { orgCode: '' })).toEqual([])
    expect(await ids('appUserList', { keyword: '工人' })).toEqual(['worker'])
    expect(await ids('appQueryByDepartId', { departId: 'd1' })).toContain('worker')
    expect(await ids('appQueryByDepartId', { departId: 'd9' })).toEqual([])
    expect(await ids('appQueryUser', { keyWord: '外人' })).toEqual([])
    const below = await boss.get<{ sysUser: Person; children: Person[] }>(
      '/sys/user/queryChildrenByUsername',
      {
        userId: 'worker',
      },
    )
    expect(below.result).toMatchObject({ sysUser: { username: 'worker' }, children: [] })
    expect((await boss.get('/sys/user/queryChildrenByUsername', { userId: 'foreign' })).success).toBe(false)
    const worker = await signIn(world, 'worker')
    expect((await worker.get('/sys/user/saveClientId', { clientId: 'phone-1' })).success).toBe(true)
    const { rows } = await world.database.pool.query(`select id from sys_user where client_id = 'phone-1'`)
    expect(rows).toEqual([{ id: 'worker' }])
    expect((await worker.get('/sys/user/generateUserId')).code).toBe(510)
  })
})
