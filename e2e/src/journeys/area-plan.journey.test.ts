import { workTicketEndpoints as tickets } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { expect, it } from 'vitest'
import { lookTwice, show, wear } from './accessibility-findings.ts'
import { carryOutToWork, personId } from './carry-out.ts'
import { dialog, item, overflowOnPhone, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { storePlan } from './store-plan.ts'

const plant = usePlant()

it('平面图: a point is put on the plan by a press, and the board shows it there with its lock, the ticket, its people and gas', async () => {
  const { browsers, one, screen, server, take } = plant()
  const workId = await carryOutToWork(plant())
  await take('u8', tickets.personIn, { workId, personId: await personId(plant(), workId, 'u6') })
  await take('u10', tickets.gasAdd, {
    workId,
    pointDesc: '泵坑',
    gasCode: 'O2',
    value: 20.9,
    unit: '%vol',
    sampleTime: shanghaiTime(server.ctx.clock.now()),
    deviceSn: 'GAS1',
  })
  const planFile = await storePlan(plant())
  await one(`update lo_area set plan_file = '${planFile}' where area_code in ('A01', 'A01A01') returning id`)
  await one(`update lo_area set plan_x = 0.3, plan_y = 0.4 where area_code = 'A01A01' returning id`)

  const admin = await screen('admin', '/isps/loPointList')
  await admin.getByRole('row').filter({ hasText: 'V-101' }).getByText('编辑', { exact: true }).click()
  const canvas = item(dialog(admin), '图上位置 Y').locator('.plan-canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the plan is not drawn')
  await admin.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.5)
  await canvas.getByRole('button', { name: '图上位置，方向键移动' }).press('ArrowRight')
  await browsers.shot(admin, 'point on its plan')
  await browsers.shot(admin, 'point on its plan', 390)
  await press(dialog(admin), '确定')
  await admin.getByText('编辑成功').waitFor()
  const { x, y } = await one(
    `select plan_x::float8 as x, plan_y::float8 as y from lo_point where point_code = 'V-101'`,
  )
  expect(x).toBeCloseTo(0.252, 2)
  expect(y).toBeCloseTo(0.5, 2)

  // The first plan is that of the whole unit: what goes on below is told at its place, which leads there.
  const page = await screen('u12', '/isps/board')
  const card = page.getByRole('region', { name: '区域平面图' })
  const unit = card.getByRole('group', { name: /^乙烯装置平面图/ })
  await unit.getByRole('button', { name: /^压缩机房，.*1 张工作票，在场 1 人/ }).click()
  const house = card.getByRole('group', { name: /^压缩机房平面图/ })
  await house.getByRole('button', { name: /V-101/ }).first().waitFor()
  expect(new URL(page.url()).searchParams.get('area')).toBe('demo-a0101')
  await browsers.shot(page, 'board plan')
  await browsers.shot(page, 'board plan', 390)
  expect(await overflowOnPhone(page)).toBe(0)

  // The list says what the pins say, and what has no mark; the keyboard alone goes through it.
  const list = card.locator('.board-plan-list')
  await list.getByRole('button', { name: /V-101.*LK2/ }).waitFor()
  await list.getByRole('button', { name: /V-103.*未标位置/ }).waitFor()
  const ticket = list.getByRole('button', { name: /离心泵 P-101 检修.*气体有效.*在场/ })
  await card.getByText('人员', { exact: true }).click()
  await list.getByRole('button', { name: /离心泵 P-101 检修/ }).waitFor()
  await expect.poll(() => list.getByText(/在场 \d 人/).count()).toBe(0)
  await card.getByText('人员', { exact: true }).click()
  await card.getByText('锁具', { exact: true }).click()
  await expect.poll(() => list.getByText(/LK2/).count()).toBe(0)
  await card.getByText('锁具', { exact: true }).click()
  await list.getByText(/LK2/).waitFor()

  // Ticket and point share a spot: one pin with both.
  await house.getByRole('button', { name: /^2 项：/ }).click()
  await dialog(page)
    .getByRole('button', { name: /离心泵 P-101 检修/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await ticket.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/loWorkView/)

  await page.goto('/isps/board?area=demo-a0101')
  await card.getByRole('button', { name: '乙烯装置' }).click()
  await unit.waitFor()

  const away = /\/loBoard\/plan/
  await page.route(away, (route) => route.abort())
  await page.goto('/isps/board?area=demo-a0102')
  await card.getByText('加载失败').waitFor()
  await page.unroute(away)
  await card.getByRole('button', { name: '重试' }).click()
  await card.getByText('这个区域还没有平面图').waitFor()

  await page.goto('/isps/board?area=demo-a0101&screen=big')
  await page.getByRole('heading', { name: '平面图 · 压缩机房' }).waitFor({ timeout: 40_000 })
  await browsers.shot(page, 'board plan big')
  await page.keyboard.press('Escape')
  await card.waitFor()

  await wear(page, { multiTab: false })
  await show(page, '/isps/board?area=demo-a0101')
  await house.getByRole('button', { name: /V-101/ }).first().waitFor()
  expect(await lookTwice(page, { within: ['.board-plan'] })).toEqual([])

  // A drawing on white paper is light on dark in the dark, and as it was drawn in the light.
  const filterOf = () => house.locator('img').evaluate((image) => getComputedStyle(image).filter)
  await wear(page, { multiTab: false, brightness: 'dark' })
  await show(page, '/isps/board?area=demo-a0101')
  await expect.poll(filterOf).toContain('invert')
  await browsers.shot(page, 'board plan dark')
  await wear(page, { multiTab: false, brightness: 'light' })
  await show(page, '/isps/board?area=demo-a0101')
  await expect.poll(filterOf).toBe('none')
})
