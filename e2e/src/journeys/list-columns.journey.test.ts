import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

const headings = async (page: Page): Promise<string[]> =>
  (await page.locator('.list-table thead th').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
const chooser = (page: Page) => page.getByRole('list', { name: '自定义列' })
const box = (page: Page, title: string) => chooser(page).getByRole('checkbox', { name: title, exact: true })

it('columns are shown, hidden, moved and made wider, and stay so for this person on this page alone (5-screens.md §4)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loLockList')
  await page.locator('.list-table thead').waitFor()
  const usual = await headings(page)
  const [first = '', second = ''] = usual.slice(1)

  await press(page, '自定义列')
  await box(page, first).uncheck()
  await expect.poll(() => headings(page)).not.toContain(first)
  await box(page, '蓝牙MAC').check()
  await expect.poll(() => headings(page)).toContain('蓝牙MAC')
  // The last of what is shown goes to the front of it, step by step.
  for (let n = 0; (await headings(page)).indexOf('蓝牙MAC') > 1 && n < 30; n += 1)
    await chooser(page).getByRole('button', { name: '蓝牙MAC 前移' }).click()
  await expect.poll(() => headings(page)).toEqual(expect.arrayContaining(['蓝牙MAC', second]))
  expect((await headings(page)).slice(1, 3)).toEqual(['蓝牙MAC', second])
  // At the left edge it stays while the others are scrolled.
  await chooser(page)
    .getByRole('button', { name: `${second} 固定在左` })
    .click()
  await expect.poll(async () => (await headings(page)).slice(1, 3)).toEqual([second, '蓝牙MAC'])
  await page.locator('.list-table-scroll').evaluate((box) => box.scrollTo({ left: 400 }))
  const shift = await page
    .locator('.list-table th')
    .filter({ hasText: second })
    .evaluate(
      (th) =>
        th.getBoundingClientRect().left - (th.closest('.list-table')?.getBoundingClientRect().left ?? 0),
    )
  expect(shift).toBeLessThan(160)
  await browsers.shot(page, 'list columns pinned')
  await chooser(page)
    .getByRole('button', { name: `${second} 固定在左` })
    .click()
  await expect.poll(async () => (await headings(page)).slice(1, 3)).toEqual(['蓝牙MAC', second])
  await page.locator('.list-table-scroll').evaluate((box) => box.scrollTo({ left: 0 }))
  await page.locator('.column-chooser').getByText('紧凑').click()
  await page.locator('.list-table-small').waitFor()
  await browsers.shot(page, 'list columns')
  await page.keyboard.press('Escape')
  await page.mouse.click(700, 30)
  await chooser(page).waitFor({ state: 'hidden' })

  const heading = page.locator('.list-table th').filter({ hasText: '蓝牙MAC' })
  const before = await heading.boundingBox()
  if (!before) throw new Error('the heading is not drawn')
  await page.mouse.move(before.x + before.width - 3, before.y + 10)
  await page.mouse.down()
  await page.mouse.move(before.x + before.width + 87, before.y + 10, { steps: 6 })
  await page.mouse.up()
  const widthNow = async () => Math.round((await heading.boundingBox())?.width ?? 0)
  await expect.poll(widthNow).toBeGreaterThan(before.width + 60)
  // Dragging its edge sorted nothing.
  expect(await heading.getAttribute('aria-sort')).toBeNull()
  const dragged = await widthNow()

  await page.reload()
  await page.locator('.list-table-small').waitFor()
  expect((await headings(page)).slice(1, 3)).toEqual(['蓝牙MAC', second])
  expect(Math.abs((await widthNow()) - dragged)).toBeLessThan(12)

  // Another list, and another person at this browser, have their own.
  const other = await browsers.signIn('u1', PASSWORD, '/isps/loLockList')
  await other.locator('.list-table thead').waitFor()
  expect(await headings(other)).toContain(first)

  await press(page, '自定义列')
  await page.locator('.column-chooser').getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(() => headings(page)).toEqual(usual)
  await page.locator('.list-table-middle').waitFor()
})
