import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { demoDraft } from '@suoan/safety/work-tickets/testing/demo-draft'
import { certificateRows, hotWork, solventWork } from '@suoan/safety/work-tickets/testing/simops-world'
import { expect, it } from 'vitest'
import { carryOutToWork } from './carry-out.ts'
import { dialog, press } from './page-helpers.ts'
import { usePlant, type Plant } from './plant.ts'

const plant = usePlant()

it('SC07: two tickets that clash are seen on the map, SAFETY accepts with measures, and the approval goes through', async () => {
  const { browsers } = plant()
  await plant().server.ctx.pool.query(certificateRows)
  const first = await reviewed(plant(), solventWork({ hazards: ['03'] }))
  const second = await reviewed(plant(), hotWork())
  await plant().at('08:50')
  expect(await approve(plant(), first)).toMatchObject({ success: true })
  await plant().at('08:51')
  expect(await approve(plant(), second)).toMatchObject({ success: false, code: 4205 })

  const safety = await plant().screen('u12', '/isps/simops')
  await safety.getByText('2 张工作票，1 项冲突').waitFor()
  await browsers.shot(safety, 'sc07 map')
  await safety.getByRole('button', { name: /T-101 罐焊补/ }).click()
  await dialog(safety).getByText('可改到的时段').waitFor()
  await dialog(safety).getByText('1 项冲突，其中 1 项未解决').waitFor()
  await browsers.shot(safety, 'sc07 drawer')
  await browsers.shot(safety, 'sc07 drawer', 390)
  await press(dialog(safety), '处理')
  await dialog(safety)
    .getByPlaceholder(/错开作业面/)
    .fill('动火点下方铺设接火盆，受限空间内人员撤出后方可动火')
  await browsers.shot(safety, 'sc07 accept')
  await press(dialog(safety), '接受并记录措施')
  await safety.getByText('1 项冲突，均不阻碍作业').waitFor()
  await safety.getByText('措施：动火点下方铺设接火盆').waitFor()
  await browsers.shot(safety, 'sc07 accepted', 390)
  expect(await approve(plant(), second)).toMatchObject({ success: true })
  await safety.goto('/isps/simops')
  await safety.getByText('列表', { exact: true }).click()
  await safety.getByText('已接受').first().waitFor()
  await browsers.shot(safety, 'sc07 list', 390)
  await safety.goto(`/isps/loWorkView/${second}`)
  await safety.getByRole('tab', { name: /冲突/ }).click()
  await safety.getByText('措施：动火点下方铺设接火盆').waitFor()
  await browsers.shot(safety, 'sc07 ticket')
  await safety.goto('/isps/loHazardPairList?view=list')
  await safety.getByText('动火与可燃溶剂作业同时进行').waitFor()
  await browsers.shot(safety, 'sc07 matrix')
  for (const workId of [first, second])
    await plant().take('u12', tickets.void, { workId, reason: '演示结束' })
})

it('M13 M5: a worker sees green, then red the moment a lock is forced; afterwards every second is replayed', async () => {
  const { browsers } = plant()
  const workId = await carryOutToWork(plant())
  const worker = await plant().screen('u6')
  await worker.addInitScript(() => {
    Object.assign(window, { shakes: [] })
    navigator.vibrate = (pattern) => {
      ;(window as unknown as { shakes: unknown[] }).shakes.push(pattern)
      return true
    }
  })
  await worker.goto('/isps/amISafe')
  await worker.getByText('您受到保护').waitFor()
  await browsers.shot(worker, 'm13 green')
  await browsers.shot(worker, 'm13 green', 390)
  await worker.context().setOffline(true)
  await worker.getByText('未知，请勿作业').waitFor()
  await browsers.shot(worker, 'm13 grey', 390)
  await worker.context().setOffline(false)
  await worker.getByText('您受到保护').waitFor()
  await plant().at('09:20')
  await plant().lock('LK2').force()
  await worker.getByText('不安全，请立即离开').waitFor()
  await browsers.shot(worker, 'm13 red', 390)
  const shakes = () => worker.evaluate(() => (window as unknown as { shakes: unknown[] }).shakes.length)
  await expect.poll(shakes).toBeGreaterThan(0)

  const leader = await plant().screen('u5', `/isps/loWorkView/${workId}`)
  await press(leader, '回放')
  await leader.getByText('隔离方案（4）').waitFor()
  await browsers.shot(leader, 'm5 end')
  const time = leader.locator('.replay-time time')
  const last = await time.textContent()
  // Several things happen within a second; some steps back, and the clock on the page is an earlier one.
  const stepBack = async () => {
    await press(leader, '上一步')
    return time.textContent()
  }
  await expect.poll(stepBack).not.toBe(last)
  await leader.locator('.replay-moments button').filter({ hasText: '隔离点上锁' }).nth(1).click()
  const chosen = await time.textContent()
  await leader.locator('.ant-slider-handle').focus()
  const slideBack = async () => {
    await leader.keyboard.press('ArrowLeft')
    return time.textContent()
  }
  await expect.poll(slideBack).not.toBe(chosen)
  await leader.keyboard.press('ArrowRight')
  await leader.keyboard.press('ArrowRight')
  await browsers.shot(leader, 'm5 middle')
  await browsers.shot(leader, 'm5 middle', 390)
})

async function reviewed(at: Plant, changes: object): Promise<string> {
  await at.at('08:00')
  const { ticket } = await at.take('u1', tickets.saveDraft, { ...demoDraft(), ...changes })
  await at.take('u1', tickets.submit, { workId: ticket.id })
  const detail = await at.take('u2', tickets.detail, { id: ticket.id })
  const row = detail.reviews.find((each) => each['reviewerId'] === 'u2' && each['reviewStatus'] === 1)
  const input = { id: row?.['id'], reviewStatus: 8, contentHash: detail.ticket['contentHash'] }
  await at.take('u2', workReviewEndpoints.decide, input)
  return ticket.id
}

async function approve(at: Plant, id: string) {
  const { ticket, examines } = await at.take('u3', tickets.detail, { id })
  const row = examines.find((each) => each['approverId'] === 'u3' && each['approveStatus'] === 1)
  return at.call('u3', workExamineEndpoints.decide, {
    id: row?.['id'],
    approveStatus: 8,
    contentHash: ticket['contentHash'],
  })
}
