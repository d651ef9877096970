import type { LoginAnswer, LoginQrCode, QrLoginPlace, QrLoginWait, SignInWays } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessionWorld, type SessionWorld } from './testing/session-world.ts'

const HOME = 'https://suoan.example'
const OVER = { success: false, message: '二维码已过期,请刷新后重试' }

let world: SessionWorld
let anna: string

beforeAll(async () => {
  world = await createSessionWorld({ PUBLIC_URL: HOME })
  anna = await world.tokenOf('anna')
})
afterAll(() => world[Symbol.asyncDispose]())

/** A browser at its login page: the code it shows and the cookie that came with it. */
async function newBrowser(from = '10.0.0.7') {
  const answer = await world.app.inject({
    method: 'GET',
    url: '/jeecg-boot/sys/getLoginQrcode',
    remoteAddress: from,
    headers: { 'user-agent': 'Chrome Windows' },
  })
  const { result } = answer.json<{ result: LoginQrCode | null }>()
  const setCookie = String(answer.headers['set-cookie'] ?? '')
  return {
    id: result?.qrcodeId ?? '',
    qr: result?.qr ?? '',
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  }
}
const ask = ({ id, cookie }: { id: string; cookie: string }) =>
  world.call<QrLoginWait | LoginAnswer>('GET', `/sys/getQrcodeToken?qrcodeId=${encodeURIComponent(id)}`, {
    headers: { cookie },
  })
const scan = (token: string, id: string) =>
  world.send(token, 'POST', `/sys/scanLoginQrcode?qrcodeId=${encodeURIComponent(id)}&token=ignored`)
const placeOf = (token: string, id: string) =>
  world.get<QrLoginPlace>(token, `/sys/login/qrcode?qrcodeId=${encodeURIComponent(id)}`)

describe('signing in by a code that a telephone says yes to (4-api.md §2.1)', () => {
  it('waits, is told where it is shown, and opens a session of its own after the yes', async () => {
    const browser = await newBrowser()
    expect(browser.id).toMatch(/^QRCODELOGIN:[\w-]{43}$/)
    expect(decodeURIComponent(browser.qr)).toContain('<svg')
    expect((await ask(browser)).result).toEqual({ token: '-1' })
    expect((await placeOf(anna, browser.id)).result).toEqual({ ip: '10.0.0.7', userAgent: 'Chrome Windows' })
    expect(await scan(anna, browser.id)).toMatchObject({ success: true, message: '扫码成功' })
    const entered = await ask(browser)
    expect(entered).toMatchObject({ success: true, result: { userInfo: { username: 'anna' } } })
    const { token } = entered.result
    expect(token).not.toBe(anna)
    expect((await world.get(token, '/sys/user/getUserInfo')).success).toBe(true)
    expect((await world.get(anna, '/sys/user/getUserInfo')).success).toBe(true)
    const { rows } = await world.database.pool.query(
      `select log_content from sys_log where log_type = 1 order by create_time desc, id desc limit 2`,
    )
    expect(new Set(rows.map((row) => row.log_content))).toEqual(
      new Set(['登录成功（扫码）（anna）', '确认扫码登录（anna）']),
    )
  })
  it('gives its session once, and takes one yes', async () => {
    const browser = await newBrowser()
    await scan(anna, browser.id)
    expect(await scan(await world.tokenOf('bert'), browser.id)).toMatchObject(OVER)
    expect(await placeOf(anna, browser.id)).toMatchObject(OVER)
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(browser)))
    expect(answers.filter(({ result }) => result.token !== '-2')).toHaveLength(1)
  })
  it('gives nothing to whoever has only seen the code: the cookie of the browser is needed', async () => {
    const browser = await newBrowser()
    const onlooker = await newBrowser()
    expect(browser.setCookie).toMatch(/HttpOnly; Secure; SameSite=Strict/)
    expect(browser.setCookie).toContain('Path=/jeecg-boot/sys/getQrcodeToken')
    await scan(anna, browser.id)
    for (const cookie of ['', onlooker.cookie])
      expect((await ask({ id: browser.id, cookie })).result).toEqual({ token: '-2' })
    expect((await ask(browser)).result).toMatchObject({ userInfo: { username: 'anna' } })
  })
  it('is over after 30 seconds, and so is a yes that nobody took', async () => {
    const late = await newBrowser()
    world.clock.advance(30_000)
    expect(await scan(anna, late.id)).toMatchObject(OVER)
    expect((await ask(late)).result).toEqual({ token: '-2' })
    const browser = await newBrowser()
    world.clock.advance(29_000)
    expect((await scan(anna, browser.id)).success).toBe(true)
    world.clock.advance(29_000)
    expect((await ask({ ...browser, cookie: '' })).result).toEqual({ token: '-2' })
    world.clock.advance(1_000)
    expect((await ask(browser)).result).toEqual({ token: '-2' })
  })
  it('needs a signed-in telephone whose password need not be changed first', async () => {
    const browser = await newBrowser()
    expect((await world.post('/sys/scanLoginQrcode', { qrcodeId: browser.id })).http).toBe(500)
    const dora = (await world.login('dora')).result.token
    expect((await scan(dora, browser.id)).code).toBe(428)
    expect((await ask(browser)).result).toEqual({ token: '-1' })
  })
  it('of a person frozen meanwhile is refused', async () => {
    const browser = await newBrowser()
    await scan(await world.tokenOf('cora'), browser.id)
    await world.database.pool.query(`update sys_user set status = 2 where id = 'cora'`)
    expect(await ask(browser)).toMatchObject({ success: false, message: '该用户已冻结' })
  })
  it('is asked for at most sixty times at once from one address (V14)', async () => {
    const codes = await Promise.all(Array.from({ length: 70 }, () => newBrowser('10.9.9.1')))
    expect(codes.filter(({ id }) => id !== '')).toHaveLength(60)
    expect((await newBrowser('10.9.9.2')).id).not.toBe('')
    world.clock.advance(30_001)
    expect((await newBrowser('10.9.9.1')).id).not.toBe('')
  })
  it('is offered only where our address is configured', async () => {
    expect((await world.call<SignInWays>('GET', '/sys/login/ways')).result.qr).toBe(true)
    await using other = await createSessionWorld()
    expect((await other.call<SignInWays>('GET', '/sys/login/ways')).result.qr).toBe(false)
    expect(await other.call('GET', '/sys/getLoginQrcode')).toMatchObject({
      success: false,
      message: '系统没有启用扫码登录，请用账号密码登录',
    })
  })
})
