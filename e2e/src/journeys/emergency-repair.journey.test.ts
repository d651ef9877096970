import { workTicketEndpoints as tickets } from '@suoan/contract'
import { demoDraft } from '@suoan/safety/work-tickets/testing/demo-draft'
import { expect, it } from 'vitest'
import { choose, dialog, find, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { goToStep } from './write-ticket.ts'

const plant = usePlant()

it('an emergency repair is asked what it is underneath, and shows it where the ticket is read', async () => {
  const { call, one, take, screen, browsers } = plant()
  const stored = await take('u1', tickets.saveDraft, demoDraft({ gasPlaces: null }))
  const id = stored.ticket.id
  const page = await screen('u1', `/isps/loWorkList?edit=${id}`)
  await item(page, '作业类型').waitFor()
  // Only a repair says it.
  expect(await item(page, '基础作业类型').count()).toBe(0)
  await find(page, item(page, '作业类型'), '抢修')
  const kinds = item(page, '基础作业类型')
  await kinds.locator('.ant-select').click()
  await browsers.shot(page, 'repair kinds offered')
  await kinds.locator('input').fill('操作票')
  await page.getByText('没有查询到任何数据').waitFor()
  await kinds.locator('input').fill('')
  await page.keyboard.press('Escape')
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').waitFor({ state: 'hidden' })
  await choose(page, kinds, '动火', '受限空间')
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
  // T50: who stands at the place with a phone in his hand scans its tag.
  const duty = await screen('u4', `/isps/loWorkView/${id}`)
  await press(duty, '抢修现场批准')
  await dialog(duty).locator('.scan-input').getByPlaceholder('扫描，或输入标签上的文字').waitFor()
  await browsers.shot(duty, 'repair start', 390)
  // Whoever welds is asked for the certificate of hot work.
  const refused = await call('u1', tickets.submit, { workId: id })
  expect(refused.message).toContain('焊接与热切割')
  await one(`insert into lo_person_cert (id, user_id, cert_type, cert_no, valid_from, valid_to, status)
    select 'weld-' || u, u, '02', 'weld-' || u, '2025-01-01', '2027-12-31', 1 from unnest('{u6,u7}'::text[]) u returning id`)
  await take('u1', tickets.submit, { workId: id })
  const list = await screen('u1', '/isps/loWorkList')
  await list.getByRole('tab', { name: '审核中' }).click()
  await list.getByText('抢修（动火、受限空间）').first().waitFor()
  await browsers.shot(list, 'repair list')
  await browsers.shot(list, 'repair list', 390)
  const map = await screen('u12', '/isps/simops')
  await map.getByText('抢修（动火、受限空间）').first().waitFor()
  await browsers.shot(map, 'repair map')
  await browsers.shot(map, 'repair map', 390)
})
