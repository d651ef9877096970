import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { CLIENT, openProvider, type TestProvider } from '@suoan/admin/session/testing/identity-provider'
import { Secret, TOTP } from 'otpauth'
import type { Page, Request } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { button, dialog, item, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const port = await freePort()
const home = `http://127.0.0.1:${port}`
const provider: TestProvider = await openProvider(
  ['corp', 'oauth2/corp'].map((name) => `${home}/jeecg-boot/sys/thirdLogin/${name}/callback`),
)

/** A small single-sign-on server: whoever comes is u8 and goes back with a ticket that is good once. */
const tickets = new Set<string>()
const cas = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://here')
  const service = url.searchParams.get('service') ?? ''
  if (url.pathname === '/cas/login') {
    const ticket = `ST-${tickets.size}-${randomUUID()}`
    tickets.add(ticket)
    response.writeHead(302, { location: `${service}&ticket=${ticket}` }).end()
    return
  }
  const isGood =
    service === `${home}/user/login?way=cas` && tickets.delete(url.searchParams.get('ticket') ?? '')
  const inner = isGood
    ? '<cas:authenticationSuccess><cas:user>u8</cas:user></cas:authenticationSuccess>'
    : '<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>'
  response.end(`<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`)
})
const casPort = await freePort()
await new Promise<void>((ready) => cas.listen(casPort, '127.0.0.1', ready))

describe('the ways to sign in, in one browser', () => {
  const plant = usePlant({
    PORT: String(port),
    PUBLIC_URL: home,
    MQTT_PORT: '0',
    ADMIN_PASSWORD: 'Admin-plant-2026!',
    TOTP_ROLES: 'admin',
    CAS_URL: `http://127.0.0.1:${casPort}/cas`,
    SMS_ADDRESS_HOURLY: '100',
    OIDC_PROVIDERS: JSON.stringify([
      { source: 'corp', name: '企业统一身份', issuer: provider.issuer, ...CLIENT },
    ]),
  })
  afterAll(async () => {
    cas.closeAllConnections()
    cas.close()
    await provider[Symbol.asyncDispose]()
  })

  const codeTo = async (phone: string): Promise<string> => {
    const row = await plant().one(
      `select content from sent_message where recipient = $1 order by created_at desc, id desc limit 1`,
      [phone],
    )
    return /验证码 (\d{6})/.exec(String(row['content']))?.[1] ?? ''
  }
  const giveNumber = (username: string, phone: string) =>
    plant().one('update sys_user set phone = $2 where username = $1 returning id', [username, phone])
  const askForCode = async (page: Page) => {
    await press(page, '获取验证码')
    await page.getByRole('button', { name: /^\d+ s$/ }).waitFor()
  }
  const isIn = (page: Page) => page.getByRole('button', { name: /用户菜单/ }).waitFor()

  it('from a page that brings at most 165 KB of scripts before anybody types (performance.md P12)', async () => {
    const page = await plant().browsers.blank()
    const scripts: Request[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.push(request)
    })
    await page.goto('/user/login', { waitUntil: 'networkidle' })
    const sizes = await Promise.all(scripts.map(async (script) => (await script.sizes()).responseBodySize))
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(165_000)
  })

  it('by a code to one’s number', async () => {
    const { browsers } = plant()
    await giveNumber('u1', '13900000001')
    const page = await browsers.blank()
    await page.goto('/isps/loWorkList')
    await page.getByRole('tab', { name: '手机号登录' }).click()
    await press(page, '登录')
    await page.getByText('请输入手机号码!').waitFor()
    await page.getByText('请输入验证码!').waitFor()
    await browsers.shot(page, 'login phone')
    await browsers.shot(page, 'login phone', 390)
    await page.getByPlaceholder('请输入手机号').fill('13900000001')
    await askForCode(page)
    await page.getByPlaceholder('请输入验证码').fill('000000')
    await press(page, '登录')
    await page.getByText('手机验证码错误').waitFor()
    await page.getByPlaceholder('请输入验证码').fill(await codeTo('13900000001'))
    await press(page, '登录')
    await isIn(page)
    expect(new URL(page.url()).pathname).toBe('/isps/loWorkList')
  })

  it('by registering first, with what is wrong told at its field', async () => {
    const { browsers } = plant()
    const page = await browsers.blank()
    await page.goto('/user/login')
    await page.getByRole('link', { name: '注册账户' }).click()
    await press(page, '注册')
    await page.getByText('请输入用户名', { exact: true }).last().waitFor()
    await page.getByPlaceholder('请输入用户名').fill('newcomer_1')
    await page.getByPlaceholder('至少8位密码，区分大小写').fill('Fresh#2026')
    await page.getByText('强度：强').waitFor()
    await browsers.shot(page, 'register')
    await browsers.shot(page, 'register', 390)
    await page.getByPlaceholder('确认密码').fill('Fresh#2027')
    await page.getByPlaceholder('请输入手机号').fill('13900000055')
    await askForCode(page)
    await page.getByPlaceholder('请输入验证码').fill(await codeTo('13900000055'))
    await press(page, '注册')
    await page.getByText('两次密码不一致').waitFor()
    await page.getByPlaceholder('确认密码').fill('Fresh#2026')
    await press(page, '注册')
    await page.getByText('你的账户：newcomer_1 注册成功').waitFor()
    await browsers.shot(page, 'register result')
    await press(page, '返回首页')
    expect(await page.getByPlaceholder('请输入用户名').inputValue()).toBe('newcomer_1')
    await page.getByPlaceholder('请输入密码').fill('Fresh#2026')
    await press(page, '登录')
    await isIn(page)
  })

  it('after a forgotten password', async () => {
    const { browsers } = plant()
    await giveNumber('u6', '13900000002')
    const page = await browsers.blank()
    await page.goto('/user/login')
    await page.getByRole('link', { name: '忘记密码' }).click()
    await page.getByPlaceholder('请输入手机号').fill('13900000002')
    await askForCode(page)
    await page.getByPlaceholder('手机短信验证码').fill(await codeTo('13900000002'))
    await browsers.shot(page, 'forgotten password')
    await browsers.shot(page, 'forgotten password', 390)
    await press(page, '下一步')
    await page.getByPlaceholder('新密码').waitFor()
    expect(await page.getByPlaceholder('账号名').inputValue()).toBe('u6')
    await page.getByPlaceholder('新密码').fill('Renewed#2026')
    await page.getByPlaceholder('确认密码').fill('Renewed#2026')
    await browsers.shot(page, 'forgotten password new')
    await press(page, '提交')
    await page.getByText('更改密码成功').waitFor()
    await browsers.shot(page, 'forgotten password done')
    await press(page, '返回登录')
    await page.getByPlaceholder('请输入密码').fill('Renewed#2026')
    await press(page, '登录')
    await isIn(page)
  })

  it('with a dynamic code where the role needs one: bound at the login, asked for at the next', async () => {
    const { browsers } = plant()
    const page = await browsers.blank()
    const signIn = async () => {
      await page.goto('/user/login')
      await page.getByPlaceholder('请输入用户名').fill('admin')
      await page.getByPlaceholder('请输入密码').fill('Admin-plant-2026!')
      await press(page, '登录')
    }
    await signIn()
    await page.getByAltText('动态口令二维码').waitFor()
    await browsers.shot(page, 'totp enrol')
    await browsers.shot(page, 'totp enrol', 390)
    const secret = Secret.fromBase32((await page.locator('.login-secret').innerText()).replaceAll(' ', ''))
    const shown = (steps = 0) =>
      new TOTP({ secret }).generate({ timestamp: plant().server.ctx.clock.now() + steps * 30_000 })
    await page.getByPlaceholder('请输入 6 位动态口令').fill(shown())
    await press(page, '绑定并登录')
    await page.getByText('请保存恢复码').waitFor()
    expect(await button(page, '进入系统').isDisabled()).toBe(true)
    const [recovery = ''] = await page.locator('.login-codes code').allInnerTexts()
    await browsers.shot(page, 'totp recovery codes')
    await browsers.shot(page, 'totp recovery codes', 390)
    await page.getByText('我已保存恢复码').click()
    await press(page, '进入系统')
    await isIn(page)
    await page.goto('/isystem/outbox')
    await page.getByText('没有配置网关，内容留在这里').first().waitFor()
    await page
      .getByText(/【锁安】登录验证码 \d{6}/)
      .first()
      .waitFor()
    await browsers.shot(page, 'message outbox')
    await browsers.shot(page, 'message outbox', 390)

    await button(page, '退出登录').click()
    await press(page.getByRole('dialog'), '确定')
    await page.getByPlaceholder('请输入用户名').waitFor()
    await signIn()
    await page.getByText('两步验证').waitFor()
    await browsers.shot(page, 'totp code')
    await press(page, '验证并登录')
    await page.getByText('动态口令是 6 位数字').waitFor()
    await press(page, '手机不在身边？用恢复码')
    await page.getByPlaceholder('请输入恢复码').fill(recovery)
    await press(page, '验证并登录')
    await isIn(page)
  })

  it('at the single sign-on, which is believed only in a window that went there', async () => {
    const { browsers } = plant()
    const page = await browsers.blank()
    await page.goto('/isps/loWorkList')
    await press(page, '单点登录')
    await isIn(page)
    expect(new URL(page.url()).pathname).toBe('/isps/loWorkList')
    expect(page.url()).not.toContain('ticket')

    tickets.add('ST-planted')
    const other = await browsers.blank()
    await other.goto('/user/login?way=cas&ticket=ST-planted')
    await other.getByText('单点登录不是在这个窗口里开始的').waitFor()
    expect(other.url()).not.toContain('ST-planted')
    expect(tickets.has('ST-planted')).toBe(true)
  })

  it('at a provider: bound by phone the first time, at once the next', async () => {
    const { browsers } = plant()
    await giveNumber('u7', '13900000003')
    const page = await browsers.blank()
    await page.goto('/isps/loWorkList')
    await browsers.shot(page, 'login other ways')
    await press(page, '企业统一身份')
    await page.getByRole('heading', { name: '绑定手机号' }).waitFor()
    expect(page.url()).not.toContain('oauth2LoginToken')
    await browsers.shot(page, 'login bind phone')
    await page.getByPlaceholder('请输入手机号').fill('13900000003')
    await askForCode(page)
    await page.getByPlaceholder('请输入验证码').fill(await codeTo('13900000003'))
    await press(page, '确定')
    await isIn(page)
    expect(new URL(page.url()).pathname).toBe('/isps/loWorkList')

    const next = await browsers.blank()
    await next.goto('/oauth2-app/login')
    await isIn(next)
    provider.signIn = null
    const refused = await browsers.blank()
    await refused.goto('/oauth2-app/login')
    await refused.getByText('您在第三方页面取消了登录').waitFor()
    await browsers.shot(refused, 'app login refused')
  })

  it('by a code on the screen that a signed-in telephone says yes to, once', async () => {
    const { browsers } = plant()
    const phone = await browsers.signIn('u2', PASSWORD)
    const page = await browsers.blank()
    await page.goto('/isps/loWorkList')
    const [answer] = await Promise.all([
      page.waitForResponse(/getLoginQrcode/),
      page.getByRole('button', { name: '扫码登录' }).click(),
    ])
    const { result } = await answer.json()
    await page.getByAltText('登录二维码').waitFor()
    await browsers.shot(page, 'login qr')
    await phone.goto(`/account/scan?${new URLSearchParams({ qrcodeId: result.qrcodeId }).toString()}`)
    await phone.getByText('Chrome · Linux').waitFor()
    await phone.getByText('127.0.0.1').waitFor()
    await browsers.shot(phone, 'scan ask', 390)
    await press(phone, '确认登录')
    await phone.getByText('扫码成功').waitFor()
    await isIn(page)
    expect(new URL(page.url()).pathname).toBe('/isps/loWorkList')
    await page.getByText(/欢迎您，/).waitFor()
    await phone.reload()
    await phone.getByText('二维码已过期,请刷新后重试').waitFor()
    await browsers.shot(phone, 'scan over', 390)
  })

  it('as one has settled in one’s own settings: provider, dynamic code, mail, password', async () => {
    const { browsers } = plant()
    const page = await browsers.signIn('u3', PASSWORD, '/account/settings/BaseSetting?part=binding')
    await page.getByText('未绑定', { exact: true }).waitFor()
    provider.signIn = 'a-3'
    await press(page, '绑定')
    await page.getByText('确认把“企业统一身份”绑定到您的账号？以后用它可以直接登录。').waitFor()
    await browsers.shot(page, 'account bind third')
    await press(page, '确认绑定')
    await page.getByText(/已绑定 外部 a-3，绑定时间 2026-12-01 \d\d:\d\d/).waitFor()
    await browsers.shot(page, 'account bound third')
    const bound = await browsers.blank()
    await bound.goto('/user/login')
    await press(bound, '企业统一身份')
    await isIn(bound)
    await press(page, '解除绑定')
    await page.locator('.ant-popconfirm').getByRole('button', { name: '确定' }).click()
    await page.getByText('未绑定', { exact: true }).waitFor()

    await page.getByRole('menuitem', { name: '安全设置' }).click()
    await press(page, '绑定动态口令')
    await dialog(page).getByLabel('登录密码').fill('not mine')
    await press(dialog(page), '下一步')
    await dialog(page).getByRole('alert').waitFor()
    await expect
      .poll(() => page.getByText('密码错误，请重新输入').count(), { message: 'it is told once' })
      .toBe(1)
    await dialog(page).getByLabel('登录密码').fill(PASSWORD)
    await press(dialog(page), '下一步')
    await dialog(page).getByAltText('动态口令二维码').waitFor()
    await browsers.shot(page, 'account totp')
    const text = await dialog(page).locator('.account-qr code').innerText()
    const totp = new TOTP({ secret: Secret.fromBase32(text.replaceAll(' ', '')) })
    const now = () => totp.generate({ timestamp: plant().server.ctx.clock.now() })
    await dialog(page).getByLabel('动态口令').fill(now())
    await press(dialog(page), '下一步')
    await dialog(page).getByText('我已保存恢复码').click()
    const recovery = await dialog(page).locator('.account-codes code').first().innerText()
    await browsers.shot(page, 'account recovery codes')
    await press(dialog(page), '完成')
    await page.getByText('已启用，恢复码还剩 10 个。').waitFor()
    await press(page, '停用动态口令')
    await dialog(page).getByLabel('登录密码').fill(PASSWORD)
    await dialog(page).getByLabel('动态口令或恢复码').fill(recovery)
    await press(dialog(page), '停用')
    await page.getByText('未绑定，绑定后登录需要手机上的动态口令。').waitFor()

    await press(page, '绑定邮箱')
    await dialog(page).getByLabel('新邮箱').fill('not an address')
    await dialog(page).getByRole('slider').press('End')
    await press(dialog(page), '获取验证码')
    await dialog(page).getByText('邮箱格式不正确').waitFor()
    await dialog(page).getByLabel('新邮箱').fill('u3@mail.example')
    await press(dialog(page), '获取验证码')
    await dialog(page)
      .getByRole('button', { name: /^\d+ s$/ })
      .waitFor()
    await dialog(page).getByPlaceholder('请输入 6 位验证码').fill('000000')
    await press(dialog(page), '确定')
    await dialog(page).getByText('邮箱验证码错误').waitFor()
    await expect.poll(() => page.getByText('邮箱验证码错误').count(), { message: 'it is told once' }).toBe(1)
    await dialog(page)
      .getByPlaceholder('请输入 6 位验证码')
      .fill(await codeTo('u3@mail.example'))
    await press(dialog(page), '确定')
    await page.getByText('已绑定邮箱：u3@mail.example').waitFor()

    await press(page, '修改密码')
    const field = (label: string) => item(dialog(page), label).locator('input')
    await field('旧密码').fill(PASSWORD)
    await field('新密码').fill('Settled#2026')
    await field('确认新密码').fill('Settled#2026')
    await press(dialog(page), '确定')
    await page.getByText('密码重置成功!').waitFor()
    // The other login of this person is over, this one goes on.
    const kept = await bound.evaluate(() => localStorage.getItem('pro__Access-Token') ?? '{}')
    const headers = { 'x-access-token': JSON.parse(kept).value }
    const asked = await bound.request.get('/jeecg-boot/sys/user/getUserInfo', { headers })
    expect(await asked.text()).toContain('Token失效')
    await page.reload()
    await isIn(page)
  })

  it('at a provider in a window of its own, for a page that waits for its message (4-api.md §2.10)', async () => {
    const { browsers } = plant()
    const page = await browsers.blank()
    // The older client’s page: at our address, but not one of ours.
    await page.route(`${home}/older-client`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>older client</title>' }),
    )
    await page.goto('/older-client')
    const signIn = () =>
      page.evaluate(async () => {
        const heard = new Promise<unknown>((resolve) => {
          addEventListener('message', ({ origin, data }) => resolve(origin === location.origin && data), {
            once: true,
          })
        })
        open('/jeecg-boot/sys/thirdLogin/render/corp', 'login', 'width=500,height=600')
        const token = await heard
        const answer = await fetch(`/jeecg-boot/sys/thirdLogin/getLoginUser/${String(token)}/corp`)
        return { token, answer: await answer.json() }
      })
    const login = async (subject: string | null) => {
      provider.signIn = subject
      const [popup, { token, answer }] = await Promise.all([page.context().waitForEvent('page'), signIn()])
      if (!popup.isClosed()) await popup.waitForEvent('close')
      return { token, answer }
    }
    expect((await login(null)).token).toBe('登录失败')
    expect((await login('a-9')).token).toMatch(/^绑定手机号,[\w-]{43}$/)
    await plant().one(
      `insert into sys_third_account (id, sys_user_id, third_type, third_user_uuid, third_user_id, create_time)
       select 'older', id, 'corp', 'a-9', $1, now() from sys_user where username = 'u5' returning id`,
      [provider.issuer],
    )
    expect((await login('a-9')).answer).toMatchObject({
      success: true,
      result: { userInfo: { username: 'u5' } },
    })
  })

  it('after 90 days only with another password (security.md §5.1 a)', async () => {
    const { browsers } = plant()
    await plant().one(
      `update sys_password p set changed_at = changed_at - interval '91 days' from sys_user u
       where u.id = p.user_id and u.username = 'u4' returning p.user_id`,
    )
    const page = await browsers.blank()
    await page.goto('/user/login')
    await page.getByPlaceholder('请输入用户名').fill('u4')
    await page.getByPlaceholder('请输入密码').fill(PASSWORD)
    await press(page, '登录')
    await page.getByText('密码已到期，请更换密码').waitFor()
    await page.getByText('账号 u4 的密码已使用超过 90 天，更换后才能继续。').waitFor()
    await browsers.shot(page, 'login password old')
    await page.getByPlaceholder('请输入新密码').fill(PASSWORD)
    await page.getByPlaceholder('请确认新密码').fill(PASSWORD)
    await press(page, '确认修改并登录')
    await page.getByText('新密码不能与原密码相同').waitFor()
    await page.getByPlaceholder('请输入新密码').fill('Quarterly#2027')
    await page.getByPlaceholder('请确认新密码').fill('Quarterly#2026')
    await press(page, '确认修改并登录')
    await page.getByText('两次输入的密码不一样！').waitFor()
    await page.getByPlaceholder('请确认新密码').fill('Quarterly#2027')
    await press(page, '确认修改并登录')
    await isIn(page)
  })
})
