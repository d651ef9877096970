import { workExamineEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { expect, it } from 'vitest'
import { choose, dialog, item, press, refusal } from './page-helpers.ts'
import { steps } from './carry-out.ts'
import { usePlant } from './plant.ts'
import { openTab, openTicket, showsState } from './ticket-page.ts'
import { addMeasure, goToStep } from './write-ticket.ts'

const plant = usePlant()
let id = ''

it('SC04: a rejected ticket is edited and sent again, and the reviewer sees what changed', async () => {
  const { browsers } = plant()
  id = await steps.draft(plant())
  await steps.submit(plant(), id)

  await plant().at('08:10')
  const reviewer = await openTicket(plant(), 'u2', id)
  await press(reviewer.locator('.transition-bar'), '审核')
  await press(dialog(reviewer), '驳回')
  await reviewer.getByText('驳回时请选择驳回原因').waitFor()
  await choose(reviewer, item(dialog(reviewer), '驳回原因'), '措施不全')
  await item(dialog(reviewer), '意见').locator('textarea').first().fill('请补充泄压后的监测措施')
  await press(dialog(reviewer), '驳回')
  await showsState(reviewer, '审核驳回')
  await browsers.shot(reviewer, 'sc04 rejected')

  await plant().at('08:20')
  const author = await openTicket(plant(), 'u1', id)
  // His menu is what the server gives his roles.
  const menu = author.locator('.ant-menu')
  await menu.getByText('我的工作票', { exact: true }).waitFor()
  expect(await menu.getByText('系统管理', { exact: true }).count()).toBe(0)
  expect(await menu.getByText('工作票审核', { exact: true }).count()).toBe(0)
  await openTab(author, /审核审批/)
  await author.getByText('【措施不全】请补充泄压后的监测措施').waitFor()
  await press(author.locator('.transition-bar'), '编辑')
  await author.getByText('本票被驳回；保存修改后进入第 2 轮，需要重新提交。').waitFor()
  await goToStep(author, '危害与措施')
  await addMeasure(author, '泄压后每 30 分钟监测一次压力')
  await press(author, '保存草稿')
  await author.locator('.page-head').getByText('未提交', { exact: true }).waitFor()
  await goToStep(author, '检查并提交')
  await author.getByText('8 项检查全部通过，可以提交').waitFor()
  await press(author, '提交审核')
  await showsState(author, '已提交')

  await plant().at('08:30')
  await reviewer.goto('/isps/loWorkReviewList')
  await reviewer.getByRole('cell', { name: '第 2 轮' }).or(reviewer.getByText('第 2 轮')).first().waitFor()
  await reviewer.getByRole('button', { name: /A01A02-10-20261201-0001/ }).click()
  await press(reviewer.locator('.transition-bar'), '审核')
  await dialog(reviewer).getByText('与上一轮的差异').waitFor()
  await expect
    .poll(() => dialog(reviewer).locator('ins').allInnerTexts())
    .toEqual([expect.stringContaining('泄压后每 30 分钟监测一次压力')])
  await browsers.shot(reviewer, 'sc04 difference')
  await press(dialog(reviewer), '审核通过')
  await showsState(reviewer, '审核通过')
  await openTab(reviewer, /审核审批/)
  await reviewer.getByText('【措施不全】请补充泄压后的监测措施').waitFor()
  await reviewer.getByText('登录会话签署').first().waitFor()

  expect(
    await plant().one(
      `select (select count(*)::int from lo_work_review where work_id = $1) as reviews,
        (select count(*)::int from lo_work_examine where work_id = $1 and round = 1) as early_approvals,
        (select round from lo_work where id = $1) as round`,
      [id],
    ),
  ).toEqual({ reviews: 2, early_approvals: 0, round: 2 })
})

it('LO-4090: who decides after it was decided elsewhere is told what the ticket is now, and keeps what he typed', async () => {
  const approver = await openTicket(plant(), 'u3', id)
  await press(approver.locator('.transition-bar'), '审批')
  const opinion = item(dialog(approver), '意见').locator('textarea').first()
  await opinion.fill('同意，泄压后复测压力')
  // At another terminal.
  const { ticket, examines } = await plant().take('u3', tickets.detail, { id })
  const step = examines.find((each) => each['approverId'] === 'u3' && each['approveStatus'] === 1)
  const decision = { id: step?.['id'], approveStatus: 8, contentHash: ticket['contentHash'] }
  await plant().take('u3', workExamineEndpoints.decide, decision)
  await dialog(approver).getByText('这一步已由他人处理').waitFor()
  await press(dialog(approver), '审批通过')
  const told = await refusal(approver)
  expect(told).toContain('工作票现在是“审批通过”，您的操作没有执行（LO-4090）')
  expect(told).toContain('王批：审批通过')
  await plant().browsers.shot(approver, 'sc04 decided elsewhere')
  await press(dialog(approver), '知道了')
  expect(await opinion.inputValue()).toBe('同意，泄压后复测压力')
  await showsState(approver, '审批通过')
})
