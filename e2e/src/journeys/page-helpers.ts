import { errors, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'

type Scope = Page | Locator

/** A button by what stands on it; an icon before the words does not count. */
export const button = (scope: Scope, text: string): Locator =>
  scope.getByRole('button', { name: new RegExp(`(^|\\s)${text}$`) })

/** Presses the only button with this text. */
export const press = (scope: Scope, text: string): Promise<void> => button(scope, text).click()

/** Signs in through the login form, which stands where the page goes without a session, and waits for the page behind. */
export async function signInByForm(page: Page, who: string, password: string): Promise<void> {
  await page.goto('/')
  await page.getByPlaceholder('请输入用户名').fill(who)
  await page.getByPlaceholder('请输入密码').fill(password)
  await press(page, '登录')
  await page.getByRole('button', { name: /用户菜单/ }).waitFor()
}

/** The item with this label, of a form or of the query form above a list. */
export function item(scope: Scope, label: string): Locator {
  // What `has` names is looked up below each item, so it must not begin at the scope itself.
  const page = 'page' in scope ? scope.page() : scope
  return scope
    .locator('.ant-form-item')
    .filter({ has: page.locator('.ant-form-item-label').getByText(label, { exact: true }) })
    .or(
      scope
        .locator('.query-item')
        .filter({ has: page.locator('label').and(page.getByText(label, { exact: true })) }),
    )
}

/** Goes down to the chart of visits on the home page: a chart comes when its place is in the window. */
export async function showVisits(page: Page): Promise<void> {
  await page.locator('.visits-coming .chart').scrollIntoViewIfNeeded()
  await page.getByRole('img', { name: /访问次数/ }).waitFor()
}

/** Chooses in a select (or the tree of one) by the words of the options. */
export async function choose(page: Page, within: Locator, ...options: readonly string[]): Promise<void> {
  const select = selectOf(within)
  await select.click()
  for (const option of options) await takeOption(page, select, option)
  await closeList(page, select)
}

/** Types into a select that searches, and takes the option with these words. */
export async function find(page: Page, within: Locator, words: string): Promise<void> {
  const select = selectOf(within)
  await select.locator('input').fill(words)
  await takeOption(page, select, words)
  await closeList(page, select)
}

/** A cell of an editable table, of the row with these words or the last one. */
export function cellOf(table: Locator, key: string, words?: string): Locator {
  const rows = table.locator('.et-row')
  return (words === undefined ? rows.last() : rows.filter({ hasText: words })).locator(`[data-key="${key}"]`)
}

/** Chooses in a cell by the words of the options; several where the cell holds several. */
export async function chooseInCell(page: Page, cell: Locator, ...options: readonly string[]): Promise<void> {
  await cell.click()
  await takeInCell(page, options)
}

/** Types into a cell whose list searches, and takes the option with these words. */
export async function findInCell(page: Page, cell: Locator, words: string): Promise<void> {
  await cell.click()
  await page.locator('.et-editor .ant-select input').fill(words)
  await takeInCell(page, [words])
}

async function takeInCell(page: Page, options: readonly string[]): Promise<void> {
  const select = page.locator('.et-editor .ant-select')
  const holdsSeveral = await isMultiple(select)
  for (const option of options) await optionOf(page, option).click()
  if (holdsSeveral) await page.keyboard.press('Escape')
  await select.waitFor({ state: 'detached' })
  await openList(page).first().waitFor({ state: 'hidden' })
}

/** Rows that arrive under the mouse can swallow a press; whoever sees the list still open presses again. */
async function takeOption(page: Page, select: Locator, words: string): Promise<void> {
  await optionOf(page, words).click()
  if (await isMultiple(select)) return
  for (let tries = 0; tries < 3; tries += 1) {
    if (await isShutWithin(openList(page).first(), 3_000)) return
    await optionOf(page, words).click()
  }
}

const isShutWithin = (list: Locator, timeout: number): Promise<boolean> =>
  list.waitFor({ state: 'hidden', timeout }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof errors.TimeoutError) return false
      throw error
    },
  )

const isMultiple = (select: Locator): Promise<boolean> =>
  select.evaluate((element) => element.classList.contains('ant-select-multiple'))

/** The select itself, or the first one below. */
const selectOf = (within: Locator): Locator =>
  within.locator('xpath=descendant-or-self::*[contains(concat(" ", @class, " "), " ant-select ")]').first()

const openList = (page: Page): Locator =>
  page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')

const optionOf = (page: Page, words: string): Locator =>
  openList(page)
    .locator('.ant-select-item-option, .ant-select-tree-node-content-wrapper')
    .filter({ hasText: words })
    .first()

/** A list for several choices stays open; the next list must not be looked for before this one has gone. */
async function closeList(page: Page, select: Locator): Promise<void> {
  if (await isMultiple(select)) await page.keyboard.press('Escape')
  await openList(page).first().waitFor({ state: 'hidden' })
}

/** How far a page reaches over the right edge of a phone, px; `width` is that of the phone. */
export async function overflowOnPhone(page: Page, width = 390): Promise<number> {
  const before = page.viewportSize()
  await page.setViewportSize({ width, height: 844 })
  // The header is drawn anew for the width; what stands for a frame is no overflow.
  const over = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(document.documentElement.scrollWidth - innerWidth)),
        )
      }),
  )
  if (before) await page.setViewportSize(before)
  return over
}

/** Waits until a picture is not only asked for but seen. */
export async function isSeen(picture: Locator): Promise<void> {
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(0)
}

/** The dialog on top. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last()

/** Leaves a dialog by the button below it; its cross is called the same. */
export const close = (within: Locator): Promise<void> =>
  within.locator('.ant-modal-footer').getByText('关闭', { exact: true }).click()

/** The words of a refusal, after it has come. */
export async function refusal(page: Page): Promise<string> {
  await button(dialog(page), '知道了').waitFor()
  return dialog(page).innerText()
}

/** What goes into the items of a form, in this order. */
export type Given = readonly (readonly [
  label: string,
  how: 'type' | 'date' | 'choose' | 'find',
  ...words: string[],
])[]

/** Fills the form that is open: typed, a date or time, chosen in a select, or found in one that searches. */
export async function fill(page: Page, given: Given, within: Scope = dialog(page)): Promise<void> {
  for (const [label, how, ...words] of given) {
    const field = item(within, label)
    if (how === 'date') {
      await field.locator('input').fill(words[0] ?? '')
      await field.locator('input').press('Enter')
    } else if (how === 'type')
      await field
        .locator('input, textarea')
        .first()
        .fill(words[0] ?? '')
    else if (how === 'find') for (const word of words) await find(page, field, word)
    else await choose(page, field, ...words)
  }
}

/** Adds a row by the form of its page. */
export async function add(page: Page, given: Given, open = '新增', confirm = '确定'): Promise<void> {
  await press(page, open)
  await fill(page, given)
  await press(dialog(page), confirm)
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Does something with the row of a list that has these words: by its link, or by the entry of 更多. */
export async function act(page: Page, words: string, what: string): Promise<void> {
  const row = rowOf(page, words)
  const link = row.getByRole('button', { name: what, exact: true })
  await link
    .or(row.getByRole('button', { name: '更多' }))
    .first()
    .waitFor()
  if ((await link.count()) > 0) return link.click()
  const entry = page.getByRole('menuitem', { name: what, exact: true })
  // A list that is drawn anew under the mouse takes its menu away; whoever sees that opens it again.
  for (let tries = 0; ; tries += 1) {
    await row.getByRole('button', { name: '更多' }).click()
    try {
      return await entry.click({ timeout: 3_000 })
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || tries === 3) throw error
    }
  }
}

/** The row of a list with these words. */
export const rowOf = (scope: Scope, words: string): Locator =>
  scope.getByRole('row').filter({ hasText: words }).first()

/** Says yes to what is asked beside a link or in a dialog. */
export const agree = (page: Page): Promise<void> =>
  page
    .locator('.ant-popconfirm:visible, .ant-modal-confirm:visible')
    .last()
    .getByText('确定', { exact: true })
    .click()
