import { workTicketEndpoints as tickets } from '@suoan/contract'
import { expect, it } from 'vitest'
import { carryOutToWork } from './carry-out.ts'
import { button, dialog, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTicket, showsState } from './ticket-page.ts'

const plant = usePlant()

it('L7: the guardian opens the panel to save somebody; the work stops, and a worker is not offered it', async () => {
  const { browsers } = plant()
  const workId = await carryOutToWork(plant())
  await plant().at('10:00')

  const worker = await openTicket(plant(), 'u6', workId)
  await button(worker, '紧急停止').waitFor()
  expect(await button(worker, '救援开锁').count()).toBe(0)

  const guardian = await openTicket(plant(), 'u8', workId)
  await press(guardian.locator('.transition-bar'), '救援开锁')
  await dialog(guardian).getByText('仅用于救人').waitFor()
  await browsers.shot(guardian, 'rescue asked')
  await browsers.shot(guardian, 'rescue asked', 390)
  await press(dialog(guardian), '立即救援开锁')
  await dialog(guardian).getByText('可以开锁', { exact: true }).waitFor()
  await expect.poll(() => plant().lock('LK4').state()).toMatchObject({ latch: 0, shackle: 0 })
  await dialog(guardian).getByText('救援开锁指令').getByText('成功').waitFor()
  await browsers.shot(guardian, 'rescue opened')
  await browsers.shot(guardian, 'rescue opened', 390)
  await press(dialog(guardian).locator('.ant-modal-footer'), '关闭')
  await showsState(guardian, '执行中 · 中断')
  expect(await plant().one("select alarm_level, work_id from lo_alarm where alarm_type = 'A19'")).toEqual({
    alarm_level: 3,
    work_id: workId,
  })
  const { events } = await plant().take('u6', tickets.detail, { id: workId })
  expect(events).not.toContain('personIn')
})
