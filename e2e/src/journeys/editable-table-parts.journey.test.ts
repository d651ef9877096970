import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cell, openExample, said } from './editable-table-page.ts'
import { usePlant } from './plant.ts'

const plant = usePlant()
const open = (tab: string) => openExample(plant(), tab)

/** Scrolls sideways until a column of the examples is drawn and can be pressed. */
async function scrollTo(page: Page, key: string): Promise<void> {
  const column = page.locator(`.et-cell[data-key="${key}"]:visible`).first()
  for (let left = 0; !(await column.isVisible()) && left < 4_000; left += 400)
    await page.locator('.et-scroll').evaluate((element, to) => element.scrollTo({ left: to }), left)
  await column.scrollIntoViewIfNeeded()
}

it('a column is sorted, widened, moved and filtered from its header by keyboard alone', async () => {
  const page = await open('各种列')
  await cell(page, 1, 'amount').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowUp')
  const head = page.locator('.et-th.is-active')
  await expect.poll(() => head.getAttribute('data-head')).toBe('amount')
  expect(await page.locator('.et-host').getAttribute('aria-activedescendant')).toBe(
    await head.getAttribute('id'),
  )
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 1, 'amount').innerText()).toBe('1.25')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 1, 'amount').innerText()).toBe('12.5')
  const before = (await head.boundingBox())?.width ?? 0
  const colIndex = await head.getAttribute('aria-colindex')
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(async () => ((await head.boundingBox())?.width ?? 0) - before).toBe(16)
  await page.keyboard.press('Control+ArrowLeft')
  await expect.poll(() => said(page).innerText()).toContain('数量 已移到第')
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: '筛选…' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('menuitem', { name: '筛选…' }).count()).toBe(0)
  // The keys go on at the header, and down again in the rows.
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.locator('.et-cell.is-active').getAttribute('data-key')).toBe('amount')
  // The order of the columns is kept in this browser, and the next example opens with it.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+ArrowRight')
  await expect.poll(() => page.locator('.et-th.is-active').getAttribute('aria-colindex')).toBe(colIndex)
})

it('the pager says which rows of how many are shown, and counts a row that is added (2-data-entry.md §2)', async () => {
  const page = await open('各种列')
  const label = page.locator('.et-pager .ant-pagination-total-text')
  const [, count = ''] = /^1-(\d+) 共 \1 条$/.exec(await label.innerText()) ?? []
  expect(Number(count)).toBeGreaterThan(1)
  await page.getByRole('button', { name: '新增' }).first().click()
  await expect.poll(() => label.innerText()).toBe(`1-${Number(count) + 1} 共 ${Number(count) + 1} 条`)
})

it('a type of the page’s own opens its own editor by keyboard, and its choice can be undone', async () => {
  const page = await open('各种列')
  await page.locator('.et-scroll').evaluate((element) => element.scrollTo({ left: 1_500 }))
  await cell(page, 2, 'risk').click()
  await page.locator('.et-editor .ant-rate').waitFor()
  await page.locator('.et-editor .ant-rate-star').nth(3).click()
  await expect.poll(() => cell(page, 2, 'risk').innerText()).toBe('★★★★')
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell(page, 2, 'risk').innerText()).toBe('')
})

it('a form with several tables brings the tab of the first wrong cell to the front and enters it', async () => {
  const page = await open('多个子表')
  await page.getByPlaceholder('请输入订单号').fill('D-1')
  await page.getByRole('tab', { name: '机票信息' }).click()
  await page.getByRole('tabpanel', { name: '机票信息' }).getByRole('button', { name: /新增$/ }).click()
  await page.getByRole('tab', { name: '客户信息' }).click()
  await page.getByRole('button', { name: /提\s*交/ }).click()
  await page.getByText('第 2 个子表有 2 个单元格没有通过校验').waitFor()
  expect(await page.getByRole('tab', { name: '机票信息' }).getAttribute('aria-selected')).toBe('true')
  const wrong = page.getByRole('tabpanel', { name: '机票信息' }).locator('.et-cell.is-active')
  await expect.poll(() => wrong.getAttribute('data-key')).toBe('flight')
  await page.keyboard.type('MU5102')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2026-12-2 09:00')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /提\s*交/ }).click()
  await page.getByText('校验通过：2 行，2 行').waitFor()
})

it('a row shows its sub-form under it until the table scrolls or it is closed, and its details in a dialog', async () => {
  const page = await open('多个子表')
  await cell(page, 1, 'mobile').click()
  const subForm = page.getByRole('dialog', { name: '子表' })
  await page.locator('.et-row[aria-rowindex="2"] .et-number:visible').click()
  await subForm.getByText('MU5101').waitFor()
  await subForm.getByRole('button', { name: '关闭子表' }).click()
  await expect.poll(() => subForm.count()).toBe(0)
  await cell(page, 2, 'name').getByRole('button', { name: '李工' }).click()
  const details = page.getByRole('dialog', { name: '详细信息' })
  await details.getByText('13900139000').waitFor()
  await details.getByText('MU5101').waitFor()
  await details.getByRole('button', { name: '全屏', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => details.count()).toBe(0)
})

it('paper gets every row, not the window that the screen shows', async () => {
  const page = await open('大量行')
  const printed = page.locator('.et-print tbody tr')
  expect(await printed.count()).toBe(0)
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(await printed.count()).toBe(2_000)
  await page.getByText('共 10000 行，只打印前 2000 行').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.et-frame').isVisible()).toBe(false)
  expect(await printed.nth(1_999).isVisible()).toBe(true)
  await page.emulateMedia({ media: null })
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')))
  expect(await printed.count()).toBe(0)
})

it('a part of a sheet is pasted into the cells from the one that was clicked, a list among them', async () => {
  const page = await open('各种列')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copy = (text: string) => page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await copy('K1\t甲\nK2\t乙\n')
  await cell(page, 1, 'code').click()
  await page.keyboard.press('Control+v')
  await expect.poll(() => cell(page, 2, 'name').innerText()).toBe('乙')
  expect(await cell(page, 1, 'code').innerText()).toBe('K1')
  // A click opened another cell since, and Ctrl+Z still means the table.
  await cell(page, 2, 'name').click()
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell(page, 1, 'code').innerText()).toBe('SS0001')
  await copy('女\n男\n')
  await cell(page, 1, 'sex').click()
  await page.locator('.et-editor .ant-select').waitFor()
  await page.keyboard.press('Control+v')
  await expect.poll(() => cell(page, 1, 'sex').innerText()).toBe('女')
  expect(await cell(page, 2, 'sex').innerText()).toBe('男')
  await cell(page, 1, 'sex').click()
  await page.locator('.et-editor .ant-select').waitFor()
  await page.keyboard.press('Delete')
  await expect.poll(() => cell(page, 1, 'sex').innerText()).toBe('')
})

it('a value that cannot be taken is not let go of when the table is left: it is said, and saving waits for it', async () => {
  const page = await open('各种列')
  await cell(page, 1, 'amount').click()
  await page.keyboard.type('-')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('还没有写入：请改正，或按 Esc 放弃').waitFor()
  await page.getByText('请改正后再保存').waitFor()
  expect(await page.locator('.et-host.is-editing').inputValue()).toBe('-')
  await page.getByRole('button', { name: '表单验证' }).click()
  await page.getByText('1 个单元格没有通过校验').waitFor()
  await page.locator('.et-host').focus()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('将保存 3 行').waitFor()
})

it('a record chosen in the popup fills the columns that are named for it, and a month keeps its own form', async () => {
  const page = await open('各种列')
  await scrollTo(page, 'role')
  await cell(page, 1, 'role').click()
  const popup = page.getByRole('dialog').last()
  const first = popup.locator('tbody tr.ant-table-row').first()
  await first.click()
  const [name = '', code = ''] = (await first.locator('td').allInnerTexts()).filter((text) => text !== '')
  await popup.getByRole('button', { name: /确\s*定/ }).click()
  await expect.poll(() => cell(page, 1, 'role').innerText()).toBe(code)
  expect(await cell(page, 1, 'roleTitle').innerText()).toBe(name)
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell(page, 1, 'roleTitle').innerText()).toBe('')
  await scrollTo(page, 'month')
  await cell(page, 1, 'month').click()
  await page.keyboard.press('Escape')
  await page.keyboard.type('2026年12月5日')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 1, 'month').innerText()).toBe('2026-12')
})

it('an upload that fails is a red sign that tells its reason, and can be tried again', async () => {
  const page = await open('各种列')
  await scrollTo(page, 'document')
  await page.route('**/sys/common/upload', (route) =>
    route.fulfill({ json: { success: false, code: 500, message: '磁盘空间不足', result: null } }),
  )
  const send = async (at: Locator) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), at.click()])
    await chooser.setFiles({ name: '隔离方案.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') })
  }
  const file = cell(page, 1, 'document')
  await send(file.getByRole('button', { name: '上传文件' }))
  await file.getByRole('button', { name: '上传失败：磁盘空间不足' }).click()
  await page.getByText('错误信息：磁盘空间不足').waitFor()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /确\s*定|知道了/ })
    .click()
  await page.unroute('**/sys/common/upload')
  await send(file.getByRole('button', { name: '重试' }))
  await expect.poll(() => file.innerText()).toContain('隔离方案.…')
})

it('Esc gives up a row that is being dragged', async () => {
  const page = await open('各种列')
  const codes = () => page.locator('.et-cell[data-key="code"]').allInnerTexts()
  const before = await codes()
  const at = async (row: number) => {
    const box = await page.locator(`.et-row[aria-rowindex="${row + 1}"] [data-act="order"]`).boundingBox()
    return [(box?.x ?? 0) + 8, (box?.y ?? 0) + 8] as const
  }
  const drag = async () => {
    await page.mouse.move(...(await at(1)))
    await page.mouse.down()
    await page.mouse.move(...(await at(2)), { steps: 5 })
    await page.locator('.et-drop').waitFor()
  }
  await drag()
  await page.keyboard.press('Escape')
  await expect.poll(() => said(page).innerText()).toContain('已取消移动')
  await page.mouse.up()
  expect(await codes()).toEqual(before)
  await drag()
  await page.mouse.up()
  await expect.poll(codes).not.toEqual(before)
})
