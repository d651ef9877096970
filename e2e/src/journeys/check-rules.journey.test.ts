import { expect, it } from 'vitest'
import { button, dialog, item, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

it('a check rule is written entry by entry, refused while broken, and tried with a value (5-screens.md §6.15)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/checkRule')
  await button(page, '新增').first().click()
  const form = dialog(page)
  await item(form, '规则名称').getByRole('textbox').first().fill('锁具编码')
  await item(form, '规则Code').getByRole('textbox').first().fill('lock_code')
  const pane = form.getByRole('tabpanel')
  await pane.getByRole('spinbutton', { name: '位数' }).fill('2')
  await pane.getByRole('textbox', { name: '规则（正则表达式）' }).fill('[')
  await pane.getByText('请输入正确的正则表达式').waitFor()
  await pane.getByRole('textbox', { name: '提示文本' }).fill('前两位必须是LK')
  await browsers.shot(page, 'check rules broken')
  await press(form, '确定')
  await page.locator('.ant-message').getByText('第 1 条规则：请输入正确的正则表达式').waitFor()
  await pane.getByRole('textbox', { name: '规则（正则表达式）' }).fill('LK')
  await pane.getByText('请输入正确的正则表达式').waitFor({ state: 'hidden' })

  await form.getByRole('tab', { name: '全局规则' }).click()
  await press(form, '新增全局规则')
  await pane.getByRole('textbox', { name: '规则（正则表达式）' }).fill('[A-Z0-9]+')
  await pane.getByRole('textbox', { name: '提示文本' }).fill('只能大写字母和数字')
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
