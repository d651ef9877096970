import { expect, it } from 'vitest'
import { arm, lookTwice, wear } from './accessibility-findings.ts'
import { overflowOnPhone, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

/** The blocks are looked at in so many tests: all of them together take minutes. */
const parts = 6

it.each(Array.from({ length: parts }, (_, part) => part + 1))(
  `each block of the gallery stands there alive, with its code and documents, readable in both themes, on a screen and on phones, part %i of ${parts} (常见案例 → 自定义组件)`,
  async (part) => {
    const { browsers, screen } = plant()
    const page = await screen('admin', '/account/center')
    const said: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text())
    })
    await wear(page, {})
    await page.goto('/jeecg/SelectDemo')
    const blocks = page.getByRole('navigation', { name: '组件' }).getByRole('menuitem')
    await blocks.first().waitFor()
    await arm(page)
    const titles = await blocks.allInnerTexts()
    expect(titles.length).toBeGreaterThan(30)
    const found: string[] = []
    for (const title of titles.filter((_, at) => at % parts === part - 1)) {
      await page.getByRole('menuitem', { name: title, exact: true }).click()
      const section = page.getByRole('region', { name: title, exact: true })
      await section.locator('output').first().waitFor()
      const top = (await section.getByRole('heading', { name: title }).first().boundingBox())?.y ?? -1
      if (top < 0) found.push(`${title} begins above the window`)
      await section
        .getByRole('textbox', { name: `${title}的源代码`, exact: true })
        .getByText('import')
        .first()
        .waitFor()
      const seen = [...(await lookTwice(page, { within: ['.showcase-blocks'] }))]
      await browsers.shot(page, `gallery ${title}`)
      await browsers.shot(page, `gallery ${title}`, 390)
      await section.getByRole('tab', { name: '属性与事件' }).click()
      await section.getByRole('table').or(section.getByText('此组件没有可设置的属性')).first().waitFor()
      seen.push(...(await lookTwice(page, { within: ['.showcase-blocks'] })))
      // On a busy machine the header takes more than two frames to be drawn anew: what stays is an overflow.
      for (const width of [390, 320])
        await expect.poll(() => overflowOnPhone(page, width), { message: `${title} at ${width}` }).toBe(0)
      found.push(...seen.map((line) => `${title}: ${line}`))
    }
    expect(found).toEqual([])
    expect(said).toEqual([])
  },
)

it('a block that changes something says what it holds now', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: '自定义列', exact: true }).click()
  await page.getByRole('region', { name: '自定义列' }).getByRole('tab', { name: '属性与事件' }).click()
  await page.getByRole('region', { name: '自定义列' }).getByRole('table').first().waitFor()
  await browsers.shot(page, 'gallery documents')
  await browsers.shot(page, 'gallery documents', 390)
  await page.getByRole('checkbox', { name: '蓝牙MAC' }).check()
  await expect.poll(() => page.getByLabel('显示的列的当前值').innerText()).toContain('mac')
  await page.getByRole('menuitem', { name: '快速前往', exact: true }).click()
  await press(page.getByRole('region', { name: '快速前往' }), '打开')
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

it('a popover is left by Esc and by its cross, and whoever leaves it stands where he was', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: '气泡卡片', exact: true }).click()
  const opener = page.getByRole('button', { name: '填写备注' })
  const field = page.getByRole('textbox', { name: '备注内容' })
  await opener.click()
  await field.fill('钥匙在门卫')
  await browsers.shot(page, 'popover')
  await browsers.shot(page, 'popover', 390)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await field.waitFor()
  await page.getByRole('button', { name: '关闭备注' }).click()
  await field.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('气泡卡片的当前值').innerText()).toContain('钥匙在门卫')
})

it('a popup whose report cannot be had says so and closes (2-data-entry.md §8)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: 'Popup报表', exact: true }).click()
  await page.getByRole('textbox', { name: '报表不存在' }).click()
  await page.getByText('Popup初始化失败，请检查你的配置或稍后重试！报表不存在').waitFor()
  await press(page.getByRole('dialog', { name: '出错了' }), '确定')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  // a popup whose query cannot be had says why and is chosen from all the same
  await page.getByRole('textbox', { name: '查询条件取不到' }).click()
  await page.getByText('查询条件暂时取不到', { exact: true }).last().waitFor()
  await page.getByText('隔离挂锁 1 号', { exact: true }).waitFor()
})
