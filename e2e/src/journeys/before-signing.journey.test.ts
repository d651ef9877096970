import { expect, it } from 'vitest'
import { steps } from './carry-out.ts'
import { choose, dialog, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTab, openTicket, showsState } from './ticket-page.ts'

const plant = usePlant()

it('an approver asks, reads the answer, rehearses his approval with and without an edit, and then signs what he rehearsed', async () => {
  const { browsers } = plant()
  const id = await steps.draft(plant())
  await steps.submit(plant(), id)
  await steps.review(plant(), id)
  await plant().at('08:20')
  const approver = await openTicket(plant(), 'u3', id)
  const now = approver.locator('.transition-bar')
  await press(now, '审批')
  await openTab(approver, /^提问（0）/)
  await item(dialog(approver), '提问').locator('textarea').fill('泵坑积水由谁抽排，何时完成？')
  await press(dialog(approver), '提交提问')
  await dialog(approver).getByText('泵坑积水由谁抽排，何时完成？').first().waitFor()
  await dialog(approver).getByText('还有 1 个提问没有答复').waitFor()
  await browsers.shot(approver, 'question asked')
  await browsers.shot(approver, 'question asked', 390)
  await approver.keyboard.press('Escape')

  const author = await openTicket(plant(), 'u1', id)
  await openTab(author, /审核审批/)
  await item(author.locator('.question-list'), '答复').locator('textarea').fill('钱工安排，08:40 前抽完')
  await browsers.shot(author, 'question answer')
  await browsers.shot(author, 'question answer', 390)
  await press(author.locator('.question-list'), '提交答复')
  await author.getByText('钱工安排，08:40 前抽完').first().waitFor()
  await author.getByRole('button', { name: /提交答复$/ }).waitFor({ state: 'detached' })

  await approver.reload()
  await press(now, '审批')
  await openTab(approver, /^提问（1）/)
  await dialog(approver).getByText('钱工安排，08:40 前抽完').waitFor()
  await press(dialog(approver), '试算')
  const rehearsed = dialog(approver).getByRole('status')
  await rehearsed.getByText(/^试算：通过后工作票变为“审批通过”/).waitFor()
  await browsers.shot(approver, 'rehearsal')
  await browsers.shot(approver, 'rehearsal', 390)

  // Another edit is another question: what was said of the first no longer stands there.
  await dialog(approver).getByText('修改后审批').click()
  await choose(approver, item(dialog(approver), '作业级别'), '一级')
  await expect.poll(() => rehearsed.count()).toBe(0)
  await press(dialog(approver), '试算')
  await rehearsed.locator('ins').getByText('一级').waitFor()
  await browsers.shot(approver, 'rehearsal edit')
  expect(
    await plant().one(`select work_level, work_status, approve_status from lo_work where id = $1`, [id]),
  ).toMatchObject({ work_level: '2' })
  await press(dialog(approver), '审批通过')
  await showsState(approver, '审批通过')
})
