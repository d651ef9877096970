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

/** Chooses in a select (or the tree of one) by the words of the option. */
export async function choose(page: Page, select: Locator, ...options: readonly string[]): Promise<void> {
  await select.locator('.ant-select').first().or(select).first().click()
  for (const option of options) {
    const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    await list
      .locator('.ant-select-item-option, .ant-select-tree-node-content-wrapper')
      .filter({ hasText: option })
      .first()
      .click()
  }
  await page.keyboard.press('Escape')
}

/** The dialog on top. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last()

/** The words of a dialog or question on top, after it has come. */
export async function says(page: Page): Promise<string> {
  await dialog(page).waitFor()
  return dialog(page).innerText()
}
