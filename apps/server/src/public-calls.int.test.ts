import { signInEndpoints, type Endpoint } from '@suoan/contract'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import websocket from '@fastify/websocket'
import { loadConfig } from '@suoan/platform/config'
import { createAuthenticator } from '@suoan/platform/http/authenticate'
import { mountApi } from '@suoan/platform/http/mount-api'
import { createReactions } from '@suoan/platform/reactions'
import { createHub } from '@suoan/platform/realtime/hub'
import { mountNoticeChannel } from '@suoan/platform/realtime/notice-channel'
import { createJobs } from '@suoan/platform/jobs'
import { createTimerHandlers } from '@suoan/platform/timers'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { features } from './features.ts'
import { everyProvider } from './testing/every-provider.ts'

/**
 * Every call that anybody may make without a session, and why it cannot ask for one. Reviewed: a call is added here
 * with its limit against floods and guesses, or it demands a session. At most 17 in every installation.
 */
const always: Readonly<Record<string, string>> = {
  'GET /sys/randomImage/:key': '登录页的验证码图片；按地址和总数排队',
  'POST /sys/checkCaptcha': '4-api.md §2.1 的旧客户端；一次用掉图片，不能用来猜',
  'POST /sys/login': '登录；按账号和地址计次、减速、锁定',
  'POST /sys/mLogin': '同一登录，移动端地址；同样的限制',
  'GET /sys/login/ways': '登录页要知道显示哪些登录方式；只答配置，演示时另答演示人员的账号和角色（0895）',
  'POST /sys/sms': '登录前获取短信验证码；按号码、地址、天数限量',
  'POST /sys/phoneLogin': '凭短信验证码登录；按号码和地址计次',
  'POST /sys/login/secondFactor': '登录第二步，凭第一步的一次性凭证；最多 5 次',
  'GET /sys/user/checkOnlyUser': '注册表单逐项询问；不带会话时不查库，每个名字同一答复；按地址限量（0812）',
  'POST /sys/user/register': '自助注册，凭短信验证码；可关闭',
  'POST /sys/user/phoneVerification': '找回密码，凭短信验证码；按号码和地址计次',
  'POST /sys/user/passwordChange': '找回密码，凭上一步的一次性凭证',
  'GET /sys/getLoginQrcode': '登录页的二维码；按地址限量',
  'GET /sys/getQrcodeToken': '等待手机确认；只有显示二维码的浏览器能取',
  'GET /lowork/loWork/check/:code':
    '扫纸质工作票的二维码核对；128 位随机地址，按地址和总数限量，只答票号、状态、摘要、链与姓名（0936）',
}

/** There only where OIDC_PROVIDERS or CAS_URL name somebody to sign in at. */
const withProviders: Readonly<Record<string, string>> = {
  'GET|POST /sys/thirdLogin/*':
    '前往提供方与回来；按地址限量，凭 Cookie、state 与一次性凭证；只有下列各路，其余 404',
  'GET|POST /sys/cas/client/validateLogin': '单点登录，凭 CAS 的一次性票据',
}

/** What `/sys/thirdLogin/*` answers, and nothing else below it: the paths of 4-api.md §2.10. */
const thirdWays = [
  'GET /sys/thirdLogin/:source/callback',
  'GET /sys/thirdLogin/getLoginUser/:token/:thirdType',
  'GET /sys/thirdLogin/oauth2/:source/callback',
  'GET /sys/thirdLogin/oauth2/:source/login',
  'GET /sys/thirdLogin/render/:source',
  'POST /sys/thirdLogin/bindingThirdPhone',
]

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Mounts all of the API, sockets too, and gives the app with the calls that no session is asked for. */
async function mounted(
  env: Readonly<Record<string, string>>,
): Promise<{ app: FastifyInstance; calls: string[] }> {
  const ctx = {
    ...world.ctx,
    config: loadConfig({ HOST: '127.0.0.1', SIMULATOR: '0', DATA_DIR: world.ctx.config.dataDir, ...env }),
    reactions: createReactions(),
    timers: createTimerHandlers(),
    jobs: createJobs(),
  }
  const app = fastify()
  const methodsOf = new Map<string, string[]>()
  app.addHook('onRoute', ({ method, url, config }) => {
    const methods = [method].flat()
    // HEAD comes with a GET by itself.
    if (config?.access !== 'public') return
    const path = url.replace(ctx.config.apiBase, '')
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...methods.filter((each) => each !== 'HEAD')])
  })
  await app.register(websocket)
  const authenticator = createAuthenticator(ctx)
  await mountApi(app, ctx, {
    features,
    authenticate: (request) => authenticator.request(request),
    sockets: (api) => mountNoticeChannel(api, ctx, authenticator, createHub({ ofSession: 10, inAll: 10 })),
  })
  const calls = [...methodsOf].map(([path, of]) => `${of.toSorted().join('|')} ${path}`)
  return { app, calls: calls.toSorted() }
}

it('at most 17 calls are open without a session, each for a reason', async () => {
  const { app, calls } = await mounted({})
  expect(calls).toEqual(Object.keys(always).toSorted())
  expect(calls.length).toBeLessThanOrEqual(17)
  await app.close()
})

it('those of sign-in providers are there only where a provider is configured', async () => {
  const { app, calls } = await mounted(everyProvider)
  expect(calls).toEqual([...Object.keys(always), ...Object.keys(withProviders)].toSorted())
  expect(calls.length).toBeLessThanOrEqual(17)
  await app.close()
})

it('one open call answers the ways to and from a provider, and what is no such way is not found', async () => {
  const ways = Object.values(signInEndpoints as Readonly<Record<string, Endpoint>>)
    .filter(({ under }) => under !== undefined)
    .flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))
  expect(ways.toSorted()).toEqual(thirdWays)
  const { app } = await mounted(everyProvider)
  const asked = async (method: 'GET' | 'POST', path: string) =>
    (await app.inject({ method, url: `${world.ctx.config.apiBase}/sys/thirdLogin/${path}` })).statusCode
  expect(await asked('GET', 'somewhere')).toBe(404)
  expect(await asked('GET', 'render/corp/more')).toBe(404)
  expect(await asked('POST', 'render/corp')).toBe(404)
  expect(await asked('GET', 'oauth2/corp/callback?state=x')).toBe(302)
  // What is about oneself stands below the same path, and asks for a session.
  expect(await asked('GET', 'bindings')).toBe(500)
  await app.close()
})
