import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog, overflowOnPhone } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

const cards = (page: Page) => page.locator('.list-card')

const lists = [
  '/isps/loWorkList',
  '/isps/loAllWorkList',
  '/isps/loWorkReviewList',
  '/isps/loLockList',
  '/isps/openLockList',
  '/isps/loPointList',
  '/isystem/user',
  '/isystem/position',
  '/isystem/online',
]

it('above a list on a phone stand up to three buttons, or two and 更多 that shows the others; each is hit with a glove, none is cut', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loWorkList')
  await page.setViewportSize({ width: 390, height: 844 })
  const buttons = page.locator('.page .toolbar .ant-btn')
  const shown = async () => {
    const boxes = await buttons.evaluateAll((all) =>
      all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().toJSON()),
    )
    return boxes as readonly { left: number; right: number; height: number }[]
  }
  for (const address of lists) {
    await page.goto(address)
    await page.locator('.card').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await overflowOnPhone(page), `of ${address}`).toBe(0)
    const more = page.locator('.button-row-more').and(page.getByRole('button', { name: '更多' }))
    const before = await shown()
    expect(before.length, `of ${address}`).toBeLessThanOrEqual(3)
    if (await more.isVisible()) {
      await more.click()
      await page.getByRole('button', { name: '收起', expanded: true }).waitFor()
      expect((await shown()).length, `of ${address}`).toBeGreaterThan(before.length)
    }
    for (const { left, right, height } of await shown()) {
      expect(left, `of ${address}`).toBeGreaterThanOrEqual(0)
      expect(right, `of ${address}`).toBeLessThanOrEqual(390)
      expect(height, `of ${address}`).toBeGreaterThanOrEqual(44)
    }
  }
  await page.goto('/isps/loWorkList')
  await page.locator('.button-row-more').click()
  await page.getByRole('button', { name: '高级查询' }).click()
  await dialog(page).waitFor()
  await page.keyboard.press('Escape')
  await browsers.shot(page, 'buttons above tickets', 390)
})

it('a phone shows a list as cards: what tells a row first, one thing to do that a finger hits, the rest under 更多 (5-screens.md §4)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/user')
  await page.setViewportSize({ width: 390, height: 844 })
  await cards(page).first().waitFor()
  expect(await page.locator('.list-table').count()).toBe(0)
  const main = cards(page).first().locator('.list-card-actions button').first()
  const { height } = (await main.boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThanOrEqual(48)
  expect(await overflowOnPhone(page)).toBe(0)
  await browsers.shot(page, 'list cards', 390)
  await page.setViewportSize({ width: 390, height: 844 })
  const many = cards(page)
    .first()
    .getByText(/^全部 \d+ 项$/)
  const fields = () => cards(page).first().locator('dt').count()
  const few = await fields()
  await many.click()
  await expect.poll(fields).toBeGreaterThan(few)

  // The headings are gone; what they do is not.
  const names = async () => (await cards(page).locator('.list-card-head').allInnerTexts()).join()
  const before = await names()
  await page.getByRole('combobox', { name: '排序' }).click()
  await page.locator('.ant-select-dropdown').getByTitle('用户账号', { exact: true }).click()
  await page.waitForURL(/column=username/)
  await expect.poll(names).not.toBe(before)
  await page.getByRole('button', { name: '升序，改为降序' }).click()
  await page.getByRole('button', { name: '降序，改为升序' }).waitFor()

  await page.getByRole('checkbox', { name: '选择第 1 行' }).check()
  await page.getByText('已选择').waitFor()
  await main.click()
  await dialog(page).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await cards(page).first().getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '详情' }).waitFor()
  await browsers.shot(page, 'list cards more', 390)
})

it('a list of a thousand rows draws those that are near, keeps its headings and pages in sight, and scrolls on', async () => {
  const { browsers, one } = plant()
  await one(`insert into sys_position (id, tenant_id, code, name, post_rank, create_time, del_flag, revision)
    select 'long' || n, 0, 'LONG' || n, '长列表 ' || n, '1', now() + n * interval '1 second', 0, 0
    from generate_series(1, 1000) n returning id`)
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/position?pageSize=1000')
  const rows = page.locator('.list-row')
  await rows.first().waitFor()
  await page.getByText(/1-1,?000 共/).waitFor()
  expect(await rows.count()).toBeLessThan(200)
  expect(await page.locator('.list-table table').getAttribute('aria-rowcount')).toBe('1001')
  const box = page.locator('.list-table-scroll')
  // A wheel that turns for two seconds: never more rows than those that are near. `npm run bench -- SCROLL` counts the frames.
  const most = await box.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let [frames, drawn] = [0, 0]
        const step = () => {
          drawn = Math.max(drawn, element.querySelectorAll('.list-row').length)
          element.scrollBy(0, 120)
          frames += 1
          if (frames < 120) requestAnimationFrame(step)
          else resolve(drawn)
        }
        requestAnimationFrame(step)
      }),
  )
  expect(most).toBeLessThan(200)
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await page.locator('.list-row[aria-rowindex="1001"]').waitFor()
  expect(await rows.count()).toBeLessThan(300)
  await browsers.shot(page, 'list long')
  const heading = await page.locator('.list-table thead th').nth(2).boundingBox()
  const pager = await page.locator('.list-pager').boundingBox()
  expect(heading?.y).toBeGreaterThan(0)
  expect((pager?.y ?? 9_999) + (pager?.height ?? 0)).toBeLessThanOrEqual(900)
  await page.locator('.list-row[aria-rowindex="1001"]').focus()
  await page.keyboard.press('ArrowUp')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex')))
    .toBe('1000')
  // The keys go on over rows that were not drawn when they began, and none is left out.
  for (let n = 0; n < 60; n += 1) await page.keyboard.press('ArrowUp')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex')))
    .toBe('940')
  // Where the keyboard stands stays drawn while the wheel goes elsewhere; what is drawn keeps its order.
  await box.evaluate((element) => element.scrollTo(0, 0))
  await page.locator('.list-row[aria-rowindex="2"]').waitFor()
  await expect.poll(() => rows.count()).toBeLessThan(100)
  const drawn = await rows.evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-rowindex'))))
  expect(drawn).toContain(940)
  expect(drawn).toEqual(drawn.toSorted((one, other) => one - other))
})

it('a phone shows a tree with what can be done beside the names', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loAreaList')
  await page.setViewportSize({ width: 390, height: 844 })
  const row = page.locator('.ant-table-row').first()
  const last = row.getByText('更多')
  await last.waitFor()
  const { x, width } = (await last.boundingBox()) ?? { x: 390, width: 0 }
  expect(x + width).toBeLessThanOrEqual(390)
  expect(await overflowOnPhone(page)).toBe(0)
  await browsers.shot(page, 'tree on a phone', 390)
})

it('a phone asks a list in one row, and everything else in a sheet whose buttons a finger hits', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loLockList')
  await page.setViewportSize({ width: 390, height: 844 })
  await cards(page).first().waitFor()
  const query = page.locator('form.query')
  expect((await query.boundingBox())?.height).toBeLessThanOrEqual(48)
  const first = await cards(page).first().boundingBox()
  expect(first?.y).toBeLessThan(400)

  await query.getByRole('button', { name: '筛选' }).click()
  const sheet = page.getByRole('dialog', { name: '筛选条件' })
  await sheet.getByRole('textbox', { name: '锁具编号' }).fill('LK2')
  await browsers.shot(page, 'filter sheet', 390)
  const search = await sheet.getByRole('button', { name: '查询', exact: true }).boundingBox()
  expect(search?.height).toBeGreaterThanOrEqual(40)
  await sheet.getByRole('textbox', { name: '锁具编号' }).press('Enter')
  await sheet.waitFor({ state: 'hidden' })
  await page.waitForURL(/lockCode=LK2/)
  await query.getByRole('button', { name: '筛选 1' }).click()
  await sheet.getByRole('button', { name: '重置' }).click()
  await page.waitForURL((url) => !url.search.includes('lockCode'))
  expect(await overflowOnPhone(page)).toBe(0)
})
