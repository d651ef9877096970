import { expect, it } from 'vitest'
import { steps } from './carry-out.ts'
import { choose, dialog, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTicket, showsState } from './ticket-page.ts'

const plant = usePlant()

it('SC05: an approver who moves the end sends the ticket back to review; one who only raises the level approves it', async () => {
  const { browsers } = plant()
  const id = await steps.draft(plant())
  await steps.submit(plant(), id)
  await steps.review(plant(), id)
  await plant().at('08:20')
  const approver = await openTicket(plant(), 'u3', id)
  await press(approver.locator('.transition-bar'), '审批')
  await dialog(approver).getByText('修改后审批').click()
  const end = item(dialog(approver), '计划结束').locator('input')
  await end.fill('2026-12-01 19:00')
  await end.press('Enter')
  await dialog(approver)
    .getByText(/重新审核/)
    .first()
    .waitFor()
  await browsers.shot(approver, 'sc05 core edit')
  await browsers.shot(approver, 'sc05 core edit', 390)
  await press(dialog(approver), '保存修改并退回重审')
  await showsState(approver, '已提交')

  const reviewer = await openTicket(plant(), 'u2', id)
  await press(reviewer.locator('.transition-bar'), '审核')
  await dialog(reviewer).getByText('与上一轮的差异').waitFor()
  await expect
    .poll(() => dialog(reviewer).locator('ins').allInnerTexts())
    .toEqual([expect.stringContaining('2026-12-01 19:00')])
  await browsers.shot(reviewer, 'sc05 difference')
  await press(dialog(reviewer), '审核通过')
  await showsState(reviewer, '审核通过')

  await approver.reload()
  await press(approver.locator('.transition-bar'), '审批')
  await dialog(approver).getByText('修改后审批').click()
  await choose(approver, item(dialog(approver), '作业级别'), '一级')
  await browsers.shot(approver, 'sc05 raised')
  await press(dialog(approver), '审批通过')
  await showsState(approver, '审批通过')
  expect(
    await plant().one(
      `select w.work_level, w.round, (select array_agg(round || ':' || approve_status order by round)
        from lo_work_examine e where e.work_id = w.id) as approvals from lo_work w where id = $1`,
      [id],
    ),
  ).toMatchObject({ work_level: '1', round: 2 })
})
