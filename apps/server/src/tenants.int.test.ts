import type { TenantAdmin, Page, PermissionAnswer, TenantMember } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { createAuthenticator } from '@suoan/platform/http/authenticate'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { createDeviceBridge, hashDeviceSecret } from '@suoan/safety/lock-records'
import { preparePassword, storePassword } from '@suoan/admin/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from './features.ts'
import { firstStart } from './seed/first-start.ts'

// 租户管理 (4-api.md §7.11): a bare installation, its administrator, and tenants that he adds over HTTP.

const PASSWORD = 'Right#Pass2026'
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let world: TestWorld
type Speaker = Awaited<ReturnType<typeof signIn>>
let admin: Speaker
const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await world.database.pool.query(text, values)).rows as Row[]

async function signIn(username: string, password = PASSWORD) {
  const answer = await world.anonymous.post<{ token: string }>('/sys/login', { username, password })
  if (!answer.success) throw new Error(answer.message)
  const headers = { 'x-access-token': answer.result.token }
  const send =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    async <T = unknown>(path: string, values: Readonly<Record<string, unknown>> = {}) => {
      const part =
        method === 'POST' || method === 'PUT'
          ? { body: values }
          : {
              query: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
            }
      const got = await world.anonymous.raw(method, path, { headers, ...part })
      return {
        status: got.statusCode,
        ...got.json<{ success: boolean; code: number; message: string; result: T }>(),
      }
    }
  return { headers, get: send('GET'), post: send('POST'), put: send('PUT'), delete: send('DELETE') }
}

beforeAll(async () => {
  world = await createTestWorld({
    features,
    env: { LOGIN_CAPTCHA: 'off', ADMIN_PASSWORD: PASSWORD },
    authenticate: (ctx) => createAuthenticator(ctx).request,
  })
  await firstStart(world.ctx, false)
  admin = await signIn('admin')
})
afterAll(() => world[Symbol.asyncDispose]())

const addTenant = (id: number, more: object = {}) =>
  admin.post<TenantAdmin | null>('/sys/tenant/add', { id, name: `第${id}工厂`, status: 1, ...more })

/** A tenant, and its administrator after he has changed the password he was given. */
async function workingTenant(id: number): Promise<Speaker> {
  const { result } = await addTenant(id)
  const username = result?.adminUsername ?? ''
  const first = await signIn(username, result?.password)
  expect((await first.get('/sys/user/list')).success).toBe(false)
  const changed = await first.put('/sys/user/updatePassword', {
    username,
    oldpassword: result?.password,
    password: PASSWORD,
    confirmpassword: PASSWORD,
  })
  expect(changed).toMatchObject({ success: true })
  return await signIn(username)
}

/** Somebody of the platform with a password. */
async function platformPerson(id: string, relTenantIds: string | null = null): Promise<void> {
  await rows(
    `insert into sys_user (id, tenant_id, username, realname, status, user_identity, rel_tenant_ids, create_time)
     values ($1, 0, $1, $1, 1, 1, $2, now())`,
    [id, relTenantIds],
  )
  const prepared = await preparePassword(PASSWORD, false)
  await world.ctx.db.transaction().execute((tx) => storePassword(tx, id, prepared, world.clock.now()))
}

describe('a new tenant', () => {
  it('works at once: its administrator signs in, changes his password, and finds roles, a department and rules', async () => {
    const boss = await workingTenant(21)
    const own = await boss.get<PermissionAnswer>('/sys/permission/getUserPermissionByToken')
    const titles = JSON.stringify(own.result.menu)
    expect(titles).toContain('用户管理')
    expect(titles).not.toContain('租户管理')
    const users = await boss.get<Page<{ username: string; orgCodeTxt: string }>>('/sys/user/list')
    expect(users.result.records).toMatchObject([{ username: 'admin21', orgCodeTxt: '第21工厂' }])
    const roles = await boss.get<Page<{ roleCode: string }>>('/sys/role/list', { pageSize: 100 })
    expect(roles.result.records.map(({ roleCode }) => roleCode)).toEqual(
      expect.arrayContaining(['admin', 'ISSUE', 'REVIEW', 'APPROVE', 'SAFETY']),
    )
    const added = await boss.post('/sys/user/add', { username: 'w21', realname: '工人' })
    expect(added).toMatchObject({ success: true })
    const counted = await rows(
      `select (select count(*)::int from lo_duty_rule where tenant_id = 21) > 10 as duties,
        (select count(*)::int from lo_work_type where tenant_id = 21) > 10 as types`,
    )
    expect(counted).toEqual([{ duties: true, types: true }])
  })

  it('has the sign-ins of its people in its own log and figures, and no others', async () => {
    const boss = await workingTenant(27)
    await world.anonymous.post('/sys/login', { username: 'admin27', password: 'Wrong#Pass2026' })
    const log = async (speaker: Speaker) =>
      (
        await speaker.get<Page<{ logContent: string }>>('/sys/log/list', { logType: 1, pageSize: 200 })
      ).result.records.map(({ logContent }) => logContent)
    const own = await log(boss)
    expect(own).toEqual(
      expect.arrayContaining([
        '登录成功（admin27）',
        '登录失败：用户名或密码错误（admin27）',
        '修改密码（admin27）',
      ]),
    )
    expect(own.every((line) => line.includes('（admin27）'))).toBe(true)
    expect((await log(admin)).join()).not.toContain('admin27')
    const count = own.filter((line) => line.startsWith('登录成功')).length
    expect(await boss.get('/sys/loginfo')).toMatchObject({
      result: { totalVisitCount: count, todayVisitCount: count },
    })
    const days = await boss.get<{ visit: number }[]>('/sys/visitInfo')
    expect(days.result.at(-1)?.visit).toBe(count)
  })

  it('is there with everything or not at all', async () => {
    expect(await addTenant(22, { adminUsername: 'Admin' })).toMatchObject({
      success: false,
      message: expect.stringContaining('管理员账号“Admin”已存在'),
    })
    const left = await rows(
      `select id::text from sys_tenant where id = 22 union all select id from sys_role where tenant_id = 22
       union all select id from sys_depart where tenant_id = 22 union all select id from lo_work_type where tenant_id = 22`,
    )
    expect(left).toEqual([])
    await addTenant(22)
    expect(await addTenant(22)).toMatchObject({ success: false, message: '该编号已存在!' })
  })

  it('has an administrator whom the platform gives another password when he has lost his, and only him', async () => {
    const { result } = await addTenant(61)
    const username = result?.adminUsername ?? ''
    const first = await signIn(username, result?.password)
    const again = await admin.post<TenantAdmin>('/sys/tenant/resetAdminPassword', { id: 61 })
    expect(again).toMatchObject({ success: true, result: { tenantId: 61, adminUsername: username } })
    expect(again.result.password).not.toBe(result?.password)
    // His session is over, his former password is none, and the new one has to be changed first.
    expect(await first.get('/sys/user/getUserInfo')).toMatchObject({
      status: 500,
      message: expect.stringContaining('Token失效'),
    })
    await expect(signIn(username, result?.password)).rejects.toThrow()
    const second = await signIn(username, again.result.password)
    expect(await second.get('/sys/role/list')).toMatchObject({ success: false, code: 428 })
    const told = await rows<{ tenant: number }>(
      `select tenant_id as tenant from sys_log where log_content like '%重置 第61工厂%' order by tenant_id`,
    )
    expect(told).toEqual([{ tenant: 0 }, { tenant: 61 }])

    expect(await admin.post('/sys/tenant/resetAdminPassword', { id: 6_100 })).toMatchObject({
      success: false,
      message: '没有这个租户，请刷新列表',
    })
    await world.database.pool.query('update sys_user set status = 2 where username = $1', [username])
    expect(await admin.post('/sys/tenant/resetAdminPassword', { id: 61 })).toMatchObject({
      success: false,
      message: `租户“第61工厂”的管理员账号 ${username} 已冻结，请由该租户的其他管理员解冻后再重置`,
    })
  })

  it('goes again while nobody but its first administrator is in it', async () => {
    await addTenant(23)
    expect(await admin.post('/sys/tenant/delete', { id: 23 })).toMatchObject({ message: '删除成功' })
    expect(await admin.delete('/sys/tenant/delete', { id: 21 })).toMatchObject({
      message: '该租户已被引用，无法删除！',
    })
  })
})

describe('a tenant that is put out of use', () => {
  it('has no session, no device and no sign-in left, from that moment', async () => {
    const boss = await workingTenant(31)
    const ended: string[] = []
    const cut: string[] = []
    world.ctx.broadcasts.on('session.ended', ({ reason }) => void ended.push(reason))
    world.ctx.broadcasts.on('device.disabled', ({ tenantId, sn }) => void cut.push(`${tenantId}/${sn}`))
    await rows(
      `insert into lo_device (id, tenant_id, device_sn, kind, status, secret_hash, del_flag, revision)
       values ($1, 31, 'GW-31', 'GATEWAY', 1, $2, 0, 0)`,
      [newId(), hashDeviceSecret('secret')],
    )
    const connects = async () =>
      (await createDeviceBridge(world.ctx).authenticate({ username: '31/GW-31', password: 'secret' })) !==
      null
    expect([(await boss.get('/sys/user/list')).success, await connects()]).toEqual([true, true])
    expect(await admin.put('/sys/tenant/edit', { id: 31, status: 0 })).toMatchObject({ success: true })
    expect(ended).toContain('tenant')
    expect((await boss.get('/sys/user/list')).status).toBe(500)
    await expect(signIn('admin31')).rejects.toThrow('与该用户关联的租户均已被冻结，无法登录！')
    await expect.poll(() => cut).toContain('31/GW-31')
    expect(await connects()).toBe(false)
    expect((await admin.get('/sys/user/list')).success).toBe(true)
  })

  it('is refused while locks hang under its tickets', async () => {
    await addTenant(32)
    await rows(
      `insert into lo_work (id, tenant_id, work_no, work_name, work_type, work_level, area_id, area_code, place, content, hazards,
        plan_start, plan_end, work_status, exec_phase, create_time)
       values ('w32', 32, 'ZY-32', '检修', '10', '1', 'a', 'A01', '泵房', '检修', '01', now(), now(), 20, 20, now())`,
    )
    expect(await admin.put('/sys/tenant/edit', { id: 32, status: 0 })).toMatchObject({
      success: false,
      message: expect.stringContaining('ZY-32'),
    })
    await rows(`delete from lo_work where id = 'w32'`)
    expect((await admin.put('/sys/tenant/edit', { id: 32, status: 0 })).success).toBe(true)
  })
})

describe('people of a tenant', () => {
  it('are put in and taken out by the platform, all or none, and never the account that was made there', async () => {
    await addTenant(41)
    await platformPerson('p41')
    await platformPerson('q41')
    const change = (path: string, values: object) =>
      admin.post(`/sys/tenant/${path}`, { tenantId: 41, ...values })
    expect((await change('addTenantUsers', { userIdList: ['p41', 'nobody'] })).success).toBe(false)
    expect(await change('addTenantUsers', { userIdList: ['p41', 'q41'] })).toMatchObject({
      message: '添加成功!',
    })
    const members = async () =>
      (await admin.get<Page<TenantMember>>('/sys/tenant/getTenantUserList', { tenantId: 41 })).result.records
    expect(await members()).toMatchObject([
      { username: 'admin41', isHome: true, isAdmin: true },
      { username: 'p41', isHome: false },
      { username: 'q41' },
    ])
    const there = await signIn('p41')
    expect((await change('removeTenantUsers', { userIds: 'p41' })).success).toBe(true)
    expect((await members()).map(({ username }) => username)).toEqual(['admin41', 'q41'])
    expect((await there.get('/sys/user/getUserInfo')).status).toBe(500)
    const home = (await members())[0]?.id ?? ''
    expect((await change('removeTenantUsers', { userIds: home })).message).toContain('在该租户中建立')
    const last = await change('addTenantUsers', { userIdList: ['admin'] })
    expect(last).toMatchObject({ success: false, message: expect.stringContaining('平台系统管理员') })
  })

  it('stay on the platform while work relies on them, and the answer says so instead of speaking of a removal', async () => {
    await addTenant(43)
    await platformPerson('p43')
    await rows(
      `insert into lo_work (id, tenant_id, work_no, work_name, work_type, work_level, area_id, area_code, place, content, hazards,
        plan_start, plan_end, work_status, exec_phase, create_time)
       values ('w43', 0, 'ZY-43', '检修', '10', '1', 'a', 'A01', '泵房', '检修', '01', now(), now(), 20, 20, now())`,
    )
    await rows(
      `insert into lo_work_person (id, tenant_id, work_id, user_id, person_name, role_tag, state, on_state, create_time)
       values ('wp43', 0, 'w43', 'p43', 'p43', 'WORK', 1, 0, now())`,
    )
    const refused = await admin.post('/sys/tenant/addTenantUsers', { tenantId: 43, userIdList: ['p43'] })
    await rows(`delete from lo_work_person where id = 'wp43'`)
    await rows(`delete from lo_work where id = 'w43'`)
    expect(refused.message).toMatch(/^不能加入租户（加入后不再在平台工作）：.*ZY-43/)
  })

  it('of two tenants hold in each what they were given there, and nothing of the other (V11)', async () => {
    await addTenant(51)
    await addTenant(52)
    await platformPerson('two', '51,52')
    await rows(
      `insert into sys_user_role (id, user_id, role_id) values ($1, 'two', 'role-51-admin'), ($2, 'two', 'role-52-VIEW')`,
      [newId(), newId()],
    )
    const { result } = await world.anonymous.post<{ token: string }>('/sys/login', {
      username: 'two',
      password: PASSWORD,
    })
    const ask = async (tenant: number) =>
      (
        await world.anonymous.raw('GET', '/sys/user/list', {
          headers: { 'x-access-token': result.token, 'tenant-id': String(tenant) },
        })
      ).json<{ success: boolean; code: number; result: Page<{ username: string }> }>()
    expect((await ask(51)).result.records.map(({ username }) => username)).toEqual(['admin51'])
    expect(await ask(52)).toMatchObject({ success: false, code: 510 })
  })

  it('has a picture that its own people and the platform see, and nobody of another tenant', async () => {
    const [own, other] = [await workingTenant(81), await workingTenant(82)]
    const change = async (logo: string) => {
      const { result } = await admin.get<Page<{ revision: number }>>('/sys/tenant/list', { id: 81 })
      const answer = await admin.put('/sys/tenant/edit', {
        id: 81,
        logo,
        revision: result.records[0]?.revision,
      })
      expect(answer).toMatchObject({ success: true })
    }
    const head = 'content-disposition: form-data; name="file"; filename="logo.png"'
    const stored = await world.anonymous.raw('POST', '/sys/common/upload', {
      headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=part' },
      body: Buffer.concat([
        Buffer.from(`--part\r\n${head}\r\n\r\n`),
        onePixel,
        Buffer.from('\r\n--part--\r\n'),
      ]),
    })
    const logo = stored.json<{ message: string }>().message
    await change(logo)
    const seenBy = async ({ headers }: Speaker) =>
      (await world.anonymous.raw('GET', `/sys/common/static/${logo}`, { headers })).statusCode
    expect([await seenBy(admin), await seenBy(own), await seenBy(other)]).toEqual([200, 200, 404])
    await change('')
    expect(await seenBy(own)).toBe(404)
  })

  it('is nobody else’s business: a tenant’s administrator manages no tenants', async () => {
    const boss = await signIn('admin21')
    for (const answer of [
      await boss.post('/sys/tenant/add', { id: 99, name: '偷建' }),
      await boss.get('/sys/tenant/getTenantUserList', { tenantId: 41 }),
      await boss.post('/sys/tenant/addTenantUsers', { tenantId: 21, userIdList: ['q41'] }),
      await boss.put('/sys/tenant/edit', { id: 41, status: 0 }),
      await boss.post('/sys/tenant/resetAdminPassword', { id: 41 }),
    ])
      expect(answer.success).toBe(false)
    expect(await rows('select id from sys_tenant where id = 99')).toEqual([])
  })
})
