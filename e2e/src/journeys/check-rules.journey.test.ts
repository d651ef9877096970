import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, dialog, item, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

/** A cell of the open table by its row from 1 and its column. */
const cell = (pane: Locator, row: number, key: string) =>
  pane.locator(`.et-row[aria-rowindex="${row + 1}"] .et-cell[data-key="${key}"]`)

/** Types into a cell and takes it. */
async function type(page: Page, at: Locator, words: string): Promise<void> {
  await at.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect.poll(() => at.innerText()).toBe(words)
}

it('a check rule is written entry by entry, refused while broken, and tried with a value (5-screens.md §6.15)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/checkRule')
  await button(page, '新增').first().click()
  const form = dialog(page)
  await item(form, '规则名称').getByRole('textbox').first().fill('锁具编码')
  await item(form, '规则Code').getByRole('textbox').first().fill('lock_code')
  const pane = form.getByRole('tabpanel')
  // The lone local row stays.
  await expect.poll(() => button(pane, '删除').isDisabled()).toBe(true)
  await type(page, cell(pane, 1, 'digits'), '2')
  await type(page, cell(pane, 1, 'pattern'), '[')
  await type(page, cell(pane, 1, 'message'), '前两位必须是LK')
  await form.getByRole('tab', { name: '全局规则' }).click()
  await press(form, '确定')
  // The pane that fails is shown, with its cell.
  await form.getByText('局部规则第 1 行：请输入正确的正则表达式').waitFor()
  await cell(pane, 1, 'pattern').waitFor()
  await browsers.shot(page, 'check rules broken')
  await type(page, cell(pane, 1, 'pattern'), 'LK')
  await form.getByText('局部规则第 1 行').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell(pane, 1, 'pattern').innerText()).toBe('[')
  await page.keyboard.press('Control+y')
  await expect.poll(() => cell(pane, 1, 'pattern').innerText()).toBe('LK')

  await form.getByRole('tab', { name: '全局规则' }).click()
  await button(pane, '新增').click()
  await type(page, cell(pane, 1, 'pattern'), '[A-Z0-9]+')
  await type(page, cell(pane, 1, 'message'), '只能大写字母和数字')
  await browsers.shot(page, 'check rules form')
  await browsers.shot(page, 'check rules form', 390)
  await press(form, '确定')
  const row = page.getByRole('row').filter({ hasText: 'lock_code' })
  await row.waitFor()
  await browsers.shot(page, 'check rules')

  await row.getByText('功能测试').click()
  const trial = page.getByRole('dialog', { name: '功能测试' })
  const value = trial.getByRole('textbox', { name: '测试值' })
  const answer = trial.getByRole('alert')
  for (const [typed, said] of [
    ['AB01', '前两位必须是LK'],
    ['lk01', '只能大写字母和数字'],
    ['LK01', '校验通过'],
  ] as const) {
    await value.fill(typed)
    await press(trial, '校验')
    await answer.getByText(said).waitFor()
  }
  await expect
    .poll(() => trial.locator('.try-rule-sign').allInnerTexts())
    .toEqual(['L\n1', 'K\n2', '0\n3', '1\n4'])
  await browsers.shot(page, 'check rules trial')
  await browsers.shot(page, 'check rules trial', 390)
})
