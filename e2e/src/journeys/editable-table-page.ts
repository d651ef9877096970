import type { Locator, Page } from 'playwright-core'
import type { Plant } from './plant.ts'

/** 常见案例 → 可编辑表格. */
const address = '/jeecg/j-vxe-table-demo/normal'

/** The gallery as admin, at one of its examples. */
export async function openExample(plant: Plant, tab: string): Promise<Page> {
  const page = await plant.screen('admin', address)
  await page.getByRole('tab', { name: tab }).click()
  await page.locator('.et-row').first().waitFor()
  return page
}

/** A cell by its row from 1 and its column. */
export const cell = (page: Page, row: number, key: string): Locator =>
  page.locator(`.et-row[aria-rowindex="${row + 1}"] .et-cell[data-key="${key}"]:visible`)

/** What a screen reader was told last. */
export const said = (page: Page): Locator => page.locator('.et-said')
