import { defineEndpoint, type LoginAnswer } from '@suoan/contract'
import { z } from 'zod'
import type { InjectOptions } from 'fastify'
import { createAuthenticator } from '@suoan/platform/http/authenticate'
import type { NamedFeature } from '@suoan/platform/http/route'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { messaging } from '../../messaging/index.ts'
import { captchaHash } from '../captcha-code.ts'
import { session, preparePassword, storePassword } from '../index.ts'

export const PASSWORD = 'Right#Pass2026'

/** A page of the API that a frame may open; it says who it takes the caller for. */
const byTicket = defineEndpoint<string>()({
  title: '嵌入页',
  methods: ['GET'],
  path: '/test/framed/:id',
  access: 'signedIn',
  byTicket: true,
  input: z.object({ id: z.string() }),
})

/** One answer over HTTP: the envelope, or the body of a token refusal, and its HTTP status. */
export interface Heard<T = unknown> {
  readonly http: number
  readonly success: boolean
  readonly code: number
  readonly message: string
  readonly result: T
}

/**
 * Real sign-in over the session feature: `anna` (two departments, sees users and who is online), `bert` (tenants 8 and
 * 9), `cora` (no role, no department), `dora` (must change her password).
 */
export async function createSessionWorld(
  env: Readonly<Record<string, string>> = {},
  more: readonly NamedFeature[] = [],
): Promise<SessionWorld> {
  const world = await createTestWorld({
    env: { LOGIN_CAPTCHA: 'off', ...env },
    features: [
      { name: 'messaging', mount: messaging },
      { name: 'session', mount: session },
      ...more,
      { name: 'probe', mount: ({ bind }) => bind(byTicket, async ({ actor }) => actor.userId) },
    ],
    authenticate: (ctx) => createAuthenticator(ctx).request,
  })
  await world.database.pool.query(people)
  const own = await preparePassword(PASSWORD, false)
  const given = await preparePassword(PASSWORD, true)
  await world.ctx.db.transaction().execute(async (tx) => {
    for (const id of ['anna', 'bert', 'cora']) await storePassword(tx, id, own, world.clock.now())
    await storePassword(tx, 'dora', given, world.clock.now())
  })
  return { ...world, ...doorOf(world) }
}

export type SessionWorld = TestWorld & ReturnType<typeof doorOf>

function doorOf(world: TestWorld) {
  const call = async <T = unknown>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    more: Omit<InjectOptions, 'method' | 'url'> = {},
  ): Promise<Heard<T>> => {
    const answer = await world.app.inject({ method, url: `${world.ctx.config.apiBase}${path}`, ...more })
    return { http: answer.statusCode, ...answer.json<Omit<Heard<T>, 'http'>>() }
  }
  const codeSentTo = async (phone: string): Promise<string> => {
    const { rows } = await world.database.pool.query<{ content: string }>(
      `select content from sent_message where recipient = $1 and channel = 'sms' order by created_at desc, id desc limit 1`,
      [phone],
    )
    return /验证码 (\d{6})/.exec(rows[0]?.content ?? '')?.[1] ?? 'none'
  }
  const login = (
    username: string,
    password = PASSWORD,
    from = '10.0.0.1',
    more: object = {},
    cookie?: string,
  ) =>
    call<LoginAnswer>('POST', '/sys/login', {
      payload: { username, password, ...more },
      remoteAddress: from,
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    })
  return {
    call,
    login,
    /** The code in the newest short message to a number, from the outbox; `none` when it holds none. */
    codeSentTo,
    /** Without a session, from an address. */
    post: <T = unknown>(path: string, payload: object, from = '10.0.0.1') =>
      call<T>('POST', path, { payload, remoteAddress: from }),
    /** Signs in and returns the cookie by which the browser is known from then on. */
    async deviceOf(username: string, from: string): Promise<string> {
      const answer = await world.app.inject({
        method: 'POST',
        url: `${world.ctx.config.apiBase}/sys/login`,
        payload: { username, password: PASSWORD },
        remoteAddress: from,
      })
      const cookie = answer.cookies.find(({ name }) => name === 'suoan-device')
      if (cookie?.httpOnly !== true || (cookie.maxAge ?? 0) < 86_400) throw new Error('no lasting cookie')
      return `${cookie.name}=${cookie.value}`
    },
    /** Signs in and returns the token. */
    async tokenOf(username: string): Promise<string> {
      const answer = await login(username)
      if (!answer.success) throw new Error(`${username}: ${answer.message}`)
      return answer.result.token
    },
    get: <T>(token: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
      call<T>('GET', path, { headers: { 'x-access-token': token, ...headers } }),
    send: <T>(token: string, method: 'POST' | 'PUT', path: string, payload: object = {}) =>
      call<T>(method, path, { headers: { 'x-access-token': token }, payload }),
    /** Puts a captcha with a known code in place, as if its picture had just been sent. */
    async plantCaptcha(key: string, code: string): Promise<void> {
      await call('GET', `/sys/randomImage/${key}`)
      await world.database.pool.query('update login_captcha set code_hash = $2 where key = $1', [
        key,
        captchaHash(key, code),
      ])
    },
  }
}

const people = `
  insert into sys_tenant (id, name, status) values (7, '丙厂', 1), (8, '甲厂', 1), (9, '乙厂', 1);
  insert into sys_depart (id, tenant_id, parent_id, depart_name, org_code, org_type) values
    ('d1', 0, '', '一部', 'A01', '1'), ('d2', 0, '', '二部', 'A02', '1'), ('d3', 0, '', '三部', 'A03', '1');
  insert into sys_role (id, tenant_id, role_name, role_code, role_no, role_sort) values
    ('r1', 0, '查看', 'view', 4, 20), ('r2', 0, '安全', 'safety', 12, 10);
  insert into sys_permission (id, parent_id, name, url, component, menu_type, perms, perms_type, status, sort_no, is_leaf) values
    ('m-home', '', '首页', '/dashboard/analysis', 'dashboard/Analysis', 0, null, null, null, 1, true),
    ('m-sys', '', '系统管理', '/isystem', 'layouts/RouteView', 0, null, null, null, 2, false),
    ('m-online', 'm-sys', '在线用户', '/isystem/online', 'system/SysUserOnlineList', 1, null, null, null, 1, false),
    ('p-online', 'm-online', '在线用户', null, null, 2, 'system:online:list', '1', '1', 1, true),
    ('p-force', 'm-online', '强制退出', null, null, 2, 'system:online:forceLogout', '1', '1', 2, true),
    ('p-users', 'm-sys', '用户查询', null, null, 2, 'system:user:list', '1', '1', 3, true),
    ('p-off', 'm-sys', '停用的按钮', null, null, 2, 'system:off', '1', '0', 4, true);
  insert into sys_role_permission (id, role_id, permission_id)
    select 'l' || id, 'r1', id from sys_permission where id in ('m-online', 'p-online', 'p-force', 'p-users', 'p-off');
  insert into sys_user (id, tenant_id, username, realname, rel_tenant_ids, org_code, create_time) values
    ('anna', 0, 'anna', '安娜', null, null, now()), ('bert', 8, 'bert', '伯特', '8,9', null, now()),
    ('cora', 0, 'cora', '科拉', null, null, now()), ('dora', 0, 'dora', '朵拉', null, null, now());
  insert into sys_user_role (id, user_id, role_id) values ('1', 'anna', 'r1'), ('2', 'anna', 'r2');
  insert into sys_user_depart (id, user_id, dep_id) values ('1', 'anna', 'd1'), ('2', 'anna', 'd2')`
