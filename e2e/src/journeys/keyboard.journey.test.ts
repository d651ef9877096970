import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog } from './page-helpers.ts'
import { settled } from './accessibility-findings.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD })

it('a row is found, changed and saved without a mouse, and whoever leaves a dialog stands where he was', async () => {
  const page = await plant().browsers.signIn('admin', PASSWORD, '/dashboard/analysis')
  await page.getByRole('button', { name: /用户菜单/ }).waitFor()
  await settled(page)
  const keys = page.keyboard

  // The menu: one stop, then arrows.
  await tabTo(page, isInMenu, '')
  await arrowTo(page, '系统管理')
  await keys.press('Enter')
  await page.getByRole('menuitem', { name: '职务管理' }).waitFor()
  await arrowTo(page, '职务管理')
  await keys.press('Enter')
  await page.waitForURL('**/isystem/position')
  await settled(page)

  // 新增, and away again with Escape.
  await tabTo(page, isButton, '新增')
  await keys.press('Enter')
  await dialog(page).waitFor()
  await keys.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => nameOfFocus(page)).toBe('新增')

  // 新增, filled in and saved.
  await keys.press('Enter')
  await dialog(page).waitFor()
  await tabTo(page, isInItem, '职务编码')
  await keys.type('RG-01')
  await tabTo(page, isInItem, '职务名称')
  await keys.type('热工班长')
  await tabTo(page, isInItem, '职级')
  await keys.press('ArrowDown')
  await page.locator('.ant-select-dropdown').last().waitFor()
  await keys.press('Enter')
  await page.locator('.ant-select-dropdown').last().waitFor({ state: 'hidden' })
  await tabTo(page, isButton, '确定')
  await keys.press('Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByRole('row').filter({ hasText: '热工班长' }).waitFor()

  // The row's 编辑, changed and saved.
  await tabTo(page, isButtonOfRow, '编辑')
  await keys.press('Enter')
  await dialog(page).waitFor()
  await settled(page)
  await tabTo(page, isInItem, '职务名称')
  await keys.press('End')
  await keys.type('（夜班）')
  await tabTo(page, isButton, '确定')
  await keys.press('Enter')
  await page.getByRole('row').filter({ hasText: '热工班长（夜班）' }).waitFor()

  // The row's further actions, which a pointer opens by standing on them.
  await tabTo(page, isButtonOfRow, '更多')
  await keys.press('Enter')
  await page.getByRole('menuitem', { name: '删除' }).waitFor()
  await keys.press('Escape')
  await page.getByRole('menuitem', { name: '删除' }).waitFor({ state: 'hidden' })
  await expect.poll(() => nameOfFocus(page)).toBe('更多')

  // The header: its search, the bell and the menu of the name open at their first entry, and give the focus back.
  const magnifier = page.getByRole('button', { name: '搜索菜单' })
  await magnifier.focus()
  await keys.press('Enter')
  await page.locator('.menu-search input:focus').waitFor()
  await keys.press('Escape')
  await page.locator('.menu-search').waitFor({ state: 'detached' })
  await page.locator('button[aria-label=搜索菜单]:focus').waitFor()
  const bell = page.getByRole('button', { name: /^消息，/ })
  for (const _ of ['its code comes with the first press', 'it is there']) {
    await bell.focus()
    await keys.press('Enter')
    await page.locator('.bell-popover [role=tab]:focus').waitFor()
    await keys.press('Escape')
    await page.locator('.bell-popover').waitFor({ state: 'hidden' })
    await page.locator('button[aria-label^=消息]:focus').waitFor()
  }
  const name = page.getByRole('button', { name: /用户菜单/ })
  await name.focus()
  await keys.press('ArrowDown')
  await page.locator('[role=menuitem]:focus').getByText('个人中心').waitFor()
  for (let entry = 0; entry < 5; entry += 1) await keys.press('ArrowDown')
  await page.locator('[role=menuitem]:focus').getByText('修改密码').waitFor()
  await keys.press('Enter')
  await dialog(page).waitFor()
  await keys.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.locator('button[aria-label$=用户菜单]:focus').waitFor()
})

// These run within the page.

function isInMenu(): boolean {
  return document.activeElement?.closest('[role="menu"]') !== null
}

function isInItem(label: string): boolean {
  return document.activeElement?.closest('.ant-modal .ant-form-item')?.textContent?.includes(label) === true
}

/** A button by its words; the library sets a blank between two signs. */
function isButton(words: string): boolean {
  return document.activeElement?.textContent?.replaceAll(/\s/g, '') === words
}

function isButtonOfRow(words: string): boolean {
  const focused = document.activeElement
  return (
    focused?.closest('tr')?.textContent?.includes('热工班长') === true &&
    focused.textContent?.trim() === words
  )
}

/** Presses Tab until the focus is there; wherever it stands on the way, it is seen. */
async function tabTo(page: Page, isThere: (words: string) => boolean, words: string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    await expectSeen(page)
    if (await page.evaluate(isThere, words)) return
  }
  throw new Error(`the focus does not come to ${words}; it stands at ${await nameOfFocus(page)}`)
}

/** Goes down the menu to the entry with these words. */
async function arrowTo(page: Page, words: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const here = await nameOfFocus(page)
    if (here === words) return expectSeen(page)
    await page.keyboard.press('ArrowDown')
    // The focus follows with the next picture.
    await expect.poll(() => nameOfFocus(page)).not.toBe(here)
  }
  throw new Error(`the menu has no ${words}; the focus stands at ${await nameOfFocus(page)}`)
}

const nameOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim().replaceAll(/\s+/g, '') ?? '')

/** The focused element, or what is drawn around it, has an outline or a ring. */
async function expectSeen(page: Page): Promise<void> {
  let unseen = await unseenFocus(page)
  // A ring may grow into its place.
  for (let looks = 0; unseen !== null && looks < 10; looks += 1) {
    await page.waitForTimeout(50)
    unseen = await unseenFocus(page)
  }
  expect.soft(unseen, 'the focus is seen').toBeNull()
}

/** What has the focus without showing it; null when all is well. */
const unseenFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    // The end of the page: the focus is with the browser.
    if (!focused || focused === document.body) return null
    const around: (Element | null | undefined)[] = [
      focused,
      focused.parentElement,
      focused.parentElement?.parentElement,
      focused.closest('.ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number'),
      focused.nextElementSibling,
    ]
    const isSeen = around.some((each) => {
      if (!each) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || /[1-9]px/.test(boxShadow)
    })
    return isSeen ? null : focused.outerHTML.slice(0, 200)
  })
