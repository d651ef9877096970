import { expect, it } from 'vitest'
import { dialog, press, refusal } from './page-helpers.ts'
import { points, steps } from './carry-out.ts'
import { usePlant } from './plant.ts'
import { openTicket, pointCard, pressAndConfirm, showsState } from './ticket-page.ts'

const plant = usePlant()

it('SC02: the start is refused with every gap of G11 and G12 named, and works when they are closed', async () => {
  const { browsers } = plant()
  const id = await steps.draft(plant())
  await steps.submit(plant(), id)
  await steps.review(plant(), id)
  await steps.approve(plant(), id)
  await steps.isolate(plant(), id)
  const [breaker, inlet, bypass] = points
  await plant().at('08:35')
  await steps.lockPoint(plant(), id, breaker)
  await steps.lockPoint(plant(), id, inlet)
  await plant().at('08:44')
  await steps.lockPoint(plant(), id, bypass)
  await steps.drain(plant(), id)
  await plant().at('08:54')
  for (const point of [breaker, inlet]) await steps.verifyPoint(plant(), id, point)
  await steps.verifyDrain(plant(), id)
  await steps.makeReady(plant(), id)
  for (const lock of ['LK1', 'LK3']) await plant().lock(lock).readstate()

  await plant().at('09:00')
  const leader = await openTicket(plant(), 'u5', id)
  await showsState(leader, '审批通过 · 已上锁')
  await pressAndConfirm(leader, '申请开工')
  const told = await refusal(leader)
  expect(told).toContain('V-103 未验证')
  expect(told).toContain('G11 隔离点上锁 不通过')
  // 25 minutes on the clock, give or take the seconds between the two.
  expect(told).toMatch(/V-101 关锁确认超时（2[56]>10 分钟）/)
  expect(told).toContain('G12 零能量验证 不通过')
  expect(told).toContain('可以这样处理')
  await browsers.shot(leader, 'sc02 refused')
  await browsers.shot(leader, 'sc02 refused', 390)
  await press(dialog(leader), '知道了')
  await showsState(leader, '审批通过 · 已上锁')

  // The permitter has the lock read again, over the broker; u10 proves the last point.
  const permitter = await plant().screen('u4', '/isps/loLockList')
  const lockRow = permitter.getByRole('row').filter({ hasText: 'LK2' })
  await lockRow.getByRole('button', { name: /更多/ }).hover()
  await permitter.getByRole('menuitem', { name: '读状态' }).click()
  await dialog(permitter).getByText('读状态指令').getByText('成功').waitFor()
  await browsers.shot(permitter, 'sc02 state read')
  const verifier = await openTicket(plant(), 'u10', id)
  await press(pointCard(verifier, 'V-103'), '验证零能量')
  await dialog(verifier).getByPlaceholder('读数').fill('0')
  await dialog(verifier).getByText('✓ 合格').click()
  await press(dialog(verifier), '提交验证')
  await showsState(verifier, '审批通过 · 已验证')

  await leader.reload()
  await pressAndConfirm(leader, '申请开工')
  await leader.getByText(/钱工 已申请开工/).waitFor()
  await openTicket(plant(), 'u4', id)
  await pressAndConfirm(permitter, '确认开工')
  await showsState(permitter, '执行中 · 作业中')
})
