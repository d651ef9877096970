import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn } from '../support/api-client.ts'
import { lookTwice, show, wear } from './accessibility-findings.ts'
import { dialog, item, overflowOnPhone } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

/** 常见案例 → 自定义组件, at the code editor. */
async function openGallery(): Promise<Page> {
  const page = await plant().screen('admin', '/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: '代码编辑器', exact: true }).click()
  await words(page, '代码').and(page.locator('.cm-content')).waitFor()
  return page
}

const words = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label, exact: true })
const held = (page: Page, label: string): Promise<string> => page.getByLabel(`${label}的当前值`).innerText()
const code = async (page: Page): Promise<unknown> => JSON.parse(await held(page, '代码'))
const languages = (page: Page): Locator => page.getByRole('combobox', { name: '代码的语言' })
/** How many words of a text stand out by a colour of their own. */
const coloured = (text: Locator): Promise<number> => text.locator('.cm-line span').count()

it('code is typed, coloured in each of the languages, undone, and left by the keyboard (5-screens.md §13)', async () => {
  const { browsers } = plant()
  const page = await openGallery()
  const text = words(page, '代码')
  await text.getByText('请在此输入Javascript代码').waitFor()
  await browsers.shot(page, 'code editor empty')
  await text.click()
  await page.keyboard.type('if (open) {\nlock(')
  // Brackets close themselves and lines go in by two columns.
  await expect.poll(() => code(page)).toEqual({ language: 'javascript', code: 'if (open) {\n  lock()\n}' })
  await expect.poll(() => coloured(text)).toBeGreaterThan(0)

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await text.getByText('请在此输入Javascript代码').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => text.innerText()).toContain('lock()')

  const titles = await languages(page).locator('option').allInnerTexts()
  expect(titles).toHaveLength(13)
  for (const title of titles) {
    await languages(page).selectOption({ label: title })
    await text.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(sample[title] ?? '')
    await expect.poll(() => coloured(text), { message: title }).toBeGreaterThan(0)
  }
  await browsers.shot(page, 'code editor languages')
  await browsers.shot(page, 'code editor languages', 390)
  expect(await overflowOnPhone(page)).toBe(0)

  // Tab is a part of the text; after Escape it leads out of it.
  await languages(page).selectOption('python')
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('x')
  await page.keyboard.press('Home')
  await page.keyboard.press('Tab')
  await expect.poll(() => code(page)).toEqual({ language: 'python', code: '  x' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(false)
})

const sample: Readonly<Record<string, string>> = {
  CSS: 'a { color: red }',
  Javascript: 'const a = "锁"',
  'XML/HTML': '<p class="a">锁</p>',
  Java: 'public class A {}',
  'Objective-C': '@interface A : NSObject',
  Python: 'def a(): return 1',
  R: 'if (TRUE) print("锁")',
  Shell: 'echo "锁"',
  SQL: 'SELECT 1',
  Swift: 'let a = 1',
  Vue: '<template><p v-if="a">锁</p></template>',
  Markdown: '# 锁',
  JSON: '{"a": 1}',
}

it('the editor fills the window and comes back with what was typed', async () => {
  const { browsers } = plant()
  const page = await openGallery()
  const text = words(page, '查询语句')
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' DESC')
  await page.getByRole('button', { name: '全屏：查询语句' }).click()
  const frame = page.locator('.code-editor-full')
  await expect.poll(() => frame.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(', name')
  await browsers.shot(page, 'code editor full')
  await browsers.shot(page, 'code editor full', 390)
  await page.keyboard.press('Escape')
  await frame.waitFor({ state: 'detached' })
  await expect.poll(() => held(page, '查询语句')).toContain('ORDER BY code DESC, name')

  // Words are found and replaced in Chinese.
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: '查找' }).fill('name')
  await page.getByText('区分大小写').waitFor()
  await browsers.shot(page, 'code editor search')
  await page.keyboard.press('Escape')
})

it('what is only read is neither changed nor a trap', async () => {
  const page = await openGallery()
  const text = words(page, '只读')
  const before = await held(page, '只读')
  await text.click()
  await page.keyboard.type('x')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await text.getByText('LK-0007').waitFor()
  expect(await held(page, '只读')).toBe(before)
  await page.keyboard.press('Tab')
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(false)
  await words(page, '不可用').click({ force: true })
  await page.keyboard.type('x')
  expect(await held(page, '不可用')).toBe('"锁"')
})

it('JSON of a form says in which line and column it is broken, and is taken when it is whole', async () => {
  const { browsers } = plant()
  const page = await openGallery()
  const text = words(page, 'JSON字段')
  await text.getByText('LK-0007').waitFor()
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('{\n  "lock": "LK-0007"\n  "open": false\n}')
  const said = item(page, 'JSON字段')
  await said.getByText('JSON 格式不正确：第 3 行第 3 列，这里应为逗号或 }').waitFor()
  await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true')
  await browsers.shot(page, 'code editor wrong JSON')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('{"lock": "LK-0007", "open": false}')
  await said.getByText('JSON 格式不正确').waitFor({ state: 'hidden' })
})

it('hostile text is text: end tags, characters of several parts, a megabyte', async () => {
  const page = await openGallery()
  const text = words(page, '代码')
  await languages(page).selectOption('html')
  await text.click()
  const hostile = '</script><img src=x onerror="document.title=1">👩‍👩‍👧‍👦🇨🇳\u202Ereversed'
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(hostile)
  await expect.poll(async () => await code(page)).toEqual({ language: 'html', code: hostile })
  expect(await page.title()).not.toBe('1')

  await page.keyboard.press('Control+a')
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '锁具,LK-0007,开\n'.repeat(90_000))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await page.keyboard.type('终')
  await expect.poll(() => held(page, '代码')).toMatch(/…（共 1\d{6} 个字符）$/)
  await expect.poll(() => text.locator('.cm-line').count()).toBeLessThan(200)
  await text.getByText('终').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect.poll(() => code(page)).toEqual({ language: 'html', code: '' })
})

it('a tab that was hidden comes back with its text and with what can be undone', async () => {
  const page = await openGallery()
  const text = words(page, '代码')
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('kept over there')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await tab('首页').click()
  await text.waitFor({ state: 'hidden' })
  await tab('自定义组件').click()
  await text.getByText('kept over there').waitFor()
  await text.click()
  await page.keyboard.press('Control+z')
  await expect.poll(() => text.innerText()).not.toContain('kept over there')
})

it('where the part of the editor cannot be had, the same text stands in a plain box and is edited there', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/account/center')
  const context = page.context()
  await context.route(/\/assets\/code(-view)?-[\w-]{7,8}\.js/, (route) => route.abort())
  await page.goto('/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: '代码编辑器', exact: true }).click()
  await page.getByText('代码编辑器没有加载成功，文字可以照常编辑。').first().waitFor()
  await words(page, '查询语句').fill('SELECT 1')
  await expect.poll(() => held(page, '查询语句')).toBe('"SELECT 1"')
  await browsers.shot(page, 'code editor not loaded')
  await context.unroute(/\/assets\/code(-view)?-[\w-]{7,8}\.js/)
  const one = page.locator('.code-editor').filter({ has: words(page, '查询语句') })
  await one.getByRole('button', { name: '重新加载' }).click()
  await one.locator('.cm-content').getByText('SELECT 1').waitFor()
})

it('what a log holds is shown in lines and colours (5-screens.md §6.22)', async () => {
  const { browsers } = plant()
  const admin = await signIn(plant().url, 'admin', PASSWORD)
  const added = { code: 'AA07', name: '工程师', postRank: '1' }
  expect(await admin.send('POST', '/sys/position/add', added)).toMatchObject({ success: true })
  const page = await browsers.signIn('admin', PASSWORD, '/sys/dataLog-list')
  await page.getByText('详情', { exact: true }).first().click()
  const form = dialog(page)
  await form.getByRole('textbox', { name: '数据内容' }).getByText('"code": "AA07"').waitFor()
  await browsers.shot(page, 'data log detail')
  await browsers.shot(page, 'data log detail', 390)

  // A dialog does not hold it within its own bounds, and Escape leaves one after the other.
  await form.getByRole('button', { name: '全屏：数据内容' }).click()
  const frame = page.locator('.code-editor-full')
  await expect.poll(() => frame.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
  await browsers.shot(page, 'data log detail full')
  await page.keyboard.press('Escape')
  await frame.waitFor({ state: 'detached' })
  await form.getByRole('textbox', { name: '数据内容' }).waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
})

it('whoever cannot see, or sees little, can use it, in the light and in the dark (WCAG 2.1 AA)', async () => {
  const page = await plant().browsers.signIn('admin', PASSWORD, '/account/center')
  await wear(page, {})
  await show(page, '/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: '代码编辑器', exact: true }).click()
  await words(page, '查询语句').and(page.locator('.cm-content')).waitFor()
  expect(await lookTwice(page, { within: ['.showcase-blocks section'] })).toEqual([])
})
