import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, dialog, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

/** What stands in the row that has the focus. */
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('.list-row')?.querySelectorAll('td')[2]?.innerText ?? '',
  )
const nobody = (page: Page) => page.evaluate(() => document.activeElement === document.body)
const away = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

it('a list is used by keys: search, a new row, the rows, what opens one, and the help (5-screens.md §4)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loLockList')
  await page.locator('.list-row').first().waitFor()
  const { keyboard } = page
  const search = page.getByRole('textbox', { name: '锁具名称' })
  await keyboard.press('/')
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true)
  // In a field they are letters.
  await keyboard.type('n/?')
  expect(await search.inputValue()).toBe('n/?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  // An input method composes: also there they are its own.
  const browser = await page.context().newCDPSession(page)
  await search.fill('')
  await browser.send('Input.imeSetComposition', { text: 'n', selectionStart: 1, selectionEnd: 1 })
  await browser.send('Input.insertText', { text: '你' })
  expect(await search.inputValue()).toBe('你')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await search.fill('')
  await away(page)
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'n', isComposing: true, bubbles: true, cancelable: true }),
    ),
  )
  expect(await page.getByRole('dialog').count()).toBe(0)

  await keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).not.toBe('')
  const first = await focused(page)
  expect(first).toMatch(/^(LK|PL|LB)\d/)
  await keyboard.press('ArrowDown')
  const second = await focused(page)
  expect(second).not.toBe(first)
  await browsers.shot(page, 'list keys row')
  await keyboard.press('ArrowUp')
  expect(await focused(page)).toBe(first)
  await keyboard.press('ArrowUp')
  expect(await focused(page)).toBe(first)
  await keyboard.press('Enter')
  const opened = dialog(page)
  await opened.getByText('详情锁具').waitFor()
  await expect.poll(() => opened.locator('input').first().inputValue()).not.toBe('')
  // A dialog that is open has the keys.
  await away(page)
  await keyboard.press('n')
  await keyboard.press('?')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await button(opened, '关闭').last().click()
  await opened.waitFor({ state: 'hidden' })

  await away(page)
  await keyboard.press('?')
  const help = page.getByRole('dialog', { name: '列表快捷键' })
  await help.getByText('跳到查询条件').waitFor()
  await browsers.shot(page, 'list keys help')
  await keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await away(page)
  await keyboard.press('n')
  await dialog(page).getByText(/^新增/).first().waitFor()
  await keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  // Held with Ctrl they are the browser's and the palette's.
  await away(page)
  await keyboard.press('Control+k')
  await keyboard.type('n?')
  await expect
    .poll(() => page.getByRole('dialog', { name: '快速前往' }).getByRole('combobox').inputValue())
    .toBe('n?')
  await keyboard.press('Escape')
})

it('without the right to add, n is no key; a ticket list has the same keys and the advanced query', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('u1', PASSWORD, '/isps/loLockList')
  await page.locator('.list-row').first().waitFor()
  await away(page)
  await page.keyboard.press('n')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).not.toBe('')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await nobody(page)).toBe(false)

  const tickets = await browsers.signIn('u1', PASSWORD, '/isps/loWorkList')
  await press(tickets, '高级查询')
  const builder = tickets.getByRole('dialog', { name: '高级查询构造器' })
  await builder.getByRole('combobox', { name: '第 1 个条件的字段' }).click()
  await builder.getByRole('combobox', { name: '第 1 个条件的字段' }).fill('作业名称')
  await tickets.locator('.ant-select-dropdown').getByTitle('作业名称', { exact: true }).click()
  await builder.getByLabel('第 1 个条件的值').fill('没有这样的票')
  await press(builder, '查询')
  await tickets.getByRole('list', { name: '生效的条件' }).getByText('作业名称 等于 没有这样的票').waitFor()
  await tickets.getByText('没有符合条件的工作票').waitFor()
  await button(builder, '关闭').last().click()
  await builder.waitFor({ state: 'hidden' })
  await away(tickets)
  await tickets.keyboard.press('/')
  await expect.poll(() => tickets.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await away(tickets)
  await tickets.keyboard.press('n')
  await tickets.waitForURL(/edit=new|loWorkEdit\/new/)
})
