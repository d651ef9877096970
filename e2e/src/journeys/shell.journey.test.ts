import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { dialog, item, press } from './page-helpers.ts'
import { freePort } from '../support/free-port.ts'
import { PASSWORD, usePlant } from './plant.ts'

/** A site of somebody else that the console may embed; it shows the address it was asked for. */
const manuals = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<h1>操作手册</h1><p>${request.url?.replaceAll(/[<&]/g, '')}</p>`)
})
const manualsPort = await freePort()
await new Promise<void>((ready) => manuals.listen(manualsPort, '127.0.0.1', ready))
const manualsUrl = `http://127.0.0.1:${manualsPort}`

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
    {
      id: 'x-manual',
      path: 'x-manual',
      name: 'x-manual',
      component: 'layouts/IframePageView',
      route: '1',
      meta: { title: '操作手册', url: `${manualsUrl}/frame?t=\${tenantId}` },
    },
    {
      id: 'x-window',
      path: 'x-window',
      name: 'x-window',
      component: 'layouts/IframePageView',
      route: '1',
      meta: { title: '独立手册', url: `${manualsUrl}/window?t=\${tenantId}`, internalOrExternal: true },
    },
    {
      id: 'x-always',
      path: '/x/always',
      name: 'x-always',
      component: 'system/SysPositionList',
      route: '1',
      alwaysShow: true,
      meta: { title: '聚合页' },
      children: [
        {
          id: 'x-inner',
          path: '/x/always/inner',
          name: 'x-inner',
          component: 'system/SysPositionList',
          route: '1',
          meta: { title: '聚合页的子页' },
        },
      ],
    },
    {
      id: 'x-hidden',
      path: '/x/hidden',
      name: 'x-hidden',
      component: 'system/SysPositionList',
      route: '1',
      hidden: true,
      meta: { title: '隐藏页' },
    },
  ],
}

/** Rules for a column and a field that nobody here is given. */
const withheld = [
  { action: 'system:position:column:postRank', type: '1', status: '1', describe: '职级列' },
  { action: 'system:position:form:code', type: '2', status: '1', describe: '职务编码禁用' },
]

describe('the shell', () => {
  const plant = usePlant({
    DEMO: '0',
    MQTT_PORT: '0',
    ADMIN_PASSWORD: PASSWORD,
    FRAME_ORIGINS: manualsUrl,
    FOOTER_COPYRIGHT: '示例公司',
    FOOTER_ICP: '京ICP备00000000号',
    FOOTER_POLICE: '京公网安备 00000000000000号',
  })
  afterAll(() => {
    manuals.closeAllConnections()
    manuals.close()
  })
  let page: Page
  const strip = () => page.getByRole('tablist', { name: '已打开的页面' })
  const tabs = () => strip().getByRole('tab').allInnerTexts()
  const tab = (name: string) => strip().getByRole('tab', { name, exact: true })

  beforeAll(async () => {
    page = await plant().browsers.blank()
    // Where data is saved, the code of pages comes when somebody turns to them: what is cut off below has not come before.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
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
    await expect.poll(() => page.locator('body.userLayout').count()).toBe(1)
    await page.getByText('版权所有 © 示例公司').waitFor()
    for (const filing of ['京ICP备00000000号', '京公网安备 00000000000000号'])
      expect(await page.getByRole('link', { name: filing }).getAttribute('href')).toMatch(
        /^https:\/\/beian\./,
      )
    await page.getByPlaceholder('请输入用户名').fill('admin')
    await page.getByPlaceholder('请输入密码').fill(PASSWORD)
    await press(page, '登录')
    await page.waitForURL('**/isystem/position?pageNo=1')
    // It is ten to eight in the morning, and this person belongs to no department.
    await page.getByText('早上好，欢迎回来').waitFor()
    await page.getByText('您尚未归属部门,请确认账号信息').waitFor()
    await tab('职务管理').waitFor()
    const chosen = page.locator('.shell-side .ant-menu-item-selected')
    await expect.poll(() => chosen.allInnerTexts()).toEqual(['职务管理'])
    await page.locator('.shell-side .ant-menu-submenu-open').getByText('系统管理', { exact: true }).waitFor()
    expect(await page.locator('body.userLayout').count()).toBe(0)
    await expect.poll(() => page.title()).toBe('职务管理 · 锁安智能物联作业安全管理系统')
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
    await expect.poll(() => page.title()).toBe('锁安智能物联作业安全管理系统')
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
    await expect.poll(tabs).toEqual(['首页', '职务管理', '用户管理', '角色管理', '日志管理'])
    await pick(page, '角色管理', '关闭左侧')
    await expect.poll(tabs).toEqual(['首页', '角色管理', '日志管理'])
    await pick(page, '角色管理', '关闭右侧')
    await expect.poll(tabs).toEqual(['首页', '角色管理'])
    await page.waitForURL('**/isystem/roleUserList')
    await visit(page, '/isystem/user', '用户管理')
    await pick(page, '用户管理', '关闭其它')
    await expect.poll(tabs).toEqual(['首页', '用户管理'])
    await tab('首页').press('Delete')
    await page.getByText('首页不能关闭!').waitFor()
    await tab('用户管理').press('Delete')
    await page.waitForURL('**/dashboard/analysis')
    await tab('首页').press('Delete')
    await page.getByText('这是最后一页，不能再关闭了啦').waitFor()
    await visit(page, '/isystem/position', '职务管理')
    expect(await item(page, '职务名称').locator('input').inputValue()).toBe('')
  })

  it('a page is made anew by 刷 新 of its tab, and only that one', async () => {
    const field = item(page, '职务名称').locator('input')
    await field.fill('值班')
    await visit(page, '/isystem/user', '用户管理')
    await pick(page, '用户管理', '刷 新')
    await tab('职务管理').click()
    expect(await field.inputValue()).toBe('值班')
    await tab('职务管理').click({ button: 'right' })
    await plant().browsers.shot(page, 'shell tab menu')
    // A press elsewhere closes the menu; it must have gone before it is asked for again.
    await page.locator('.head-welcome').click()
    await page.getByRole('menuitem', { name: /刷 新/ }).waitFor({ state: 'hidden' })
    await pick(page, '职务管理', '刷 新')
    await expect.poll(() => field.inputValue()).toBe('')
    await pick(page, '职务管理', '关闭其它')
  })

  it('a screen of the online kind, an unknown one and a refused frame say what they are and what to do', async () => {
    const menu = page.locator('.ant-menu')
    await menu.getByText('外部与在线', { exact: true }).click()
    await menu.getByText('领用单', { exact: true }).click()
    await tab('领用单').waitFor()
    await page.getByText('Online ERP 主子表列表尚未启用').waitFor()
    expect(await page.locator('.ant-breadcrumb').innerText()).toMatch(/首页[\s/]+外部与在线[\s/]+领用单/)
    await plant().browsers.shot(page, 'shell online kind')
    await page.locator('.ant-breadcrumb').getByText('首页').click()
    await page.waitForURL('**/dashboard/analysis')
    await menu.getByText('外部与在线', { exact: true }).click()
    await menu.getByText('旧页面', { exact: true }).click()
    await page.getByText(/没有“demo\/Gone”这个页面（MODULE_NOT_FOUND）/).waitFor()
    await menu.getByText('外部文档', { exact: true }).click()
    await page.getByText('该网站未被允许嵌入').waitFor()
    expect(await page.getByRole('link', { name: '在新窗口中打开' }).getAttribute('href')).toContain('t=0')
    await menu.getByText('操作手册', { exact: true }).click()
    const frame = page.locator('iframe[title="操作手册"]')
    await frame.contentFrame().getByText('/frame?t=0').waitFor()
    const box = await frame.boundingBox()
    expect(box?.height).toBe(800)
    await visit(page, '/isystem/position', '职务管理')
    await press(page, '搜索菜单')
    await page.locator('.menu-search input').fill('操作')
    await page.locator('.menu-search-option').getByText('操作手册').click()
    await tab('操作手册').and(page.locator('[aria-selected=true]')).waitFor()
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      menu.getByText('独立手册', { exact: true }).click(),
    ])
    await opened.getByText('/window?t=0').waitFor()
    expect(await opened.evaluate(() => opener === null)).toBe(true)
    await opened.close()
    expect(await tabs()).not.toContain('独立手册')
    // One leaf for all of them; what is hidden can be opened by its address alone.
    await menu.getByText('聚合页', { exact: true }).click()
    await page.waitForURL('**/x/always')
    await tab('聚合页').waitFor()
    const shown = page.locator('.page:visible')
    await item(shown, '职务名称').waitFor()
    expect(await menu.getByText('聚合页的子页').count()).toBe(0)
    expect(await menu.getByText('隐藏页').count()).toBe(0)
    const openGroup = page.locator('.shell-side .ant-menu-root > .ant-menu-submenu-open')
    await visit(page, '/isystem/position', '职务管理')
    await expect.poll(() => openGroup.locator('> div').allInnerTexts()).toEqual(['系统管理'])
    await visit(page, '/x/hidden', '隐藏页')
    await expect.poll(() => openGroup.locator('> div').allInnerTexts()).toEqual(['外部与在线'])
    await expect.poll(() => page.title()).toBe('隐藏页 · 锁安智能物联作业安全管理系统')
    await plant().browsers.shot(page, 'shell hidden row')
    // Its row does not say keepAlive: what was typed is gone with the page.
    await item(shown, '职务名称').locator('input').fill('值班')
    await visit(page, '/dashboard/analysis', '首页')
    await tab('隐藏页').click()
    await expect.poll(() => item(shown, '职务名称').locator('input').inputValue()).toBe('')
    await page.goto('/no/such/page')
    await page.waitForURL('**/404')
    await page.getByText('抱歉，你访问的页面不存在或无权访问').waitFor()
    await plant().browsers.shot(page, 'shell 404')
    await plant().browsers.shot(page, 'shell 404', 390)
    await press(page, '返回首页')
    await page.goto('/test')
    await page.getByRole('heading', { name: '系统自检' }).waitFor()
    await plant().browsers.shot(page, 'shell test home')
  })

  it('an entry that is renamed in 菜单管理 is called so at once: in the menu, at its tab and in the title of the window', async () => {
    await page.goto('/isystem/position')
    await tab('职务管理').waitFor()
    await visit(page, '/isystem/newPermissionList', '菜单管理')
    await page
      .getByRole('row', { name: /系统管理/ })
      .locator('.ant-table-row-expand-icon')
      .click()
    const rename = async (from: string, to: string) => {
      await page
        .getByRole('row', { name: new RegExp(from) })
        .getByRole('button', { name: '编辑' })
        .click()
      await item(dialog(page), '菜单名称').locator('input').fill(to)
      await press(dialog(page), '确定')
      await page.locator('.ant-menu').getByText(to, { exact: true }).waitFor()
      expect(await page.locator('.ant-menu').getByText(from, { exact: true }).count()).toBe(0)
    }
    await rename('职务管理', '岗位管理')
    await tab('岗位管理').click()
    await item(page, '职务名称').waitFor()
    await expect.poll(() => page.title()).toBe('岗位管理 · 锁安智能物联作业安全管理系统')
    await tab('菜单管理').click()
    await rename('岗位管理', '职务管理')
    await tab('职务管理').click()
    await expect.poll(() => page.title()).toBe('职务管理 · 锁安智能物联作业安全管理系统')
    await pick(page, '职务管理', '关闭其它')
  })

  it('the code of a page is on its way when the pointer comes to its entry, before it is pressed', async () => {
    await visit(page, '/isystem/position', '职务管理')
    const code = page.waitForRequest(/assets\/AddressListPage-/)
    await page.locator('.shell-side').getByRole('menuitem', { name: '通讯录', exact: true }).hover()
    await code
  })

  it('code that does not come is told, other pages stay, and a second try brings it', async () => {
    await visit(page, '/isystem/position', '职务管理')
    await item(page, '职务名称').locator('input').fill('留着')
    await page.route(/assets\/(LogPage|FormDialog)-/, (route) => route.abort())
    await visit(page, '/isystem/log', '日志管理')
    await page.getByText('页面资源加载失败').waitFor()
    // Its styles are a file of their own, and either may be missed first.
    await page.getByText(/^Loading (CSS )?chunk loglist failed/).waitFor()
    await plant().browsers.shot(page, 'shell chunk page')
    await tab('职务管理').click()
    await press(page, '新增')
    await page.getByText('Loading chunk FormDialog failed').waitFor()
    expect(await item(page, '职务名称').locator('input').inputValue()).toBe('留着')
    await plant().browsers.shot(page, 'shell chunk dialog')
    await page.unroute(/assets\/(LogPage|FormDialog)-/)
    await press(page.locator('.ant-notification'), '重试')
    await item(dialog(page), '职务编码').waitFor()
    // What a rule withholds: the field cannot be written, the column is not there.
    expect(await item(dialog(page), '职务编码').locator('input').isDisabled()).toBe(true)
    expect(await item(dialog(page), '职务名称').locator('input').isDisabled()).toBe(false)
    await expect.poll(() => page.getByRole('columnheader', { name: '职务名称' }).count()).toBe(1)
    expect(await page.getByRole('columnheader', { name: '职级' }).count()).toBe(0)
    await dialog(page).locator('.ant-modal-footer').getByText('关闭').click()
    await tab('日志管理').click()
    await press(page, '重试')
    await item(page, '日志内容').waitFor()
  })

  it('more tabs than fit: the newest is seen, the wheel leads to the others, and Delete leaves one on the next', async () => {
    await page.setViewportSize({ width: 1100, height: 800 })
    for (const [path, title] of [
      ['/isystem/user', '用户管理'],
      ['/isystem/roleUserList', '角色管理'],
      ['/isystem/newPermissionList', '菜单管理'],
      ['/isystem/depart', '部门管理'],
      ['/isystem/dict', '数据字典'],
      ['/isystem/log', '日志管理'],
      ['/isystem/annountCement', '系统通告'],
      ['/isystem/position', '职务管理'],
      ['/isystem/checkRule', '系统校验规则'],
    ] as const)
      await visit(page, path, title)
    const right = (box: Element) => box.getBoundingClientRect().right
    const newest = () => strip().getByRole('tab', { selected: true }).evaluate(right)
    await expect.poll(newest).toBeLessThanOrEqual(await strip().evaluate(right))
    await strip().hover()
    await page.mouse.wheel(0, -5_000)
    await expect.poll(() => strip().evaluate((box) => box.scrollLeft)).toBe(0)
    await tab('用户管理').focus()
    await page.keyboard.press('Enter')
    await tab('用户管理').and(page.locator('[aria-selected=true]')).waitFor()
    await page.keyboard.press('Delete')
    await tab('用户管理').waitFor({ state: 'detached' })
    await page.locator('.tab-active .tab-title:focus').waitFor()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '关闭其它' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.tab-active .tab-title:focus').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit(page, '/isystem/log', '日志管理')
  })

  it('one page at a time: on a narrow window the tabs are gone, the menu is a drawer, the last page stays', async () => {
    await page.setViewportSize({ width: 1024, height: 800 })
    await strip().waitFor({ state: 'detached' })
    await press(page, '展开菜单')
    await page.locator('.ant-drawer').getByText('系统管理', { exact: true }).click()
    await plant().browsers.shot(page, 'shell drawer 1024')
    await page.locator('.ant-drawer').getByText('用户管理', { exact: true }).click()
    await page.waitForURL('**/isystem/user')
    await press(page, '展开菜单')
    await page.locator('.ant-drawer').getByTitle('返回首页').click()
    await page.waitForURL('**/dashboard/analysis')
    await page.locator('.ant-drawer-content-wrapper').waitFor({ state: 'hidden' })
    await press(page, '搜索菜单')
    await dialog(page).locator('input:focus').fill('职务')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/isystem/position')
    // The address is there before the page is.
    await item(page, '职务名称').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await strip().waitFor()
    await expect.poll(tabs).toEqual(['首页', '职务管理'])
  })

  it('at the top the menu has its logo, its right area and every other setting', async () => {
    await settings(page, { layout: 'topmenu', menuTheme: 'dark', contentWidth: 'Fluid', fixedHeader: true })
    await tab('职务管理').waitFor()
    const width = (what: string) => page.locator(what).evaluate((box) => box.getBoundingClientRect().width)
    expect(await width('.top-logo')).toBe(165)
    expect(await width('.head-right')).toBeGreaterThanOrEqual(400)
    await plant().browsers.shot(page, 'shell top')
    await settings(page, { brightness: 'dark' })
    await tab('职务管理').waitFor()
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '系统设置' }).waitFor()
    await plant().browsers.shot(page, 'shell dark')
    await page.goto('/404')
    await page.getByText('请检查地址').waitFor()
    await plant().browsers.shot(page, 'shell 404 dark')
    await settings(page, {})
  })

  it('inside an enterprise chat app it signs in again by itself when the session has ended', async () => {
    const inApp = await page.context().newPage()
    await inApp.addInitScript(() =>
      Object.defineProperty(navigator, 'userAgent', { get: () => 'MicroMessenger/7.0 wxwork/4.1' }),
    )
    // It stands there for a second only, which a busy machine may miss: the page itself notes what it says.
    const said: string[] = []
    await inApp.exposeFunction('noteText', (text: string) => void said.push(text))
    await inApp.addInitScript(noteAddedTexts)
    await inApp.goto('/isystem/position')
    await inApp.getByRole('tab', { name: '职务管理', selected: true }).waitFor()
    await endSession(inApp)
    expect(said.join('\n')).not.toContain('登录已过期')
    await press(inApp, '查询')
    await inApp.waitForURL('**/oauth2-app/login')
    expect(said.join('\n')).toContain('登录已过期，正在重新登陆')
    await inApp.close()
  })

  it('a session that has ended takes no input along: another window signs in, and this one goes on', async () => {
    await visit(page, '/account/settings/BaseSetting', '个人设置')
    const motto = page.getByLabel('个人简介')
    await motto.fill('先验电，再作业')
    await page.getByRole('menuitem', { name: '个性化' }).click()
    await page.getByText('表格密度').waitFor()
    await page.getByRole('menuitem', { name: '基本设置' }).click()
    await motto.waitFor()
    await visit(page, '/isystem/position', '职务管理')
    await endSession(page)
    await press(page, '查询')
    await dialog(page).getByText('“个人设置”有未保存的内容').waitFor()
    await plant().browsers.shot(page, 'shell expired unsaved')
    const beside = page.waitForEvent('popup')
    await press(dialog(page), '在新窗口登录')
    const other = await beside
    await other.getByPlaceholder('请输入用户名').fill('admin')
    await other.getByPlaceholder('请输入密码').fill(PASSWORD)
    await page.unroute('**/sys/position/list*')
    await press(other, '登录')
    await page.getByText('已重新登录，可以继续').waitFor()
    await other.close()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tab('个人设置').click()
    expect(await motto.inputValue()).toBe('先验电，再作业')
    await press(page, '保存')
    await page.getByText('保存成功').waitFor()
  })

  it('a session that has ended is told once, and the login leads back', async () => {
    await visit(page, '/isystem/position', '职务管理')
    await endSession(page)
    await press(page, '查询')
    await page.getByText('很抱歉，登录已过期，请重新登录').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await press(dialog(page), '重新登录')
    await page.waitForURL(/\/user\/login\?redirect=%2Fisystem%2Fposition/)
  })
})

/** Every list call is answered as to somebody whose session has ended. */
async function endSession(page: Page): Promise<void> {
  const json = { success: false, message: 'Token失效，请重新登录', code: 401, result: null, timestamp: 0 }
  await page.route('**/sys/position/list*', (route) => route.fulfill({ status: 401, json }))
}

/** Runs inside the page: hands every text that is added to `noteText`. */
function noteAddedTexts(): void {
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node.textContent) Reflect.get(window, 'noteText')(node.textContent)
  }).observe(document, { subtree: true, childList: true })
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

/**
 * Right click on a tab, then an entry of its menu. A page that has just come puts its scroll position back, and a scroll
 * closes a menu that hangs at the pointer: then one asks again.
 */
async function pick(page: Page, name: string, entry: string): Promise<void> {
  const choice = page.getByRole('menuitem', { name: new RegExp(entry) })
  await expect
    .poll(
      async () => {
        await page.getByRole('tab', { name, exact: true }).click({ button: 'right' })
        return await choice.click({ timeout: 3_000 }).then(
          () => 'chosen',
          (error: Error) => error.message,
        )
      },
      { timeout: 30_000 },
    )
    .toBe('chosen')
  await choice.waitFor({ state: 'hidden' })
}
