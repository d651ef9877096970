import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookTwice, wear } from './accessibility-findings.ts'
import { points, steps } from './carry-out.ts'
import { dialog, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTicket, pointCard, showsState } from './ticket-page.ts'

const plant = usePlant()
const first = (page: Page) => page.getByRole('region', { name: '轮到您' })
const now = (page: Page) => page.getByRole('region', { name: '轮到谁' })

it('each finds his step on his first page and does it there in three presses; who waits sees whom he waits for', async () => {
  const { browsers } = plant()
  const id = await steps.draft(plant())
  await steps.submit(plant(), id)
  const reviewer = await plant().screen('u2', '/dashboard/analysis')
  await first(reviewer).getByText('轮到您：审核工作票（离心泵 P-101 检修）').waitFor()
  await browsers.shot(reviewer, 'turn home review')
  await press(first(reviewer), '去办理')
  await now(reviewer).getByText('轮到您').waitFor()
  await browsers.shot(reviewer, 'turn ticket review')
  await press(now(reviewer), '审核')
  await dialog(reviewer).waitFor()
  await browsers.shot(reviewer, 'turn review dialog')
  await reviewer.keyboard.press('Escape')

  await steps.review(plant(), id)
  await steps.approve(plant(), id)
  await steps.isolate(plant(), id)
  const isolator = await plant().screen('u9', '/dashboard/analysis')
  await first(isolator).getByText('轮到您：Q1 操作到位（离心泵 P-101 检修）').waitFor()
  await browsers.shot(isolator, 'turn home isolate')
  await browsers.shot(isolator, 'turn home isolate', 390)
  await press(first(isolator), '去办理')
  // His own tab is open.
  await pointCard(isolator, 'Q1').waitFor()
  await browsers.shot(isolator, 'turn ticket isolate')
  await browsers.shot(isolator, 'turn ticket isolate', 390)
  await press(now(isolator), 'Q1 操作到位')
  await dialog(isolator).getByText('操作到位').first().waitFor()
  await isolator.keyboard.press('Escape')
  const leader = await openTicket(plant(), 'u5', id)
  await now(leader).getByText('等待 郑隔 Q1 操作到位').waitFor()
  await browsers.shot(leader, 'turn ticket waits')
  await browsers.shot(leader, 'turn ticket waits', 390)

  // What a lock said counts for ten minutes: they are shut shortly before the start.
  await plant().at('08:53')
  for (const point of points) await steps.lockPoint(plant(), id, point)
  await steps.drain(plant(), id)
  await plant().at('08:56')
  for (const point of points) await steps.verifyPoint(plant(), id, point)
  await steps.verifyDrain(plant(), id)
  await leader.reload()
  await now(leader).getByText('轮到您：安全交底').waitFor()
  await browsers.shot(leader, 'turn ticket prepare')
  // On a phone the button of a step that is done in a tab lies below the window, and comes into it.
  await leader.setViewportSize({ width: 390, height: 844 })
  await now(leader)
    .getByRole('button', { name: /^去办理：安全交底/ })
    .click()
  const act = leader.locator('.ticket-page').getByRole('tabpanel').locator('.ant-btn-primary').first()
  await expect.poll(async () => (await act.boundingBox())?.y ?? 9_999).toBeLessThan(844)
  await leader.setViewportSize({ width: 1440, height: 900 })
  await steps.makeReady(plant(), id)
  await plant().at('09:00')
  await leader.goto('/dashboard/analysis')
  await press(first(leader), '去办理')
  await press(now(leader), '申请开工')
  await press(dialog(leader), '申请开工')
  await now(leader).getByText('等待 赵值 确认开工').waitFor()

  // Nobody has named the permitter: he holds the post for the territory.
  const permitter = await plant().screen('u4', '/dashboard/analysis')
  await first(permitter).getByText('轮到您：确认开工（离心泵 P-101 检修）').waitFor()
  await browsers.shot(permitter, 'turn home permit')
  await browsers.shot(permitter, 'turn home permit', 390)
  await press(first(permitter), '去办理')
  await press(now(permitter), '确认开工')
  await press(dialog(permitter), '确认开工')
  await showsState(permitter, '执行中 · 作业中')

  // Neither page hinders people who see or move differently.
  await wear(permitter, { multiTab: false })
  const found = await lookTwice(permitter)
  const worker = await openTicket(plant(), 'u6', id)
  await now(worker).getByText('等待 钱工 作业完成，解除隔离').waitFor()
  expect(found).toEqual([])
})
