import { expect, it } from 'vitest'
import { button, dialog, item, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

it('an answer that comes after its dialog was closed leaves the dialog open that stands there by then', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/user')
  let answer: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/sys/user/changePassword', async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  const openFor = async (who: string) => {
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: who, exact: true }) })
    await button(row, '更多').click()
    await page.getByRole('menuitem', { name: '密码', exact: true }).click()
    await expect.poll(() => item(dialog(page), '用户账号').getByRole('textbox').inputValue()).toBe(who)
  }
  await openFor('u3')
  for (const label of ['登录密码', '确认密码'])
    await item(dialog(page), label).getByRole('textbox').fill('New-Plant-2026!')
  await press(dialog(page), '确定')
  // The cross of the corner and the button at the foot: both mean the same.
  await button(dialog(page), '关闭').first().click()
  await press(page, '仍要关闭')
  await dialog(page).first().waitFor({ state: 'hidden' })
  await openFor('u2')
  answer()
  await page.locator('.ant-message-success').waitFor()
  // What closes it would have done so with the answer.
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))))
  expect(await item(dialog(page), '用户账号').getByRole('textbox').inputValue()).toBe('u2')
})
