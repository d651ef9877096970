import { expect, it } from 'vitest'
import { accessibilityFindings, wear } from './accessibility-findings.ts'
import { carryOutToWork } from './carry-out.ts'
import { button, dialog, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const plant = usePlant()

it('公用锁具: the worker marks a lock, reads why one does not open, and opens the one that does', async () => {
  const { browsers } = plant()
  await carryOutToWork(plant())
  const worker = await plant().screen('u6', '/isps/commonLockList')
  const card = worker.getByRole('listitem').filter({ hasText: 'LK4' })
  await card.getByText('现在可以开').waitFor()
  await browsers.shot(worker, 'common locks')
  await browsers.shot(worker, 'common locks', 390)
  await card.getByRole('button', { name: '收藏 LK4' }).click()
  await card.getByRole('button', { name: '取消收藏 LK4' }).waitFor()
  const main = card.getByRole('button', { name: '开锁', exact: true })
  expect((await main.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await main.click()
  await dialog(worker).getByText('请求开锁').waitFor()
  await worker.keyboard.press('Escape')
  const other = await plant().screen('u12', '/isps/commonLockList')
  await other
    .getByRole('listitem')
    .filter({ hasText: 'LK4' })
    .getByRole('button', { name: '查看原因' })
    .waitFor()
})

it('日志看板: a lock that is opened appears by itself, a stopped picture stands still, and a mark is found again', async () => {
  const { browsers } = plant()
  const safety = await plant().screen('u12', '/isps/logList')
  await safety.getByText('实时', { exact: true }).waitFor()
  await safety.getByRole('cell', { name: '工作票', exact: true }).first().waitFor()
  await browsers.shot(safety, 'event feed')
  await browsers.shot(safety, 'event feed', 390)
  await press(safety, '暂停')
  await plant().lock('LK4').force()
  await safety.getByText(/已暂停，有 \d+ 条新事件/).waitFor()
  expect(await safety.getByRole('cell', { name: /强开/ }).count()).toBe(0)
  await press(safety, '继续')
  const row = safety.getByRole('row').filter({ hasText: '强开' }).first()
  await row.waitFor()
  await row.getByRole('button', { name: '加书签' }).click()
  await row.getByRole('button', { name: '取消书签' }).waitFor()
  await press(safety, '我的书签')
  await expect.poll(() => safety.getByRole('row').filter({ hasText: '强开' }).count()).toBe(1)
  await button(safety, '原始记录').first().click()
  await safety.getByText('设备序列号').waitFor()
  await browsers.shot(safety, 'event feed record')
})

it('部门区域: ticks become a preview, a preview becomes relations, and a second owner is refused by name', async () => {
  const { browsers } = plant()
  const admin = await plant().screen('admin', '/isps/departArea')
  await admin.getByRole('navigation', { name: '部门' }).getByText('安全部', { exact: true }).click()
  await admin.getByText('巡检', { exact: true }).click()
  await admin
    .getByRole('treeitem', { name: /压缩机房/ })
    .locator('.ant-tree-checkbox')
    .click()
  await browsers.shot(admin, 'depart areas')
  await browsers.shot(admin, 'depart areas', 390)
  await admin.getByRole('button', { name: /查看变更并保存/ }).click()
  await dialog(admin).getByText('新增 1 个区域').waitFor()
  await browsers.shot(admin, 'depart areas preview')
  await press(dialog(admin), '确定保存')
  await admin.getByText('已保存：新增 1 个区域，结束 0 个').waitFor()
  await admin.getByText('属地', { exact: true }).click()
  await admin
    .getByRole('treeitem', { name: /压缩机房/ })
    .locator('.ant-tree-checkbox')
    .click()
  await admin.getByRole('button', { name: /查看变更并保存/ }).click()
  await dialog(admin)
    .getByText(/一个区域只能有一个/)
    .waitFor()
  await browsers.shot(admin, 'depart areas refused')
})

it('作业冲突矩阵 and 开锁通道: a cell opens its rule, a leg goes off only with its consequence and a reason', async () => {
  const { browsers } = plant()
  const admin = await plant().screen('admin', '/isps/loHazardPairList')
  await admin
    .getByRole('button', { name: /受限空间与动火：/ })
    .first()
    .waitFor()
  await browsers.shot(admin, 'pair matrix')
  await browsers.shot(admin, 'pair matrix', 390)
  await admin.goto('/isps/loLegSwitchList')
  await admin.getByRole('switch', { name: 'L8 巡检通道' }).click()
  await dialog(admin)
    .getByText(/巡检授权全部失效/)
    .waitFor()
  await dialog(admin).locator('textarea').fill('本厂没有巡检锁')
  await browsers.shot(admin, 'leg switch')
  await press(dialog(admin), '确定')
  await admin.getByText('已停用').waitFor()
  await browsers.shot(admin, 'leg switches', 390)
})

it('none of them hinders people who see, hear or move differently', async () => {
  const admin = await plant().screen('admin')
  await wear(admin, { multiTab: false })
  expect(
    await accessibilityFindings(admin, [
      '/isps/commonLockList',
      '/isps/logList',
      '/isps/departArea?departId=demo-d30&relType=4',
      '/isps/loHazardPairList',
      '/isps/loLegSwitchList',
    ]),
  ).toEqual([])
})
