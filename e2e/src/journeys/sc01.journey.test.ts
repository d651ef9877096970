import { workTicketEndpoints as tickets } from '@suoan/contract'
import { verifyTicketChain } from '@suoan/safety/work-tickets/testing/verify-ticket-chain'
import { moment } from '@suoan/safety/work-tickets/testing/demo-draft'
import { picture } from '@suoan/safety/work-tickets/testing/picture'
import { expect, it } from 'vitest'
import { choose, dialog, item, press } from './page-helpers.ts'
import { points, steps } from './carry-out.ts'
import { usePlant } from './plant.ts'
import { openTab, openTicket, personLine, pointCard, pressAndConfirm, showsState } from './ticket-page.ts'
import { goToStep, writeTicket } from './write-ticket.ts'

const plant = usePlant()

const photo = () => ({ name: 'site.png', mimeType: 'image/png', buffer: picture() })

it('SC01: a ticket goes from an empty form to 30/30 on the screens of the people it names', async () => {
  const { browsers } = plant()

  // u1 writes.
  const { page: author, id } = await writeTicket(plant())
  await browsers.shot(author, 'sc01 editor people')
  await goToStep(author, '隔离方案')
  await author.getByText('割集成立：所有能量源均已切断').waitFor()
  await browsers.shot(author, 'sc01 editor plan')
  await plant().at('08:00')
  await goToStep(author, '检查并提交')
  await author.getByText('8 项检查全部通过，可以提交').waitFor()
  await browsers.shot(author, 'sc01 editor check')
  await press(author, '提交审核')
  await showsState(author, '已提交')

  // u2 reviews from his list.
  await plant().at('08:10')
  const reviewer = await plant().screen('u2', '/isps/loWorkReviewList')
  await reviewer.getByRole('button', { name: /A01A02-10-20261201-0001/ }).click()
  await press(reviewer.locator('.transition-bar'), '审核')
  await browsers.shot(reviewer, 'sc01 review')
  await press(dialog(reviewer), '审核通过')
  await showsState(reviewer, '审核通过')

  // u3 approves.
  await plant().at('08:20')
  const approver = await plant().screen('u3', '/isps/loWorkExamineList')
  await approver.getByRole('button', { name: /A01A02-10-20261201-0001/ }).click()
  await press(approver.locator('.transition-bar'), '审批')
  await browsers.shot(approver, 'sc01 examine')
  await press(dialog(approver), '审批通过')
  await showsState(approver, '审批通过')

  // u4 starts the isolation.
  await plant().at('08:30')
  const permitter = await openTicket(plant(), 'u4', id)
  await pressAndConfirm(permitter, '开始隔离')
  await showsState(permitter, '审批通过 · 隔离中')

  // u9 operates, locks and tags PT1 on the screen; PT2 and PT3 are the same steps again, as calls.
  await plant().at('08:52')
  const isolator = await openTicket(plant(), 'u9', id)
  const breaker = pointCard(isolator, 'Q1')
  await press(breaker, '操作到位')
  await dialog(isolator).getByLabel('点位编码').fill('PT1')
  await press(dialog(isolator), '操作到位')
  await breaker.getByText('已操作到位', { exact: true }).waitFor()
  await plant().lock('LK1').close()
  await press(breaker, '上锁')
  await press(dialog(isolator), '上锁')
  await breaker.getByText('已上锁', { exact: true }).waitFor()
  await press(breaker, '挂牌')
  await press(dialog(isolator), '挂牌')
  await breaker.getByText('已挂牌', { exact: true }).first().waitFor()
  for (const point of points.slice(1)) await steps.lockPoint(plant(), id, point)
  const drain = pointCard(isolator, 'V-105')
  await press(drain, '操作到位')
  await dialog(isolator).getByLabel('点位编码').fill('PT4')
  await dialog(isolator).getByText('残余能量已释放').click()
  await press(dialog(isolator), '操作到位')
  await showsState(isolator, '审批通过 · 已上锁')
  await browsers.shot(isolator, 'sc01 isolation')
  await browsers.shot(isolator, 'sc01 isolation', 390)

  // u10 proves zero energy at PT1 on the screen; PT2 and PT3 as calls, the vent on the screen again.
  await plant().at('08:55')
  const verifier = await openTicket(plant(), 'u10', id)
  await press(pointCard(verifier, 'Q1'), '验证零能量')
  await dialog(verifier).getByPlaceholder('读数').fill('0')
  await dialog(verifier).getByText('✓ 合格').click()
  await browsers.shot(verifier, 'sc01 verify')
  await press(dialog(verifier), '提交验证')
  await pointCard(verifier, 'Q1').getByText('已验证', { exact: true }).waitFor()
  for (const point of points.slice(1)) await steps.verifyPoint(plant(), id, point)
  await press(pointCard(verifier, 'V-105'), '验证零能量')
  await dialog(verifier).getByPlaceholder('读数').fill('全开')
  await dialog(verifier).getByText('✓ 合格').click()
  await press(dialog(verifier), '提交验证')
  await showsState(verifier, '审批通过 · 已验证')

  // Gas by u10, briefing by u5, guardian u8, personal locks of u6 (screen) and u7 (call).
  await plant().at('08:57')
  await openTab(verifier, /气体/)
  // His phone is seven minutes fast: the sample is of now all the same, by the clock of the plant (§4.5.8).
  await verifier.context().clock.setSystemTime(moment('09:04'))
  await press(verifier, '登记检测')
  await item(dialog(verifier), '检测部位').locator('input').fill('泵坑底部')
  await choose(verifier, item(dialog(verifier), '气体'), '（O2，')
  await item(dialog(verifier), '检测值').locator('input').fill('20.9')
  await item(dialog(verifier), '检测仪编号').locator('input').fill('GAS1')
  await press(dialog(verifier), '登记')
  await verifier.getByText('合格', { exact: true }).waitFor()
  expect(
    await plant().one(`select sample_time >= $1 and sample_time < $2 as is_now from lo_work_gas`, [
      new Date(moment('08:57')),
      new Date(moment('08:59')),
    ]),
  ).toEqual({ is_now: true })
  await browsers.setTime(moment('08:57'))
  const leader = await openTicket(plant(), 'u5', id)
  await openTab(leader, /人员/)
  await leader.getByRole('button', { name: /全员安全交底/ }).click()
  await dialog(leader)
    .getByRole('button', { name: /已向 \d+ 人交底/ })
    .click()
  await personLine(leader, '孙作').getByText('已交底').waitFor()
  const guard = await openTicket(plant(), 'u8', id)
  await openTab(guard, /人员/)
  await press(guard, '监护到位')
  await guard.getByText('监护已到位').waitFor()
  await openTab(guard, /措施/)
  await browsers.shot(guard, 'sc01 measures')
  await browsers.shot(guard, 'sc01 measures', 390)
  await guard.getByRole('button', { name: /全部现场确认（\d+ 条）/ }).click()
  await press(dialog(guard), '已现场核对，确认')
  await guard
    .getByText(/吴监 于 .* 现场确认/)
    .first()
    .waitFor()
  await browsers.shot(guard, 'sc01 measures confirmed')
  await browsers.shot(guard, 'sc01 measures confirmed', 390)
  const worker = await openTicket(plant(), 'u6', id)
  await openTab(worker, /人员/)
  await press(worker, '确认已接受交底')
  await press(dialog(worker), '确认')
  await personLine(worker, '孙作').getByText('已交底并确认').waitFor()
  await plant().take('u7', tickets.briefConfirm, { workId: id })
  await plant().lock('LB1').close()
  await plant().lock('PL6').close()
  await press(worker.locator('.person-cards'), '挂个人锁')
  await press(dialog(worker), '已挂上')
  await personLine(worker, '孙作')
    .getByText(/个人锁已挂/)
    .waitFor()
  await plant().lock('PL7').close()
  const on = { workId: id, lockId: 'demo-pl7', boxId: 'demo-lb1' }
  await plant().take('u7', tickets.personalLockOn, on)

  // u5 asks for the start, u4 confirms it.
  await plant().at('09:00')
  await pressAndConfirm(leader, '申请开工')
  await leader.getByText('钱工 已申请开工，待许可确认').waitFor()
  // The permitter's open page is told so by the server.
  await permitter.getByText('钱工 已申请开工，待许可确认').waitFor()
  await pressAndConfirm(permitter, '确认开工')
  await showsState(permitter, '执行中 · 作业中')
  await browsers.shot(permitter, 'sc01 working')
  const board = await plant().screen('u12', '/isps/board')
  await board.getByText('离心泵 P-101 检修').or(board.locator('canvas, svg.chart')).first().waitFor()
  await browsers.shot(board, 'sc01 board')
  await browsers.shot(board, 'sc01 board', 390)

  // The guardian lets u6 in and out on the screen.
  await guard.reload()
  await openTab(guard, /人员/)
  await press(personLine(guard, '孙作'), '进场')
  await personLine(guard, '孙作').getByText('在场', { exact: true }).waitFor()
  await browsers.shot(guard, 'sc01 people in')
  await browsers.shot(guard, 'sc01 people in', 390)
  await plant().at('15:00')
  await press(personLine(guard, '孙作'), '离场')
  await personLine(guard, '孙作').getByText('已离场').waitFor()

  // u5 releases; u6 (screen) and u7 (call) take their locks off.
  await leader.reload()
  await press(leader.locator('.transition-bar'), '作业完成，解除隔离')
  const release = dialog(leader)
  for (const check of ['作业区域已走遍', '工具和散件', '防护装置', '已告知受影响人员'])
    await release.getByText(check).click()
  await release.locator('input[type=file]').setInputFiles(photo())
  await release.getByAltText('现场照片').waitFor()
  await browsers.shot(leader, 'sc01 release')
  await press(release, '确认完成')
  await showsState(leader, '执行中 · 解除隔离中')
  await plant().at('15:10')
  await worker.reload()
  await openTab(worker, /人员/)
  await press(worker, '摘个人锁')
  await personLine(worker, '孙作')
    .getByText(/个人锁未挂/)
    .waitFor()
  await plant().take('u7', tickets.personalLockOff, { workId: id, lockId: 'demo-pl7' })

  // u9 shuts the vent and restores PT3 on the screen, then PT2 and PT1 as calls.
  await isolator.reload()
  await press(drain, '恢复')
  await press(dialog(isolator), '恢复')
  await drain.getByText('已恢复', { exact: true }).waitFor()
  const bypass = pointCard(isolator, 'V-103')
  await plant().lock('LK3').open()
  await press(bypass, '恢复')
  await press(dialog(isolator), '恢复')
  await bypass.getByText('已恢复', { exact: true }).waitFor()
  await plant().lock('LK3').close()
  await browsers.shot(isolator, 'sc01 restoring')
  for (const point of [points[1], points[0]]) {
    await plant().lock(point.lock).open()
    await plant().take('u9', tickets.pointRestore, { workId: id, pointId: point.pointId })
    await plant().lock(point.lock).close()
  }

  await isolator.reload()
  await isolator.getByText(/已恢复 4 \/ 4/).waitFor()

  // u5 finishes, u3 accepts, u4 confirms.
  await plant().at('15:30')
  await leader.reload()
  await press(leader.locator('.transition-bar'), '申请完工')
  await press(dialog(leader), '申请完工')
  await leader.getByText(/钱工 已申请完工/).waitFor()
  const territory = await openTicket(plant(), 'u3', id)
  await pressAndConfirm(territory, '属地验收')
  await territory.getByText(/王批 已申请完工/).waitFor()
  await permitter.reload()
  await press(permitter.locator('.transition-bar'), '确认完工')
  await press(dialog(permitter), '确认完工')
  await showsState(permitter, '执行完成 · 已收尾')
  await browsers.shot(permitter, 'sc01 finished')
  await openTab(permitter, /时间线/)
  await permitter.getByText('属地验收', { exact: true }).waitFor()
  await permitter.getByText('申请完工', { exact: true }).waitFor()
  await permitter.getByText('安全交底', { exact: true }).waitFor()
  await browsers.shot(permitter, 'sc01 timeline')

  const { ctx } = plant().server
  const chain = await ctx.db.transaction().execute((tx) => verifyTicketChain(tx, id))
  expect(chain).toMatchObject({ ok: true, firstBreak: null })
  expect(
    await plant().one(
      `select (select count(*)::int from lo_lock_onoff where state = 1 and work_id = $1) as open_sessions,
        (select count(*)::int from lo_point_hold where state in (1, 2, 3)) as holds,
        (select work_status || '/' || exec_phase from lo_work where id = $1) as state`,
      [id],
    ),
  ).toEqual({ open_sessions: 0, holds: 0, state: '30/30' })
})
