import { workTicketEndpoints as tickets } from '@suoan/contract'
import { demoDraft } from '@suoan/safety/work-tickets/testing/demo-draft'
import { expect, it } from 'vitest'
import { choose, find, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { goToStep } from './write-ticket.ts'

const plant = usePlant()

it('an emergency repair is asked what it is underneath, and shows it where the ticket is read', async () => {
  const { take, screen, browsers } = plant()
  const stored = await take('u1', tickets.saveDraft, demoDraft({ gasPlaces: null }))
  const id = stored.ticket.id
  const page = await screen('u1', `/isps/loWorkList?edit=${id}`)
  await item(page, '作业类型').waitFor()
  // Only a repair says it.
  expect(await item(page, '基础作业类型').count()).toBe(0)
  await find(page, item(page, '作业类型'), '抢修')
  await item(page, '基础作业类型').locator('.ant-select').click()
  await browsers.shot(page, 'repair kinds offered')
  await item(page, '基础作业类型').locator('input').fill('操作票')
  await page.getByText('没有查询到任何数据').waitFor()
  await page.keyboard.press('Escape')
  await choose(page, item(page, '基础作业类型'), '动火', '受限空间')
  await browsers.shot(page, 'repair kinds')
  await browsers.shot(page, 'repair kinds', 390)
  await goToStep(page, '地点与设备')
  expect(await page.getByLabel('检测部位 1 分上中下').getAttribute('aria-checked')).toBe('true')
  await press(page, '保存草稿')
  await expect
    .poll(async () => (await take('u1', tickets.detail, { id })).ticket.baseTypes)
    .toEqual(['01', '02'])
  const read = await screen('u1', `/isps/loWorkList?view=${id}`)
  await read.getByText('基础作业类型').waitFor()
  await browsers.shot(read, 'repair detail')
  await browsers.shot(read, 'repair detail', 390)
  expect(await read.getByText('抢修（动火、受限空间）').count()).toBeGreaterThan(0)
})
