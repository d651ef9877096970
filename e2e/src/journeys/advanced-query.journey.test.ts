import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

const builder = (page: Page) => page.getByRole('dialog', { name: '高级查询构造器' })
const line = (page: Page, n: number) => builder(page).getByRole('group', { name: `第 ${n} 个条件` })
const codes = (page: Page) => page.getByText(/^(LK|PL|LB)\d+$/).allInnerTexts()

/** Chooses a field or a rule of a condition. */
async function pick(page: Page, n: number, what: '字段' | '匹配方式', words: string): Promise<void> {
  const select = line(page, n).getByRole('combobox', { name: `第 ${n} 个条件的${what}` })
  await select.click()
  if (what === '字段') await select.fill(words)
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .getByTitle(words, { exact: true })
    .click()
}

const value = (page: Page, n: number) => line(page, n).getByLabel(`第 ${n} 个条件的值`)

it('a list is asked by the editors of its fields, and a query is saved, overwritten, taken again and deleted (2-data-entry.md §5)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loLockList')
  await press(page, '高级查询')
  await press(builder(page), '查询')
  await page.getByText('不能查询空条件').waitFor()
  await press(builder(page), '保存查询条件')
  await page.getByText('空条件不能保存').waitFor()

  await pick(page, 1, '字段', '锁具编号')
  await pick(page, 1, '匹配方式', '在...中')
  await value(page, 1).fill('LK1,LK2')
  await press(builder(page), '查询')
  // The list beside the dialog shows it, and can still be used.
  await expect.poll(() => codes(page)).toEqual(expect.arrayContaining(['LK1', 'LK2']))
  await expect.poll(async () => (await codes(page)).length).toBe(2)
  await builder(page).waitFor()
  await pick(page, 1, '匹配方式', '等于')
  expect(await value(page, 1).inputValue()).toBe('LK1')

  await line(page, 1).getByRole('button', { name: '添加条件' }).click()
  await pick(page, 2, '字段', '状态时间')
  await pick(page, 2, '匹配方式', '大于等于')
  await value(page, 2).fill('2026-01-01 08:00:00')
  await value(page, 2).press('Enter')
  await line(page, 2).getByRole('button', { name: '添加条件' }).click()
  await pick(page, 3, '字段', '所在区域')
  await value(page, 3).click()
  await page.locator('.ant-select-tree-title').getByText('压缩机房', { exact: true }).first().click()
  await line(page, 3).getByRole('button', { name: '添加条件' }).click()
  await pick(page, 4, '字段', '用途')
  await pick(page, 4, '匹配方式', '在...中')
  await line(page, 4).getByRole('button', { name: '添加条件' }).click()
  await pick(page, 5, '字段', '电量(%)')
  await expect.poll(() => value(page, 5).getAttribute('placeholder')).toBe('请输入数值')
  await line(page, 5).getByRole('button', { name: '删除条件' }).click()
  await browsers.shot(page, 'advanced query')

  const name = page.getByRole('textbox', { name: '保存的名称' })
  await press(builder(page), '保存查询条件')
  await button(page.getByRole('dialog', { name: '请输入保存的名称' }), '确定').click()
  await page.getByText('保存名称不能为空').waitFor()
  await name.fill('压缩机房的锁')
  await button(page.getByRole('dialog', { name: '请输入保存的名称' }), '确定').click()
  await page.getByText('保存成功').waitFor()
  const saved = builder(page).getByRole('list', { name: '保存的查询' })
  await saved.getByText('压缩机房的锁').waitFor()

  await press(builder(page), '重置')
  await expect.poll(async () => (await codes(page)).length).toBeGreaterThan(2)
  await saved.getByText('压缩机房的锁').click()
  expect(await value(page, 1).inputValue()).toBe('LK1')
  expect(await value(page, 2).inputValue()).toBe('2026-01-01 08:00:00')
  await line(page, 4).waitFor({ state: 'hidden' })
  await press(builder(page), '查询')
  // Each condition stands above the list in words, and is taken away there.
  const chips = page.getByRole('list', { name: '生效的条件' })
  await chips.getByText('锁具编号 等于 LK1').waitFor()
  await chips.getByText('所在区域 等于 压缩机房').waitFor()
  await browsers.shot(page, 'filter chips')

  // Under a name that is taken nothing is replaced unasked.
  await press(builder(page), '保存查询条件')
  await name.fill('压缩机房的锁')
  await button(page.getByRole('dialog', { name: '请输入保存的名称' }), '确定').click()
  await page.getByText('压缩机房的锁 已存在，是否覆盖？').waitFor()
  await button(page.getByRole('dialog', { name: '提示' }), '确定').click()
  await name.waitFor({ state: 'hidden' })
  expect(await saved.getByRole('listitem').count()).toBe(1)

  // It is of this browser: also after a new beginning.
  await page.reload()
  await press(page, '高级查询')
  await saved.getByRole('button', { name: '删除 压缩机房的锁' }).click()
  await page.getByText('是否删除当前查询？').waitFor()
  await button(page.getByRole('dialog', { name: '提示' }), '确定').click()
  await builder(page).getByText('没有保存任何查询').waitFor()
})

it('the dialog is dragged by its header, and the page behind it goes on', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loLockList')
  await press(page, '高级查询')
  const header = builder(page).locator('.app-modal-handle')
  const before = await header.boundingBox()
  if (!before) throw new Error('the header is not drawn')
  await page.mouse.move(before.x + 100, before.y + 12)
  await page.mouse.down()
  await page.mouse.move(before.x + 140, before.y + 312, { steps: 5 })
  await page.mouse.up()
  const after = await header.boundingBox()
  expect([Math.round((after?.x ?? 0) - before.x), Math.round((after?.y ?? 0) - before.y)]).toEqual([40, 300])
  await page.getByRole('textbox', { name: '锁具编号' }).fill('LK1')
  await page.keyboard.press('Enter')
  await expect.poll(() => codes(page)).toEqual(['LK1'])
  await browsers.shot(page, 'advanced query dragged')
  // A phone shows nothing beside it.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.locator('.button-row-more').click()
  await press(page, '高级查询')
  await pick(page, 1, '字段', '锁具编号')
  await value(page, 1).fill('LK2')
  await browsers.shot(page, 'advanced query', 390)
  await page.setViewportSize({ width: 390, height: 844 })
  await press(builder(page), '查询')
  await builder(page).waitFor({ state: 'hidden' })
})
