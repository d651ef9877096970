import { workTicketEndpoints as tickets } from '@suoan/contract'
import { demoDraft } from '@suoan/safety/work-tickets/testing/demo-draft'
import { certificateRows, hotWork, solventWork } from '@suoan/safety/work-tickets/testing/simops-world'
import { expect, it } from 'vitest'
import { lookTwice, show as showPage, wear } from './accessibility-findings.ts'
import { dialog, item, overflowOnPhone, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { storePlan } from './store-plan.ts'

const plant = usePlant({ MQTT_PORT: '0' })

it('全部工作票: the same tickets as a list, a calendar, a time map and on the plan, under the same filters', async () => {
  const { browsers, take, at, one, screen, server } = plant()
  await server.ctx.pool.query(certificateRows)
  await at('08:00')
  await take('u1', tickets.saveDraft, demoDraft())
  for (const draft of [solventWork({ hazards: ['03'] }), hotWork()]) {
    const { ticket } = await take('u1', tickets.saveDraft, { ...demoDraft(), ...draft })
    await take('u1', tickets.submit, { workId: ticket.id })
  }
  for (const n of [1, 2, 3, 4, 5, 6])
    await take('u1', tickets.saveDraft, {
      ...demoDraft({ workName: `巡检 ${n}`, people: [], equipIds: [], points: [] }),
      planStart: '2026-12-03 09:00:00',
      planEnd: '2026-12-03 10:00:00',
    })
  const planFile = await storePlan(plant())
  await one(`update lo_area set plan_file = '${planFile}' where area_code in ('A01', 'A01A01') returning id`)
  await one(`update lo_area set plan_x = 0.3, plan_y = 0.4 where area_code = 'A01A01' returning id`)
  await one(`update lo_point set plan_x = 0.6, plan_y = 0.5 where point_code = 'V-101' returning id`)

  const page = await screen('u12', '/isps/loAllWorkList')
  await page.getByText('共 9 条').waitFor()
  const show = (name: string) => page.getByRole('radiogroup', { name: '显示方式' }).getByText(name).click()

  await show('日历')
  await page.getByRole('heading', { name: '2026 年 12 月' }).waitFor()
  expect(new URL(page.url()).searchParams.get('show')).toBe('calendar')
  await page.getByRole('button', { name: /^09:00 离心泵 P-101 检修，/ }).waitFor()
  await browsers.shot(page, 'tickets calendar')
  await browsers.shot(page, 'tickets calendar', 390)
  await page.getByRole('button', { name: '另有 3 张' }).click()
  await dialog(page).getByText('巡检 6').waitFor()
  expect(
    await dialog(page)
      .getByText(/^巡检 \d$/)
      .count(),
  ).toBe(6)
  await browsers.shot(page, 'tickets of a day')
  await page.keyboard.press('Escape')
  await page.getByText('周', { exact: true }).click()
  await page.getByRole('heading', { name: '11 月 30 日 – 12 月 6 日' }).waitFor()
  await page.getByRole('button', { name: '下一周' }).click()
  await page.getByText('这段时间没有计划的工作票').waitFor()
  await page.getByRole('button', { name: '今天', exact: true }).click()
  await page.getByRole('button', { name: /巡检 6/ }).waitFor()

  // A filter of the list holds in every view, and the view outlives a reload.
  await item(page, '作业名称').locator('input').fill('巡检')
  await page.keyboard.press('Enter')
  await page.getByText('6 张 ·').waitFor()
  await page.reload()
  await page.getByText('6 张 ·').waitFor()
  await show('时间图')
  await page.getByText('这段时间没有符合条件的工作票').waitFor()
  await press(page.locator('.planned'), '清空条件')
  await page.getByText('1 项冲突，1 项未解决').waitFor()
  await page.getByRole('button', { name: /T-101 罐焊补.*1 项冲突，最重为/ }).waitFor()
  await browsers.shot(page, 'tickets time map')
  await browsers.shot(page, 'tickets time map', 390)
  await page.getByText('按设备').click()
  await page.getByText('未指定设备').waitFor()
  await page.getByText('离心泵 P-101', { exact: true }).waitFor()

  // Opened and left again, the view is where it was.
  await page.getByRole('button', { name: /离心泵 P-101 检修/ }).click()
  await page.locator('.ticket-page, .transition-bar').first().waitFor()
  await page.goBack()
  await page.getByText('未指定设备').waitFor()

  await show('地图')
  await page.getByRole('heading', { name: '图上 2 张' }).waitFor()
  await page.getByRole('heading', { name: '未标位置 1 张' }).waitFor()
  await page.getByRole('button', { name: /^2 张工作票：/ }).click()
  await dialog(page).getByText('压缩机房溶剂清洗').waitFor()
  await page.keyboard.press('Escape')
  await browsers.shot(page, 'tickets on the plan')
  await browsers.shot(page, 'tickets on the plan', 390)
  await page.getByRole('combobox', { name: '平面图的区域' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '压缩机房' }).click()
  await page.getByRole('heading', { name: '图上 1 张' }).waitFor()
  const plan = page.getByRole('group', { name: /压缩机房平面图/ })
  await plan.getByRole('button', { name: /离心泵 P-101 检修/ }).waitFor()
  await plan.getByRole('button', { name: '放大平面图' }).click()
  await plan.getByRole('button', { name: '显示整张平面图' }).click()

  const found: string[] = []
  await wear(page, { multiTab: false })
  for (const view of ['calendar', 'calendar&span=week', 'time', 'plan']) {
    await showPage(page, `/isps/loAllWorkList?show=${view}`)
    await page.locator('.planned-calendar, .planned-chart, .area-pin').first().waitFor()
    found.push(...(await lookTwice(page)).map((line) => `${view} ${line}`))
    expect(await overflowOnPhone(page)).toBe(0)
  }
  expect(found).toEqual([])
})

it('全部工作票: what cannot be had, may not be seen or is too much is said, with a way on', async () => {
  const page = await plant().screen('u12', '/isps/loAllWorkList?show=time')
  await page.locator('.planned-head').waitFor()
  const planned = '**/loWork/planned?*'
  await page.route(planned, (route) => route.abort())
  await press(page, '刷新')
  await page.getByText(/没有取到最新数据，以下是/).waitFor()
  await page.getByRole('button', { name: '下一日' }).click()
  await page.getByText('加载失败').waitFor()
  await page.unroute(planned)
  await page.getByRole('button', { name: '重试' }).first().click()
  await page.getByText('这段时间没有计划的工作票').waitFor()

  await page.route(planned, (route) => route.fulfill({ status: 403, json: { success: false, code: 403 } }))
  await page.getByRole('button', { name: '下一日' }).click()
  await page.getByText('没有权限', { exact: true }).waitFor()
  await page.unroute(planned)

  await page.route(planned, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { result: object }
    await route.fulfill({ response, json: { ...answer, result: { ...answer.result, isCut: true } } })
  })
  await page.getByRole('button', { name: '今天', exact: true }).click()
  await page.getByText(/这段时间的工作票超过 500 张，以下只是/).waitFor()
  await page.unroute(planned)
})
