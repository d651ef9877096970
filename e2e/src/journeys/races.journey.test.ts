import { picture } from '@suoan/safety/work-tickets/testing/picture'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { carryOutToWork } from './carry-out.ts'
import { choose, dialog, find, item, press, refusal } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'
import { openTab, showsState } from './ticket-page.ts'

const plant = usePlant()

/** A dialog of the leader, filled in before somebody else is quicker. */
interface Raced {
  readonly name: string
  open(page: Page): Promise<void>
  readonly okText: string
  /** What he has typed or chosen still stands there. */
  kept(page: Page): Promise<void>
}

const raced: readonly Raced[] = [
  {
    name: '作业完成，解除隔离',
    async open(page) {
      await press(page.locator('.transition-bar'), '作业完成，解除隔离')
      await dialog(page).getByText('工具和散件').click()
    },
    okText: '确认完成',
    kept: async (page) => expect(await dialog(page).locator('input:checked').count()).toBe(1),
  },
  {
    name: '申请延期',
    async open(page) {
      await press(page.locator('.transition-bar'), '申请延期')
      await dialog(page).locator('textarea').first().fill('轴承箱清洗还需两小时')
    },
    okText: '申请延期',
    kept: async (page) =>
      expect(await dialog(page).locator('textarea').first().inputValue()).toBe('轴承箱清洗还需两小时'),
  },
  {
    name: '申请试运行',
    async open(page) {
      await press(page.locator('.transition-bar'), '申请试运行')
      await dialog(page).getByText('Q1', { exact: false }).first().click()
      await dialog(page).getByText(/郑隔/).click()
      await item(dialog(page), '时间（分钟）').locator('input').fill('17')
      for (const said of ['工具和散件已全部取回', '已告知受影响人员'])
        await dialog(page).getByText(said).click()
    },
    okText: '申请',
    kept: async (page) =>
      expect(await item(dialog(page), '时间（分钟）').locator('input').inputValue()).toBe('17'),
  },
  {
    name: '增加人员',
    async open(page) {
      await openTab(page, /人员/)
      await press(page, '增加人员')
      await find(page, item(dialog(page), '人员'), '卫承')
    },
    okText: '增加人员',
    kept: (page) => item(dialog(page), '人员').getByText('卫承').first().waitFor(),
  },
  {
    name: '增补锁具',
    async open(page) {
      await openTab(page, /详情/)
      await press(page, '增补锁具')
      await choose(page, item(dialog(page), '锁具'), 'LK5')
    },
    okText: '增补',
    kept: (page) => item(dialog(page), '锁具').getByText(/LK5/).first().waitFor(),
  },
]

it('LO-4090: five dialogs filled in before the work was given back elsewhere say what the ticket is now, who did it, and keep what was typed', async () => {
  const id = await carryOutToWork(plant())
  const address = `/isps/loWorkView/${id}`
  const { browsers } = plant()
  const pages: Page[] = []
  for (const each of raced) {
    const page = await browsers.signIn('u5', PASSWORD, address)
    await page.locator('.transition-buttons').waitFor()
    await each.open(page)
    pages.push(page)
  }
  // In a browser of his own, and with all that the dialog asks.
  const winner = await browsers.signIn('u5', PASSWORD, address)
  await press(winner.locator('.transition-bar'), '作业完成，解除隔离')
  for (const check of ['作业区域已走遍', '工具和散件', '防护装置', '已告知受影响人员'])
    await dialog(winner).getByText(check).click()
  const file = { name: 'site.png', mimeType: 'image/png', buffer: picture() }
  await dialog(winner).locator('input[type=file]').setInputFiles(file)
  await dialog(winner).getByAltText('现场照片').waitFor()
  await press(dialog(winner), '确认完成')
  await showsState(winner, '执行中 · 解除隔离中')

  for (const [index, each] of raced.entries()) {
    const page = pages[index]
    if (!page) throw new Error(`no page for ${each.name}`)
    // The page behind has heard of it; the dialog stays.
    await page.locator('.page-head').getByText('执行中 · 解除隔离中', { exact: true }).waitFor()
    await press(dialog(page), each.okText)
    const told = await refusal(page)
    expect([each.name, told]).toEqual([each.name, expect.stringContaining('执行中 · 解除隔离中')])
    expect(told).toContain('您的操作没有执行（LO-4090）')
    expect(told).toContain('钱工：')
    await browsers.shot(page, `race ${each.name}`)
    await browsers.shot(page, `race ${each.name}`, 390)
    await press(dialog(page), '知道了')
    await each.kept(page)
  }
})
