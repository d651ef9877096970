import type { LoginAnswer, OwnThirdAccount, UnboundAccount } from '@suoan/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { browse, CLIENT, openProvider, type TestProvider } from '../testing/identity-provider.ts'

const HOME = 'https://suoan.example'
const BASE = `${HOME}/jeecg-boot`

let provider: TestProvider
let other: TestProvider
let world: SessionWorld

beforeAll(async () => {
  const callbacks = ['corp', 'oauth2/corp', 'twin'].map((name) => `${BASE}/sys/thirdLogin/${name}/callback`)
  provider = await openProvider(callbacks)
  other = await openProvider(callbacks)
  world = await createSessionWorld({
    PUBLIC_URL: HOME,
    LOGIN_MAX_ADDRESS_FAILURES: '100',
    SMS_ADDRESS_HOURLY: '100',
    OIDC_PROVIDERS: JSON.stringify([
      { source: 'corp', name: '企业统一身份', issuer: provider.issuer, ...CLIENT },
      { source: 'twin', name: '另一家', issuer: other.issuer, ...CLIENT },
      // Pinned to an issuer that its address does not answer with.
      {
        source: 'fake',
        name: '冒名',
        issuer: `${provider.issuer}/`.replace('127.0.0.1', 'localhost'),
        ...CLIENT,
      },
    ]),
  })
})
beforeEach(async () => {
  provider.signIn = 'a-1'
  await world.database.pool.query('delete from sys_third_account')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

/** The part of a browser that matters here: its cookie of our calls. */
interface Browser {
  cookie: string
}
const newBrowser = (): Browser => ({ cookie: '' })
const pathOf = (address: string) => address.slice(BASE.length)

async function goTo(browser: Browser, path: string) {
  const answer = await world.app.inject({
    method: 'GET',
    url: `/jeecg-boot${path}`,
    headers: { cookie: browser.cookie },
  })
  const set = answer.headers['set-cookie']
  if (typeof set === 'string') browser.cookie = set.split(';')[0] ?? ''
  return {
    status: answer.statusCode,
    // Where a browser without a window behind it goes next: by a redirect, or by the page it gets.
    location: String(answer.headers.location ?? hrefIn(answer.body)),
    setCookie: String(set ?? ''),
    headers: answer.headers,
    body: answer.body,
  }
}
const hrefIn = (page: string) => /href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
/** From our page to the provider, through its form, and back to the page that the callback names. */
async function signInAt(browser: Browser, start = '/sys/thirdLogin/render/corp'): Promise<URL> {
  const departure = await goTo(browser, start)
  const back = await browse(departure.location, new URL(departure.location).origin)
  return new URL((await goTo(browser, pathOf(back))).location)
}
const trade = <T = LoginAnswer>(browser: Browser, ticket: string | null, source = 'corp') =>
  world.call<T>('GET', `/sys/thirdLogin/getLoginUser/${ticket}/${source}`, {
    headers: { cookie: browser.cookie },
  })
const bindTo = async (userId: string, subject = 'a-1', issuer = provider.issuer) => {
  await world.database.pool.query(
    `insert into sys_third_account (id, sys_user_id, third_type, third_user_uuid, third_user_id, create_time)
     values (md5(random()::text), $1, 'corp', $2, $3, now())`,
    [userId, subject, issuer],
  )
}

describe('signing in at a provider (4-api.md §2.10)', () => {
  it('opens a session for the person bound to the account', async () => {
    await bindTo('anna')
    const browser = newBrowser()
    const page = await signInAt(browser)
    expect(page.origin + page.pathname).toBe(`${HOME}/user/login`)
    const entered = await trade(browser, page.searchParams.get('oauth2LoginToken'))
    expect(entered).toMatchObject({ success: true, code: 200, result: { userInfo: { username: 'anna' } } })
    expect((await world.get(entered.result.token, '/sys/user/getUserInfo')).success).toBe(true)
  })
  it('ends on a page that tells the window behind it, our own origin only, and may do nothing else', async () => {
    const tell = async (start = '/sys/thirdLogin/render/corp') => {
      const browser = newBrowser()
      const departure = await goTo(browser, start)
      const back = await browse(departure.location, new URL(departure.location).origin)
      return { departure, page: await goTo(browser, pathOf(back)) }
    }
    const given = (body: string) =>
      JSON.parse(/const given = (\{.*\})/.exec(body)?.[1] ?? '{}') as {
        message?: string
        home?: string
        to?: string
      }
    const stranger = await tell()
    expect(given(stranger.page.body).message).toMatch(/^绑定手机号,[\w-]{43}$/)
    await bindTo('anna')
    const { departure, page } = await tell()
    expect(given(page.body)).toMatchObject({ message: expect.stringMatching(/^[\w-]{43}$/), home: HOME })
    const [, nonce] = /script-src 'nonce-([^']+)'/.exec(String(page.headers['content-security-policy'])) ?? []
    expect(page.body).toContain(`<script nonce="${nonce}">`)
    expect(stranger.page.body).not.toContain(`nonce="${nonce}"`)
    expect(page.headers['content-security-policy']).toContain(`default-src 'none'`)
    expect(page.headers['cache-control']).toBe('no-store')
    for (const { headers } of [departure, page])
      expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
    provider.signIn = null
    expect(given((await tell()).page.body)).toMatchObject({ message: '登录失败' })
    const app = await tell('/sys/thirdLogin/oauth2/corp/login')
    expect([app.page.status, app.page.headers['cross-origin-opener-policy']]).toEqual([302, undefined])
  })
  it('from the chat app comes back to the app’s login page', async () => {
    await bindTo('anna')
    const browser = newBrowser()
    const page = await signInAt(browser, '/sys/thirdLogin/oauth2/corp/login?state=https%3A%2F%2Fevil.example')
    expect(page.origin + page.pathname).toBe(`${HOME}/oauth2-app/login`)
    expect(page.searchParams.get('thirdType')).toBe('corp')
    expect((await trade(browser, page.searchParams.get('oauth2LoginToken'))).success).toBe(true)
  })
  it('sends state, nonce and an S256 challenge, and a cookie that scripts and other sites do not get', async () => {
    const { location, setCookie } = await goTo(newBrowser(), '/sys/thirdLogin/render/corp')
    const query = new URL(location).searchParams
    expect(query.get('state')).toMatch(/^[\w-]{43}$/)
    expect(query.get('nonce')).toMatch(/^[\w-]{43}$/)
    expect(query.get('code_challenge_method')).toBe('S256')
    expect(setCookie).toMatch(/HttpOnly/)
    expect(setCookie).toMatch(/SameSite=Lax/)
    expect(setCookie).toMatch(/Secure/)
    expect(setCookie).toMatch(/Path=\/jeecg-boot\/sys\/thirdLogin/)
  })
  it('cannot be finished in another browser: neither the way back nor the ticket (planted sign-in)', async () => {
    await bindTo('anna')
    const mine = newBrowser()
    const departure = await goTo(mine, '/sys/thirdLogin/render/corp')
    const back = await browse(departure.location, provider.issuer)
    const victim = newBrowser()
    expect((await goTo(victim, pathOf(back))).location).toBe(`${HOME}/user/login?thirdError=lost`)
    const page = await signInAt(mine)
    const ticket = page.searchParams.get('oauth2LoginToken')
    await goTo(victim, '/sys/thirdLogin/render/corp')
    expect((await trade(victim, ticket)).success).toBe(false)
  })
  it('gives a ticket that works once', async () => {
    await bindTo('anna')
    const browser = newBrowser()
    const ticket = (await signInAt(browser)).searchParams.get('oauth2LoginToken')
    expect((await trade(browser, ticket)).success).toBe(true)
    expect((await trade(browser, ticket)).success).toBe(false)
  })
  it('gives a ticket of two minutes', async () => {
    await bindTo('anna')
    const browser = newBrowser()
    const ticket = (await signInAt(browser)).searchParams.get('oauth2LoginToken')
    world.clock.advance(120_001)
    expect((await trade(browser, ticket)).success).toBe(false)
  })
  it('is refused with a code that somebody else brings along', async () => {
    await bindTo('anna')
    const mine = newBrowser()
    const first = await goTo(mine, '/sys/thirdLogin/render/corp')
    const stolen = new URL(await browse(first.location, provider.issuer))
    const second = await goTo(mine, '/sys/thirdLogin/render/corp')
    const state = new URL(second.location).searchParams.get('state') ?? ''
    stolen.searchParams.set('state', state)
    // The verifier (PKCE) and the nonce of this sign-in do not fit the code of the other one.
    expect((await goTo(mine, pathOf(stolen.href))).location).toBe(`${HOME}/user/login?thirdError=failed`)
  })
  it('is refused when the answer names another issuer (mix-up)', async () => {
    const browser = newBrowser()
    const departure = await goTo(browser, '/sys/thirdLogin/render/corp')
    const back = new URL(await browse(departure.location, provider.issuer))
    back.searchParams.set('iss', other.issuer)
    expect((await goTo(browser, pathOf(back.href))).location).toBe(`${HOME}/user/login?thirdError=failed`)
  })
  it('is refused when the way back is of another provider', async () => {
    const browser = newBrowser()
    const departure = await goTo(browser, '/sys/thirdLogin/render/corp')
    const back = pathOf(await browse(departure.location, provider.issuer)).replace('/corp/', '/twin/')
    expect((await goTo(browser, back)).location).toBe(`${HOME}/user/login?thirdError=lost`)
  })
  it('does not begin at a provider that is not who it was pinned to be', async () => {
    const answers = await fetch(
      `${provider.issuer.replace('127.0.0.1', 'localhost')}/.well-known/openid-configuration`,
    )
    expect(answers.ok).toBe(true)
    expect((await goTo(newBrowser(), '/sys/thirdLogin/render/fake')).location).toBe(
      `${HOME}/user/login?thirdError=away`,
    )
  })
  it('tells that the person said no', async () => {
    provider.signIn = null
    const page = await signInAt(newBrowser())
    expect(page.searchParams.get('thirdError')).toBe('denied')
  })
  it('takes the same number at another provider for somebody else', async () => {
    await bindTo('anna', 'a-1', other.issuer)
    const browser = newBrowser()
    const page = await signInAt(browser)
    expect(await trade(browser, page.searchParams.get('oauth2LoginToken'))).toMatchObject({
      success: false,
      code: 4282,
    })
  })
  it('of a frozen person is refused', async () => {
    await bindTo('bert')
    await world.database.pool.query(`update sys_user set status = 2 where id = 'bert'`)
    const browser = newBrowser()
    const page = await signInAt(browser)
    expect((await trade(browser, page.searchParams.get('oauth2LoginToken'))).message).toBe('该用户已冻结')
    await world.database.pool.query(`update sys_user set status = 1 where id = 'bert'`)
  })
  it('begun over and over from one address is stopped; who comes back, or comes from elsewhere, is not counted', async () => {
    await bindTo('anna')
    const begin = async (remoteAddress: string, cookie = '') => {
      const url = '/jeecg-boot/sys/thirdLogin/render/corp'
      const { headers } = await world.app.inject({ method: 'GET', url, remoteAddress, headers: { cookie } })
      return String(headers.location)
    }
    const isAway = (location: string) => location.startsWith(provider.issuer)
    await world.database.pool.query('delete from sign_in_challenge')
    const gone = await Promise.all(Array.from({ length: 80 }, () => begin('10.9.9.9')))
    expect(gone.filter(isAway)).toHaveLength(60)
    expect(gone.filter((location) => !isAway(location))).toEqual(
      Array.from({ length: 20 }, () => `${HOME}/user/login?thirdError=busy`),
    )
    const { rows } = await world.database.pool.query('select count(*)::int as n from sign_in_challenge')
    expect(rows).toEqual([{ n: 60 }])
    expect(isAway(await begin('10.9.9.10'))).toBe(true)
    // The oldest of them is over: ten minutes later the address may begin again.
    world.clock.advance(600_001)
    expect(isAway(await begin('10.9.9.9'))).toBe(true)
    for (let times = 0; times < 61; times += 1) {
      const page = await signInAt(newBrowser())
      expect(page.searchParams.get('thirdError')).toBeNull()
    }
  })
  it('at a provider nobody configured is not found', async () => {
    expect(await world.call('GET', '/sys/thirdLogin/render/github')).toMatchObject({ success: false })
  })
})

describe('an account that nobody is bound to', () => {
  const unbound = async (browser: Browser) => {
    const page = await signInAt(browser)
    const answer = await trade<UnboundAccount>(browser, page.searchParams.get('oauth2LoginToken'))
    expect(answer).toMatchObject({
      success: false,
      code: 4282,
      result: { name: '外部 a-1', canBindByPhone: true },
    })
    return answer.result.thirdUserUuid
  }
  const bindByPhone = (browser: Browser, mobile: string, captcha: string, thirdUserUuid: string) =>
    world.call<string>('POST', '/sys/thirdLogin/bindingThirdPhone', {
      headers: { cookie: browser.cookie },
      payload: { mobile, captcha, thirdUserUuid },
    })

  it('is bound by a code to the person’s number, and signs in', async () => {
    await world.database.pool.query(`update sys_user set phone = '13800000001' where id = 'anna'`)
    const browser = newBrowser()
    const uuid = await unbound(browser)
    await world.post('/sys/sms', { mobile: '13800000001', smsmode: '0' })
    const code = await world.codeSentTo('13800000001')
    expect((await bindByPhone(newBrowser(), '13800000001', code, uuid)).success).toBe(false)
    const bound = await bindByPhone(browser, '13800000001', code, uuid)
    expect(bound).toMatchObject({ success: true, code: 0 })
    expect(await trade(browser, bound.result)).toMatchObject({ result: { userInfo: { username: 'anna' } } })
    const again = newBrowser()
    const page = await signInAt(again)
    expect((await trade(again, page.searchParams.get('oauth2LoginToken'))).success).toBe(true)
  })
  it('is not bound by a wrong code, and an unknown number makes no user', async () => {
    const browser = newBrowser()
    const uuid = await unbound(browser)
    const before = await world.database.pool.query('select count(*) from sys_user')
    await world.post('/sys/sms', { mobile: '13800000009', smsmode: '0' })
    expect((await bindByPhone(browser, '13800000009', '123456', uuid)).message).toBe('手机验证码错误')
    expect((await world.database.pool.query('select count(*) from sys_user')).rows).toEqual(before.rows)
  })
})

describe('binding one’s own account', () => {
  const start = async (browser: Browser, token: string, back = '/account/settings') => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/jeecg-boot/sys/thirdLogin/bind/start',
      headers: { 'x-access-token': token },
      payload: { source: 'corp', back },
    })
    browser.cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
    return answer.json<{ success: boolean; result: { url: string } }>()
  }
  const confirm = (browser: Browser, token: string, ticket: string | null) =>
    world.call('POST', '/sys/thirdLogin/bind/confirm', {
      headers: { cookie: browser.cookie, 'x-access-token': token },
      payload: { ticket },
    })
  const arriveFor = async (browser: Browser, token: string) => {
    const { result } = await start(browser, token)
    const back = await browse(result.url, provider.issuer)
    const page = new URL((await goTo(browser, pathOf(back))).location)
    expect(page.origin + page.pathname).toBe(`${HOME}/account/settings`)
    return page.searchParams.get('bindTicket')
  }
  const own = async (token: string) =>
    (await world.get<OwnThirdAccount[]>(token, '/sys/thirdLogin/bindings')).result.find(
      ({ source }) => source === 'corp',
    )

  it('needs the person’s own yes, and can be taken back', async () => {
    const anna = await world.tokenOf('anna')
    const browser = newBrowser()
    const ticket = await arriveFor(browser, anna)
    expect((await own(anna))?.account).toBeNull()
    expect((await confirm(browser, anna, ticket)).success).toBe(true)
    expect((await own(anna))?.account).toBe('外部 a-1')
    expect((await world.send(anna, 'POST', '/sys/thirdLogin/unbind', { source: 'corp' })).success).toBe(true)
    expect((await own(anna))?.account).toBeNull()
  })
  it('cannot be confirmed by another person, nor in another browser', async () => {
    const anna = await world.tokenOf('anna')
    const bert = await world.tokenOf('bert')
    const browser = newBrowser()
    expect((await confirm(browser, bert, await arriveFor(browser, anna))).success).toBe(false)
    expect((await confirm(newBrowser(), anna, await arriveFor(browser, anna))).success).toBe(false)
  })
  it('of an account that is somebody else’s is refused', async () => {
    await bindTo('bert')
    const anna = await world.tokenOf('anna')
    const browser = newBrowser()
    expect(await confirm(browser, anna, await arriveFor(browser, anna))).toMatchObject({ success: false })
  })
  it.each(['https://evil.example', '//evil.example', '/\\evil.example'])(
    'does not return to %s',
    async (back) => {
      const anna = await world.tokenOf('anna')
      expect((await start(newBrowser(), anna, back)).success).toBe(false)
    },
  )
  it('tells the owner by mail', async () => {
    await world.database.pool.query(`update sys_user set email = 'anna@plant.example' where id = 'anna'`)
    const anna = await world.tokenOf('anna')
    const browser = newBrowser()
    await confirm(browser, anna, await arriveFor(browser, anna))
    const { rows } = await world.database.pool.query(
      `select subject from sent_message where recipient = 'anna@plant.example'`,
    )
    expect(rows).toEqual([{ subject: '锁安账号安全提醒：绑定了第三方账号' }])
  })
})

it('nobody is offered to copy people to or from a chat app (4-api.md §2.10)', async () => {
  const { result } = await world.get(await world.tokenOf('anna'), '/sys/thirdApp/getEnabledType')
  expect(result).toEqual({ wechatEnterprise: false, dingtalk: false })
})
