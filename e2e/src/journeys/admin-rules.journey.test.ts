import { createServer } from 'node:http'
import { DAY } from '@suoan/safety/work-tickets/testing/demo-draft'
import type { Page } from 'playwright-core'
import { afterAll, expect, inject, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { act, add, agree, dialog, fill, find, item, press, rowOf } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

/** A neighbouring site with a sub-application, which says who was handed over to it. */
const portal = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*')
  if (request.url === '/manifest.json') {
    response.setHeader('content-type', 'application/json')
    response.end('{"entry": "app.html"}')
    return
  }
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<p id="who">等待交接</p><script>
    addEventListener('message', ({ data }) => {
      if (data.type === 'suoan:handover') document.getElementById('who').textContent = '欢迎 ' + data.session.user.realname
    })
    parent.postMessage({ type: 'suoan:ready' }, '*')
  </script>`)
})
const portalPort = await freePort()
await new Promise<void>((ready) => portal.listen(portalPort, '127.0.0.1', ready))
const portalUrl = `http://127.0.0.1:${portalPort}`
afterAll(() => {
  portal.closeAllConnections()
  portal.close()
})

const database = new URL(inject('testDatabase').url)

/** Menus, dictionaries, rules, data sources and jobs: 5-screens.md §6.4, §6.11–§6.12, §6.16–§6.17, §6.20, §6.22. */
const plant = usePlant({
  ADMIN_PASSWORD: PASSWORD,
  MQTT_PORT: '0',
  MICRO_APPS: portalUrl,
  DATA_SOURCE_HOSTS: `127.0.0.1:${database.port}`,
})
const admin = (address: string): Promise<Page> => plant().screen('admin', address)
const menu = (page: Page) => page.locator('.ant-menu')

it('菜单管理: an entry with an icon leads to a page, another one opens a sub-application, and both go again', async () => {
  const { browsers } = plant()
  const page = await admin('/isystem/newPermissionList')
  await press(page, '新增')
  const form = dialog(page)
  await fill(page, [
    ['菜单名称', 'type', '协作门户'],
    ['菜单路径', 'type', '/portal'],
    ['前端组件', 'type', 'layouts/RouteView'],
    ['排序', 'type', '90'],
  ])
  await item(form, '菜单图标').getByRole('button').last().click()
  const icons = page.getByRole('dialog', { name: '选择图标' })
  await icons
    .getByRole('button', { name: 'bank', exact: true })
    .or(icons.getByRole('tab', { name: /网站通用图标/ }))
    .first()
    .waitFor()
  await icons.getByPlaceholder(/按英文名称查找/).fill('global')
  await icons
    .getByRole('tab', { name: /（[1-9]\d*）/ })
    .first()
    .click()
  await icons.getByRole('button', { name: 'global', exact: true }).click()
  await browsers.shot(page, 'admin icon picker')
  await browsers.shot(page, 'admin icon picker', 390)
  await press(icons, '确认')
  await browsers.shot(page, 'admin menu form')
  await browsers.shot(page, 'admin menu form', 390)
  await press(form, '确定')
  await form.waitFor({ state: 'hidden' })
  await browsers.shot(page, 'admin menus')
  await browsers.shot(page, 'admin menus', 390)

  const below = async (given: Parameters<typeof fill>[1]) => {
    await act(page, '协作门户', '添加下级')
    await fill(page, given)
    await press(dialog(page), '确定')
    await dialog(page).waitFor({ state: 'hidden' })
  }
  await below([
    ['菜单名称', 'type', '门户职务'],
    ['菜单路径', 'type', '/portal/position'],
    ['前端组件', 'type', 'system/SysPositionList'],
  ])
  await below([
    ['菜单名称', 'type', '门户应用'],
    ['菜单路径', 'type', `${portalUrl}/manifest.json`],
    ['前端组件', 'type', 'layouts/MicroAppView'],
  ])
  // Nobody has it before it is granted, whoever made it.
  await admin('/isystem/roleUserList?roleCode=admin')
  await act(page, '系统管理员', '授权')
  const grants = dialog(page)
  await grants
    .locator('.ant-tree-treenode')
    .filter({ hasText: '协作门户' })
    .locator('.ant-tree-checkbox')
    .click()
  await press(grants, '保存并关闭')
  await grants.waitFor({ state: 'hidden' })
  await page.reload()
  await menu(page).getByText('协作门户', { exact: true }).click()
  await menu(page).getByText('门户职务', { exact: true }).click()
  await page.waitForURL('**/portal/position')
  await item(page.locator('.page:visible'), '职务名称').waitFor()
  await menu(page).getByText('门户应用', { exact: true }).click()
  await page.locator('iframe').contentFrame().getByText('欢迎 系统管理员').waitFor()
  await browsers.shot(page, 'admin sub-application')
  await browsers.shot(page, 'admin sub-application', 390)

  await admin('/isystem/newPermissionList')
  await act(page, '协作门户', '删除')
  await agree(page)
  await rowOf(page, '协作门户').waitFor({ state: 'detached' })
  await page.reload()
  await rowOf(page, '/isystem').waitFor()
  expect(await menu(page).getByText('协作门户', { exact: true }).count()).toBe(0)
})

it('系统编码规则: a rule numbers what is added without a number, shows the next one, and nothing is numbered without it', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isystem/fillRule')
  await act(page, 'equip_code', '编辑')
  await item(dialog(page), '规则参数').getByText('JSON', { exact: true }).waitFor()
  await item(dialog(page), '规则参数')
    .getByRole('textbox')
    .fill('{"prefix": "EQT-", "digits": 3, "start": 501}')
  await browsers.shot(page, 'admin fill rule form')
  await browsers.shot(page, 'admin fill rule form', 390)
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  await act(page, 'equip_code', '功能测试')
  await page.getByText('生成结果：EQT-501').waitFor()
  await browsers.shot(page, 'admin fill rule trial')
  await press(dialog(page), '知道了')

  await admin('/isps/loEquipList')
  await add(page, [
    ['设备名称', 'type', '循环水泵'],
    ['区域', 'find', '压缩机房'],
  ])
  await rowOf(page, 'EQT-501').waitFor()
  expect(await one(`select equip_name as name from lo_equip where equip_code = 'EQT-501'`)).toEqual({
    name: '循环水泵',
  })
  await act(page, 'EQT-501', '删除')
  await agree(page)

  await admin('/isystem/fillRule')
  await browsers.shot(page, 'admin fill rules')
  await act(page, 'equip_code', '删除')
  await agree(page)
  await rowOf(page, 'equip_code').waitFor({ state: 'detached' })
  await admin('/isps/loEquipList')
  await press(page, '新增')
  await fill(page, [
    ['设备名称', 'type', '无号设备'],
    ['区域', 'find', '压缩机房'],
  ])
  await press(dialog(page), '确定')
  await page.getByText(/设备位号”不能为空（没有编码规则/).waitFor()
  await page.keyboard.press('Escape')
})

it('多数据源管理: a database is connected to, or refused with one sentence; its password is sealed and never shown', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isystem/dataSource')
  await press(page, '新增')
  await fill(page, [
    ['数据源编码', 'type', 'plant_db'],
    ['数据源名称', 'type', '工厂数据库'],
    ['数据库类型', 'choose', 'PostgreSQL'],
    ['主机', 'type', '127.0.0.1'],
    ['端口', 'type', database.port],
    ['数据库名', 'type', 'postgres'],
    ['用户名', 'type', decodeURIComponent(database.username)],
    ['密码', 'type', 'wrong'],
  ])
  const attempt = async (says: RegExp) => {
    await press(item(dialog(page), '密码'), '测试')
    await page.getByText(says).first().waitFor()
  }
  if (database.password !== '') await attempt(/连接失败/)
  await item(dialog(page), '密码')
    .locator('input')
    .fill(decodeURIComponent(database.password) || 'none')
  await attempt(/连接成功/)
  await browsers.shot(page, 'admin data source form')
  await browsers.shot(page, 'admin data source form', 390)
  await press(dialog(page), '确定')
  await rowOf(page, '工厂数据库').waitFor()
  await browsers.shot(page, 'admin data sources')
  const { password } = await one(
    `select db_password as password from sys_data_source where code = 'plant_db'`,
  )
  expect(password).not.toContain(database.password || 'none')
  await act(page, '工厂数据库', '编辑')
  expect(await item(dialog(page), '密码').locator('input').inputValue()).toBe('')
  // The stored password goes nowhere else, and where the operator does not allow nothing is even tried.
  await item(dialog(page), '主机').locator('input').fill('10.0.0.1')
  await attempt(/请重新输入密码/)
  await item(dialog(page), '密码').locator('input').fill('anything')
  await attempt(/没有允许连接主机/)
  await page.keyboard.press('Escape')
  await act(page, '工厂数据库', '删除')
  await agree(page)
  await rowOf(page, '工厂数据库').waitFor({ state: 'detached' })
})

it('定时任务: a job of the registry runs once, tells what it did, is stopped and goes; a class that nobody knows is refused', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isystem/QuartzJobList')
  await browsers.shot(page, 'admin jobs')
  await browsers.shot(page, 'admin jobs', 390)
  await press(page, '新增')
  await fill(page, [['任务类名', 'type', 'org.jeecg.modules.quartz.job.SampleJob']])
  await item(dialog(page), 'cron表达式').locator('input').click()
  const whole = page.getByRole('textbox', { name: 'Cron', exact: true })
  const cron = page.getByRole('dialog').filter({ has: whole })
  await whole.fill('0 0 3 * * ? *')
  await press(cron, '确定')
  await cron.waitFor({ state: 'hidden' })
  await press(dialog(page), '确定')
  await page
    .getByText(/后台找不到该类名：/)
    .first()
    .waitFor()
  await item(dialog(page), '任务类名').locator('input').fill('jobs.VacuumLook')
  await item(dialog(page), '描述').locator('textarea').fill('看看数据库')
  await browsers.shot(page, 'admin job form')
  await browsers.shot(page, 'admin job form', 390)
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  const row = rowOf(page, '看看数据库')
  await row.getByText('已启动').waitFor()
  await act(page, '看看数据库', '执行一次')
  await agree(page)
  await act(page, '看看数据库', '执行记录')
  const runs = dialog(page)
  await runs.getByText('成功').first().waitFor()
  await browsers.shot(page, 'admin job runs')
  await browsers.shot(page, 'admin job runs', 390)
  await page.keyboard.press('Escape')
  await act(page, '看看数据库', '停止')
  await agree(page)
  await row.getByText('已暂停').waitFor()
  expect(await one(`select status from sys_quartz_job where description = '看看数据库'`)).toEqual({
    status: -1,
  })
  await act(page, '看看数据库', '删除')
  await agree(page)
  await row.waitFor({ state: 'detached' })
})

it('数据日志: two versions of a row are laid side by side, and rows of different things are not', async () => {
  const { browsers } = plant()
  const page = await admin('/isystem/position')
  await add(page, [
    ['职务编码', 'type', 'TURNER'],
    ['职务名称', 'type', '车工'],
    ['职级', 'choose', '中级'],
  ])
  await act(page, 'TURNER', '编辑')
  await item(dialog(page), '职务名称').locator('input').fill('数控车工')
  await press(dialog(page), '确定')
  await rowOf(page, '数控车工').waitFor()
  await admin('/sys/dataLog-list')
  await rowOf(page, 'sys_position').waitFor()
  await press(page, '数据比较')
  await page.getByText('请选择两条数据').waitFor()
  // The newest two are the versions of what was just made and changed.
  for (const place of [0, 1]) await page.locator('tbody').getByRole('checkbox').nth(place).check()
  await browsers.shot(page, 'admin data log')
  await press(page, '数据比较')
  const compare = dialog(page)
  await compare.locator('.row-differs').filter({ hasText: '数控车工' }).waitFor()
  await browsers.shot(page, 'admin data log compare')
  await browsers.shot(page, 'admin data log compare', 390)
})

it('值班表: shifts are made by turns, and who is on duty now is told above them', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isps/loDutyShiftList')
  await press(page, '轮换排班')
  const form = dialog(page)
  await find(page, item(form, '值班人'), '张签')
  await find(page, item(form, '值班人'), '李审')
  const start = item(form, '第一班开始').locator('input')
  await start.fill(`${DAY} 00:00`)
  await start.press('Enter')
  await browsers.shot(page, 'admin duty arrange')
  await press(form, '排班')
  await form.waitFor({ state: 'hidden' })
  expect(await one('select count(*)::int as n from lo_duty_shift')).toEqual({ n: 14 })
  await browsers.shot(page, 'admin duty')
  await browsers.shot(page, 'admin duty', 390)
})
