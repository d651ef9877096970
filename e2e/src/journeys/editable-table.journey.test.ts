import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cell, openExample, said } from './editable-table-page.ts'
import { overflowOnPhone } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const plant = usePlant()
const open = (tab: string) => openExample(plant(), tab)
const editor = (page: Page) => page.locator('.et-host.is-editing')

it('a cell is typed into in place, taken by Enter, and given back by Ctrl+Z', async () => {
  const page = await open('各种列')
  await cell(page, 1, 'name').click()
  expect(await editor(page).inputValue()).toBe('进料阀')
  await page.keyboard.type('新名')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 1, 'name').innerText()).toBe('新名')
  // Letters in a number are taken back as they are typed.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('x9y.5')
  await page.keyboard.press('Tab')
  await expect.poll(() => cell(page, 2, 'amount').innerText()).toBe('9.5')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell(page, 1, 'name').innerText()).toBe('进料阀')
  await expect.poll(() => cell(page, 2, 'amount').innerText()).toBe('8')
})

it('Chinese is composed in the cell without losing its first letter, and keys of the input method do nothing else', async () => {
  const page = await open('各种列')
  await cell(page, 2, 'name').click()
  await page.keyboard.press('Escape')
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Input.imeSetComposition', { text: 'f', selectionStart: 1, selectionEnd: 1 })
  await protocol.send('Input.imeSetComposition', { text: 'fa', selectionStart: 2, selectionEnd: 2 })
  expect(await editor(page).inputValue()).toBe('fa')
  // Enter and Escape while composing belong to the input method.
  await page.evaluate(() => {
    for (const key of ['Enter', 'Escape', 'Tab', 'ArrowDown'])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }),
      )
  })
  expect(await editor(page).count()).toBe(1)
  await protocol.send('Input.insertText', { text: '阀门' })
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 2, 'name').innerText()).toBe('阀门')
})

it('a list opens on the cell, is chosen from by a click that is not outside, and its text stands in the cell', async () => {
  const page = await open('各种列')
  await cell(page, 1, 'sex').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '女' }).click()
  await expect.poll(() => cell(page, 1, 'sex').innerText()).toBe('女')
})

it('what is typed over a list searches it, over a date is the date, and a number keeps what it held', async () => {
  const page = await open('各种列')
  await cell(page, 2, 'sex').click()
  await page.keyboard.press('Escape')
  await page.keyboard.type('男')
  await expect.poll(() => page.locator('.ant-select-item-option:visible').allInnerTexts()).toEqual(['男'])
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 2, 'sex').innerText()).toBe('男')
  await cell(page, 1, 'amount').click()
  await page.keyboard.type('99')
  await cell(page, 2, 'amount').click()
  await page.keyboard.press('End')
  await page.keyboard.type('a')
  expect(await editor(page).inputValue()).toBe('8')
  await page.keyboard.press('Escape')
  await page.locator('.et-scroll').evaluate((element) => element.scrollTo({ left: 500 }))
  await cell(page, 2, 'day').click()
  await page.keyboard.press('Escape')
  await page.keyboard.type('2026-12-5')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 2, 'day').innerText()).toBe('2026-12-05')
})

it('a number that cannot be taken keeps its editor and says why, whatever is pressed', async () => {
  const page = await open('大量行')
  await cell(page, 2, 'c1').click()
  await page.keyboard.type('-')
  await cell(page, 4, 'c5').click()
  await page.locator('.et-bubble').filter({ hasText: '不是数字' }).waitFor()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 2, 'c1').innerText()).toBe('-7')
  expect(await cell(page, 4, 'c5').innerText()).toBe(String(3 * 20 + 5))
})

it('rows are added, checked and removed; the first wrong cell is entered and says why', async () => {
  const page = await open('各种列')
  await page.getByRole('button', { name: /新增$/ }).click()
  await expect.poll(() => page.locator('.et-row').count()).toBe(4)
  await page.getByRole('button', { name: '表单验证' }).click()
  await page.getByText('2 个单元格没有通过校验').waitFor()
  await page.locator('.et-bubble').filter({ hasText: '请填写编号' }).waitFor()
  await page.locator('.et-row[aria-rowindex="5"] .et-check').click()
  await page.getByRole('button', { name: /删除$/ }).click()
  await page.getByText('确定要删除这 1 项吗?').waitFor()
  await page.getByRole('button', { name: /确\s*定/ }).click()
  await expect.poll(() => page.locator('.et-row').count()).toBe(3)
  // The closed row cannot be ticked, so all are ticked without it.
  await page.getByRole('checkbox', { name: '全选' }).click()
  expect(await page.locator('.et-row.is-ticked').count()).toBe(2)
  await page.getByRole('button', { name: /清空选择/ }).click()
})

it('a row is moved by its menu, and inserting twice at once is turned away', async () => {
  const page = await open('各种列')
  const menu = (row: number) => page.locator(`.et-row[aria-rowindex="${row + 1}"] [data-act="order"]`).click()
  await menu(1)
  expect(await page.getByRole('menuitem', { name: '向上移' }).getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('menuitem', { name: '向下移' }).click()
  await expect.poll(() => cell(page, 2, 'code').innerText()).toBe('SS0001')
  await menu(1)
  await page.getByRole('menuitem', { name: '插入一行' }).click()
  await expect.poll(() => page.locator('.et-row').count()).toBe(4)
  await menu(1)
  await page.getByRole('menuitem', { name: '插入一行' }).click()
  await page.getByText('你点击的太快了，请慢点点击!').waitFor()
})

it('a range of ten thousand rows is copied, pasted, filled, undone and found in', async () => {
  const page = await open('大量行')
  await cell(page, 1, 'c0').hover()
  await page.mouse.down()
  const to = await cell(page, 3, 'c2').boundingBox()
  await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 10, { steps: 4 })
  await page.mouse.up()
  expect(await page.locator('.et-cell.is-in').count()).toBe(9)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('Control+c')
  await expect.poll(() => said(page).innerText()).toBe('已复制 3 行 3 列')
  await page.keyboard.press('Control+End')
  await expect.poll(() => page.locator('.et-cell.is-active').getAttribute('data-key')).toBe('c19')
  await page.keyboard.press('Control+Home')
  await cell(page, 5, 'c4').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+v')
  await expect.poll(() => cell(page, 5, 'c4').innerText()).toBe('1-1')
  await expect.poll(() => cell(page, 7, 'c6').innerText()).toBe('3-3')
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell(page, 7, 'c6').innerText()).toBe('7-7')
  await page.keyboard.press('Control+f')
  await page.getByPlaceholder('在表格中查找').fill('9999-4')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 9999, 'c3').innerText()).toBe('9999-4')
  // Going on to the next place writes nothing into the one that was found.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  expect(await cell(page, 9999, 'c3').innerText()).toBe('9999-4')
  await page.keyboard.press('Escape')
})

it('an editor that is scrolled away keeps what was typed', async () => {
  const page = await open('大量行')
  await cell(page, 2, 'c0').click()
  await page.keyboard.type('写了一半')
  await page.locator('.et-scroll').evaluate((element) => element.scrollTo({ top: 200_000 }))
  await expect.poll(() => cell(page, 2, 'c0').count()).toBe(0)
  expect(await page.locator('.et-host').inputValue()).toBe('写了一半')
  await page.keyboard.press('Enter')
  await page.locator('.et-scroll').evaluate((element) => element.scrollTo({ top: 0 }))
  await expect.poll(() => cell(page, 2, 'c0').innerText()).toBe('写了一半')
})

it('a tree says loading... until the children come, and a node without any becomes a leaf', async () => {
  const page = await open('树形')
  await page.locator('.et-row[aria-rowindex="2"] [data-act="expand"]').click()
  await page.getByText('loading...').waitFor()
  await page.getByText('第 1 组（t1）').waitFor()
  expect(await page.getByRole('treegrid').count()).toBe(1)
  await page.locator('.et-row[aria-rowindex="7"] [data-act="expand"]').click()
  await expect.poll(() => page.locator('.et-row[aria-rowindex="7"] [data-act="expand"]').count()).toBe(0)
})

it('choosing a level of a linkage empties those below', async () => {
  const page = await open('联动与常开')
  await cell(page, 1, 'province').click()
  await page.keyboard.type('海南')
  await page.locator('.ant-select-item-option').filter({ hasText: '海南省' }).click()
  await expect.poll(() => cell(page, 1, 'city').innerText()).toBe('')
  await cell(page, 1, 'city').click()
  expect(await page.locator('.ant-select-item-option').allInnerTexts()).toEqual([
    '海口市',
    '三亚市',
    '三沙市',
    '儋州市',
    '省直辖县',
  ])
  await page.keyboard.press('Escape')
})

it('nothing of it overflows a phone', async () => {
  const page = await open('各种列')
  expect(await overflowOnPhone(page)).toBe(0)
})
