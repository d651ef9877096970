import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog, item, press } from './page-helpers.ts'
import { carryOutToWork } from './carry-out.ts'
import { usePlant } from './plant.ts'

const plant = usePlant()

it('SC09: LK4 opens for u6 at the panel; u7, a late hour and a remote try are refused with their reasons', async () => {
  const { browsers } = plant()
  await carryOutToWork(plant())

  await plant().at('10:00')
  const named = await plant().screen('u6')
  await askToOpen(named)
  await dialog(named).getByText('可以开锁', { exact: true }).waitFor()
  await dialog(named).getByText('L1').first().waitFor()
  await expect.poll(() => plant().lock('LK4').state()).toMatchObject({ latch: 0, shackle: 0 })
  await dialog(named).getByText('开锁指令').getByText('成功').waitFor()
  await dialog(named).getByText('已开锁', { exact: true }).waitFor()
  await browsers.shot(named, 'sc09 allowed')
  await browsers.shot(named, 'sc09 allowed', 390)
  await press(dialog(named).locator('.ant-modal-footer'), '关闭')
  await named.goto('/isps/openLockList')
  await named.getByRole('row').filter({ hasText: 'LK4' }).getByText('孙作').waitFor()
  await browsers.shot(named, 'sc09 opening')
  await plant().at('10:09')
  await plant().lock('LK4').close()

  const other = await plant().screen('u7')
  // The list says beforehand that it would not open for him.
  await askToOpen(other, 'here', '查看原因')
  expect(await refusedRules(other)).toEqual(['R06'])
  await browsers.shot(other, 'sc09 refused R06')

  await askToOpen(named, 'remote')
  expect(await refusedRules(named)).toEqual(['R12'])
  await browsers.shot(named, 'sc09 refused R12')

  await askToOpen(named, 'late')
  expect(await refusedRules(named)).toContain('R05')
  await browsers.shot(named, 'sc09 refused R05')

  expect(
    await plant().one(
      `select count(*) filter (where allow = 1)::int as allowed, count(*) filter (where allow = 0)::int as denied
      from lo_decision where lock_id = 'demo-lk4'`,
    ),
  ).toEqual({ allowed: 1, denied: 3 })
})

/** Fills the dialog of LK4 in 开锁列表 and asks; `late` waits until 17:01 before the press. */
async function askToOpen(
  page: Page,
  how: 'here' | 'remote' | 'late' = 'here',
  button = '开锁',
): Promise<void> {
  await page.goto('/isps/openLockList?tab=openable')
  await press(page.getByRole('row').filter({ hasText: 'LK4' }), button)
  await item(dialog(page), '工作票')
    .getByText(/离心泵 P-101 检修/)
    .waitFor()
  if (how === 'remote') await dialog(page).getByText('远程', { exact: true }).click()
  else
    await dialog(page)
      .getByPlaceholder(/碰触锁或点位的 NFC 标签/)
      .fill('NFC-LK4')
  if (how === 'late') await plant().at('17:01')
  await press(dialog(page), '请求开锁')
}

/** Ids of the rules that said no, as they stand on the screen. */
async function refusedRules(page: Page): Promise<(string | undefined)[]> {
  await dialog(page).getByText('不能开锁').first().waitFor()
  const texts = await dialog(page).locator('.rule-fail .rule-code').allInnerTexts()
  return texts.map((text) => /R\d\d/.exec(text)?.[0])
}
