import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, dialog, item, overflowOnPhone, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const plant = usePlant()

/** A cell by its row from 1 and its column. */
const cell = (table: Locator, row: number, key: string) =>
  table.locator(`.et-row[aria-rowindex="${row + 1}"] .et-cell[data-key="${key}"]`)
const texts = (table: Locator, key: string) => table.locator(`.et-cell[data-key="${key}"]`).allInnerTexts()

async function type(page: Page, at: Locator, words: string): Promise<void> {
  await at.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect.poll(() => at.innerText()).toBe(words)
}

/** Puts lines of a sheet on the clipboard, and pastes them from a cell on. */
async function paste(page: Page, at: Locator, lines: readonly string[]): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'))
  await at.click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+v')
}

async function openItems(page: Page, dictionary: string): Promise<Locator> {
  await item(page, '字典名称').getByRole('textbox').fill(dictionary)
  await press(page, '查询')
  await page.getByRole('row').filter({ hasText: dictionary }).getByText('字典配置').click()
  await page.getByRole('switch', { name: '表格编辑' }).click()
  const drawer = page.getByRole('dialog', { name: `字典列表：${dictionary}` })
  await drawer.locator('.et-row').first().waitFor()
  return drawer
}

it('all items of a dictionary are typed, pasted, undone and saved in one table; what is refused stays to be mended (5-screens.md §6.11)', async () => {
  const { browsers, screen, one } = plant()
  const page = await screen('admin', '/isystem/dict')
  const drawer = await openItems(page, '职务职级')
  const before = await texts(drawer, 'itemValue')
  const count = before.length
  await type(page, cell(drawer, 1, 'itemText'), '员级岗位')
  await button(drawer, '新增').click()
  await paste(page, cell(drawer, count + 1, 'itemText'), ['甲级\tK1\t从表格粘贴', '乙级\tK2\t', '丙级\tK1\t'])
  await expect.poll(() => texts(drawer, 'itemValue')).toEqual([...before, 'K1', 'K2', 'K1'])
  await press(drawer, '保存（4）')
  await page.getByText('有 2 处填写有误，请改正后再保存').waitFor()
  await page.locator('.et-bubble').filter({ hasText: '数据值不能重复' }).waitFor()
  await type(page, cell(drawer, count + 3, 'itemValue'), 'K9')
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell(drawer, count + 3, 'itemValue').innerText()).toBe('K1')
  await page.keyboard.press('Control+y')
  await expect.poll(() => cell(drawer, count + 3, 'itemValue').innerText()).toBe('K9')
  // Somebody else has meanwhile stored an item with this value.
  await one(
    `insert into sys_dict_item (id, dict_id, item_text, item_value, sort_order, status)
     select 'somebody-elses', dict_id, '别人的', 'K9', 90, 1 from sys_dict_item where dict_id =
     (select id from sys_dict where dict_name = '职务职级') limit 1 returning id`,
  )
  await press(drawer, '保存（4）')
  await page.getByText('已保存 3 项，1 项没有保存').waitFor()
  await drawer.getByRole('alert').filter({ hasText: '1 项没有保存，改正后请再次保存' }).waitFor()
  await browsers.shot(page, 'dictionary items refused')
  await browsers.shot(page, 'dictionary items refused', 390)
  const wrong = drawer
    .locator('.et-row')
    .filter({ hasText: '丙级' })
    .locator('.et-cell[data-key="itemValue"]')
  await type(page, wrong, 'K3')
  await press(drawer, '保存（1）')
  await page.getByText('已保存 1 项', { exact: true }).waitFor()
  expect(await overflowOnPhone(page)).toBe(0)

  await page.reload()
  const again = await openItems(page, '职务职级')
  expect((await texts(again, 'itemText')).filter((name) => /级岗位|[甲乙丙]级|别人的/.test(name))).toEqual([
    '员级岗位',
    '甲级',
    '乙级',
    '丙级',
    '别人的',
  ])
})

it('the certificates of a kind of work are a table in its form: wrong lines are named, pasted ones stored (LoWorkType.certRules)', async () => {
  const { browsers, screen } = plant()
  const page = await screen('admin', '/isps/loWorkTypeList')
  const open = async (): Promise<Locator> => {
    await page.getByRole('row').filter({ hasText: '编辑' }).first().getByText('编辑', { exact: true }).click()
    const rules = item(dialog(page), '资质要求')
    await rules.locator('.et-row').first().waitFor()
    return rules
  }
  const rules = await open()
  const before = await texts(rules, 'roleTag')
  const count = before.length
  await button(rules, '新增').click()
  await paste(page, cell(rules, count + 1, 'roleTag'), ['保管\t电工、高处', `${before[0] ?? ''}\t电工`])
  await expect.poll(() => texts(rules, 'roleTag')).toEqual([...before, '保管', before[0]])
  await press(dialog(page), '确定')
  await rules.getByText('第 1 行：该角色已有一行，请合并（共 2 处）').waitFor()
  await browsers.shot(page, 'certificate rules refused')
  await browsers.shot(page, 'certificate rules refused', 390)
  await type(page, cell(rules, count + 2, 'roleTag'), '审计')
  await press(dialog(page), '确定')
  await page.getByText('编辑成功').waitFor()
  await page.reload()
  const stored = await open()
  expect((await texts(stored, 'roleTag')).toSorted()).toEqual([...before, '保管', '审计'].toSorted())
  const keeper = stored.locator('.et-row').filter({ hasText: '保管' }).locator('[data-key="certTypes"]')
  expect(await keeper.innerText()).toMatch(/电工\s*高处/)
})

it('the steps of a flow are one table: people are named, the order is dragged, and all is saved (LoFlow)', async () => {
  const { browsers, screen } = plant()
  const page = await screen('admin', '/isps/loFlowList')
  const open = async (): Promise<Locator> => {
    await page.getByRole('row').filter({ hasText: 'ISO-STD' }).getByText('审批步骤', { exact: true }).click()
    const drawer = page.getByRole('dialog', { name: /^审批步骤：/ })
    await drawer.locator('.et-row').nth(1).waitFor()
    return drawer
  }
  const drawer = await open()
  await browsers.shot(page, 'flow steps')
  expect(await texts(drawer, 'roleTag')).toEqual(['审核', '批准'])
  await button(drawer, '新增').click()
  await paste(page, cell(drawer, 3, 'stage'), ['审核\t安全\t指定人员'])
  await expect.poll(() => texts(drawer, 'roleTag')).toEqual(['审核', '批准', '安全'])
  await press(drawer, '保存（1）')
  await page.locator('.et-bubble').filter({ hasText: '请选择指定人员' }).waitFor()
  await drawer.locator('.step-people input').click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await page.keyboard.press('Escape')
  for (const row of [3, 2]) {
    await drawer.locator(`.et-row[aria-rowindex="${row + 1}"] [data-act="order"]`).click()
    await page.getByRole('menuitem', { name: '向上移' }).click()
  }
  await expect.poll(() => texts(drawer, 'roleTag')).toEqual(['安全', '审核', '批准'])
  await browsers.shot(page, 'flow steps moved')
  await browsers.shot(page, 'flow steps moved', 390)
  await press(drawer, '保存（1）')
  await page.getByText('已保存 1 项', { exact: true }).waitFor()
  await page.reload()
  expect(await texts(await open(), 'roleTag')).toEqual(['安全', '审核', '批准'])
})
