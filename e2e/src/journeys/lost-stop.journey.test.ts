import { workTicketEndpoints as tickets } from '@suoan/contract'
import { expect, it } from 'vitest'
import { carryOutToWork } from './carry-out.ts'
import { button, dialog, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTicket } from './ticket-page.ts'

const plant = usePlant()

it('T32 a stop that is pressed without a network arrives as soon as there is one, and says until then to shout', async () => {
  const id = await carryOutToWork(plant())
  const phase = async () => (await plant().take('u1', tickets.detail, { id })).ticket.execPhase
  expect(await phase()).toBe(20)
  const page = await openTicket(plant(), 'u8', id)
  await page.context().setOffline(true)
  await press(page.locator('.transition-bar'), '紧急停止')
  await press(dialog(page), '立即停止')
  const lost = page.locator('.ant-modal-confirm')
  await lost.locator('.ant-modal-confirm-title').getByText('网络中断，停止可能没有送达').waitFor()
  await lost.getByText(/立即当面喊停/).waitFor()
  expect(await phase()).toBe(20)
  await page.context().setOffline(false)
  await expect.poll(phase).toBe(21)
  await lost.waitFor({ state: 'hidden' })
  await dialog(page).first().waitFor({ state: 'hidden' })
  expect(await button(page, '立即停止').count()).toBe(0)
})
