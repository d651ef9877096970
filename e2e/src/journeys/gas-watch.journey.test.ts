import { expect, it } from 'vitest'
import { steps } from './carry-out.ts'
import { choose, dialog, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTab, openTicket } from './ticket-page.ts'

const plant = usePlant()

it('G30: the tester puts a detector at the planned place, and the gas tab shows how it is heard', async () => {
  const { one, measure, browsers } = plant()
  await one(`update lo_work_type set gas_required = 1, gas_codes = 'O2,CH4', gas_continuous = 1`)
  const workId = await steps.draft(plant())
  for (const step of ['submit', 'review', 'approve'] as const) await steps[step](plant(), workId)
  await measure('GAS2')
  const page = await openTicket(plant(), 'u10', workId)
  await page.getByText('本作业须连续监测气体，监测尚未到位').waitFor()
  await openTab(page, /^气体/)
  const places = page.getByRole('list', { name: '计划检测部位' })
  await places.getByText('未指派检测仪').first().waitFor()
  await browsers.shot(page, 'gas watch none')

  await press(page, '指派检测仪')
  await item(dialog(page), '检测仪编号').locator('input').fill('GAS2')
  await choose(page, item(dialog(page), '检测部位'), '泵坑')
  await browsers.shot(page, 'gas watch dialog')
  await browsers.shot(page, 'gas watch dialog', 390)
  await press(dialog(page), '指派')
  await places.getByText('监测中断').first().waitFor()

  await measure('GAS2')
  await expect.poll(() => places.getByText('连续监测中').count(), { timeout: 30_000 }).toBe(2)
  await page.getByText('本作业须连续监测气体，监测尚未到位').waitFor({ state: 'hidden' })
  await browsers.shot(page, 'gas watch live')
  await browsers.shot(page, 'gas watch live', 390)

  await plant().at('08:26')
  await places.getByText('监测中断 自 08:20').first().waitFor({ timeout: 30_000 })
  await browsers.shot(page, 'gas watch silent')
  await browsers.shot(page, 'gas watch silent', 390)
})
