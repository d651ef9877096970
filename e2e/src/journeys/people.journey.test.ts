import { describe, expect, it } from 'vitest'
import { dialog, press } from './hands.ts'
import { usePlant } from './plant.ts'

const ADMIN = 'Admin-plant-2026!'

describe('people: pickers', () => {
  const plant = usePlant({ MQTT_PORT: '0', ADMIN_PASSWORD: ADMIN })

  it('a role takes users from the picker: found at the left, chosen at the right, taken back by the link', async () => {
    const { desk } = plant()
    const page = await desk.signIn('admin', ADMIN)
    await page.goto('/isystem/roleUserList')
    await page.getByText('用户', { exact: true }).first().click()
    await press(page, '已有用户')
    const picker = dialog(page)
    const chosen = picker.getByRole('region', { name: '已选用户' })
    await chosen.getByText('请在左侧勾选，可多选').waitFor()
    await desk.shot(page, 'people user picker')
    await desk.shot(page, 'people user picker', 390)
    const rows = picker.locator('.record-picker-row')
    expect(await rows.count(), 'five a page').toBe(5)
    const name = (await rows.nth(1).locator('td').nth(1).innerText()).trim()
    await rows.nth(0).locator('td').nth(1).click()
    await rows.nth(1).getByRole('checkbox').press('Space')
    await chosen.getByText('已选用户（2）').waitFor()
    await chosen.getByRole('button', { name: `删除 ${name}` }).click()
    await chosen.getByText('已选用户（1）').waitFor()
    await desk.shot(page, 'people user chosen')
  })
})
