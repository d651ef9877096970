import { plantPatrolLock } from '@suoan/safety/locks/testing'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { button, choose, dialog, find, item, overflowOnPhone, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'

// What is kept of areas, lock types, grants and gases as JSON is typed into tables (2-data-entry.md §2).
const plant = usePlant()
beforeAll(() => plantPatrolLock({ database: plant().server.ctx }))

/** A cell by its row from 1 and its column. */
const cell = (table: Locator, row: number, key: string) =>
  table.locator(`.et-row[aria-rowindex="${row + 1}"] .et-cell[data-key="${key}"]`)

/** Puts lines of a sheet on the clipboard, and pastes them from a cell on. */
async function paste(page: Page, at: Locator, lines: readonly string[]): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'))
  await at.click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+v')
}
async function type(page: Page, at: Locator, words: string): Promise<void> {
  await at.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}
async function shots(page: Page, name: string): Promise<void> {
  await plant().browsers.shot(page, name)
  await plant().browsers.shot(page, name, 390)
}
async function edit(page: Page, words: string): Promise<Locator> {
  await page.getByRole('row').filter({ hasText: words }).getByText('编辑', { exact: true }).click()
  const form = dialog(page)
  await form.locator('.ant-form-item').first().waitFor()
  return form
}

/** A grant for the patrol lock, up to its own tables. */
async function newGrant(page: Page, kind: string): Promise<Locator> {
  await press(page, '新增')
  const form = dialog(page)
  await find(page, item(form, '用户'), '孙作')
  await find(page, item(form, '锁具'), '巡检门锁')
  await choose(page, item(form, '授权类型'), kind)
  await item(form, '原因').locator('textarea, input').fill('巡检')
  return form
}

it('the fence of an area is corners pasted from a sheet, or a circle in numbers, and its neighbours are chosen in the tree', async () => {
  const { one, screen } = plant()
  const page = await screen('admin', '/isps/loAreaList')
  const form = await edit(page, '乙烯装置')
  await choose(page, item(form, '围栏类型'), '多边形')
  const fence = item(form, '地理围栏')
  await button(fence, '新增').click()
  await paste(page, cell(fence, 1, 'lng'), ['120.1\t30.2', '120.2\t30.2', '120.2\t95'])
  await page
    .getByText(/95 不在 -90～90 之间/)
    .first()
    .waitFor()
  await press(form, '确定')
  await fence.getByText('第 3 行：请填写“纬度”').waitFor()
  await type(page, cell(fence, 3, 'lat'), '30.3')
  await shots(page, 'area fence')
  expect(await overflowOnPhone(page)).toBe(0)
  const neighbours = item(form, '相邻区域')
  await neighbours.locator('.ant-select').click()
  await page.locator('.ant-select-tree-node-content-wrapper:visible').filter({ hasText: '压缩机房' }).click()
  await page.keyboard.press('Escape')
  await press(form, '确定')
  await page.getByText('编辑成功').waitFor()
  const stored = () => one(`select geo_type, geo, adjacent_codes from lo_area where area_name = '乙烯装置'`)
  const corners = [
    [120.1, 30.2],
    [120.2, 30.2],
    [120.2, 30.3],
  ]
  expect(await stored()).toEqual({
    geo_type: 'polygon',
    geo: { points: corners },
    adjacent_codes: ['A01A01'],
  })

  const again = await edit(page, '乙烯装置')
  await expect.poll(() => cell(again, 3, 'lat').innerText()).toBe('30.3')
  await choose(page, item(again, '围栏类型'), '圆形')
  await again.getByText('原来的内容无法用表格显示').waitFor()
  await press(again, '清空后重新填写')
  await again.getByLabel('圆心经度').fill('120.15')
  await again.getByLabel('圆心纬度').fill('30.25')
  await press(again, '确定')
  await page
    .getByText(/“半径”：请填写/)
    .first()
    .waitFor()
  await again.getByLabel('半径（米）').fill('80')
  await shots(page, 'area circle')
  await press(again, '确定')
  await page.getByText('编辑成功').last().waitFor()
  await expect
    .poll(stored)
    .toMatchObject({ geo_type: 'circle', geo: { center: [120.15, 30.25], radius: 80 } })
})

it('what a type of locks tells and takes is a table of properties, events and functions', async () => {
  const { one, screen } = plant()
  const page = await screen('admin', '/isps/loLockTypeList')
  const form = await edit(page, '智能柜锁')
  const model = item(form, '物模型')
  await button(model, '新增').click()
  await paste(page, cell(model, 1, 'kind'), [
    '属性\tbatt\t电量\t整数\t%\t0\t100',
    '事件\ttamper\t防拆',
    '功能\t9open\t开锁',
  ])
  await expect.poll(() => cell(model, 3, 'name').innerText()).toBe('开锁')
  await press(form, '确定')
  await model.getByText('第 3 行：“标识”须以字母开头').waitFor()
  await type(page, cell(model, 3, 'identifier'), 'open')
  await shots(page, 'thing model')
  expect(await overflowOnPhone(page)).toBe(0)
  await press(form, '确定')
  await page.getByText('编辑成功').waitFor()
  const { thing_model: stored } = await one(
    `select thing_model from lo_lock_type where type_name = '智能柜锁'`,
  )
  expect(stored).toMatchObject({
    properties: [{ identifier: 'batt', name: '电量', dataType: 'int', unit: '%', min: 0, max: 100 }],
    events: [{ identifier: 'tamper', name: '防拆' }],
    functions: [{ identifier: 'open', name: '开锁' }],
  })
})

it('the hours of a grant are a table: what crosses midnight is refused by line, and hours of a day are stored together', async () => {
  const { one, screen } = plant()
  const page = await screen('admin', '/isps/loLockUserList')
  const form = await newGrant(page, '周期')
  const week = item(form, '周期计划')
  await button(week, '新增').click()
  await paste(page, cell(week, 1, 'week'), ['周一\t8:30\t12:00', '周一\t13:00\t18:00', '周六\t22:00\t6:00'])
  await shots(page, 'grant hours')
  expect(await overflowOnPhone(page)).toBe(0)
  await press(form, '确定')
  await page
    .getByText(/跨夜请分两行/)
    .first()
    .waitFor()
  await type(page, cell(week, 3, 'to'), '24:00')
  await press(form, '确定')
  await page.getByText('添加成功').waitFor()
  expect(await one(`select week_plan from lo_lock_user where lock_id = 'patrol'`)).toEqual({
    week_plan: [
      {
        week: 1,
        times: [
          { s: '08:30', e: '12:00' },
          { s: '13:00', e: '18:00' },
        ],
      },
      { week: 6, times: [{ s: '22:00', e: '24:00' }] },
    ],
  })
})

it('what a lock knows a person by off the net is a table, and a repeated line is named', async () => {
  const { one, screen } = plant()
  const page = await screen('admin', '/isps/loLockUserList')
  const form = await newGrant(page, '长期')
  await item(form, '有效期止').locator('input').fill('2026-12-31 18:00:00')
  await page.keyboard.press('Enter')
  await item(form, '允许离线').getByRole('switch').click()
  const means = item(form, '凭证引用')
  await button(means, '新增').click()
  await paste(page, cell(means, 1, 'means'), ['锁内序号\t12', '锁内序号\t12'])
  await press(form, '确定')
  await means.getByText(/第 [12] 行：有重复的凭证引用，请删去重复的/).waitFor()
  await shots(page, 'grant credentials')
  expect(await overflowOnPhone(page)).toBe(0)
  await type(page, cell(means, 2, 'key'), '13')
  await press(form, '确定')
  await page.getByText('添加成功').waitFor()
  expect(
    await one(`select cred_ref from lo_lock_user where lock_id = 'patrol' and offline_flag = 1`),
  ).toEqual({
    cred_ref: ['slot:12', 'slot:13'],
  })
})

it('the limits of all gases stand in one table; what is looser than the law stays to be mended', async () => {
  const { one, screen } = plant()
  const page = await screen('admin', '/isps/loWorkTypeList')
  await page.getByRole('tab', { name: '气体标准' }).click()
  await page.getByRole('switch', { name: '表格编辑' }).click()
  const table = page.getByRole('grid', { name: '气体标准' })
  const oxygen = table.locator('.et-row').filter({ hasText: '氧气' })
  await oxygen.waitFor()
  const lower = oxygen.locator('[data-key="limitMin"]')
  await type(page, lower, '19')
  await press(page, '保存（1）')
  await page
    .getByText(/1 项没有保存/)
    .first()
    .waitFor()
  await shots(page, 'gas limits refused')
  expect(await overflowOnPhone(page)).toBe(0)
  await type(page, lower, '20')
  await press(page, '保存（1）')
  await page.getByText('已保存 1 项', { exact: true }).waitFor()
  expect(await one(`select limit_min::float from lo_gas_std where gas_code = 'O2'`)).toEqual({
    limit_min: 20,
  })
})
