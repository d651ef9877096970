import { expect, it } from 'vitest'
import { dialog, press, refusal } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { showsState } from './ticket-page.ts'
import { giveLock, goToStep, writeTicket } from './write-ticket.ts'

const plant = usePlant()

it('SC03: a forgotten energy source is found, refused, added with one press, and the smallest cut is shown', async () => {
  const { browsers } = plant()
  const { page } = await writeTicket(plant(), ['Q1', 'V-101', 'V-105'])
  await plant().at('08:00')
  await goToStep(page, '检查并提交')
  await page.getByText('1 项不通过，请处理后再提交').waitFor()
  await press(page, '提交审核')
  const told = await refusal(page)
  expect(told).toContain('G05 隔离充分 不通过')
  expect(told).toContain('H-2 → V-103 → P-101 仍可达')
  await browsers.shot(page, 'sc03 refused')
  await press(dialog(page), '知道了')
  await showsState(page, '未提交')

  await goToStep(page, '隔离方案')
  await page.getByText('仍有 1 条能量通路可达作业点').waitFor()
  await browsers.shot(page, 'sc03 missing point')
  await browsers.shot(page, 'sc03 missing point', 390)
  await press(page, '一键添加 V-103')
  await page.getByText('未指定锁具，此点不计入隔离').waitFor()
  await giveLock(page, 'V-103')
  await page.getByText('割集成立：所有能量源均已切断').waitFor()
  await page.getByText('最小割集：Q1、V-101、V-103').waitFor()
  await browsers.shot(page, 'sc03 proof')
  await goToStep(page, '检查并提交')
  await page.getByText('8 项检查全部通过，可以提交').waitFor()
  await press(page, '提交审核')
  await showsState(page, '已提交')
})
