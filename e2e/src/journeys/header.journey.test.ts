import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { dialog, item, press, showVisits, signInByForm } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const ADMIN = 'Admin-plant-2026!'
const RENEWED = 'Renewed-plant-2026!'

describe('the header: finding pages, one’s department, password and settings', () => {
  const plant = usePlant({ DEMO: '0', MQTT_PORT: '0', ADMIN_PASSWORD: ADMIN })
  let page: Page

  beforeAll(async () => {
    // What the form leaves in the browser is a subject of these tests.
    page = await plant().browsers.blank()
    await signInByForm(page, 'admin', ADMIN)
  })

  /** The entry of the menu that opens below the name. */
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: /用户菜单/ }).hover()
    await page.getByRole('menuitem', { name: entry }).click()
  }

  const visitHome = async () => {
    await page.getByTitle('返回首页').click()
    await showVisits(page)
  }

  it('the first list brings at most 420 KB of scripts, counted from opening the login page (performance.md P13)', async () => {
    const cold = await plant().browsers.blank()
    const scripts: Request[] = []
    cold.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.push(request)
    })
    await cold.goto('/isystem/position')
    await cold.getByPlaceholder('请输入用户名').fill('admin')
    await cold.getByPlaceholder('请输入密码').fill(ADMIN)
    await press(cold, '登录')
    await cold.getByRole('columnheader', { name: '职务编码' }).waitFor()
    await cold.waitForLoadState('networkidle')
    const sizes = await Promise.all(
      scripts.map(async (script) => ({
        name: new URL(script.url()).pathname.split('/').at(-1),
        bytes: (await script.sizes()).responseBodySize,
      })),
    )
    const transferred = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    process.stdout.write(`first list: ${sizes.length} scripts, ${transferred} bytes transferred\n`)
    expect(sizes.every(({ bytes }) => bytes > 0)).toBe(true)
    const largest = sizes.toSorted((a, b) => b.bytes - a.bytes)
    expect(transferred, `brought ${JSON.stringify(largest)}`).toBeLessThan(420_000)
    await cold.context().close()
  })

  it('what is kept of a login has its names and ends after seven days', async () => {
    const kept = await page.evaluate(() => ({
      local: Object.entries(localStorage),
      session: Object.keys(sessionStorage),
      now: Date.now(),
    }))
    const week = 7 * 86_400_000
    const names = ['Access-Token', 'Login_Username', 'Login_Userinfo', 'UI_CACHE_DB_DICT_DATA']
    for (const name of names) {
      const text = kept.local.find(([key]) => key === `pro__${name}`)?.[1] ?? '{}'
      expect([name, Math.round((JSON.parse(text).expire - kept.now) / 3_600_000)]).toEqual([
        name,
        week / 3_600_000,
      ])
    }
    expect(kept.session).toEqual(expect.arrayContaining(['LOGIN_USER_BUTTON_AUTH', 'SYS_BUTTON_AUTH']))
    const later = await page.context().newPage()
    await later.addInitScript((ahead) => {
      const now = Date.now
      Date.now = () => now() + ahead
    }, week + 60_000)
    await later.goto('/isystem/position')
    await later.waitForURL('**/user/login?redirect=*')
    expect(await later.evaluate(() => localStorage.getItem('pro__Access-Token'))).toBeNull()
    await later.close()
    // The window that was open has lost nothing it knew; it signs in again with the next start.
    await page.goto('/user/login')
    await page.getByPlaceholder('请输入用户名').fill('admin')
    await page.getByPlaceholder('请输入密码').fill(ADMIN)
    await press(page, '登录')
    await page.getByText('欢迎您，系统管理员').waitFor()
  })

  it('a login that is not to be kept ends with its window', async () => {
    const once = await plant().browsers.blank()
    await once.goto('/user/login')
    await once.getByPlaceholder('请输入用户名').fill('admin')
    await once.getByPlaceholder('请输入密码').fill(ADMIN)
    await once.getByLabel('自动登录（7 天）').uncheck()
    await press(once, '登录')
    await once.getByText('欢迎您，系统管理员').waitFor()
    const areas = () =>
      once.evaluate(() =>
        [localStorage, sessionStorage].map((area) => area.getItem('pro__Access-Token') !== null),
      )
    expect(await areas()).toEqual([false, true])
    await once.reload()
    await once.getByText('欢迎您，系统管理员').waitFor()
    const next = await once.context().newPage()
    await next.goto('/isystem/position')
    await next.waitForURL('**/user/login?redirect=*')
    await once.context().close()
  })

  it('the welcome and the person stand in it, and the menu is folded by its icon', async () => {
    await page.getByText('欢迎进入 锁安智能物联作业安全管理系统').waitFor()
    await page.getByText('欢迎您，系统管理员').waitFor()
    const side = page.locator('.shell-side')
    const width = () => side.evaluate((box) => box.getBoundingClientRect().width)
    expect(await width()).toBe(208)
    await press(page, '收起菜单')
    await expect.poll(width).toBe(80)
    await press(page, '展开菜单')
    await expect.poll(width).toBe(208)
  })

  it('a page is found by a part of its title: beside the magnifier, on a phone in a dialog', async () => {
    await press(page, '搜索菜单')
    const field = page.locator('.menu-search input')
    await field.fill('职务')
    const options = page.locator('.menu-search-option')
    await expect.poll(() => options.count()).toBe(1)
    await plant().browsers.shot(page, 'header search')
    await options.filter({ hasText: '职务管理' }).click()
    await page.waitForURL('**/isystem/position')
    await field.waitFor({ state: 'detached' })
    await press(page, '搜索菜单')
    await page.locator('.menu-search input').fill('系统管理')
    await page.getByText('没有匹配的菜单，请换一个词').waitFor()
    await press(page, '搜索菜单')

    await visitHome()
    await page.setViewportSize({ width: 390, height: 844 })
    // What was wide before gives way: nothing is cut off at the right.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await press(page, '搜索菜单')
    const modal = dialog(page)
    await modal.getByText('搜索菜单').first().waitFor()
    await modal.locator('input:focus').fill('角色')
    await plant().browsers.shot(page, 'header search phone')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/isystem/roleUserList')
    expect(await page.getByText('欢迎您').count()).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('whoever belongs to no department is told so instead of choosing one', async () => {
    await choose('切换部门')
    await page.getByText('您尚未设置部门信息!').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('one’s department is switched, and a missing choice shows at its select', async () => {
    const { one, browsers } = plant()
    await one(`insert into sys_depart (id, tenant_id, parent_id, depart_name, org_code, org_type, del_flag) values
      ('d1', 0, '', '检修一部', 'A01', '1', '0'), ('d2', 0, '', '检修二部', 'A02', '1', '0')`)
    await one(`insert into sys_user_depart (id, user_id, dep_id)
      select 'l' || d.id, u.id, d.id from sys_user u, sys_depart d where u.username = 'admin'`)
    await page.reload()
    await page.route('**/getCurrentUserDeparts*', (route) => route.abort())
    await choose('切换部门')
    await dialog(page).getByText('加载失败').waitFor()
    // Which one is in force is not known, and there is nothing to confirm.
    await dialog(page).getByText('部门切换', { exact: true }).waitFor()
    expect(await dialog(page).getByRole('button', { name: '确认' }).isDisabled()).toBe(true)
    await page.unroute('**/getCurrentUserDeparts*')
    await press(dialog(page), '重试')
    // The department of this login is none of them: nothing is chosen yet.
    await dialog(page).getByText('部门切换（当前部门 : 未选择）').waitFor()
    await press(dialog(page), '确认')
    await dialog(page).locator('.ant-select-status-error').waitFor()
    await browsers.shot(page, 'header depart missing')
    await dialog(page).locator('.ant-select').click()
    await page.locator('.ant-select-item-option').getByText('检修二部').click()
    expect(await dialog(page).locator('.ant-select-status-error').count()).toBe(0)
    await press(dialog(page), '确认')
    await page.getByText('部门切换成功').waitFor()
    const stored = await page.evaluate(() => localStorage.getItem('pro__Login_Userinfo') ?? '{}')
    expect(JSON.parse(stored).value.orgCode).toBe('A02')
    expect(await one(`select org_code as code from sys_user where username = 'admin'`)).toEqual({
      code: 'A02',
    })
    await choose('切换部门')
    await dialog(page).getByText('部门切换（当前部门 : 检修二部）').waitFor()
    await browsers.shot(page, 'header depart')
    await browsers.shot(page, 'header depart', 390)
    await dialog(page).locator('.ant-modal-footer').getByText('关闭').click()
  })

  it('one’s password is changed: what is missing or differs is told at its field, a wrong old one by the server', async () => {
    await choose('修改密码')
    const form = dialog(page)
    expect(await form.evaluate((box) => box.getBoundingClientRect().width)).toBe(800)
    await press(form, '确定')
    for (const text of ['请输入旧密码!', '请输入新密码!', '请确认新密码!'])
      await form.getByText(text, { exact: true }).waitFor()
    await plant().browsers.shot(page, 'header password')
    await plant().browsers.shot(page, 'header password', 390)
    const field = (label: string) => item(form, label).locator('input')
    await field('旧密码').fill('not the old one')
    await field('新密码').fill(RENEWED)
    await field('确认新密码').fill(`${RENEWED}?`)
    await form.getByText('两次输入的密码不一样！').waitFor()
    // The confirmation is checked again when the new password changes after it.
    await field('新密码').fill(`${RENEWED}?`)
    await form.getByText('两次输入的密码不一样！').waitFor({ state: 'detached' })
    await press(form, '确定')
    await page.getByText('旧密码输入错误!').waitFor()
    await field('旧密码').fill(ADMIN)
    await field('新密码').fill(RENEWED)
    await field('确认新密码').fill(RENEWED)
    await press(form, '确定')
    await page.getByText('密码重置成功!').waitFor()
    await form.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: /用户菜单/ }).waitFor()
    const other = await plant().browsers.blank()
    await other.goto('/user/login')
    await other.getByPlaceholder('请输入用户名').fill('admin')
    await other.getByPlaceholder('请输入密码').fill(RENEWED)
    await press(other, '登录')
    await other.getByText('请选择部门', { exact: true }).waitFor()
    await press(other, '确认')
    await other.getByText('欢迎您，系统管理员').waitFor()
    await other.context().close()
  })

  it('nobody’s password is not changed: without a known person the dialog does not open', async () => {
    const user = await page.evaluate(() => {
      const text = localStorage.getItem('pro__Login_Userinfo')
      localStorage.removeItem('pro__Login_Userinfo')
      return text
    })
    await page.reload()
    await choose('修改密码')
    await page.getByText('当前系统无登录用户!').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.evaluate((text) => localStorage.setItem('pro__Login_Userinfo', text ?? ''), user)
    await page.reload()
    await page.getByText('欢迎您，系统管理员').waitFor()
  })

  it('the cache is renewed by 清理缓存', async () => {
    await choose('清理缓存')
    await page.getByText('刷新缓存完成！').waitFor()
  })

  it('the settings of the drawer hold at once: what another choice makes impossible is struck through', async () => {
    await choose('系统设置')
    const drawer = page.locator('.settings')
    const toggle = (name: string) => drawer.getByRole('switch', { name })
    expect(await toggle('下滑时隐藏 Header').isDisabled()).toBe(true)
    await drawer.locator('.settings-off').getByText('下滑时隐藏 Header').waitFor()
    await toggle('固定 Header').click()
    await toggle('下滑时隐藏 Header').click()
    await toggle('固定侧边菜单').click()
    await drawer.getByRole('radio', { name: '暗色菜单风格' }).click()
    await drawer.getByRole('radio', { name: '极光绿' }).click()
    await plant().browsers.shot(page, 'header settings')
    await press(page, '关闭系统设置')
    for (const look of ['shell-head-fixed', 'shell-sider-fixed', 'shell-menu-dark'])
      await page.locator(`.${look}`).waitFor()
  })

  it('a fixed header gives way after 100 px downwards and is back as soon as somebody scrolls up', async () => {
    await page
      .locator('.page')
      .first()
      .evaluate((shown) => shown.setAttribute('style', 'min-height: 3000px'))
    const top = () => page.locator('.head').evaluate((head) => head.getBoundingClientRect().bottom)
    const scroll = (to: number) => page.evaluate((y) => scrollTo(0, y), to)
    await scroll(90)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(90)
    expect(await page.locator('.shell-head-hidden').count()).toBe(0)
    await expect.poll(top).toBe(59)
    await scroll(400)
    await page.locator('.shell-head-hidden').waitFor()
    await expect.poll(top).toBeLessThanOrEqual(0)
    await plant().browsers.shot(page, 'header hidden')
    await scroll(350)
    await page.locator('.shell-head-hidden').waitFor({ state: 'detached' })
    await expect.poll(top).toBe(59)
    await scroll(0)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  it('at the top the content is as narrow as chosen, and the side menu cannot be fixed', async () => {
    await choose('系统设置')
    const drawer = page.locator('.settings')
    await drawer.getByRole('radio', { name: '顶部栏导航' }).click()
    expect(await drawer.getByRole('switch', { name: '固定侧边菜单' }).isDisabled()).toBe(true)
    const width = () => page.locator('.shell-content').evaluate((box) => box.getBoundingClientRect().width)
    await expect.poll(width).toBeLessThanOrEqual(1200)
    await plant().browsers.shot(page, 'header top fixed width')
    await drawer.getByRole('combobox', { name: '内容区域宽度' }).click()
    await page.locator('.ant-select-item-option').getByText('流式').click()
    await expect.poll(width).toBe(1440)
    await drawer.getByRole('switch', { name: '多页签模式' }).click()
    await page.getByRole('tablist', { name: '已打开的页面' }).waitFor({ state: 'detached' })
    await drawer.getByRole('switch', { name: '色弱模式' }).click()
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).filter))
      .toContain('invert')
    await press(page, '关闭系统设置')
  })

  it('leaving asks first; whoever stays stays, whoever goes must sign in again', async () => {
    await press(page, '退出登录')
    await dialog(page).getByText('真的要注销登录吗 ?').waitFor()
    await dialog(page).locator('.ant-modal-confirm-title').getByText('提示', { exact: true }).waitFor()
    await plant().browsers.shot(page, 'header logout')
    await press(dialog(page), '取消')
    await page.getByRole('button', { name: /用户菜单/ }).waitFor()
    const token = await page.evaluate(() => localStorage.getItem('pro__Access-Token'))
    await press(page, '退出登录')
    await press(dialog(page), '确定')
    await page.waitForURL('**/user/login')
    const kept = await page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((area) => Object.keys(area)),
    )
    expect(kept.filter((key) => /Token|Userinfo|AUTH|DICT|TENANT/i.test(key))).toEqual([])
    const answer = await page.request.get('/jeecg-boot/sys/user/getUserInfo', {
      headers: { 'x-access-token': JSON.parse(token ?? '{}').value },
    })
    expect(await answer.text()).toContain('Token失效')
  })
})
