import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { lookTwice, show, wear } from './accessibility-findings.ts'
import { overflowOnPhone } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

const address = '/jeecg/SelectDemo'
const choose = (page: Page) => page.getByRole('menuitem', { name: '富文本编辑器', exact: true }).click()
const words = (page: Page): Locator => page.getByRole('textbox', { name: '通知内容', exact: true })
const tools = (page: Page): Locator => page.getByRole('toolbar', { name: '通知内容的格式' })

/** 常见案例 → 自定义组件, at the rich text. */
async function openGallery(): Promise<Page> {
  const page = await plant().screen('admin', address)
  await choose(page)
  await tools(page).waitFor()
  return page
}

it('the toolbar is one stop of Tab with arrows within, and comes back to where it was left (WAI-ARIA APG)', async () => {
  const page = await openGallery()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await words(page).click()
  await page.keyboard.press('Alt+F10')
  // 撤销 and 重做 have nothing to do yet.
  expect(await focused()).toMatch(/^段落样式：/)
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('加粗')
  await page.keyboard.press('Tab')
  await expect.poll(() => words(page).evaluate((text) => text === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe('加粗')
  await page.keyboard.press('End')
  expect(await focused()).toBe('全屏')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toMatch(/^段落样式：/)
  expect(await tools(page).locator('button[tabindex="0"]').count()).toBe(1)
})

it('a picture that is dragged onto the text is stored and stands where it was dropped', async () => {
  const { browsers } = plant()
  const page = await openGallery()
  const picture = await sharp({ create: { width: 160, height: 80, channels: 3, background: '#389e0d' } })
    .png()
    .toBuffer()
  const heading = words(page).getByRole('heading', { name: '停电检修' })
  const box = await heading.boundingBox()
  if (!box) throw new Error('the heading is not seen')
  // Behind the last letter of the heading, as the hand lets it go there.
  const place = { clientX: box.x + 90, clientY: box.y + box.height / 2 }
  await words(page).evaluate(
    (text, [bytes, at]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], '阀门.png', { type: 'image/png' }))
      const target = document.elementFromPoint(at.clientX, at.clientY) ?? text
      for (const type of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(
          new DragEvent(type, { ...at, dataTransfer, bubbles: true, cancelable: true, composed: true }),
        )
    },
    [[...picture], place] as const,
  )
  const shown = words(page).getByRole('img', { name: '阀门' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160)
  const [at, below] = [await shown.boundingBox(), await words(page).getByText('全厂停电').boundingBox()]
  expect(at && below && at.y < below.y).toBe(true)
  await browsers.shot(page, 'rich text dropped')
})

it('light and dark, in the window and on a phone, it can be read', async () => {
  const { browsers } = plant()
  const page = await plant().screen('admin')
  await wear(page, {})
  await show(page, address)
  await choose(page)
  await tools(page).waitFor()
  expect(await lookTwice(page, { within: ['.rich-text'] })).toEqual([])
  await browsers.shot(page, 'rich text gallery')
  await browsers.shot(page, 'rich text gallery', 390)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html.dark').waitFor()
  await browsers.shot(page, 'rich text gallery dark')
  await browsers.shot(page, 'rich text gallery dark', 390)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await overflowOnPhone(page)).toBe(0)
})

it('where its part cannot be had the HTML is edited in a plain box, and the text goes on once the part is there', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, address)
  let isCut = true
  await page.route(/\/assets\/(rich-view|tiptap)-[^/]*\.js$/, (route) =>
    isCut ? route.abort() : route.continue(),
  )
  await choose(page)
  const note = page.getByText('编辑器没有加载成功，内容以 HTML 显示，可以照常编辑。').first()
  await note.waitFor()
  const plain = page.getByRole('textbox', { name: '通知内容', exact: true })
  await plain.fill('<p>改在<strong>三号</strong></p>')
  await browsers.shot(page, 'rich text fallback')
  await browsers.shot(page, 'rich text fallback', 390)
  isCut = false
  await page.getByRole('button', { name: '重新加载' }).first().click()
  await tools(page).waitFor()
  expect(await words(page).innerHTML()).toContain('<strong>三号</strong>')
})
