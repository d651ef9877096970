import { lockEndpoints } from '@suoan/contract'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { carryOutToWork } from './carry-out.ts'
import { act, dialog, item, press, rowOf } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const plant = usePlant()

it('a lock that stays open: its people are reminded, more time is asked by one and agreed to by another', async () => {
  const { browsers } = plant()
  const id = await carryOutToWork(plant())
  await plant().at('09:10')
  await plant().take('u6', lockEndpoints.open, { lockId: 'demo-lk4', workId: id, proof: { qr: 'LK4' } })
  await expect.poll(() => plant().lock('LK4').state()).toMatchObject({ latch: 0 })

  const opener = await plant().screen('u6', '/isps/openLockList')
  await act(opener, 'LK4', '申请延长')
  await item(dialog(opener), '延长（分钟）').locator('input').fill('20')
  await item(dialog(opener), '原因').locator('textarea').fill('拆检未完成，密封面仍需清理')
  await browsers.shot(opener, 'extend ask')
  await browsers.shot(opener, 'extend ask', 390)
  await press(dialog(opener), '提交申请')
  await rowOf(opener, 'LK4')
    .getByText(/孙作 申请延长 20 分钟/)
    .waitFor()

  const safety = await plant().screen('u12', '/isps/openLockList')
  await press(safety, '全部提醒')
  await safety.getByText(/已提醒 \d 把锁的开锁人、监护人和负责人/).waitFor()
  await browsers.shot(safety, 'extend decide')
  await browsers.shot(safety, 'extend decide', 390)
  await press(rowOf(safety, 'LK4'), '同意延长')
  await rowOf(safety, 'LK4')
    .getByText(/申请延长/)
    .waitFor({ state: 'detached' })
  expect(
    await plant().one(`select result, minutes, decide_by from lo_open_extend where lock_id = 'demo-lk4'`),
  ).toEqual({ result: 1, minutes: 20, decide_by: 'u12' })
})

it('a row of the log shows that its chain is whole, takes a remark beside it, and leaves signed with the head of the chain', async () => {
  const { browsers } = plant()
  const safety = await plant().screen('u12', '/isps/loLockLogList')
  const row = rowOf(safety, 'LK4')
  await row.getByText('链完整').waitFor()
  await act(safety, 'LK4', '备注')
  await dialog(safety).locator('textarea').fill('现场核对：由孙作开启')
  await press(dialog(safety), '确定')
  await row.getByText('现场核对：由孙作开启').waitFor()
  await browsers.shot(safety, 'lock log marks')
  await browsers.shot(safety, 'lock log marks', 390)
  const [file] = await Promise.all([safety.waitForEvent('download'), press(safety, '导出签名文件')])
  expect(file.suggestedFilename()).toBe('锁具日志-签名.zip')
  // The names of what is inside stand in the archive as they are.
  const inside = readFileSync(await file.path()).toString('utf8')
  for (const ending of ['.csv', '.pdf']) expect(inside).toContain(ending)
})

it('unclosed locks are counted by area, person and reason; the board says what ends soon, stands open, piles up and is silent', async () => {
  const { browsers } = plant()
  // LK4 was agreed to until 09:45.
  for (const time of ['09:40', '09:50', '10:05', '16:10']) await plant().at(time)
  const safety = await plant().screen('u12', '/isps/userUncloseLock')
  await safety.locator('.ant-segmented').getByText('统计', { exact: true }).click()
  for (const part of ['按区域', '按人员', '按原因', '按类型']) await safety.getByText(part).waitFor()
  await safety.getByRole('cell', { name: '孙作' }).first().waitFor()
  await browsers.shot(safety, 'unclosed statistics')
  await browsers.shot(safety, 'unclosed statistics', 390)

  await safety.goto('/isps/board')
  const watched = (title: RegExp) =>
    safety.locator('section').filter({ has: safety.getByRole('heading', { name: title }) })
  await watched(/小时内到期/)
    .getByText(/离心泵 P-101 检修/)
    .waitFor()
  await watched(/开启最久的锁/)
    .getByText(/LK4/)
    .first()
    .waitFor()
  await watched(/区域热度/)
    .getByText(/\d 条/)
    .first()
    .waitFor()
  await watched(/设备健康/)
    .getByText(/共 \d/)
    .first()
    .waitFor()
  await browsers.shot(safety, 'board watch')
  await browsers.shot(safety, 'board watch', 390)
})

it('what became of a lock stands in its own history: lost, found, who and why', async () => {
  const { browsers } = plant()
  const keeper = await plant().screen('u11', '/isps/loLockList')
  for (const [what, why] of [
    ['报失', '08:30 巡检未找到'],
    ['找回', '在备件间找到'],
  ] as const) {
    await act(keeper, 'LK5', what)
    await dialog(keeper).locator('textarea').fill(why)
    if (what === '报失') await browsers.shot(keeper, 'custody dialog')
    await press(dialog(keeper), `确定${what}`)
    await dialog(keeper).waitFor({ state: 'hidden' })
  }
  await act(keeper, 'LK5', '状态')
  await keeper.getByRole('tab', { name: '流转' }).click()
  const history = keeper.locator('.custody-history')
  await history.getByText('在备件间找到').waitFor()
  await history.getByText('08:30 巡检未找到').waitFor()
  await browsers.shot(keeper, 'custody drawer')
  await keeper.keyboard.press('Escape')
  await act(keeper, 'LK5', '锁具履历')
  const holders = keeper.getByRole('table').first()
  await holders.getByText(/报失/).first().waitFor()
  await holders.getByText(/找回/).first().waitFor()
  await browsers.shot(keeper, 'custody page')
  await browsers.shot(keeper, 'custody page', 390)
})
