import { listViewEndpoints } from '@suoan/contract'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../support/api-client.ts'
import { dialog, item, overflowOnPhone, press, rowOf } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

const list = '/isystem/position'
const headings = async (page: Page): Promise<string[]> =>
  (await page.locator('.list-table thead th').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
const labels = (page: Page) => dialog(page).locator('.ant-form-item-label').allInnerTexts()

/** A view that shows, asks and sorts by the column, kept while it was still given. */
let view = ''

// Nobody holds the rule that is made here, the administrator included.
beforeAll(async () => {
  const admin = await signIn(plant().url, 'admin', PASSWORD)
  const make = async (path: string, body: object) => {
    const answer = await admin.send('POST', path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.message}`)
  }
  await make('/sys/position/add', { code: 'ZW001', name: '检修班长', postRank: '1' })
  await make('/sys/position/add', { code: 'ZW002', name: '检修员', postRank: '2' })
  const body = {
    filters: { postRank: '1' },
    rules: [{ field: 'postRank', rule: 'eq', val: '1' }],
    match: 'and',
    column: 'postRank',
    order: 'asc',
    columns: { shown: ['name', 'postRank'], pins: { postRank: 'left' } },
    density: 'small',
  }
  const kept = { page: list, resource: 'position', name: '按职级', body }
  view = await plant().take('admin', listViewEndpoints.save, kept)
  const { id } = await plant().one(`select id from sys_permission where component = 'system/SysPositionList'`)
  const rule = { name: '职级列', menuType: 2, parentId: id, perms: 'system:position:column:postRank' }
  await make('/sys/permission/add', { ...rule, permsType: '1', status: '1' })
})

it('a column that is not given is in no list, query, dialog, sheet and card (1-shell.md §6, decision 0920)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, list)
  await rowOf(page, '检修班长').waitFor()
  expect(await headings(page)).toEqual(['#', '职务编码', '职务名称', '操作'])
  expect(await page.locator('.query-item label').allInnerTexts()).toEqual(['职务编码', '职务名称'])
  await browsers.shot(page, 'column rule list')

  await press(page, '自定义列')
  const chooser = page.getByRole('list', { name: '自定义列' })
  await chooser.getByRole('checkbox', { name: '职务名称', exact: true }).waitFor()
  expect(await chooser.getByRole('checkbox', { name: '职级', exact: true }).count()).toBe(0)
  await page.mouse.click(700, 30)
  await chooser.waitFor({ state: 'hidden' })

  await press(page, '高级查询')
  const builder = page.getByRole('dialog', { name: '高级查询构造器' })
  const field = builder.getByRole('combobox', { name: '第 1 个条件的字段' })
  await field.click()
  await field.fill('职')
  const options = page.locator(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option',
  )
  await expect.poll(() => options.allInnerTexts()).toEqual(['职务编码', '职务名称'])
  await page.keyboard.press('Escape')
  await builder.getByRole('button', { name: '关闭' }).first().click()
  await builder.waitFor({ state: 'hidden' })

  // Kept in an edit, asked of a new row.
  await press(rowOf(page, '检修班长'), '编辑')
  await item(dialog(page), '职务名称').waitFor()
  expect(await labels(page)).toEqual(['职务编码', '职务名称'])
  await item(dialog(page), '职务名称').getByRole('textbox').fill('检修班长兼安全员')
  await press(dialog(page), '确定')
  await rowOf(page, '检修班长兼安全员').waitFor()
  expect(await plant().one(`select post_rank from sys_position where code = 'ZW001'`)).toEqual({
    post_rank: '1',
  })
  await press(rowOf(page, '检修班长兼安全员'), '更多')
  await page.getByRole('menuitem', { name: '详情' }).click()
  await item(dialog(page), '职务名称').waitFor()
  expect(await labels(page)).not.toContain('职级')
  await browsers.shot(page, 'column rule detail')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  const [sheet] = await Promise.all([page.waitForEvent('download'), press(page, '导出')])
  const exported = JSON.stringify(await readSheet(readFileSync(await sheet.path())))
  expect(exported).toContain('检修班长兼安全员')
  expect(exported).not.toContain('职级')
  await press(page, '导入')
  const [template] = await Promise.all([page.waitForEvent('download'), press(dialog(page), '下载导入模板')])
  // Who adds a row may write what he knows (decision 0920).
  expect(JSON.stringify(await readSheet(readFileSync(await template.path())))).toContain('职级')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  await page.setViewportSize({ width: 390, height: 844 })
  const card = page.locator('.list-card').filter({ hasText: '检修班长' })
  await card.waitFor()
  expect(await card.locator('dt').allInnerTexts()).toEqual(['职务编码'])
  await page.getByRole('combobox', { name: '排序' }).click()
  await expect.poll(() => options.allInnerTexts()).toEqual(['职务名称', '职务编码'])
  await page.keyboard.press('Escape')
  expect(await overflowOnPhone(page)).toBe(0)
  await browsers.shot(page, 'column rule cards', 390)
})

it('a view and a link that ask for it open all the same, and say what of them is not used', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, `${list}?view=${view}`)
  await page.getByText('“职级”您无权查看，未使用').first().waitFor()
  await rowOf(page, '检修员').waitFor()
  expect(await headings(page)).toEqual(['#', '职务名称', '操作'])
  await page.locator('.list-table-small').waitFor()
  await browsers.shot(page, 'column rule view')

  await page.goto(`${list}?column=postRank&order=asc`)
  await page.getByText('排序所用的列“职级”您无权查看，未使用').waitFor()
  await rowOf(page, '检修员').waitFor()
  await expect.poll(() => page.url()).not.toContain('postRank')

  await page.goto(`${list}?postRank=1`)
  await page.getByText('条件“职级”').first().waitFor()
  await rowOf(page, '检修员').waitFor()
  await browsers.shot(page, 'column rule condition')

  await page.goto(`${list}?columns=name,postRank`)
  await page.getByText('已不存在，或您无权查看').waitFor()
  expect(await headings(page)).toEqual(['#', '职务名称', '操作'])
})
