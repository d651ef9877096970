import type { Page } from 'playwright-core'
import { dialog, press } from './page-helpers.ts'
import type { Plant } from './plant.ts'

/** Opens a ticket's page afresh as somebody. */
export async function openTicket(plant: Plant, who: string, id: string): Promise<Page> {
  const page = await plant.screen(who, `/isps/loWorkView/${id}`)
  await page.locator('.ticket-page .page-head').waitFor()
  return page
}

/** Waits until the page's head shows this state, e.g. `执行中 · 作业中`. */
export const showsState = (page: Page, state: string): Promise<void> =>
  page.locator('.page-head').getByText(state, { exact: true }).waitFor()

export const openTab = (page: Page, name: RegExp): Promise<void> => page.getByRole('tab', { name }).click()

/** Presses a button of the ticket's bar and says yes to its question. */
export async function pressAndConfirm(page: Page, label: string): Promise<void> {
  await press(page.locator('.transition-bar'), label)
  await press(dialog(page), label)
}

/** The card of an isolation point. */
export const pointCard = (page: Page, code: string) => page.locator('.point-card').filter({ hasText: code })

/** The line of a person. */
export const personLine = (page: Page, name: string) =>
  page.locator('.person-cards > li').filter({ hasText: name })
