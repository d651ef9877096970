import type { OnlineRow, Page, PermissionAnswer, UserInfo, VisitDay } from '@suoan/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSessionWorld, PASSWORD, type SessionWorld } from './testing/session-world.ts'

let world: SessionWorld
const me = '/sys/user/getUserInfo'

beforeAll(async () => {
  world = await createSessionWorld({ SESSION_IDLE_MINUTES: '30', SESSION_ABSOLUTE_HOURS: '10' })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.database.pool.query('delete from login_attempt; delete from login_lock'))

describe('a token (V9)', () => {
  it('is taken from the header only, never from the query or another header', async () => {
    const token = await world.tokenOf('anna')
    expect(await world.get(token, me)).toMatchObject({ http: 200, success: true })
    const others = [
      await world.call('GET', `${me}?token=${token}`),
      await world.call('GET', `${me}?X-Access-Token=${token}`),
      await world.call('GET', me, { headers: { authorization: `Bearer ${token}` } }),
      await world.call('GET', me, { headers: { cookie: `X-Access-Token=${token}` } }),
    ]
    for (const answer of others) expect(answer.http).toBe(500)
  })

  it('that is missing, made up or changed answers with the marker the client looks for', async () => {
    const token = await world.tokenOf('anna')
    const wrong = ['', 'x', `${token}x`, `${token.slice(0, 42)}-`, 'a'.repeat(43), `${token}, ${token}`]
    for (const each of wrong) {
      if (each === token) continue
      expect(await world.get(each, me)).toMatchObject({
        http: 500,
        status: 500,
        error: 'Internal Server Error',
        message: 'Token失效，请重新登录',
        path: '/jeecg-boot/sys/user/getUserInfo',
      })
    }
  })

  it('stands in no address: a frame of ours has a ticket for one page and one minute', async () => {
    const token = await world.tokenOf('cora')
    const path = '/jeecg-boot/test/framed/1'
    const { ticket, seconds } = (
      await world.send<{ ticket: string; seconds: number }>(token, 'POST', '/sys/ticket', { path })
    ).result
    expect(seconds).toBe(60)
    const open = (address: string) => world.call<string>('GET', address)
    expect(await open(`/test/framed/1?ticket=${ticket}`)).toMatchObject({ http: 200, result: 'cora' })
    // As menus of the specification write it; the token itself opens nothing that way.
    expect(await open(`/test/framed/1?token=${ticket}`)).toMatchObject({ http: 200, result: 'cora' })
    expect((await open(`/test/framed/1?token=${token}`)).http).toBe(500)
    expect((await open(`/test/framed/2?ticket=${ticket}`)).http).toBe(500)
    expect((await open(`${me}?ticket=${ticket}`)).http).toBe(500)
    expect((await world.get(ticket, me)).http).toBe(500)
    world.clock.advance(60_000)
    expect((await open(`/test/framed/1?ticket=${ticket}`)).http).toBe(500)
    const again = (await world.send<{ ticket: string }>(token, 'POST', '/sys/ticket', { path })).result.ticket
    await world.send(token, 'POST', '/sys/logout')
    expect((await open(`/test/framed/1?ticket=${again}`)).http).toBe(500)
  })

  it('gives a session 200 tickets a minute, also when more are asked for at once, and none for what is no path of the API', async () => {
    const token = await world.tokenOf('cora')
    const ask = (path: string) => world.send<{ ticket: string }>(token, 'POST', '/sys/ticket', { path })
    expect(await ask('/test/framed/1')).toMatchObject({
      success: false,
      message: '地址应是接口的完整路径，以 /jeecg-boot/ 开头，不含查询参数',
    })
    const answers = await Promise.all(Array.from({ length: 230 }, () => ask('/jeecg-boot/test/framed/1')))
    expect(answers.filter(({ success }) => success)).toHaveLength(200)
    world.clock.advance(60_000)
    expect(await ask('/jeecg-boot/test/framed/1')).toMatchObject({ success: true })
  })

  it('is not accepted by its stored hash', async () => {
    await world.tokenOf('anna')
    const { rows } = await world.database.pool.query('select token_hash from sys_session limit 1')
    expect((await world.get(String(rows[0]?.token_hash), me)).http).toBe(500)
  })

  it('ends after 30 idle minutes, and every call puts that off', async () => {
    const token = await world.tokenOf('anna')
    for (let i = 0; i < 3; i += 1) {
      world.clock.advance(28 * 60_000)
      expect((await world.get(token, me)).http).toBe(200)
    }
    world.clock.advance(30 * 60_000)
    expect((await world.get(token, me)).message).toContain('Token失效')
  })

  it('ends after ten hours however busy it is', async () => {
    const token = await world.tokenOf('anna')
    for (let i = 0; i < 24; i += 1) {
      world.clock.advance(24 * 60_000)
      expect((await world.get(token, me)).http).toBe(200)
    }
    world.clock.advance(25 * 60_000)
    expect((await world.get(token, me)).http).toBe(500)
  })

  it('is refused at once when its user is frozen or deleted', async () => {
    const token = await world.tokenOf('cora')
    expect((await world.get(token, me)).http).toBe(200)
    await world.database.pool.query(`update sys_user set status = 2 where id = 'cora'`)
    world.ctx.broadcasts.emit('permissions.changed', { userIds: ['cora'] })
    expect(await world.get(token, me)).toMatchObject({
      http: 500,
      message: 'Token失效：账号已被锁定,请联系管理员!',
    })
    await world.database.pool.query(`update sys_user set status = 1, del_flag = 1 where id = 'cora'`)
    world.ctx.broadcasts.emit('permissions.changed', { userIds: ['cora'] })
    expect((await world.get(token, me)).message).toBe('Token失效：用户不存在!')
    await world.database.pool.query(`update sys_user set del_flag = 0 where id = 'cora'`)
    world.ctx.broadcasts.emit('permissions.changed', { userIds: ['cora'] })
  })

  it.each([
    ['another', 1],
    ['its own', 2],
  ])('is read once more only where it has itself ended meanwhile: %s', async (whose, times) => {
    const token = await world.tokenOf('anna')
    const { rows } = await world.database.pool.query<{ id: string }>(
      `select id from sys_session where user_id = 'anna' order by created_at desc, id desc limit 1`,
    )
    const ended = {
      sessionId: whose === 'another' ? 'another' : String(rows[0]?.id),
      userId: 'anna',
      reason: '',
    }
    world.ctx.broadcasts.emit('permissions.changed', { userIds: 'all' })
    const { pool } = world.ctx
    const query = pool.query.bind(pool) as (...asked: unknown[]) => unknown
    let asked = 0
    let reads = 0
    Reflect.set(pool, 'query', (...all: unknown[]) => {
      asked += 1
      if (JSON.stringify(all[0]).includes('load-session')) reads += 1
      // Others end all the time, its own once (and is there all the same: this is about the reading).
      if (whose === 'another' ? asked < 50 : asked === 2) world.ctx.broadcasts.emit('session.ended', ended)
      return query(...all)
    })
    try {
      expect((await world.get(token, me)).http).toBe(200)
    } finally {
      Reflect.set(pool, 'query', query)
    }
    expect(reads).toBe(times)
  })

  it('of the session longest unused ends when its person has signed in too often (security.md §5.1 b)', async () => {
    const own = await createSessionWorld({ SESSION_MAX_PER_USER: '3' })
    const ended: string[] = []
    own.ctx.broadcasts.on('session.ended', ({ userId }) => void ended.push(userId))
    const other = await own.tokenOf('bert')
    const tokens: string[] = []
    for (let n = 0; n < 3; n++) {
      tokens.push(await own.tokenOf('anna'))
      own.clock.advance(2 * 60_000)
    }
    // The first is in use; the second is the one longest unused.
    const alive = async () => Promise.all(tokens.map(async (each) => (await own.get(each, me)).http))
    const [first = ''] = tokens
    expect((await own.get(first, me)).http).toBe(200)
    await expect
      .poll(async () =>
        (
          await own.database.pool.query(`select max(last_seen_at) as at from sys_session`)
        ).rows[0].at.getTime(),
      )
      .toBe(own.clock.now())
    tokens.push(await own.tokenOf('anna'))
    expect(await alive()).toEqual([200, 500, 200, 200])
    expect([ended, (await own.get(other, me)).http]).toEqual([['anna'], 200])
    await Promise.all(Array.from({ length: 8 }, () => own.tokenOf('anna')))
    await own.tokenOf('anna')
    const { rows } = await own.database.pool.query(
      `select count(*)::int as n from sys_session where user_id = 'anna'`,
    )
    expect(rows).toEqual([{ n: 3 }])
    await own[Symbol.asyncDispose]()
  })

  it('answers 401 in the envelope where the operator asks for it', async () => {
    const other = await createSessionWorld({ TOKEN_EXPIRED_STATUS: '401' })
    expect(await other.call('GET', me)).toMatchObject({
      http: 401,
      success: false,
      code: 401,
      message: 'Token失效，请重新登录',
    })
    await other[Symbol.asyncDispose]()
  })
})

describe('the way in (V8)', () => {
  it.each([
    '/sys/user/getUserInfo;x=.js',
    '/sys/user/getUserInfo.js',
    '/sys/user/getUserInfo/',
    '/sys/user//getUserInfo',
    '/sys/user/./getUserInfo',
    '/sys/randomImage/..%2fuser%2fgetUserInfo',
    '/sys/randomImage/../user/getUserInfo',
    '/sys%2fuser%2fgetUserInfo',
    '/SYS/USER/GETUSERINFO',
    '/sys/user/getUserInfo%00.png',
    '/sys/login/../user/getUserInfo',
    '/sys/login;/user/getUserInfo',
  ])('opens nothing for %s without a token', async (path) => {
    const answer = await world.app.inject({ method: 'GET', url: `/jeecg-boot${path}` })
    expect(answer.body).not.toContain('"username"')
    // The only 200 may be a captcha picture for an odd key.
    if (answer.statusCode === 200 && answer.json<{ success: boolean }>().success)
      expect(path).toContain('/sys/randomImage/')
    else expect([200, 400, 401, 404, 500]).toContain(answer.statusCode)
  })
})

describe('signing out', () => {
  it('ends only the own session, by GET and by POST, and is logged', async () => {
    const [first, second, third] = [
      await world.tokenOf('anna'),
      await world.tokenOf('anna'),
      await world.tokenOf('anna'),
    ]
    expect(await world.get(first, '/sys/logout')).toMatchObject({ success: true, message: '退出登录成功！' })
    expect((await world.send(second, 'POST', '/sys/logout')).success).toBe(true)
    expect((await world.get(first, me)).http).toBe(500)
    expect((await world.get(second, me)).http).toBe(500)
    expect((await world.get(third, me)).http).toBe(200)
    const { rows } = await world.database.pool.query(
      `select count(*)::int as n from sys_log where log_type = 1 and log_content = '退出登录（anna）'`,
    )
    expect(rows[0]).toEqual({ n: 2 })
  })

  it('needs a live token: nobody signs out somebody else (V9)', async () => {
    const token = await world.tokenOf('anna')
    expect((await world.call('POST', '/sys/logout', { payload: { token, username: 'anna' } })).http).toBe(500)
    expect((await world.call('GET', `/sys/logout?token=${token}`)).http).toBe(500)
    expect((await world.get(token, me)).http).toBe(200)
  })
})

describe('who is online (V22)', () => {
  it('shows handles, never tokens, and force-logout by handle ends the next call', async () => {
    const [anna, cora] = [await world.tokenOf('anna'), await world.tokenOf('cora')]
    const list = await world.get<Page<OnlineRow>>(anna, '/sys/online/list?username=cora&pageNo=1&pageSize=10')
    const row = list.result.records[0]
    expect(row).toMatchObject({ username: 'cora', realname: '科拉', ip: '10.0.0.1', current: false })
    expect(JSON.stringify(list)).not.toContain(cora)
    expect((await world.get(row?.token ?? '', me)).http).toBe(500)
    expect(await world.send(anna, 'POST', '/sys/online/forceLogout', { token: row?.token })).toMatchObject({
      success: true,
      message: '退出登录成功！',
    })
    expect((await world.get(cora, me)).message).toContain('Token失效')
    expect(await world.send(anna, 'POST', '/sys/online/forceLogout', { token: row?.token })).toMatchObject({
      success: false,
      message: 'Token无效!',
    })
  })

  it('needs its permission', async () => {
    const token = await world.tokenOf('cora')
    expect((await world.get(token, '/sys/online/list')).code).toBe(510)
    expect((await world.send(token, 'POST', '/sys/online/forceLogout', { token: 'x' })).code).toBe(510)
  })

  it('takes % and _ in the name as they are', async () => {
    const token = await world.tokenOf('anna')
    const list = await world.get<Page<OnlineRow>>(token, '/sys/online/list?username=%25')
    expect(list.result.total).toBe(0)
  })
})

describe('the tenant (V11)', () => {
  const tenantOf = async (token: string, header?: string) =>
    world.get<UserInfo>(token, me, header === undefined ? {} : { 'tenant-id': header })

  it('is chosen by the header among the own ones only', async () => {
    const token = await world.tokenOf('bert')
    for (const header of [undefined, '', '0', '8', '9'])
      expect((await tenantOf(token, header)).http).toBe(200)
    for (const header of ['7', '-1', '8,9', '8 or 1=1', 'NaN', '1e9', '0x8f', '8.5'])
      expect(await tenantOf(token, header)).toMatchObject({
        http: 500,
        message: 'Token失效：用户租户信息变更,请重新登陆!',
      })
  })

  it('is none for a user without tenants, whatever the header says', async () => {
    const token = await world.tokenOf('anna')
    expect((await tenantOf(token, '8')).http).toBe(500)
    expect((await tenantOf(token, '0')).http).toBe(200)
  })

  it('that is frozen or taken away is refused from then on', async () => {
    const token = await world.tokenOf('bert')
    await world.database.pool.query('update sys_tenant set status = 0 where id = 9')
    world.ctx.broadcasts.emit('permissions.changed', { userIds: 'all' })
    expect((await tenantOf(token, '9')).http).toBe(500)
    expect((await tenantOf(token, '8')).http).toBe(200)
    await world.database.pool.query('update sys_tenant set status = 1 where id = 9')
    world.ctx.broadcasts.emit('permissions.changed', { userIds: 'all' })
  })

  it('list names the own ones', async () => {
    const token = await world.tokenOf('bert')
    const { result } = await world.get<{ list: { id: number }[] }>(token, '/sys/tenant/getCurrentUserTenant')
    expect(result.list.map(({ id }) => id)).toEqual([8, 9])
  })
})

describe('the department', () => {
  it('is chosen among the own ones, for this session and the next login', async () => {
    const token = await world.tokenOf('anna')
    const chosen = await world.send<{ userInfo: UserInfo }>(token, 'PUT', '/sys/selectDepart', {
      username: 'anna',
      orgCode: 'A02',
    })
    expect(chosen.result.userInfo.orgCode).toBe('A02')
    const departs = await world.get<{ orgCode: string; list: unknown[] }>(
      token,
      '/sys/user/getCurrentUserDeparts',
    )
    expect(departs.result.orgCode).toBe('A02')
    expect(departs.result.list).toHaveLength(2)
    expect((await world.login('anna')).result.userInfo.orgCode).toBe('A02')
    expect((await world.send(token, 'POST', '/sys/selectDepart', { orgCode: 'A01' })).success).toBe(true)
  })

  it('of somebody else, or a foreign one, is refused (V11)', async () => {
    const token = await world.tokenOf('anna')
    for (const payload of [
      { username: 'cora', orgCode: 'A01' },
      { username: 'anna', orgCode: 'A03' },
      { username: 'anna', orgCode: 'A0' },
      { username: 'anna', orgCode: '%' },
    ])
      expect((await world.send(token, 'PUT', '/sys/selectDepart', payload)).success).toBe(false)
  })
})

describe('the own permissions', () => {
  const mine = async (username: string) =>
    world.get<PermissionAnswer>(await world.tokenOf(username), '/sys/permission/getUserPermissionByToken')

  it('are the menu, the granted buttons, all buttons and the safe mode', async () => {
    const { result } = await mine('anna')
    expect(result.menu.map((item) => item.path)).toEqual(['/dashboard/analysis', '/isystem'])
    expect(result.menu[1]?.children?.map((item) => item.component)).toEqual(['system/SysUserOnlineList'])
    expect(result.auth).toEqual([
      { action: 'system:online:list', type: '1', describe: '在线用户' },
      { action: 'system:online:forceLogout', type: '1', describe: '强制退出' },
      { action: 'system:user:list', type: '1', describe: '用户查询' },
    ])
    expect(result.allAuth).toContainEqual({
      action: 'system:off',
      type: '1',
      describe: '停用的按钮',
      status: '0',
    })
    expect(result.sysSafeMode).toBe(false)
  })

  it('give 首页 to a user without any role', async () => {
    const { result } = await mine('cora')
    expect(result.menu.map((item) => item.meta.title)).toEqual(['首页'])
    expect(result.auth).toEqual([])
    expect(result.allAuth).toHaveLength(4)
  })

  it('take effect with the next request when they change', async () => {
    const token = await world.tokenOf('cora')
    expect((await world.get(token, '/sys/online/list')).code).toBe(510)
    await world.database.pool.query(
      `insert into sys_user_role (id, user_id, role_id) values ('9', 'cora', 'r1')`,
    )
    world.ctx.broadcasts.emit('permissions.changed', { userIds: ['cora'] })
    expect((await world.get(token, '/sys/online/list')).success).toBe(true)
    await world.database.pool.query(`delete from sys_user_role where id = '9'`)
    world.ctx.broadcasts.emit('permissions.changed', { userIds: ['cora'] })
    expect((await world.get(token, '/sys/online/list')).code).toBe(510)
  })

  it('are at most 30 seconds old where another node changed them', async () => {
    const token = await world.tokenOf('cora')
    expect((await world.get(token, '/sys/online/list')).code).toBe(510)
    await world.database.pool.query(
      `insert into sys_user_role (id, user_id, role_id) values ('9', 'cora', 'r1')`,
    )
    world.clock.advance(30_000)
    expect((await world.get(token, '/sys/online/list')).success).toBe(true)
    await world.database.pool.query(`delete from sys_user_role where id = '9'`)
    world.ctx.broadcasts.emit('permissions.changed', { userIds: ['cora'] })
  })

  it('say the role number: the first by order, about oneself, or about others to who sees users (V15)', async () => {
    const path = '/lowork/loWork/getRoleIdsByUsername'
    const [anna, cora] = [await world.tokenOf('anna'), await world.tokenOf('cora')]
    expect((await world.get(anna, `${path}?username=anna`)).result).toBe(12)
    expect((await world.get(cora, `${path}?username=cora`)).result).toBeNull()
    expect((await world.get(anna, `${path}?username=cora`)).success).toBe(true)
    expect((await world.get(cora, `${path}?username=anna`)).code).toBe(510)
    expect((await world.call('GET', `${path}?username=anna`)).http).toBe(500)
  })
})

describe('the own password (V13)', () => {
  const change = (token: string, password: string, more: object = {}) =>
    world.send(token, 'PUT', '/sys/user/updatePassword', {
      oldpassword: PASSWORD,
      password,
      confirmpassword: password,
      ...more,
    })

  it.each([
    [{ username: 'anna' }, '只允许修改自己的密码！'],
    [{ oldpassword: 'wrong' }, '旧密码输入错误!'],
    [{ password: '', confirmpassword: '' }, '新密码不允许为空!'],
    [{ confirmpassword: 'Other#Pass2026' }, '两次输入密码不一致!'],
    [{ password: 'Ab1#', confirmpassword: 'Ab1#' }, '新密码至少 8 位，请加长后重试'],
    [
      { password: 'abcdefgh1', confirmpassword: 'abcdefgh1' },
      '新密码要含大写字母、小写字母、数字、特殊字符中的至少三种',
    ],
    [{ password: 'Xcora#2026', confirmpassword: 'Xcora#2026' }, '新密码不能包含用户账号，请更换'],
    [{ password: PASSWORD, confirmpassword: PASSWORD }, '新密码不能与最近 5 次用过的密码相同，请更换'],
  ])('refuses %j', async (wrong, message) => {
    const token = await world.tokenOf('cora')
    expect(await change(token, 'Fresh#Pass2026', wrong)).toMatchObject({ success: false, message })
  })

  it('changes for the own user, ends his other sessions and keeps this one', async () => {
    const [here, there] = [await world.tokenOf('bert'), await world.tokenOf('bert')]
    expect(await change(here, 'Fresh#Pass2026', { username: 'bert' })).toMatchObject({
      success: true,
      message: '密码重置成功!',
    })
    expect((await world.get(here, me)).http).toBe(200)
    expect((await world.get(there, me)).http).toBe(500)
    expect((await world.login('bert')).success).toBe(false)
    expect((await world.login('bert', 'Fresh#Pass2026')).success).toBe(true)
    expect((await change(here, PASSWORD, { oldpassword: 'Fresh#Pass2026' })).message).toContain('最近 5 次')
  })

  it('cannot be guessed through the change: five wrong old passwords lock the change, not the sign-in', async () => {
    const token = await world.tokenOf('cora')
    for (let i = 0; i < 5; i += 1) await change(token, 'Fresh#Pass2026', { oldpassword: `guess-${i}` })
    expect((await change(token, 'Fresh#Pass2026')).message).toContain('密码错误次数过多')
    expect((await world.login('cora', PASSWORD, '10.9.9.9')).success).toBe(true)
  })

  it('that somebody else gave must be changed first: until then only that, the department, the menu and signing out work', async () => {
    const answer = await world.login('dora')
    expect(answer.result).toMatchObject({ mustChangePassword: true, userInfo: { mustChangePassword: true } })
    const { token } = answer.result
    expect((await world.get<{ userInfo: UserInfo }>(token, me)).result.userInfo.mustChangePassword).toBe(true)
    expect((await world.get(token, '/sys/permission/getUserPermissionByToken')).success).toBe(true)
    for (const path of ['/sys/user/getCurrentUserDeparts', '/sys/visitInfo', '/sys/online/list'])
      expect(await world.get(token, path)).toMatchObject({ http: 200, success: false, code: 428 })
    // A client of the family asks for the department before it shows any page (4-api.md §2.4).
    await world.database.pool.query(
      `insert into sys_user_depart (id, user_id, dep_id)
       select 'dora-a01', u.id, d.id from sys_user u, sys_depart d where u.username = 'dora' and d.org_code = 'A01'
       on conflict do nothing`,
    )
    const chosen = await world.send<{ userInfo: UserInfo }>(token, 'PUT', '/sys/selectDepart', {
      username: 'dora',
      orgCode: 'A01',
    })
    expect(chosen.result.userInfo).toMatchObject({ orgCode: 'A01', mustChangePassword: true })
    expect((await change(token, 'Fresh#Pass2026')).success).toBe(true)
    expect((await world.get(token, '/sys/visitInfo')).success).toBe(true)
    expect((await world.login('dora', 'Fresh#Pass2026')).result.mustChangePassword).toBe(false)
  })
})

describe('the visits', () => {
  it('are the counted logins of the last seven days', async () => {
    const token = await world.tokenOf('anna')
    const { result: days } = await world.get<VisitDay[]>(token, '/sys/visitInfo')
    const { result: totals } = await world.get<Record<string, number>>(token, '/sys/loginfo')
    const { rows } = await world.database.pool.query(
      `select count(*)::int as n from sys_log where log_type = 1 and log_content like '登录成功%' and tenant_id = 0`,
    )
    expect(days).toHaveLength(7)
    expect(totals['totalVisitCount']).toBe(rows[0]?.n)
    expect(totals['todayVisitCount']).toBe(days.at(-1)?.visit)
    expect(totals['todayIp']).toBe(days.at(-1)?.ip)
  })
})

describe('a password that has grown old', () => {
  it('must be changed at the first login after 90 days (security.md §5.1 a), a second later but not before', async () => {
    const change = (token: string, oldpassword: string, password: string) =>
      world.send(token, 'PUT', me.replace('getUserInfo', 'updatePassword'), {
        oldpassword,
        password,
        confirmpassword: password,
      })
    const { token } = (await world.login('dora', 'Fresh#Pass2026')).result
    expect((await change(token, 'Fresh#Pass2026', 'Spring#Pass2026')).success).toBe(true)
    world.clock.advance(90 * 86_400_000)
    const inTime = await world.login('dora', 'Spring#Pass2026')
    expect(inTime.result).toMatchObject({ mustChangePassword: false })
    expect(inTime.result).not.toHaveProperty('passwordMaxDays')
    world.clock.advance(1_000)
    const { result } = await world.login('dora', 'Spring#Pass2026')
    expect(result).toMatchObject({ mustChangePassword: true, passwordMaxDays: 90 })
    expect((await world.get(result.token, '/sys/visitInfo')).code).toBe(428)
    expect((await change(result.token, 'Spring#Pass2026', 'Summer#Pass2026')).success).toBe(true)
    expect((await world.login('dora', 'Summer#Pass2026')).result).toMatchObject({ mustChangePassword: false })
  })
})
