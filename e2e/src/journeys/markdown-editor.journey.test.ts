import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookTwice, show, wear } from './accessibility-findings.ts'
import { steps } from './carry-out.ts'
import { button, dialog, isSeen, overflowOnPhone, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'
import { openTab, openTicket, pointCard } from './ticket-page.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

/** 常见案例 → 自定义组件, at the Markdown editor. */
async function openGallery(): Promise<Page> {
  const page = await plant().screen('admin', '/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: 'Markdown编辑器', exact: true }).click()
  await preview(page).waitFor()
  return page
}

const preview = (page: Page): Locator => page.getByRole('document', { name: '作业说明的预览' })
const words = (page: Page, label = '作业说明'): Locator =>
  page.getByRole('textbox', { name: label, exact: true })
const held = async (page: Page, label = '作业说明'): Promise<unknown> =>
  JSON.parse(await page.getByLabel(`${label}的当前值`).innerText())
const tools = (page: Page, label = '作业说明'): Locator =>
  page.getByRole('toolbar', { name: `${label}的格式` })
const mode = (page: Page, name: string, label = '作业说明'): Promise<void> =>
  page
    .getByRole('group', { name: `${label}的编辑方式` })
    .getByRole('button', { name, exact: true })
    .click()

/** Puts a text in place of all. */
async function write(page: Page, text: string): Promise<void> {
  await words(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

it('source and look stand beside each other, and a change of mode changes no sign (5-screens.md §13)', async () => {
  const { browsers } = plant()
  const page = await openGallery()
  const before = await held(page)
  await preview(page).getByRole('heading', { name: '挂牌上锁' }).waitFor()
  await preview(page).getByRole('cell', { name: 'LK-1' }).waitFor()
  await browsers.shot(page, 'markdown source')
  await browsers.shot(page, 'markdown source', 390)
  expect(await overflowOnPhone(page)).toBe(0)
  await mode(page, '所见即所得')
  await words(page).getByRole('cell', { name: 'LK-1' }).waitFor()
  await browsers.shot(page, 'markdown visual')
  await browsers.shot(page, 'markdown visual', 390)
  await mode(page, 'Markdown')
  expect(await held(page)).toBe(before)

  await write(page, '__锁__ [a][1]\n\n[1]: /isps/lock')
  await mode(page, '所见即所得')
  await mode(page, 'Markdown')
  expect(await held(page)).toBe('__锁__ [a][1]\n\n[1]: /isps/lock')
})

it('words are formed by the toolbar in both modes, and what was typed by sight is Markdown', async () => {
  const { browsers } = plant()
  const page = await openGallery()
  await write(page, '断开电源')
  await page.keyboard.press('Control+a')
  await press(tools(page), '加粗')
  await expect.poll(() => held(page)).toBe('**断开电源**')
  await press(tools(page), '加粗')
  await expect.poll(() => held(page)).toBe('断开电源')
  await press(tools(page), '无序列表')
  await expect.poll(() => held(page)).toBe('- 断开电源')
  await preview(page).getByRole('listitem').getByText('断开电源').waitFor()

  const text = words(page, '所见即所得')
  await text.click()
  await page.keyboard.type('# 验电')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1. 挂锁')
  await page.keyboard.press('Enter')
  await page.keyboard.type('挂牌')
  await press(tools(page, '所见即所得'), '加粗')
  await page.keyboard.type('！')
  await expect.poll(() => held(page, '所见即所得')).toBe('# 验电\n\n1. 挂锁\n2. 挂牌**！**')
  await press(tools(page, '所见即所得'), '表格')
  await expect.poll(() => held(page, '所见即所得')).toMatch(/\| --- \| --- \|/)
  await browsers.shot(page, 'markdown typed by sight')
  await mode(page, 'Markdown', '所见即所得')
  await page
    .getByRole('document', { name: '所见即所得的预览' })
    .getByRole('heading', { name: '验电' })
    .waitFor()
})

it('a picture is uploaded or named by its address; one of another site is a link (2-data-entry.md §12)', async () => {
  const { browsers } = plant()
  const page = await openGallery()
  await write(page, '')
  await press(tools(page), '图片')
  const form = dialog(page)
  await form.getByText('图片上传', { exact: true }).waitFor()
  await press(form, '确定')
  await form.getByText('请先上传图片').waitFor()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: '挂牌.png', mimeType: 'image/png', buffer: png })
  await isSeen(form.locator('.file-card img'))
  await form.getByPlaceholder('请填写备注').fill('挂牌照片')
  await browsers.shot(page, 'markdown picture dialog')
  await browsers.shot(page, 'markdown picture dialog', 390)
  await press(form, '确定')
  await form.waitFor({ state: 'hidden' })
  await expect
    .poll(() => held(page))
    .toMatch(/^!\[挂牌照片\]\(\/jeecg-boot\/sys\/common\/static\/\S+\.png\)$/)
  await isSeen(preview(page).getByRole('img', { name: '挂牌照片' }))

  await mode(page, '所见即所得')
  await words(page).click()
  await page.keyboard.press('Control+End')
  await press(tools(page), '图片')
  await dialog(page).getByRole('tab', { name: '网络图片地址' }).click()
  await dialog(page).getByPlaceholder('请填写网络图片地址').fill('https://elsewhere.example/a.png')
  await dialog(page).getByPlaceholder('请填写备注').last().fill('外部图')
  await browsers.shot(page, 'markdown picture address')
  await press(dialog(page), '确定')
  const link = words(page).getByRole('link', { name: '外部图片：外部图' })
  await link.waitFor()
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  await expect.poll(() => held(page)).toContain('![外部图](https://elsewhere.example/a.png)')
})

it('hostile text stays text: tags, addresses that run, a quarter of a megabyte, characters of several parts', async () => {
  const { browsers } = plant()
  const page = await openGallery()
  const hostile =
    '</script><img src=x onerror="document.title=1"> [x](javascript:document.title=1) ![y](javascript:1) 👩‍👩‍👧‍👦'
  await write(page, hostile)
  await preview(page).getByText('图片地址无法使用：y').waitFor()
  expect(await preview(page).locator('img, script').count()).toBe(0)
  expect(await preview(page).locator('a[href^="javascript"]').count()).toBe(0)
  await browsers.shot(page, 'markdown hostile')
  await mode(page, '所见即所得')
  await mode(page, 'Markdown')
  expect(await held(page)).toBe(hostile)
  expect(await page.title()).not.toBe('1')

  await words(page).click()
  await page.keyboard.press('Control+a')
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '锁具 LK-0007 已挂牌上锁。\n'.repeat(14_000))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await page.getByText('内容超过 20 万个字符').first().waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('group', { name: '作业说明的编辑方式' })
        .getByRole('button', { name: '所见即所得' })
        .isDisabled(),
    )
    .toBe(true)
  await write(page, '短')
  await preview(page).getByText('短', { exact: true }).waitFor()
})

it('a tab that was hidden comes back with what was typed by sight, and with what can be undone', async () => {
  const page = await openGallery()
  const text = words(page, '所见即所得')
  if (!(await text.evaluate((element) => element.classList.contains('markdown-words'))))
    await mode(page, '所见即所得', '所见即所得')
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

it('whoever cannot see, or sees little, can use it, in the light and in the dark (WCAG 2.1 AA)', async () => {
  const page = await plant().browsers.signIn('admin', PASSWORD, '/account/center')
  await wear(page, {})
  await show(page, '/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: 'Markdown编辑器', exact: true }).click()
  await preview(page).waitFor()
  expect(await lookTwice(page, { within: ['.showcase-blocks section'] })).toEqual([])
})

it('how an isolation point is operated is written in it, and read on the ticket as it was meant', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loPointList')
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Q1', exact: true }) })
  await button(row, '编辑').click()
  const text = dialog(page).getByRole('textbox', { name: '操作说明', exact: true })
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1. 断开断路器')
  await page.keyboard.press('Enter')
  await page.keyboard.type('挂锁，**不得**只挂牌')
  // It is formed as it is typed: there is no blank between Chinese words.
  await text.locator('strong').getByText('不得', { exact: true }).waitFor()
  await browsers.shot(page, 'point instruction')
  await browsers.shot(page, 'point instruction', 390)
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  const { instruction } = await plant().one("select instruction from lo_point where point_code = 'Q1'")
  expect(instruction).toBe('1. 断开断路器\n2. 挂锁，**不得**只挂牌')

  const ticket = await openTicket(plant(), 'u1', await steps.draft(plant()))
  await openTab(ticket, /隔离/)
  const shown = pointCard(ticket, 'Q1').getByRole('document', { name: /的操作说明$/ })
  await shown.getByRole('listitem').nth(1).getByText('不得', { exact: true }).waitFor()
  expect(await shown.getByRole('listitem').count()).toBe(2)
  await browsers.shot(ticket, 'point instruction read')
  await browsers.shot(ticket, 'point instruction read', 390)
})
