import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { signIn } from '../support/api-client.ts'
import { button, dialog, overflowOnPhone, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ MQTT_PORT: '0' })
const ROWS = 60_000

it('a long list is exported in the background after asking, told in the bell, and its file is loaded from 我的导出', async () => {
  const { browsers, one } = plant()
  await one(`insert into sys_position (id, tenant_id, code, name, post_rank, create_time)
    select lpad(n::text, 19, '0'), 0, 'L-' || n, '职务' || n, '1', now() from generate_series(1, ${ROWS}) n`)
  await one('analyze sys_position')
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/position')
  await page.locator('.list-table tbody tr').first().waitFor()
  await press(page, '导出')
  await dialog(page).getByText('“职务”约 60,000 条，将在后台导出为 .xlsx 文件').waitFor()
  await browsers.shot(page, 'export asks')
  await browsers.shot(page, 'export asks', 390)
  await press(dialog(page), '开始导出')
  await page.getByText('已开始后台导出，完成后会通知您').waitFor()

  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '我的导出' }).click()
  const line = page.getByRole('listitem').filter({ hasText: '职务' })
  await line.getByText('已完成').waitFor()
  await line.getByText('60,000 条，').waitFor()
  await browsers.shot(page, 'exports done')
  await browsers.shot(page, 'exports done', 390)
  expect(await overflowOnPhone(page)).toBe(0)
  const [file] = await Promise.all([
    new Promise<string>((resolve) => {
      const take = async (download: { path(): Promise<string> }) => resolve(await download.path())
      page.on('download', take)
      page.context().on('page', (tab) => tab.on('download', take))
    }),
    line.getByRole('link', { name: '下载' }).click(),
  ])
  expect(statSync(file).size).toBeGreaterThan(500_000)
  const { title, page: leads } = await one(
    'select titile as title, open_page as page from sys_announcement order by id desc limit 1',
  )
  expect([title, leads]).toEqual(['导出完成：职务', '/account/exports'])
  await page
    .getByRole('button', { name: /消息|通知/ })
    .first()
    .click()
  await page.getByText('导出完成：职务').first().waitFor()
  await browsers.shot(page, 'export in the bell')
})

it('one under way shows how far it is and is cancelled; what was cancelled is ordered anew or deleted', async () => {
  const { browsers, server, url, one } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/account/exports')
  await one('delete from export_job')
  // Nobody reads the table while this holds it: the job cannot go on.
  const holder = await server.ctx.pool.connect()
  await holder.query('begin')
  await holder.query('lock table sys_position in access exclusive mode')
  const admin = await signIn(url, 'admin', PASSWORD)
  expect(await admin.send('POST', '/sys/position/exportJob', { rowsExpected: ROWS })).toMatchObject({
    success: true,
  })
  await page.reload()
  const line = page.getByRole('listitem').filter({ hasText: '职务' })
  await line.getByText('导出中').waitFor()
  await line.getByRole('progressbar', { name: '职务 导出进度' }).waitFor()
  await browsers.shot(page, 'exports running')
  await browsers.shot(page, 'exports running', 390)
  await press(line, '取消')
  await line.getByText('已取消').waitFor()
  await holder.query('rollback')
  holder.release()
  await press(line, '重新导出')
  await page.getByText('已完成').waitFor()
  await page.getByRole('button', { name: '删除职务' }).last().click()
  await press(dialog(page), '确定')
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: '职务' }).count()).toBe(1)
  expect(await button(page, '取消').count()).toBe(0)
})
