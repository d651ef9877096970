import { expect, it } from 'vitest'
import { overflowOnPhone, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

it('each block of the gallery stands there alive, with its code (常见案例 → 自定义组件)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/jeecg/SelectDemo')
  const blocks = page.getByRole('navigation', { name: '组件' }).getByRole('menuitem')
  await blocks.first().waitFor()
  for (const title of await blocks.allInnerTexts()) {
    await page.getByRole('menuitem', { name: title, exact: true }).click()
    const section = page.getByRole('region', { name: title, exact: true })
    await section.locator('output').first().waitFor()
    // On a busy machine the header takes more than two frames to be drawn anew: what stays is an overflow.
    await expect.poll(() => overflowOnPhone(page), { message: title }).toBe(0)
    await section.getByRole('button', { name: /查看代码/ }).click()
    await section.locator('pre').getByText('export default').first().waitFor()
    await expect.poll(() => overflowOnPhone(page), { message: `${title} with its code` }).toBe(0)
    await browsers.shot(page, `gallery ${title}`)
  }
  // A block that changes something says what it holds now.
  await page.getByRole('menuitem', { name: '自定义列', exact: true }).click()
  await page.getByRole('checkbox', { name: '蓝牙MAC' }).check()
  await expect.poll(() => page.getByLabel('显示的列的当前值').innerText()).toContain('mac')
  await page.getByRole('menuitem', { name: '快速前往', exact: true }).click()
  // Its label names the button.
  await press(page, '前往')
  await page.getByRole('combobox', { name: '搜索页面、锁具' }).fill('LK2')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('前往的当前值').innerText()).toContain('LK2')
})
