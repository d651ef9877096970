import { paperEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { readPdf } from '@suoan/platform/testing/read-pdf'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { steps } from './carry-out.ts'
import { dialog, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTab, openTicket, pointCard } from './ticket-page.ts'

const plant = usePlant()

async function pdfOf(page: Page, take: () => Promise<void>): Promise<Awaited<ReturnType<typeof readPdf>>> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), take()])
  return readPdf(await readFile(await download.path()))
}

it('a ticket is printed, its tags are printed and said to be, and the QR opens a page for people without an account', async () => {
  const { browsers } = plant()
  const id = await steps.draft(plant())
  await steps.submit(plant(), id)
  await steps.review(plant(), id)
  await steps.approve(plant(), id)
  const page = await openTicket(plant(), 'u9', id)
  const { ticket } = await plant().take('u9', tickets.detail, { id })

  await press(page, '打印')
  await dialog(page).getByRole('article').getByText(ticket.workNo).first().waitFor()
  await browsers.shot(page, 'papers ticket')
  await browsers.shot(page, 'papers ticket', 390)
  // What the browser prints: the paper alone.
  await page.emulateMedia({ media: 'print' })
  await page.locator('.paper-printed').waitFor({ state: 'visible' })
  expect(await page.locator('#root').isVisible()).toBe(false)
  await browsers.shot(page, 'papers ticket printed')
  await page.emulateMedia({ media: 'screen' })
  const whole = await pdfOf(page, () => press(dialog(page), '下载 PDF'))
  expect(whole.text).toContain(ticket.workNo)
  expect(whole.pages.at(-1)).toContain(`第${whole.pages.length}页/共${whole.pages.length}页`)
  await page.keyboard.press('Escape')

  await openTab(page, /隔离/)
  await pointCard(page, 'Q1').getByText('待打印').waitFor()
  await press(page, '打印标牌')
  await dialog(page).getByText('登记会记下您的姓名和时间').waitFor()
  await browsers.shot(page, 'papers tags')
  await browsers.shot(page, 'papers tags', 390)
  const tags = await pdfOf(page, () => press(dialog(page), '下载 3 张标牌'))
  expect(tags.text.split('禁止操作有人工作').length - 1).toBe(3)
  // The PDF alone says nothing: somebody has to.
  await dialog(page).getByText('都打印出来了吗').waitFor()
  await press(dialog(page), '已打印，登记')
  await pointCard(page, 'Q1').getByText('已打印').waitFor()

  await press(page, '隔离清单')
  await dialog(page).getByRole('article').getByText('上锁挂牌隔离清单').waitFor()
  await browsers.shot(page, 'papers isolation list')
  await page.keyboard.press('Escape')

  const paper = await plant().take('u9', paperEndpoints.ticket, { id })
  const stranger = await page.context().browser()?.newPage()
  if (!stranger || !paper.code) throw new Error('no browser or no code')
  await stranger.goto(paper.code.text)
  await stranger.getByText('已批准，尚未开工').waitFor()
  expect(await stranger.content()).not.toContain(ticket.workName)
  await browsers.shot(stranger, 'papers check', 390)
  await steps.isolate(plant(), id)
  await plant().take('u12', tickets.stop, { workId: id, reason: '核对' })
  await stranger.reload()
  await stranger.getByRole('status').waitFor()
  await stranger.close()
})

it('labels of chosen locks and the list of the board come as PDF', async () => {
  const { browsers } = plant()
  const page = await plant().screen('u11', '/isps/loLockList')
  await page.getByRole('row', { name: /LK1/ }).getByRole('checkbox').check()
  await page.getByRole('row', { name: /LK2/ }).getByRole('checkbox').check()
  // Its arrow has a name too, behind the words.
  await page.getByRole('button', { name: '批量操作' }).click()
  await page.getByText('打印标签').click()
  await dialog(page).getByText('打印锁具标签（2 张）').waitFor()
  await browsers.shot(page, 'papers labels')
  const labels = await pdfOf(page, () => press(dialog(page), '下载 PDF'))
  expect(labels.text).toContain('LK1')
  expect(labels.pages).toHaveLength(1)

  const board = await plant().screen('u12', '/isps/board')
  await press(board, '打印清单')
  await dialog(board).getByRole('article').getByText('许可看板清单').first().waitFor()
  await browsers.shot(board, 'papers board')
  await browsers.shot(board, 'papers board', 390)
})
