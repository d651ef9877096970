import { existsSync } from 'node:fs'
import { DAY } from '@suoan/safety/work-tickets/testing/demo-draft'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { steps } from './carry-out.ts'
import { act, agree, button, dialog, fill, find, item, press, rowOf } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'
import { openTab, openTicket } from './ticket-page.ts'

/** Messages, monitors, backups and agents: 5-screens.md §7.1, §7.2, §8 and what has no number there. */
const plant = usePlant({ ADMIN_PASSWORD: PASSWORD })
const admin = (address: string): Promise<Page> => plant().screen('admin', address)

it('模板管理, 消息管理: a template is written, tried, applied, then it may not be changed; what was sent stands with its fate', async () => {
  const { browsers, one } = plant()
  const page = await admin('/modules/message/sysMessageTemplateList')
  await press(page, '新增')
  await fill(page, [
    ['模板CODE', 'type', 'LOCK_LEFT'],
    ['模板标题', 'type', '${lockName}没有关'],
    ['模板内容', 'type', '${lockName}自${since}起没有关闭，请处理。'],
    ['测试数据', 'type', '{"lockName": "3号泵开关柜"}'],
  ])
  await press(dialog(page), '预览')
  await dialog(page)
    .getByText(/缺少变量：since/)
    .waitFor()
  await browsers.shot(page, 'admin template form')
  await browsers.shot(page, 'admin template form', 390)
  await item(dialog(page), '测试数据')
    .locator('textarea')
    .fill('{"lockName": "3号泵开关柜", "since": "08:00"}')
  await press(dialog(page), '刷新预览')
  await dialog(page).getByText('3号泵开关柜自08:00起没有关闭，请处理。').waitFor()
  await press(dialog(page), '确定')
  await rowOf(page, 'LOCK_LEFT').waitFor()
  await act(page, 'LOCK_LEFT', '应用')
  await rowOf(page, 'LOCK_LEFT').getByText('已应用').waitFor()
  expect(await rowOf(page, 'LOCK_LEFT').getByRole('button', { name: '编辑' }).count()).toBe(0)
  await browsers.shot(page, 'admin templates')
  await browsers.shot(page, 'admin templates', 390)

  await act(page, 'LOCK_LEFT', '发送测试')
  await find(page, item(dialog(page), '消息接收方'), '李审')
  await browsers.shot(page, 'admin template send')
  await press(dialog(page), '发送')
  await dialog(page).waitFor({ state: 'hidden' })
  await expect
    .poll(() => one(`select state from sys_sms where es_title = '3号泵开关柜没有关'`))
    .toEqual({ state: 1 })
  const reader = await plant().screen('u2', '/isps/userAnnouncement')
  await rowOf(reader, '3号泵开关柜没有关').waitFor()
  await browsers.shot(reader, 'admin own messages')

  await admin('/modules/message/sysMessageList')
  await rowOf(page, '3号泵开关柜没有关').getByText('已送出').waitFor()
  await act(page, '3号泵开关柜没有关', '详情')
  await item(dialog(page), '发送次数').waitFor()
  await browsers.shot(page, 'admin message detail')
  await browsers.shot(page, 'admin message detail', 390)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  // A way out that is not configured keeps what it could not send, and says so.
  await press(page, '发送消息')
  await fill(page, [
    ['消息标题', 'type', '停电通知'],
    ['发送方式', 'choose', '短信'],
    ['接收人', 'type', '13900001111'],
    ['发送内容', 'type', '今晚十点停电'],
  ])
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  await rowOf(page, '停电通知')
    .getByText(/留存未发送|无法投递|已送出/)
    .waitFor()
  await browsers.shot(page, 'admin messages')
  await browsers.shot(page, 'admin messages', 390)
  await admin('/modules/message/sysMessageTemplateList')
  await act(page, 'LOCK_LEFT', '停用')
  await agree(page)
  await rowOf(page, 'LOCK_LEFT').getByText('未应用').waitFor()
  await act(page, 'LOCK_LEFT', '删除')
  await agree(page)
  await rowOf(page, 'LOCK_LEFT').waitFor({ state: 'detached' })
})

it('性能监控: every page shows figures of this very server, and old ones are called old', async () => {
  const { browsers } = plant()
  const page = await admin('/monitor/SystemInfo')
  const value = async (name: string) => rowOf(page, name).locator('td').last().innerText()
  await page.getByText('上次更新时间：').waitFor()
  expect(await value('system.cpu.count')).toMatch(/^[1-9]\d* 核$/)
  await browsers.shot(page, 'admin monitor system')
  await browsers.shot(page, 'admin monitor system', 390)
  await page.route('**/actuator/metrics/**', (route) => route.abort())
  await press(page, '立即更新')
  await page.getByText(/^以下是.*的数据，更新失败：/).waitFor()
  expect(await value('system.cpu.count')).toMatch(/核$/)
  await browsers.shot(page, 'admin monitor stale')
  await browsers.shot(page, 'admin monitor stale', 390)
  await page.unroute('**/actuator/metrics/**')
  await press(page, '重试')
  await page.getByText('上次更新时间：').waitFor()

  await admin('/monitor/JvmInfo')
  await rowOf(page, 'jvm.memory.used').waitFor()
  expect(Number.parseFloat(await value('jvm.memory.used'))).toBeGreaterThan(1)
  await browsers.shot(page, 'admin monitor jvm')
  await admin('/monitor/TomcatInfo')
  await rowOf(page, 'tomcat.global.request.count').waitFor()
  const asked = async () => Number((await value('tomcat.global.request.count')).replaceAll(/\D/g, ''))
  const before = await asked()
  await press(page, '立即更新')
  await expect.poll(asked).toBeGreaterThan(before)
  await browsers.shot(page, 'admin monitor tomcat')

  await admin('/isystem/position?name=hunted')
  await rowOf(page, '职务名称').waitFor()
  await admin('/monitor/HttpTrace')
  await page.getByPlaceholder('请输入地址或账号').fill('/sys/position/list')
  await press(page, '查询')
  await rowOf(page, '/sys/position/list').getByText('200').waitFor()
  expect(await page.locator('body').innerText()).not.toContain('hunted')
  await browsers.shot(page, 'admin monitor trace')
  await browsers.shot(page, 'admin monitor trace', 390)

  await admin('/monitor/Sql')
  await page.getByPlaceholder('请输入语句的一部分').fill('sys_position')
  await press(page, '查询')
  await rowOf(page, 'sys_position').waitFor()
  await browsers.shot(page, 'admin monitor sql')
  await browsers.shot(page, 'admin monitor sql', 390)
  await admin('/monitor/Database')
  await page.getByText(/^PostgreSQL 1\d/).waitFor()
  await browsers.shot(page, 'admin monitor database')
  await browsers.shot(page, 'admin monitor database', 390)
  await admin('/monitor/Disk')
  await page
    .getByText(/^可用 .*，共 /)
    .first()
    .waitFor()
  await browsers.shot(page, 'admin monitor disk')
  await browsers.shot(page, 'admin monitor disk', 390)
  await admin('/monitor/Mqtt')
  await page.getByText('内置 MQTT 服务').waitFor()
  await browsers.shot(page, 'admin monitor mqtt')
  await browsers.shot(page, 'admin monitor mqtt', 390)
  await admin('/monitor/Live')
  await page.getByText('事件循环最长等待').waitFor()
  await browsers.shot(page, 'admin monitor live')
  await browsers.shot(page, 'admin monitor live', 390)
  await admin('/monitor/redis/info')
  await page.getByText('本系统没有使用 Redis').waitFor()
  await browsers.shot(page, 'admin monitor redis')
  await admin('/monitor/redis/terminal')
  await page.getByText('Redis终端现在不能使用').waitFor()
  await page.getByText('需要时请配置 REDIS_URL').waitFor()
  expect(await page.getByRole('textbox', { name: '命令' }).isDisabled()).toBe(true)
  await browsers.shot(page, 'admin monitor redis terminal')
})

it('备份与恢复, 接口文档: a backup is made, checked and deleted; a call is found with its input', async () => {
  const { browsers } = plant()
  const page = await admin('/isystem/backup')
  await press(page, '立即备份')
  await page.getByText(/^备份完成：/).waitFor({ timeout: 120_000 })
  const name = (
    await page.locator('tbody').getByRole('row').filter({ hasText: 'backup-' }).first().innerText()
  ).match(/backup-\S+/)?.[0]
  const folder = await page.locator('.ant-alert code').first().innerText()
  expect(existsSync(`${folder}/${name}`)).toBe(true)
  await button(rowOf(page, 'backup-'), '校验').click()
  await page.getByText(/^校验完成：/).waitFor({ timeout: 60_000 })
  await browsers.shot(page, 'admin backup')
  await browsers.shot(page, 'admin backup', 390)
  await button(rowOf(page, 'backup-'), '删除').click()
  await agree(page)
  await page.getByText('还没有备份').waitFor()
  expect(existsSync(`${folder}/${name}`)).toBe(false)

  await admin('/isystem/apiDoc')
  await page.getByLabel('查找接口').fill('/sys/backup/make')
  await rowOf(page, '/sys/backup/make').click()
  await page.getByText('system:backup:make').first().waitFor()
  await browsers.shot(page, 'admin api doc')
  await browsers.shot(page, 'admin api doc', 390)
})

it('用户代理: the agent decides for the absent person, is told so before, and both stand in the record', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isystem/userAgent')
  await press(page, '新增')
  await fill(page, [
    ['被代理人', 'find', '李审'],
    ['代理人', 'find', '褚安'],
    ['代理开始时间', 'date', `${DAY} 07:00:00`],
    ['代理结束时间', 'date', `${DAY} 20:00:00`],
  ])
  await browsers.shot(page, 'admin agent form')
  await press(dialog(page), '确定')
  await rowOf(page, '褚安').waitFor()
  await browsers.shot(page, 'admin agents')
  await browsers.shot(page, 'admin agents', 390)

  // The step names 李审 and may be handed on; his agent holds the post too.
  await one(
    `update lo_flow_step set scope_rule = 'NAMED', user_ids = (select jsonb_build_array(id) from sys_user where username = 'u2'),
       allow_delegate = 1 where id = 'demo-step-1'`,
  )
  await one(
    `insert into sys_user_role (id, user_id, role_id)
       select 'agent', u.id, r.id from sys_user u, sys_role r where u.username = 'u12' and r.role_code = 'REVIEW'`,
  )
  const id = await steps.draft(plant())
  await steps.submit(plant(), id)
  await plant().at('08:10')
  const his = await openTicket(plant(), 'u12', id)
  await press(his.locator('.transition-bar'), '审核')
  await dialog(his).getByText('您作为代理人代 李审 处理，记录中将写明您和 李审 两人').waitFor()
  await browsers.shot(his, 'admin agent decides')
  await browsers.shot(his, 'admin agent decides', 390)
  await press(dialog(his), '审核通过')
  await dialog(his).waitFor({ state: 'hidden' })
  expect(
    await one(
      `select s.username as signer, b.username as behalf from lo_work_sign w join sys_user s on s.id = w.signer_id
         join sys_user b on b.id = w.on_behalf_of where w.work_id = $1`,
      [id],
    ),
  ).toEqual({ signer: 'u12', behalf: 'u2' })
  await openTab(his, /记录|历史|时间/)
  await his
    .getByText(/褚安.*李审|代李审/)
    .first()
    .waitFor()
  await browsers.shot(his, 'admin agent record')
  await act(page, '褚安', '删除')
  await agree(page)
  await rowOf(page, '褚安').waitFor({ state: 'detached' })
})
