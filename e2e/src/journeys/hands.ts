import type { Locator, Page } from 'playwright-core'

type Scope = Page | Locator

/** A button by what stands on it; an icon before the words does not count. */
export const button = (scope: Scope, text: string): Locator =>
  scope.getByRole('button', { name: new RegExp(`(^|\\s)${text}$`) })

/** Presses the only button with this text. */
export const press = (scope: Scope, text: string): Promise<void> => button(scope, text).click()

/** The form item with this label. */
export function item(scope: Scope, label: string): Locator {
  // What `has` names is looked up below each item, so it must not begin at the scope itself.
  const page = 'page' in scope ? scope.page() : scope
  return scope
    .locator('.ant-form-item')
    .filter({ has: page.locator('.ant-form-item-label').getByText(label, { exact: true }) })
}

/** Chooses in a select (or the tree of one) by the words of the options. */
export async function choose(page: Page, within: Locator, ...options: readonly string[]): Promise<void> {
  const select = selectOf(within)
  await select.click()
  for (const option of options) await optionOf(page, option).click()
  await closeList(page, select)
}

/** Types into a select that searches, and takes the option with these words. */
export async function find(page: Page, within: Locator, words: string): Promise<void> {
  const select = selectOf(within)
  await select.locator('input').fill(words)
  await optionOf(page, words).click()
  await closeList(page, select)
}

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
  if (await select.evaluate((element) => element.classList.contains('ant-select-multiple')))
    await page.keyboard.press('Escape')
  await openList(page).first().waitFor({ state: 'hidden' })
}

/** The dialog on top. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last()

/** The words of a refusal, after it has come. */
export async function refusal(page: Page): Promise<string> {
  await button(dialog(page), '知道了').waitFor()
  return dialog(page).innerText()
}
