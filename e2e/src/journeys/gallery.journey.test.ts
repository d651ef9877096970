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
    await section
      .getByRole('textbox', { name: `${title}的源代码`, exact: true })
      .getByText('import')
      .first()
      .waitFor()
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

it('省、市、区 is chosen by the keyboard, searched by name, and one that is out of use is said', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: '省市区联动', exact: true }).click()
  const held = (label: string) => page.getByLabel(`${label}的当前值`).innerText()
  await page.getByText('江苏省/苏州市/吴中区').waitFor()
  await page.getByRole('combobox', { name: '级联面板' }).fill('余杭')
  await page.getByRole('menuitemcheckbox', { name: /浙江省.*余杭区/ }).click()
  await expect.poll(() => held('级联面板')).toBe('"330110"')
  for (const [word, name] of [
    ['省', '西藏'],
    ['市', '拉萨'],
    ['区', '城关'],
  ] as const) {
    expect(await held('三个下拉')).toBe('""')
    await page.getByRole('combobox', { name: word, exact: true }).fill(name)
    await page.keyboard.press('Enter')
  }
  await expect.poll(() => held('三个下拉')).toBe('"540102"')
  // Another city takes the district back; what is half chosen is nothing yet.
  await page.getByRole('combobox', { name: '市', exact: true }).fill('日喀则')
  await page.keyboard.press('Enter')
  await expect.poll(() => held('三个下拉')).toBe('""')
  await page.getByText('编码 340824 已不在现行行政区划中，请重新选择').waitFor()
  expect(await page.getByText('Bad type value').count()).toBe(1)
  await browsers.shot(page, 'area-linkage')
  await browsers.shot(page, 'area-linkage phone', 390)
})

it('确定 closes a dialog unless it is told not to, and one that is busy asks before it closes', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: '弹窗和抽屉', exact: true }).click()
  // The toggle 全屏 stands in the title of some.
  const shown = (title: string) => page.getByRole('dialog', { name: new RegExp(`^${title}`) })
  const open = async (title: string) => {
    await page.getByRole('region').getByRole('button', { name: title, exact: true }).click()
    await shown(title).waitFor()
  }
  for (const title of ['可拖动弹窗', '全屏弹窗', '抽屉']) {
    await open(title)
    await press(shown(title), '确定')
    await shown(title).waitFor({ state: 'hidden' })
  }
  await open('保持打开的弹窗')
  await press(shown('保持打开的弹窗'), '确定')
  await page.keyboard.press('Escape')
  await shown('保持打开的弹窗').waitFor({ state: 'hidden' })
  await open('提交中的弹窗')
  await page.keyboard.press('Escape')
  await press(shown('正在提交，确定关闭吗？'), '继续等待')
  await shown('正在提交，确定关闭吗？').waitFor({ state: 'hidden' })
  await shown('提交中的弹窗')
    .getByRole('button', { name: /Close|关闭/ })
    .first()
    .click()
  await browsers.shot(page, 'modal busy')
  await press(shown('正在提交，确定关闭吗？'), '仍要关闭')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})
