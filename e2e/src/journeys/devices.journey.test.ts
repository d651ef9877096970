import { expect, it } from 'vitest'
import { button, dialog, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const plant = usePlant()

it('网关与设备: a gateway is enrolled on the page, its secret is shown once, and a lost lock shows why it cannot be used', async () => {
  const { browsers } = plant()
  const page = await plant().screen('u11', '/isps/loDeviceList')
  await page.getByText('压缩机房网关').first().waitFor()
  await browsers.shot(page, 'devices list')
  await browsers.shot(page, 'devices list', 390)
  await press(page, '登记设备')
  await item(dialog(page), '序列号').locator('input').fill('GW77')
  await item(dialog(page), '名称').locator('input').fill('西区网关')
  await browsers.shot(page, 'devices enrol')
  await browsers.shot(page, 'devices enrol', 390)
  await press(dialog(page), '登记并生成密钥')
  await page.getByText('密钥只显示这一次').first().waitFor()
  const secret = await dialog(page).locator('code').first().innerText()
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(await button(dialog(page), '关闭').isDisabled()).toBe(true)
  await browsers.shot(page, 'devices secret')
  await browsers.shot(page, 'devices secret', 390)
  await dialog(page).getByText('已写入设备或妥善保存').click()
  await press(dialog(page), '关闭')
  await page.getByText('西区网关').first().waitFor()
  expect(await page.content()).not.toContain(secret)
  const { status, secretHash } = await plant().one(
    `select status, secret_hash as "secretHash" from lo_device where device_sn = 'GW77'`,
  )
  expect(status).toBe(0)
  expect(secretHash).not.toContain(secret)

  const locks = await plant().screen('u11', '/isps/loLockList')
  const row = locks.getByRole('row').filter({ hasText: 'LK3' }).first()
  await row.getByText('更多').click()
  await locks.getByRole('menuitem', { name: '报失' }).click()
  await dialog(locks).locator('textarea').fill('交接清点时缺失')
  await browsers.shot(locks, 'lock lost')
  await browsers.shot(locks, 'lock lost', 390)
  await press(dialog(locks), '确定报失')
  await expect
    .poll(async () => (await plant().one(`select custody from lo_lock where id = 'demo-lk3'`))['custody'])
    .toBe(4)
  await row.getByText('丢失').first().waitFor()
  await browsers.shot(locks, 'lock list lost')
})
