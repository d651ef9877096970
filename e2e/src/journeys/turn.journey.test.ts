import { ticketPath } from '@suoan/contract'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookTwice, wear } from './accessibility-findings.ts'
import { points, steps } from './carry-out.ts'
import { button, dialog, press } from './page-helpers.ts'
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
  // His step is begun by the link itself, and again when the page is loaded anew; closed, the address names it no longer.
  await button(dialog(reviewer), '审核通过').waitFor()
  await browsers.shot(reviewer, 'turn review dialog')
  await reviewer.reload()
  await button(dialog(reviewer), '审核通过').waitFor()
  await reviewer.keyboard.press('Escape')
  await dialog(reviewer).waitFor({ state: 'hidden' })
  await reviewer.reload()
  await now(reviewer).getByText('轮到您').waitFor()
  expect(await dialog(reviewer).count()).toBe(0)
  await browsers.shot(reviewer, 'turn ticket review')

  await steps.review(plant(), id)
  await steps.approve(plant(), id)
  await steps.isolate(plant(), id)
  const isolator = await plant().screen('u9', '/dashboard/analysis')
  await first(isolator).getByText('轮到您：Q1 操作到位（离心泵 P-101 检修）').waitFor()
  await browsers.shot(isolator, 'turn home isolate')
  await browsers.shot(isolator, 'turn home isolate', 390)
  await press(first(isolator), '去办理')
  await dialog(isolator).getByText('操作到位').first().waitFor()
  await isolator.keyboard.press('Escape')
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
  // The button opens what is done in a tab, too.
  await press(now(leader), '安全交底（孙作、周作）')
  await dialog(leader).getByText('已向 7 人交底').waitFor()
  await leader.keyboard.press('Escape')
  await steps.makeReady(plant(), id)
  await plant().at('09:00')
  await leader.goto('/dashboard/analysis')
  await press(first(leader), '去办理')
  await press(dialog(leader), '申请开工')
  await now(leader).getByText('等待 赵值 确认开工').waitFor()

  // Nobody has named the permitter: he holds the post for the territory.
  const permitter = await plant().screen('u4', '/dashboard/analysis')
  await first(permitter).getByText('轮到您：确认开工（离心泵 P-101 检修）').waitFor()
  await browsers.shot(permitter, 'turn home permit')
  await browsers.shot(permitter, 'turn home permit', 390)
  await press(first(permitter), '去办理')
  await press(dialog(permitter), '确认开工')
  await showsState(permitter, '执行中 · 作业中')

  // Whoever comes too late by his link is told so, and by whom the ticket is waited for.
  await permitter.goto(ticketPath(id, 'start.confirm'))
  await permitter.getByText('“确认开工”现在不用您办理').waitFor()
  await now(permitter).getByText('等待 钱工').waitFor()
  await browsers.shot(permitter, 'turn link gone', 390)

  // Neither page hinders people who see or move differently.
  await wear(permitter, { multiTab: false })
  const found = await lookTwice(permitter)
  const worker = await openTicket(plant(), 'u6', id)
  await now(worker).getByText('等待 钱工 作业完成，解除隔离').waitFor()
  expect(found).toEqual([])
})
