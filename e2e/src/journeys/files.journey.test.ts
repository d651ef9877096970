import { picture } from '@suoan/safety/work-tickets/testing/picture'
import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { API, signIn } from '../support/api-client.ts'
import { dialog, isSeen, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'
import { uploaded } from './uploaded.ts'

const plant = usePlant({ MQTT_PORT: '0' })

/** A picture that somebody has sent, by its stored path. */
const sent = (who: string): Promise<string> => uploaded(plant(), who, picture(), '证书.png')

const query = (text: string, values: unknown[]) => plant().server.ctx.pool.query(text, values)
const fileAddress = (stored: string) => `${API}/sys/common/static/${stored}`

/** Opens a file's address as a page and reads what a person refused reads there. */
async function refusedWords(page: Page, stored: string): Promise<string> {
  await page.goto(fileAddress(stored))
  return page.locator('body').innerText()
}

it('pictures are shown to who may see their row, and to others the address says in words what to do', async () => {
  const { browsers } = plant()
  const stored = await sent('u12')
  await query(
    `update lo_person_cert set file = $1 where id = (select min(id) from lo_person_cert where user_id = 'u6')`,
    [stored],
  )
  // As if uploaded long ago: what is fresh is its uploader's, whatever row holds it.
  await query(`update stored_file set create_time = now() - interval '3 days' where path = $1`, [stored])
  for (const who of ['u12', 'u6']) {
    const page = await browsers.signIn(who, PASSWORD, '/account/center')
    await page.goto(fileAddress(stored))
    await isSeen(page.locator('img'))
  }
  const other = await browsers.signIn('u7', PASSWORD, '/account/center')
  expect(await refusedWords(other, stored)).toContain('文件不存在、已过期，或您无权查看')
  await browsers.shot(other, 'file refused')
  await browsers.shot(other, 'file refused', 390)
  await other.getByRole('link', { name: '返回首页' }).click()
  await other.getByRole('button', { name: /用户菜单/ }).waitFor()
  const stranger = await browsers.blank()
  expect(await refusedWords(stranger, stored)).toContain('请先登录')
  await browsers.shot(stranger, 'file signed out', 390)

  const face = await sent('u6')
  await query(`update sys_user set avatar = $1 where id = 'u6'`, [face])
  const own = await browsers.signIn('u6', PASSWORD, '/account/center')
  await isSeen(own.getByAltText('孙作的头像'))
  const admin = await browsers.signIn('admin', PASSWORD, '/isystem/user')
  await isSeen(admin.getByRole('row').filter({ hasText: '孙作' }).locator('img').first())
})

it('a list is taken away as a sheet; its import tells what is wrong in a report only the importer opens', async () => {
  const { browsers } = plant()
  const admin = await signIn(plant().url, 'admin', PASSWORD)
  const added = { code: 'ZW001', name: '检修班长', postRank: '1' }
  expect(await admin.send('POST', '/sys/position/add', added)).toMatchObject({ success: true })
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/position')
  await page.getByRole('cell', { name: '检修班长' }).waitFor()
  const [sheet] = await Promise.all([page.waitForEvent('download'), press(page, '导出')])
  expect(sheet.suggestedFilename()).toMatch(/\.xlsx?$/)
  const buffer = readFileSync(await sheet.path())
  await press(page, '导入')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(dialog(page), '选择导入文件')])
  // The same rows again: each would be refused for its code.
  await chooser.setFiles({ name: '职务.xls', mimeType: 'application/vnd.ms-excel', buffer })
  await press(dialog(page), '开始上传')
  const link = page.getByRole('link', { name: '下载全部原因' })
  await link.waitFor()
  await browsers.shot(page, 'import report')
  await browsers.shot(page, 'import report', 390)
  const address = (await link.getAttribute('href')) ?? ''
  // The tab of its own is where it arrives; it is there only until it has.
  const report = new Promise<Download>((resolve) => {
    page.on('download', resolve)
    page.context().on('page', (tab) => tab.on('download', resolve))
  })
  await link.click()
  expect(readFileSync(await (await report).path()).toString()).toContain('ZW001')
  const other = await browsers.signIn('u12', PASSWORD, '/account/center')
  await other.goto(address)
  expect(await other.locator('body').innerText()).toContain('文件不存在、已过期，或您无权查看')
})
