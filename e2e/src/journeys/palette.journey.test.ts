import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { steps } from './carry-out.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

const palette = (page: Page) => page.getByRole('dialog', { name: '快速前往' })
const options = (page: Page, kind: string) =>
  palette(page).getByRole('group', { name: kind }).getByRole('option')

it('Ctrl+K goes to pages, tickets, locks and people by what is printed on them, and to nothing one may not see', async () => {
  const { browsers } = plant()
  const id = await steps.draft(plant())
  const page = await browsers.signIn('u1', PASSWORD, '/isps/loWorkList')
  await page.keyboard.press('Control+k')
  await options(page, '页面').first().waitFor()
  await page.keyboard.type('LK2')
  await expect.poll(() => options(page, '锁具').allInnerTexts()).toEqual([expect.stringContaining('LK2')])
  await browsers.shot(page, 'palette')
  await browsers.shot(page, 'palette', 390)
  await page.keyboard.press('Enter')
  await palette(page).waitFor({ state: 'hidden' })
  await page.waitForURL(/loLockList\?lockCode=LK2/)
  await page.getByText('LK2', { exact: true }).first().waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('离心泵')
  await expect.poll(() => options(page, '工作票').count()).toBe(1)
  // The last kind is reached backwards from the first.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await options(page, '工作票').first().click()
  await page.waitForURL(new RegExp(`loWorkView/${id}`))

  // People are looked up by who may list them, and the words of nobody are said to be so.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('张签')
  await palette(page).getByText('没有找到，请换一个词').waitFor()
  expect(await options(page, '人员').count()).toBe(0)
  await page.keyboard.press('Control+k')
  await palette(page).waitFor({ state: 'hidden' })

  const admin = await browsers.signIn('admin', PASSWORD, '/isystem/user')
  await admin.keyboard.press('Control+k')
  await options(admin, '页面').first().waitFor()
  await admin.keyboard.type('张签')
  await expect.poll(() => options(admin, '人员').count()).toBe(1)
  await admin.keyboard.press('Escape')
  await palette(admin).waitFor({ state: 'hidden' })
})

it('what is typed before the palette is there goes into it, and not to the page behind', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('u1', PASSWORD, '/isps/loLockList')
  const behind = page.getByRole('textbox', { name: '锁具编号' })
  await behind.fill('A')
  // Its code comes late.
  let send = () => {}
  const asked = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(/Palette-.*\.js/, async (route) => {
    await asked
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('LK22')
  await page.keyboard.press('Backspace')
  send()
  const line = palette(page).getByRole('combobox')
  await expect.poll(() => line.inputValue()).toBe('LK2')
  await page.keyboard.type('x')
  await expect.poll(() => line.inputValue()).toBe('LK2x')
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'hidden' })
  expect(await behind.inputValue()).toBe('A')
  await page.unroute(/Palette-.*\.js/)
})
