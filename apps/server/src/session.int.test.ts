import {
  safeBeforePasswordChange,
  workTicketEndpoints,
  type LoginAnswer,
  type PermissionAnswer,
} from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { createAuthenticator } from '@suoan/platform/http/authenticate'
import { firstStart } from './seed/first-start.ts'
import { features } from './features.ts'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { captchaHash } from '@suoan/admin/session/captcha-code'

const password = 'Admin#2026x'
const minute = 60_000

async function signInWorld(env: Readonly<Record<string, string>> = {}): Promise<TestWorld> {
  const world = await createTestWorld({
    features,
    env: {
      ADMIN_PASSWORD: password,
      DEMO_PASSWORD: 'Demo#2026x',
      LOGIN_CAPTCHA: 'off',
      // Everything here comes from one address.
      LOGIN_MAX_ADDRESS_FAILURES: '1000',
      ...env,
    },
    authenticate: (ctx) => {
      const { request } = createAuthenticator(ctx)
      return request
    },
  })
  await firstStart(world.ctx, true)
  return world
}

let world: TestWorld
beforeAll(async () => {
  world = await signInWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const login = (username: string, given: string, more: object = {}) =>
  world.anonymous.post<LoginAnswer>('/sys/login', { username, password: given, ...more })

/** Signs in and speaks with the token from then on. */
async function session(username: string, given = 'Demo#2026x') {
  const { result, message } = await login(username, given)
  if (!result) throw new Error(message)
  const raw = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => world.anonymous.raw(method, path, { body, headers: { 'x-access-token': result.token, ...headers } })
  return { token: result.token, answer: result, raw }
}

const bodyOf = (answer: LightMyRequestResponse) =>
  answer.json<{ success?: boolean; message: string; code?: number; status?: number; result?: unknown }>()

describe('signing in (4-api.md §2.2, §2.3)', () => {
  test('answers code 200 with token, user, departments and dictionaries, and never a password', async () => {
    const answer = await login('u1', 'Demo#2026x')
    expect(answer).toMatchObject({ success: true, code: 200, message: '登录成功' })
    expect(answer.result).toMatchObject({
      multi_depart: 1,
      userInfo: { username: 'u1', realname: '张签', orgCode: 'A01A02' },
    })
    expect(answer.result.sysAllDictItems['lo_work_status']?.length).toBe(9)
    expect(JSON.stringify(answer)).not.toMatch(/argon2|password_?hash|"salt"/i)
  })

  test('whoever must change his password first still stops, leaves, reports and closes; he vouches for nothing', async () => {
    await world.database.pool.query(`update sys_password set must_change = true where user_id = 'u7'`)
    const { raw } = await session('u7')
    const asked = async (path: string) => bodyOf(await raw('POST', path, { workId: 'none', id: 'none' })).code
    for (const path of safeBeforePasswordChange) expect([path, await asked(path)]).not.toEqual([path, 428])
    const { gasAdd, pointVerify, start, detail } = workTicketEndpoints
    for (const { path } of [gasAdd, pointVerify, start]) expect(await asked(path)).toBe(428)
    expect(bodyOf(await raw('GET', `${detail.path}?id=none`)).code).toBe(428)
    await world.database.pool.query(`update sys_password set must_change = false where user_id = 'u7'`)
  })

  test('unknown user and wrong password answer alike (V15)', async () => {
    const [unknown, wrong] = [await login('nobody-here', 'x'), await login('u2', 'wrong')]
    expect(unknown).toMatchObject({ success: false, code: 500, message: '用户名或密码错误' })
    expect({ ...wrong, timestamp: 0 }).toEqual({ ...unknown, timestamp: 0 })
  })

  test('five failures lock the account at that address for a while, a right password included, and only this account', async () => {
    for (let n = 0; n < 5; n++) {
      await login('u13', 'wrong')
      world.clock.advance(minute)
    }
    expect(await login('u13', 'Demo#2026x')).toMatchObject({ success: false })
    expect((await login('u13', 'Demo#2026x')).message).toContain('登录失败次数过多')
    expect(await login('u12', 'Demo#2026x')).toMatchObject({ success: true })
    world.clock.advance(16 * minute)
    expect(await login('u13', 'Demo#2026x')).toMatchObject({ success: true })
  })

  test('an address that guesses at many accounts must solve a captcha and is not refused', async () => {
    const own = await signInWorld({ LOGIN_MAX_ADDRESS_FAILURES: '6' })
    try {
      const guess = (username: string, given: string) =>
        own.anonymous.post<LoginAnswer>('/sys/login', { username, password: given })
      for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await guess(name, 'wrong')
      expect(await guess('u1', 'Demo#2026x')).toMatchObject({ success: true })
      await guess('a6', 'wrong')
      expect(await guess('u1', 'Demo#2026x')).toMatchObject({ code: 412 })
    } finally {
      await own[Symbol.asyncDispose]()
    }
  })

  test('fifty parallel wrong guesses are checked at most five times; fifty parallel right ones lock nobody out', async () => {
    const wrong = await Promise.all(Array.from({ length: 50 }, () => login('u11', 'wrong')))
    expect(wrong.filter((each) => each.message.startsWith('用户名或密码错误')).length).toBeLessThanOrEqual(5)
    const right = await Promise.all(Array.from({ length: 50 }, () => login('u10', 'Demo#2026x')))
    expect(right.filter((each) => each.success).length).toBe(50)
    world.clock.advance(16 * minute)
  })

  test('a frozen user is told so only after the right password', async () => {
    await world.ctx.pool.query(`update sys_user set status = 2 where id = 'u9'`)
    expect((await login('u9', 'wrong')).message).toBe('用户名或密码错误')
    expect((await login('u9', 'Demo#2026x')).message).toBe('该用户已冻结')
    await world.ctx.pool.query(`update sys_user set status = 1 where id = 'u9'`)
  })
})

describe('the captcha (V14)', () => {
  let guarded: TestWorld
  beforeAll(async () => {
    guarded = await signInWorld({ LOGIN_CAPTCHA: 'on' })
  })
  afterAll(() => guarded[Symbol.asyncDispose]())

  const put = (key: string, code: string) =>
    guarded.ctx.db
      .insertInto('loginCaptcha')
      .values({ key, codeHash: captchaHash(key, code), expiresAt: new Date(guarded.clock.now() + minute) })
      .execute()
  const tryIt = (checkKey: string, captcha?: string) =>
    guarded.anonymous.post<LoginAnswer>('/sys/login', {
      username: 'u1',
      password: 'Demo#2026x',
      captcha,
      checkKey,
    })

  test('is a picture, 105×35 in the answer of randomImage', async () => {
    const { result } = await guarded.anonymous.get<string>('/sys/randomImage/1767225600123')
    expect(result).toMatch(/^data:image\/(png|jpe?g);base64,/)
  })

  test('a wrong one answers the number 412 and uses the picture up: the right text is too late then', async () => {
    await put('k1', 'ab3d')
    expect(await tryIt('k1', 'zzzz')).toMatchObject({ success: false, code: 412, message: '验证码错误' })
    expect(await tryIt('k1', 'ab3d')).toMatchObject({ code: 412 })
  })

  test('a right one, in any case, signs in once; after 60 s, or without the field, nobody comes in', async () => {
    await put('k2', 'ab3d')
    expect(await tryIt('k2', 'AB3D')).toMatchObject({ success: true })
    expect(await tryIt('k2', 'ab3d')).toMatchObject({ code: 412 })
    await put('k3', 'ab3d')
    guarded.clock.advance(61_000)
    expect(await tryIt('k3', 'ab3d')).toMatchObject({ code: 412 })
    expect(await tryIt('k3')).toMatchObject({ success: false, message: '验证码无效' })
  })
})

describe('the session', () => {
  test('a token is taken from the header only, never from the address (V9)', async () => {
    const { token } = await session('u1')
    expect((await world.anonymous.raw('GET', '/sys/user/getUserInfo', { query: { token } })).statusCode).toBe(
      500,
    )
  })

  test('an expired token answers HTTP 500 with the marker the client looks for (4-api.md §2.6)', async () => {
    const answer = await world.anonymous.raw('GET', '/sys/user/getUserInfo', {
      headers: { 'x-access-token': 'x'.repeat(43) },
    })
    expect(answer.statusCode).toBe(500)
    expect(bodyOf(answer)).toMatchObject({
      status: 500,
      message: expect.stringContaining('Token失效，请重新登录'),
    })
  })

  test('idle sessions end, sessions in use go on, and none outlives its absolute end', async () => {
    const own = await signInWorld({ SESSION_IDLE_MINUTES: '30', SESSION_ABSOLUTE_HOURS: '2' })
    try {
      const { result } = await own.anonymous.post<LoginAnswer>('/sys/login', {
        username: 'u1',
        password: 'Demo#2026x',
      })
      const status = async () =>
        (
          await own.anonymous.raw('GET', '/sys/user/getUserInfo', {
            headers: { 'x-access-token': result.token },
          })
        ).statusCode
      for (let n = 0; n < 5; n++) {
        own.clock.advance(20 * minute)
        expect(await status()).toBe(200)
      }
      own.clock.advance(21 * minute)
      expect(await status(), 'past the absolute end').toBe(500)
      const again = await own.anonymous.post<LoginAnswer>('/sys/login', {
        username: 'u1',
        password: 'Demo#2026x',
      })
      own.clock.advance(31 * minute)
      const idle = await own.anonymous.raw('GET', '/sys/user/getUserInfo', {
        headers: { 'x-access-token': again.result.token },
      })
      expect(idle.statusCode, 'idle').toBe(500)
    } finally {
      await own[Symbol.asyncDispose]()
    }
  })

  test('logging out ends this session at once and no other', async () => {
    const [one, other] = [await session('u1'), await session('u1')]
    expect(bodyOf(await one.raw('POST', '/sys/logout'))).toMatchObject({ success: true })
    expect((await one.raw('GET', '/sys/user/getUserInfo')).statusCode).toBe(500)
    expect((await other.raw('GET', '/sys/user/getUserInfo')).statusCode).toBe(200)
  })

  test('only the hash of a token is stored, and the online list shows handles that are no tokens (V22)', async () => {
    const { token } = await session('admin', password)
    const admin = await session('admin', password)
    const { rows } = await world.ctx.pool.query(`select * from sys_session`)
    expect(JSON.stringify(rows)).not.toContain(token)
    const list = await admin.raw('GET', '/sys/online/list')
    expect(list.body).not.toContain(token)
    expect(bodyOf(list)).toMatchObject({ success: true })
  })

  test('forcing a session off needs the permission and works at once', async () => {
    const [victim, admin, plain] = [
      await session('u6'),
      await session('admin', password),
      await session('u7'),
    ]
    const list = bodyOf(await admin.raw('GET', '/sys/online/list?username=u6')).result as {
      records: { id: string }[]
    }
    const handle = list.records[0]?.id
    expect(bodyOf(await plain.raw('POST', '/sys/online/forceLogout', { token: handle }))).toMatchObject({
      code: 510,
    })
    expect(bodyOf(await admin.raw('POST', '/sys/online/forceLogout', { token: handle }))).toMatchObject({
      success: true,
    })
    expect((await victim.raw('GET', '/sys/user/getUserInfo')).statusCode).toBe(500)
  })

  test('the tenant header chooses only among one’s own tenants (V11)', async () => {
    const { raw } = await session('u1')
    expect((await raw('GET', '/sys/user/getUserInfo', undefined, { 'tenant-id': '0' })).statusCode).toBe(200)
    const foreign = await raw('GET', '/sys/user/getUserInfo', undefined, { 'tenant-id': '1001' })
    expect(foreign.statusCode).toBe(500)
    expect(bodyOf(foreign).message).toContain('用户租户信息变更,请重新登陆!')
  })

  test('a department is chosen only among one’s own, for oneself (V11)', async () => {
    const { raw } = await session('u1')
    expect(
      bodyOf(await raw('PUT', '/sys/selectDepart', { username: 'u1', orgCode: 'A01A02' })),
    ).toMatchObject({ success: true })
    expect(
      bodyOf(await raw('POST', '/sys/selectDepart', { username: 'u1', orgCode: 'A01A01' })),
    ).toMatchObject({ success: false })
    expect(
      bodyOf(await raw('PUT', '/sys/selectDepart', { username: 'u3', orgCode: 'A01A01' })),
    ).toMatchObject({ success: false })
  })
})

describe('passwords (V13, V23)', () => {
  test('a generated one-time password must be changed before anything else works', async () => {
    const own = await createTestWorld({
      features,
      env: { LOGIN_CAPTCHA: 'off' },
      authenticate: (ctx) => createAuthenticator(ctx).request,
    })
    try {
      const { notes } = await firstStart(own.ctx, false)
      const given = / admin .* (\S+)/.exec(notes.join('\n'))?.[1] ?? ''
      expect(given).toMatch(/^\S{14}$/)
      expect(await firstStart(own.ctx, false), 'shown once').toMatchObject({ notes: [] })
      const { result } = await own.anonymous.post<LoginAnswer>('/sys/login', {
        username: 'admin',
        password: given,
      })
      expect(result.userInfo.mustChangePassword).toBe(true)
      const headers = { 'x-access-token': result.token }
      const call = async (method: 'GET' | 'PUT', path: string, body?: unknown) =>
        bodyOf(await own.anonymous.raw(method, path, { headers, body }))
      expect(await call('GET', '/sys/position/list')).toMatchObject({ success: false })
      const change = { oldpassword: given, password: 'Better#2026', confirmpassword: 'Better#2026' }
      expect(await call('PUT', '/sys/user/updatePassword', change)).toMatchObject({
        success: true,
        message: '密码重置成功!',
      })
      expect(await call('GET', '/sys/position/list')).toMatchObject({ success: true })
    } finally {
      await own[Symbol.asyncDispose]()
    }
  })

  test('one’s own only, with the old one, both alike, strong enough; other sessions end', async () => {
    const [{ raw }, other] = [await session('u8'), await session('u8')]
    const change = (more: object) =>
      raw('PUT', '/sys/user/updatePassword', {
        username: 'u8',
        oldpassword: 'Demo#2026x',
        password: 'Fresh#2026',
        confirmpassword: 'Fresh#2026',
        ...more,
      }).then(bodyOf)
    expect(await change({ username: 'u1' })).toMatchObject({
      success: false,
      message: '只允许修改自己的密码！',
    })
    expect(await change({ oldpassword: 'nope' })).toMatchObject({
      success: false,
      message: '旧密码输入错误!',
    })
    expect(await change({ confirmpassword: 'other' })).toMatchObject({
      success: false,
      message: '两次输入密码不一致!',
    })
    expect(await change({ password: 'short', confirmpassword: 'short' })).toMatchObject({ success: false })
    expect(await change({})).toMatchObject({ success: true })
    expect((await other.raw('GET', '/sys/user/getUserInfo')).statusCode).toBe(500)
    expect((await raw('GET', '/sys/user/getUserInfo')).statusCode).toBe(200)
  })
})

describe('the own menu and role number', () => {
  test('a worker sees his pages and buttons, and every code he lacks stands in allAuth', async () => {
    const { raw } = await session('u6')
    const answer = bodyOf(await raw('GET', '/sys/permission/getUserPermissionByToken'))
      .result as PermissionAnswer
    expect(answer.sysSafeMode).toBe(false)
    expect(answer.menu[0]?.meta.title).toBe('首页')
    const titles = answer.menu.flatMap((item) => [
      item.meta.title,
      ...(item.children ?? []).map((child) => child.meta.title),
    ])
    expect(titles).toContain('我的工作票')
    expect(titles).not.toContain('用户管理')
    const own = answer.auth.map((entry) => entry.action)
    expect(own).toContain('lo:work:own')
    expect(own).not.toContain('system:user:add')
    expect(answer.allAuth.map((entry) => entry.action)).toContain('system:user:add')
  })

  test('the role number is one’s own affair, or the user administrator’s (V15)', async () => {
    const { raw } = await session('u4')
    const path = '/lowork/loWork/getRoleIdsByUsername'
    expect(bodyOf(await raw('GET', `${path}?username=u4`))).toMatchObject({ success: true, result: 6 })
    const admin = await session('admin', password)
    expect(bodyOf(await admin.raw('GET', `${path}?username=u5`))).toMatchObject({ result: 7 })
  })
})
