import { workTicketEndpoints as tickets } from '@suoan/contract'
import { proofOf } from '@suoan/safety/work-tickets/testing/carry-out'
import { picture } from '@suoan/safety/work-tickets/testing/picture'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { carryOutToWork, closeCauses, personId, points, steps } from './carry-out.ts'
import { choose, dialog, find, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTab, openTicket, personLine, pressAndConfirm, showsState } from './ticket-page.ts'

const plant = usePlant()
const photo = () => ({ name: 'area.png', mimeType: 'image/png', buffer: picture() })

// The ticket of day D, and the one that goes on with its work.
let child = ''

it('SC14 T46: work that is not done is renewed on the screen; every hold moves at the start, and no lock was opened', async () => {
  const { browsers } = plant()
  const parent = await carryOutToWork(plant())
  await plant().at('15:00')
  const leader = await openTicket(plant(), 'u5', parent)
  await press(leader.locator('.transition-bar'), '中断作业')
  await dialog(leader).locator('textarea').first().fill('当日未完成')
  await press(dialog(leader), '确定')
  await showsState(leader, '执行中 · 中断')
  await closeCauses(plant(), parent)
  const author = await openTicket(plant(), 'u1', parent)
  await press(author.locator('.transition-bar'), '办理续票')
  await typeTime(dialog(author), '计划开始', '2026-12-01 16:45')
  await typeTime(dialog(author), '计划结束', '2026-12-02 16:45')
  await browsers.shot(author, 'sc14 renew')
  await browsers.shot(author, 'sc14 renew', 390)
  await press(dialog(author), '生成续票')
  await author.waitForURL(/edit=/)
  child = new URL(author.url()).searchParams.get('edit') ?? ''

  await steps.submit(plant(), child)
  await steps.review(plant(), child)
  await plant().at('16:30')
  await steps.approve(plant(), child)
  await plant().at('16:40')
  await plant().take('u4', tickets.isolateStart, { workId: child })
  for (const { pointId, qr, lock, lockId } of points) {
    await plant().take('u9', tickets.pointOperate, { workId: child, pointId, proof: { qr } })
    await plant().lock(lock).readstate()
    await plant().take('u9', tickets.pointLock, { workId: child, pointId, lockId })
    await plant().take('u9', tickets.pointTag, { workId: child, pointId })
  }
  await steps.drain(plant(), child)
  // As near to the start as people do it: a slow page must not outlive the proof of a source that can build up again.
  await plant().at('16:47')
  for (const { lock } of points) await plant().lock(lock).readstate()
  for (const { pointId, method, unit } of points)
    await plant().take('u10', tickets.pointVerify, proofOf(child, pointId, method, '0', unit))
  await steps.verifyDrain(plant(), child)
  await plant().at('16:48')
  const personIds = [await personId(plant(), child, 'u6'), await personId(plant(), child, 'u7')]
  await plant().take('u5', tickets.brief, { workId: child, personIds })
  for (const who of ['u6', 'u7']) await plant().take(who, tickets.briefConfirm, { workId: child })
  await plant().take('u8', tickets.guardIn, { workId: child, personId: await personId(plant(), child, 'u8') })
  await steps.confirmMeasures(plant(), child)

  await plant().at('16:50')
  for (const { lock } of points) await plant().lock(lock).readstate()
  await leader.goto(`/isps/loWorkView/${child}`)
  await leader.getByText('本票续办').waitFor()
  await browsers.shot(leader, 'sc14 child')
  await browsers.shot(leader, 'sc14 child', 390)
  await pressAndConfirm(leader, '申请开工')
  const permitter = await openTicket(plant(), 'u4', child)
  await pressAndConfirm(permitter, '确认开工')
  await showsState(permitter, '执行中 · 作业中')
  await author.goto(`/isps/loWorkView/${parent}`)
  await author.getByText(/由续票/).waitFor()
  await browsers.shot(author, 'sc14 parent')
  expect(
    await plant().one(
      `select count(*) filter (where work_id = $1 and state = 1)::int as left,
        count(*) filter (where work_id = $2 and state = 1)::int as taken,
        count(distinct case when work_id = $1 then removed_time else placed_time end)::int as moments,
        (select count(*)::int from lo_lock_log g join lo_lock l on l.id = g.lock_id
          where l.lock_code in ('LK1', 'LK2', 'LK3') and g.event_type = 'OPEN') as opened
      from lo_point_hold where hold_type > 0`,
      [parent, child],
    ),
  ).toEqual({ left: 0, taken: 5, moments: 1, opened: 0 })
})

it('T47 T48 T49: u6 has gone home with his lock on the box; two people take it off, and he is told in red', async () => {
  const { browsers } = plant()
  await plant().at('17:30')
  const safety = await plant().screen('u12', '/isps/emergencyList')
  await safety.locator('.ant-empty').first().waitFor()
  await browsers.shot(safety, 't47 none')
  const leader = await openTicket(plant(), 'u5', child)
  await openTab(leader, /人员/)
  await press(personLine(leader, '孙作'), '应急拆锁')
  await dialog(leader)
    .getByPlaceholder(/为什么必须现在拆/)
    .fill('锁主已离厂，个人锁未摘，影响恢复送电')
  await dialog(leader)
    .getByPlaceholder(/门禁离厂记录/)
    .fill('门禁记录：17:05 离厂')
  for (const [index, outcome] of ['无人接听', '关机'].entries()) {
    const line = dialog(leader).locator('.contact-line').nth(index)
    await choose(leader, line.locator('.ant-select'), '电话')
    await line.getByPlaceholder(/结果/).fill(outcome)
    const time = line.locator('.ant-picker input')
    await time.fill(`12-01 17:${index === 0 ? '10' : '20'}`)
    await time.press('Enter')
  }
  await browsers.shot(leader, 't47 absence')
  await browsers.shot(leader, 't47 absence', 390)
  await press(dialog(leader), '下一步')
  await dialog(leader).getByText('已到现场逐处查看').click()
  await dialog(leader).locator('input[type=file]').setInputFiles(photo())
  await dialog(leader).getByAltText('现场照片').waitFor()
  await browsers.shot(leader, 't47 area', 390)
  await press(dialog(leader), '提交申请')
  await dialog(leader).waitFor({ state: 'hidden' })

  await safety.reload()
  await safety.getByRole('table').getByText('17:40 前须批准').waitFor()
  await press(safety.getByRole('table'), '处理')
  await press(dialog(safety), '确定')
  await dialog(safety).getByText('请先选择批准或驳回').waitFor()
  await dialog(safety).getByText('批准', { exact: true }).click()
  await find(safety, item(dialog(safety), '见证人'), '吴监')
  await browsers.shot(safety, 't48 decide')
  await browsers.shot(safety, 't48 decide', 390)
  await press(dialog(safety), '批准')
  await dialog(safety).waitFor({ state: 'hidden' })
  await leader.goto('/isps/emergencyList')
  await leader.getByRole('table').getByText('17:40 前须拆下').waitFor()
  await browsers.shot(leader, 't48 approved', 390)
  // R14: the one-shot grant is used where the removal stands; its lock is on no list of locks to open.
  await press(leader.getByRole('table'), '开锁')
  await press(dialog(leader), '请求开锁')
  await dialog(leader).locator('.lock-badge, .status-badge, p').getByText('已开锁').first().waitFor()
  await browsers.shot(leader, 't48 open', 390)
  await dialog(leader).locator('.ant-modal-footer').getByRole('button').first().click()
  await dialog(leader).waitFor({ state: 'hidden' })
  await press(leader.getByRole('table'), '登记已拆')
  await browsers.shot(leader, 't48 done')
  await press(dialog(leader), '登记已拆')
  await dialog(leader).waitFor({ state: 'hidden' })
  // Or it would be registered a second time.
  await leader.getByRole('table').getByText('已拆', { exact: true }).waitFor({ timeout: 5_000 })
  await browsers.shot(leader, 't48 list')
  await browsers.shot(leader, 't48 list', 390)

  await plant().at('07:30', '2026-12-02')
  const owner = await plant().screen('u6')
  await owner.reload()
  await owner.locator('.removed-lock').waitFor()
  await browsers.shot(owner, 't49 told')
  await browsers.shot(owner, 't49 told', 390)
})

async function typeTime(scope: Page | Locator, label: string, time: string): Promise<void> {
  const input = item(scope, label).locator('input')
  await input.fill(time)
  await input.press('Enter')
}
