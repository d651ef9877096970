import { workTicketEndpoints as tickets } from '@suoan/contract'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { carryOutToWork, points, steps } from './carry-out.ts'
import { button, choose, dialog, find, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { addSecondShift } from './second-shift.ts'
import { openTab, openTicket, personLine, pointCard, pressAndConfirm, showsState } from './ticket-page.ts'

const plant = usePlant()

// One ticket of day D; each test takes it on from where the one before has left it.
let id = ''

const bar = (page: Page) => page.locator('.transition-bar')
const personal = (who: '6' | '7', way: 'On' | 'Off') =>
  way === 'On'
    ? plant().take(`u${who}`, tickets.personalLockOn, {
        workId: id,
        lockId: `demo-pl${who}`,
        boxId: 'demo-lb1',
      })
    : plant().take(`u${who}`, tickets.personalLockOff, { workId: id, lockId: `demo-pl${who}` })

it('T35 T36 T37: a test run is asked for, confirmed, shown as dangerous to everybody, ended, locked and proven again', async () => {
  const { browsers } = plant()
  await addSecondShift(plant())
  id = await carryOutToWork(plant())
  await plant().at('13:00')
  for (const who of ['6', '7'] as const) await personal(who, 'Off')
  const leader = await openTicket(plant(), 'u5', id)
  await press(bar(leader), '申请试运行')
  await dialog(leader).getByText('Q1', { exact: false }).first().click()
  await dialog(leader).getByText(/郑隔/).click()
  for (const said of ['工具和散件已全部取回', '已告知受影响人员'])
    await dialog(leader).getByText(said).click()
  await browsers.shot(leader, 't35 ask')
  await browsers.shot(leader, 't35 ask', 390)
  await press(dialog(leader), '申请')
  await leader.getByText(/钱工 已申请试运行/).waitFor()
  const permitter = await openTicket(plant(), 'u4', id)
  await press(bar(permitter), '确认试运行')
  await dialog(permitter).getByText('已告知受影响人员').click()
  await browsers.shot(permitter, 't35 confirm')
  await press(dialog(permitter), '确认试运行')
  await showsState(permitter, '执行中 · 试运行')
  const worker = await openTicket(plant(), 'u6', id)
  await worker.getByText('试运行：Q1 可能带能量，禁止进入').waitFor()
  await browsers.shot(worker, 't35 running')
  await browsers.shot(worker, 't35 running', 390)

  await plant().at('13:20')
  await pressAndConfirm(permitter, '结束试运行')
  await showsState(permitter, '执行中 · 恢复上锁')
  const isolator = await openTicket(plant(), 'u9', id)
  await isolator.getByText('Q1 试运行时临时解除，须由原上锁人恢复上锁并重新验证').waitFor()
  await browsers.shot(isolator, 't36 relock', 390)
  await steps.lockPoint(plant(), id, points[0])
  await plant().at('13:25')
  await steps.verifyPoint(plant(), id, points[0])
  const verifier = await openTicket(plant(), 'u10', id)
  await pressAndConfirm(verifier, '恢复上锁完成')
  await showsState(verifier, '执行中 · 作业中')
})

it('T39: the leader asks for more time, approver and permitter agree, and the ticket shows its new end', async () => {
  const { browsers } = plant()
  await plant().server.ctx.pool.query('update lo_work_type set extend_max = 1')
  await plant().at('15:00')
  const leader = await openTicket(plant(), 'u5', id)
  await press(bar(leader), '申请延期')
  await item(dialog(leader), '原因').locator('textarea').first().fill('备件晚到')
  await browsers.shot(leader, 't39 ask', 390)
  await press(dialog(leader), '申请延期')
  await leader.getByText(/钱工 申请延期至/).waitFor()
  for (const who of ['u3', 'u4']) {
    const page = await openTicket(plant(), who, id)
    await press(bar(page), '延期审批')
    await dialog(page).getByText('✓ 同意').click()
    if (who === 'u3') await browsers.shot(page, 't39 decide')
    await press(dialog(page), '提交')
    await dialog(page).waitFor({ state: 'hidden' })
  }
  await leader.getByText(/钱工 申请延期至/).waitFor({ state: 'hidden' })
  await leader.getByText(/19:00/).first().waitFor()
  await browsers.shot(leader, 't39 extended')
})

it('SC15 T34: leader and worker change at 16:00, both sign, and the personal lock of who comes hangs first', async () => {
  const { browsers } = plant()
  await plant().at('16:00')
  for (const who of ['6', '7'] as const) await personal(who, 'On')
  const leader = await openTicket(plant(), 'u5', id)
  await press(bar(leader), '交接班')
  await find(leader, item(dialog(leader), '接班人'), '钱二')
  await item(dialog(leader), '交接说明').locator('textarea').first().fill('轴承已装复，待找正；泵坑有积水')
  await browsers.shot(leader, 'sc15 ask')
  await browsers.shot(leader, 'sc15 ask', 390)
  await press(dialog(leader), '请接班人接收')
  await leader.getByText('负责人交接：钱工 → 钱二（待接收）').waitFor()
  const incoming = await openTicket(plant(), 'u5b', id)
  await press(incoming.locator('.handover'), '接收')
  await incoming.getByText('负责人交接：钱工 → 钱二（已接收，未移交）').waitFor()
  expect(await holders('LEAD')).toEqual('u5')
  await browsers.shot(incoming, 'sc15 accepted', 390)
  await sign(leader)
  await browsers.shot(leader, 'sc15 sign')
  await press(dialog(leader), '签字移交')
  await expect.poll(() => holders('LEAD'), { timeout: 15_000 }).toEqual('u5b')

  const worker = await openTicket(plant(), 'u6', id)
  await press(bar(worker), '交接班')
  await find(worker, item(dialog(worker), '接班人'), '孙二')
  await press(dialog(worker), '请接班人接收')
  const next = await openTicket(plant(), 'u6b', id)
  await press(next.locator('.handover'), '接收')
  await sign(worker)
  await press(dialog(worker), '签字移交')
  // Not before his own lock hangs.
  const refused = worker.locator('.ant-modal-confirm').last()
  await button(refused, '知道了').waitFor()
  expect(await refused.innerText()).toContain('孙二 尚未上个人锁')
  await browsers.shot(worker, 'sc15 refused')
  await press(refused, '知道了')
  await refused.waitFor({ state: 'hidden' })
  await openTab(next, /人员/)
  await press(next.getByRole('tabpanel'), '挂个人锁')
  await choose(next, item(dialog(next), '我的个人锁'), 'PL6B')
  await browsers.shot(next, 'sc15 own lock', 390)
  await press(dialog(next), '已挂上')
  await expect.poll(() => holds('u6b'), { timeout: 15_000 }).toBe(1)
  expect(await holds('u6')).toBe(1)
  await press(dialog(worker), '签字移交')
  await expect.poll(() => holders('WORK'), { timeout: 15_000 }).toEqual('u6b,u7')
  await worker.reload()
  await openTab(worker, /人员/)
  await worker.getByText('您的个人锁 PL6 仍挂在本票上').waitFor()
  await browsers.shot(worker, 'sc15 own lock left')
  await press(worker, '摘个人锁')
  await expect.poll(() => holds('u6'), { timeout: 15_000 }).toBe(0)
  await next.reload()
  await openTab(next, /人员/)
  await personLine(next, '孙二')
    .getByText(/个人锁已挂/)
    .waitFor()
  await browsers.shot(next, 'sc15 people')
  await browsers.shot(next, 'sc15 people', 390)
})

it('T38: one release group goes back while the rest stays locked', async () => {
  const { browsers } = plant()
  const { pool } = plant().server.ctx
  // PT1 as a group of its own; without its source nothing flows through it.
  await pool.query(
    `update lo_work_point set release_group = 2 where work_id = $1 and point_id = 'demo-pt1'`,
    [id],
  )
  await pool.query(`update lo_energy_edge set del_flag = 1 where point_id = 'demo-pt1'`)
  // Its interlock with V-101 and V-103 (FP2) would ask for the whole plan first.
  await pool.query(`update lo_point_rule set del_flag = 1 where point_id = 'demo-pt1'`)
  await plant().at('16:20')
  await personal('7', 'Off')
  await plant().take('u6b', tickets.personalLockOff, { workId: id, lockId: 'demo-pl6b' })
  const leader = await openTicket(plant(), 'u5b', id)
  await press(bar(leader), '申请部分解除')
  await dialog(leader)
    .getByText(/第 2 组/)
    .click()
  await dialog(leader).getByText('已告知受影响人员').click()
  await browsers.shot(leader, 't38 ask')
  await browsers.shot(leader, 't38 ask', 390)
  await press(dialog(leader), '申请')
  await leader.getByText(/钱二 已申请部分解除/).waitFor()
  const permitter = await openTicket(plant(), 'u4', id)
  await press(bar(permitter), '确认部分解除')
  await dialog(permitter).getByText('已告知受影响人员').click()
  await press(dialog(permitter), '确认解除')
  await permitter.getByText(/已申请部分解除/).waitFor({ state: 'hidden' })
  await permitter.reload()
  await openTab(permitter, /隔离/)
  await pointCard(permitter, 'Q1').getByText('已恢复', { exact: true }).waitFor()
  await pointCard(permitter, 'V-101').getByText('已验证', { exact: true }).waitFor()
  await browsers.shot(permitter, 't38 released')
})

async function sign(page: Page): Promise<void> {
  await press(page.locator('.handover'), '现场检查并移交')
  for (const check of await dialog(page).getByRole('checkbox').all()) await check.check()
}

/** Who holds a tag, as the rows say. */
const holders = async (tag: string) =>
  (
    await plant().one(
      `select string_agg(user_id, ',' order by user_id) as who from lo_work_person
      where work_id = $1 and role_tag = $2 and state = 1`,
      [id, tag],
    )
  )['who']

const holds = async (who: string) =>
  (
    await plant().one(
      `select count(*)::int as n from lo_point_hold
      where work_id = $1 and user_id = $2 and hold_type in (2, 3) and state = 1`,
      [id, who],
    )
  )['n']
