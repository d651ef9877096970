import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { dialog, item, press } from './hands.ts'
import { PASSWORD, usePlant } from './plant.ts'

/** Rows that an administrator could add to the menu; the server of this test does not have them. */
const group = {
  id: 'x-group',
  path: '/x',
  name: 'x',
  component: 'layouts/PageView',
  route: '1',
  meta: { title: '外部与在线' },
  children: [
    {
      id: 'x-erp',
      path: '/online/cgformErpList/:code',
      name: 'online-cgformErpList-@code',
      component: 'modules/online/cgform/auto/erp/OnlCgformErpList',
      route: '1',
      hidden: true,
      meta: { title: 'AUTO在线表单ERP' },
    },
    {
      id: 'x-order',
      path: '/online/cgformErpList/o1',
      name: 'order',
      component: 'none',
      route: '0',
      meta: { title: '领用单' },
    },
    {
      id: 'x-gone',
      path: '/x/gone',
      name: 'x-gone',
      component: 'demo/Gone',
      route: '1',
      meta: { title: '旧页面', hiddenHeaderContent: true },
    },
    {
      id: 'x-frame',
      path: 'x-frame',
      name: 'x-frame',
      component: 'layouts/IframePageView',
      route: '1',
      meta: { title: '外部文档', url: 'http://docs.invalid/index.html?t=${tenantId}' },
    },
  ],
}

/** Rules for a column and a field that nobody here is given. */
const withheld = [
  { action: 'system:position:column:postRank', type: '1', status: '1', describe: '职级列' },
  { action: 'system:position:form:code', type: '2', status: '1', describe: '职务编码禁用' },
]

describe('the shell', () => {
  const plant = usePlant({ DEMO: '0', MQTT_PORT: '0', ADMIN_PASSWORD: PASSWORD })
  let page: Page
  const strip = () => page.getByRole('tablist', { name: '已打开的页面' })
  const tabs = () => strip().getByRole('tab').allInnerTexts()
  const tab = (name: string) => strip().getByRole('tab', { name, exact: true })

  beforeAll(async () => {
    page = await plant().desk.blank()
    await page.route('**/getUserPermissionByToken*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      if (body.result?.menu) {
        body.result.menu.push(group)
        body.result.allAuth.push(...withheld)
      }
      await route.fulfill({ response: answer, json: body })
    })
  })

  it('nobody is led from a page to the login and back to that very page', async () => {
    await page.goto('/isystem/position?pageNo=1')
    await page.waitForURL('**/user/login?redirect=%2Fisystem%2Fposition%3FpageNo%3D1')
    expect(await page.locator('body.userLayout').count()).toBe(1)
    await page.getByPlaceholder('请输入用户名').fill('admin')
    await page.getByPlaceholder('请输入密码').fill(PASSWORD)
    await press(page, '登录')
    await page.waitForURL('**/isystem/position?pageNo=1')
    await tab('职务管理').waitFor()
    expect(await page.locator('body.userLayout').count()).toBe(0)
    await expect.poll(() => page.title()).toBe('职务管理 · 智能物联作业安全管理系统')
  })

  it('a page that stays open keeps what was typed and how far down it was', async () => {
    await item(page, '职务名称').locator('input').fill('值班')
    await page.evaluate(() => {
      // Stands for a long list.
      document.querySelector('.page')?.setAttribute('style', 'min-height: 3000px')
      scrollTo(0, 700)
    })
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
    // Not by the menu: a click there would scroll up to it first.
    await visit(page, '/dashboard/analysis', '首页')
    await expect.poll(() => page.title()).toBe('智能物联作业安全管理系统')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await tab('职务管理').click()
    await item(page, '职务名称').waitFor()
    expect(await item(page, '职务名称').locator('input').inputValue()).toBe('值班')
    expect(await page.evaluate(() => scrollY)).toBe(700)
  })

  it('tabs close in bulk from their menu, and home stays', async () => {
    await visit(page, '/isystem/user', '用户管理')
    await visit(page, '/isystem/roleUserList', '角色管理')
    await visit(page, '/isystem/log', '日志管理')
    expect(await tabs()).toEqual(['首页', '职务管理', '用户管理', '角色管理', '日志管理'])
    await pick(page, '角色管理', '关闭左侧')
    expect(await tabs()).toEqual(['首页', '角色管理', '日志管理'])
    await pick(page, '角色管理', '关闭右侧')
    expect(await tabs()).toEqual(['首页', '角色管理'])
    await page.waitForURL('**/isystem/roleUserList')
    await visit(page, '/isystem/user', '用户管理')
    await pick(page, '用户管理', '关闭其它')
    expect(await tabs()).toEqual(['首页', '用户管理'])
    await tab('首页').press('Delete')
    await page.getByText('首页不能关闭!').waitFor()
    await tab('用户管理').press('Delete')
    await page.waitForURL('**/dashboard/analysis')
    await visit(page, '/isystem/position', '职务管理')
    expect(await item(page, '职务名称').locator('input').inputValue()).toBe('')
  })

  it('a screen of the online kind, an unknown one and a refused frame say what they are and what to do', async () => {
    const menu = page.locator('.ant-menu')
    await menu.getByText('外部与在线', { exact: true }).click()
    await menu.getByText('领用单', { exact: true }).click()
    await tab('领用单').waitFor()
    await page.getByText('Online ERP 主子表列表尚未启用').waitFor()
    expect(await page.locator('.ant-breadcrumb').innerText()).toMatch(/首页[\s/]+外部与在线[\s/]+领用单/)
    await plant().desk.shot(page, 'shell online kind')
    await menu.getByText('旧页面', { exact: true }).click()
    await page.getByText(/没有“demo\/Gone”这个页面（MODULE_NOT_FOUND）/).waitFor()
    await menu.getByText('外部文档', { exact: true }).click()
    await page.getByText('该网站未被允许嵌入').waitFor()
    expect(await page.getByRole('link', { name: '在新窗口中打开' }).getAttribute('href')).toContain('t=0')
    await page.goto('/no/such/page')
    await page.waitForURL('**/404')
    await page.getByText('抱歉，你访问的页面不存在或无权访问').waitFor()
    await plant().desk.shot(page, 'shell 404')
    await plant().desk.shot(page, 'shell 404', 390)
    await press(page, '返回首页')
    await page.goto('/test')
    await page.getByRole('heading', { name: '系统自检' }).waitFor()
    await plant().desk.shot(page, 'shell test home')
  })

  it('code that does not come is told, other pages stay, and a second try brings it', async () => {
    await visit(page, '/isystem/position', '职务管理')
    await item(page, '职务名称').locator('input').fill('留着')
    await page.route(/assets\/(LogPage|FormDialog)-/, (route) => route.abort())
    await visit(page, '/isystem/log', '日志管理')
    await page.getByText('页面资源加载失败').waitFor()
    await page.getByText('Loading chunk loglist failed').waitFor()
    await plant().desk.shot(page, 'shell chunk page')
    await tab('职务管理').click()
    await press(page, '新增')
    await page.getByText('Loading chunk FormDialog failed').waitFor()
    expect(await item(page, '职务名称').locator('input').inputValue()).toBe('留着')
    await plant().desk.shot(page, 'shell chunk dialog')
    await page.unroute(/assets\/(LogPage|FormDialog)-/)
    await press(page.locator('.ant-notification'), '重试')
    await item(dialog(page), '职务编码').waitFor()
    // What a rule withholds: the field cannot be written, the column is not there.
    expect(await item(dialog(page), '职务编码').locator('input').isDisabled()).toBe(true)
    expect(await item(dialog(page), '职务名称').locator('input').isDisabled()).toBe(false)
    expect(await page.getByRole('columnheader', { name: '职务名称' }).count()).toBe(1)
    expect(await page.getByRole('columnheader', { name: '职级' }).count()).toBe(0)
    await dialog(page).locator('.ant-modal-footer').getByText('关闭').click()
    await tab('日志管理').click()
    await press(page, '重试')
    await item(page, '日志内容').waitFor()
  })

  it('one page at a time: on a narrow window the tabs are gone, the menu is a drawer, the last page stays', async () => {
    await page.setViewportSize({ width: 1024, height: 800 })
    await strip().waitFor({ state: 'detached' })
    await press(page, '展开菜单')
    await page.locator('.ant-drawer').getByText('系统管理', { exact: true }).click()
    await plant().desk.shot(page, 'shell drawer 1024')
    await page.locator('.ant-drawer').getByText('用户管理', { exact: true }).click()
    await page.waitForURL('**/isystem/user')
    await press(page, '搜索菜单')
    await dialog(page).locator('input:focus').fill('职务')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/isystem/position')
    // The address is there before the page is.
    await item(page, '职务名称').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await strip().waitFor()
    expect(await tabs()).toEqual(['首页', '职务管理'])
  })

  it('at the top the menu has its logo, its right area and every other setting', async () => {
    await settings(page, { layout: 'topmenu', menuTheme: 'dark', contentWidth: 'Fluid', fixedHeader: true })
    await tab('职务管理').waitFor()
    const width = (what: string) => page.locator(what).evaluate((box) => box.getBoundingClientRect().width)
    expect(await width('.top-logo')).toBe(165)
    expect(await width('.head-right')).toBeGreaterThanOrEqual(400)
    await plant().desk.shot(page, 'shell top')
    await settings(page, { brightness: 'dark' })
    await tab('职务管理').waitFor()
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '系统设置' }).waitFor()
    await plant().desk.shot(page, 'shell dark')
    await page.goto('/404')
    await page.getByText('请检查地址').waitFor()
    await plant().desk.shot(page, 'shell 404 dark')
    await settings(page, {})
  })

  it('inside an enterprise chat app it signs in again by itself when the session has ended', async () => {
    const inApp = await page.context().newPage()
    await inApp.addInitScript(() =>
      Object.defineProperty(navigator, 'userAgent', { get: () => 'MicroMessenger/7.0 wxwork/4.1' }),
    )
    await inApp.goto('/isystem/position')
    await inApp.getByRole('tab', { name: '职务管理', selected: true }).waitFor()
    await endSession(inApp)
    await press(inApp, '查询')
    await inApp.getByText('登录已过期，正在重新登陆').waitFor()
    await inApp.waitForURL('**/oauth2-app/login')
    await inApp.close()
  })

  it('a session that has ended is told once, and the login leads back', async () => {
    await visit(page, '/isystem/position', '职务管理')
    await endSession(page)
    await press(page, '查询')
    await page.getByText('很抱歉，登录已过期，请重新登录').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await press(dialog(page), '重新登录')
    await page.waitForURL(/\/user\/login\?redirect=%2Fisystem%2Fposition/)
  })
})

/** Every list call is answered as to somebody whose session has ended. */
async function endSession(page: Page): Promise<void> {
  const json = { success: false, message: 'Token失效，请重新登录', code: 401, result: null, timestamp: 0 }
  await page.route('**/sys/position/list*', (route) => route.fulfill({ status: 401, json }))
}

/** Starts the page again with these settings of the drawer. */
async function settings(page: Page, choice: object): Promise<void> {
  await page.evaluate((text) => localStorage.setItem('pro__SETTINGS', text), JSON.stringify(choice))
  await page.goto('/isystem/position')
}

/** Goes to an address inside the console, as a link of it does, and waits for its tab. */
async function visit(page: Page, path: string, title: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.getByRole('tab', { name: title, exact: true, selected: true }).waitFor()
}

/** Right click on a tab, then an entry of its menu. */
async function pick(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: new RegExp(entry) }).click()
  await page.getByRole('menuitem', { name: new RegExp(entry) }).waitFor({ state: 'hidden' })
}
