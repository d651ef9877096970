import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, choose, dialog, item, overflowOnPhone, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

/** 常见案例 → 自定义组件, at the block of cron expressions. */
async function openGallery(): Promise<Page> {
  const page = await plant().screen('admin', '/jeecg/SelectDemo')
  await page
    .getByRole('textbox', { name: '搜索组件' })
    .or(page.getByRole('searchbox', { name: '搜索组件' }))
    .fill('cron')
  await page.getByRole('menuitem', { name: 'Cron表达式' }).click()
  await field(page).waitFor()
  return page
}

const field = (page: Page, label = '执行时间'): Locator =>
  page.getByRole('textbox', { name: label, exact: true })
const held = (page: Page): Locator => page.getByLabel('执行时间的当前值')
const tab = (form: Locator, name: string) => form.getByRole('tab', { name }).click()
const mode = (form: Locator, name: string) => form.getByRole('radio', { name }).check()
const whole = (form: Locator): Locator => form.getByRole('textbox', { name: 'Cron' })
const preview = (form: Locator): Locator => form.getByRole('textbox', { name: '近十次执行时间（不含年）' })
const runs = async (form: Locator): Promise<string[]> => (await preview(form).inputValue()).split('\n')

it('a time is chosen by tabs, written in the fields, previewed, said in words and taken away (5-screens.md §13.4)', async () => {
  const { browsers } = plant()
  const page = await openGallery()
  await browsers.shot(page, 'cron gallery')
  await browsers.shot(page, 'cron gallery', 390)
  expect(await overflowOnPhone(page)).toBe(0)

  // The icon in the field opens the dialog as the field itself does.
  await page.locator('.cron-editor-field .anticon-schedule').first().click()
  const form = dialog(page)
  expect((await form.boundingBox())?.width).toBe(608)
  await expect.poll(() => whole(form).inputValue()).toBe('* * * * * ? *')
  await expect.poll(async () => (await runs(form)).length).toBe(10)

  // An hour that is chosen gives minute and second a value.
  await tab(form, '时')
  await mode(form, '具体时数（可多选）')
  const hours = form.getByRole('combobox', { name: '具体时数' })
  for (const hour of ['8', '20']) {
    await hours.fill(hour)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => whole(form).inputValue()).toBe('0 0 0,8,20 * * ? *')

  // Of the days the third Friday; the day becomes ?.
  await tab(form, '天')
  await mode(form, '在这个月的第几个周几')
  await form.getByRole('spinbutton', { name: '第几个' }).fill('3')
  await choose(
    page,
    form.locator('.cron-mode').filter({ hasText: '在这个月的第' }).locator('.ant-select').last(),
    '周五',
  )
  await expect.poll(() => whole(form).inputValue()).toBe('0 0 0,8,20 ? * 6#3 *')
  await form.getByText('每月的第三个周五 00:00:00、08:00:00、20:00:00 执行').waitFor()
  await expect.poll(async () => (await runs(form))[1]).toMatch(/^\d{4}-\d\d-(1[5-9]|2[01]) 08:00:00$/)
  await browsers.shot(page, 'cron dialog days')
  await browsers.shot(page, 'cron dialog days', 390)

  // A part is typed, taken on leaving its field.
  await form.getByRole('textbox', { name: '时', exact: true }).fill('8')
  await form.getByRole('textbox', { name: '时', exact: true }).blur()
  await expect.poll(() => whole(form).inputValue()).toBe('0 0 8 ? * 6#3 *')

  // The year is of no account for the preview; one that is chosen chooses a month too.
  await form.getByRole('textbox', { name: '年', exact: true }).fill('2020')
  await form.getByRole('textbox', { name: '年', exact: true }).press('Enter')
  await expect.poll(() => whole(form).inputValue()).toBe('0 0 8 ? 1 6#3 2020')
  await expect
    .poll(async () => (await runs(form)).map((run) => run.slice(4)))
    .toEqual(Array.from({ length: 10 }, () => expect.stringMatching(/^-01-(1[5-9]|2[01]) 08:00:00$/)))
  await tab(form, '年')
  await mode(form, '每一年')
  await press(form, '确定')
  await form.waitFor({ state: 'hidden' })
  await expect.poll(() => field(page).inputValue()).toBe('0 0 8 ? 1 6#3 *')
  await expect.poll(() => held(page).innerText()).toBe('"0 0 8 ? 1 6#3 *"')
  await item(page, '执行时间').getByText('每年 1 月的第三个周五 08:00:00 执行').waitFor()

  await page.getByRole('button', { name: '清除执行时间' }).click()
  await expect.poll(() => held(page).innerText()).toBe('""')
})

it('an expression that means nothing says which part and why, and is not taken', async () => {
  const { browsers } = plant()
  const page = await openGallery()
  await field(page).click()
  const form = dialog(page)
  await whole(form).fill('0 61 3 * * ?')
  await whole(form).press('Enter')
  await form.getByText('第 2 部分“分”：61 超出范围，请填 0 到 59').waitFor()
  await expect.poll(() => button(form, '确定').isDisabled()).toBe(true)
  await expect.poll(() => preview(form).inputValue()).toBe('无执行时间')
  await browsers.shot(page, 'cron dialog wrong')
  await browsers.shot(page, 'cron dialog wrong', 390)

  await whole(form).fill('0 0 30 2 ?')
  await whole(form).press('Enter')
  await form.getByText('表达式有 5 个部分，应为 6 或 7 个').waitFor()
  await whole(form).fill('0 0 0 30 2 ?')
  await whole(form).press('Enter')
  await form.getByText('所选月份里没有这一天，永远不会执行').waitFor()
  await whole(form).fill('0 0/10 8-18 ? * MON-FRI')
  await whole(form).press('Enter')
  await press(form, '确定')
  await form.waitFor({ state: 'hidden' })
  await expect.poll(() => field(page).inputValue()).toBe('0 0/10 8-18 ? * MON-FRI *')
  await item(page, '错误的表达式').getByText('第 3 部分“时”：24 超出范围，请填 0 到 23').waitFor()

  await field(page, '不可修改').click({ force: true })
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByText("import { CronEditor } from '@suoan/ui/cron-editor'").waitFor()
})
