import { workTicketEndpoints } from '@suoan/contract'
import { DAY } from '@suoan/safety/work-tickets/testing/demo-draft'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, dialog, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

const list = '/isps/loLockList'
const codes = async (page: Page) => (await page.getByText(/^(LK|PL|LB)\d+$/).allInnerTexts()).toSorted()
const headings = async (page: Page): Promise<string[]> =>
  (await page.locator('.list-table thead th').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
const views = (page: Page) => page.locator('.saved-views')
const entries = (page: Page) => views(page).getByRole('list', { name: '视图' })
const openViews = async (page: Page) => {
  await page.locator('.views-button').click()
  await views(page).waitFor()
}
const shut = async (page: Page) => {
  await page.locator('.views-button').click()
  await views(page).waitFor({ state: 'hidden' })
}
const doWith = async (page: Page, view: string, what: string) => {
  await entries(page)
    .getByRole('button', { name: `${view} 的操作` })
    .click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}
const saveAs = async (page: Page, name: string) => {
  await views(page).getByRole('textbox', { name: '视图名称' }).fill(name)
  await press(views(page), '保存')
}

it('a list is kept as a view with filter, columns, sort and row height, is the default, shared, and deleted (5-screens.md §4)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, list)
  await page.locator('.list-table thead').waitFor()
  const all = await codes(page)
  expect(all.length).toBeGreaterThan(2)
  await page.getByRole('textbox', { name: '锁具编号' }).fill('LK1')
  await page.keyboard.press('Enter')
  await expect.poll(() => codes(page)).not.toContain('LK2')
  const found = await codes(page)
  await page.getByRole('columnheader', { name: '电量(%)' }).click()
  await page.waitForURL(/column=battery/)
  await press(page, '自定义列')
  await page.getByRole('checkbox', { name: '蓝牙MAC' }).check()
  await page.locator('.column-chooser').getByText('紧凑').click()
  await page.keyboard.press('Escape')
  await page.mouse.click(700, 30)

  // Without a name nothing is kept.
  await openViews(page)
  await views(page).getByText('还没有视图').waitFor()
  await press(views(page), '保存')
  await page.getByText('请输入视图名称').waitFor()
  await saveAs(page, '一号锁')
  await page.getByText('视图已保存').waitFor()
  await entries(page).getByText('一号锁').waitFor()
  await browsers.shot(page, 'list views')
  await expect.poll(() => page.url()).toContain('view=')
  await expect.poll(() => page.locator('.views-button').innerText()).toBe('一号锁')

  // Changed, it can be kept again; under a taken name only when that is wanted.
  await shut(page)
  await page.getByRole('textbox', { name: '锁具编号' }).fill('LK2')
  await page.keyboard.press('Enter')
  await expect.poll(() => codes(page)).not.toContain('LK1')
  await page.locator('.views-button').getByText('一号锁 *').waitFor()
  await openViews(page)
  await views(page).getByText('保存修改到“一号锁”').waitFor()
  await saveAs(page, '一号锁')
  await page.getByText('“一号锁”已存在，是否用当前列表覆盖？').waitFor()
  await button(dialog(page), '取消').click()
  await saveAs(page, '二号锁')
  await entries(page).getByText('二号锁').waitFor()

  await entries(page).getByText('一号锁').click()
  await expect.poll(() => codes(page)).toEqual(found)
  await page.locator('.list-table-small').waitFor()
  expect(await headings(page)).toContain('蓝牙MAC')

  await openViews(page)
  await doWith(page, '一号锁', '重命名')
  await views(page).getByRole('textbox', { name: '一号锁 的新名称' }).fill('二号锁')
  await page.keyboard.press('Enter')
  await page.getByText('视图名称“二号锁”已存在，请更换').waitFor()
  await views(page).getByRole('textbox', { name: '一号锁 的新名称' }).fill('头号锁')
  await page.keyboard.press('Enter')
  await entries(page).getByText('头号锁').waitFor()
  await doWith(page, '头号锁', '设为默认')
  await entries(page).getByText('默认', { exact: true }).waitFor()

  // From now on the plain address opens it; the link carries the whole of it.
  await page.goto(list)
  await expect.poll(() => codes(page)).toEqual(found)
  await page.locator('.list-table-small').waitFor()
  const link = page.url()
  expect(link).toContain('lockCode=LK1')

  // Somebody with whom nothing is shared opens the same list by the link, and is told that the view is not his.
  const other = await browsers.signIn('u1', PASSWORD, new URL(link).pathname + new URL(link).search)
  await expect.poll(() => codes(other)).toEqual(found)
  expect(await headings(other)).toContain('蓝牙MAC')
  await other.getByText('链接中的视图已删除，或没有共享给您；列表按链接里的条件显示').waitFor()
  await browsers.shot(other, 'list view not shared')
  await openViews(other)
  await views(other).getByText('还没有视图').waitFor()
  await shut(other)

  await openViews(page)
  await doWith(page, '头号锁', '共享…')
  const sharing = page.getByRole('dialog', { name: '共享视图“头号锁”' })
  await sharing.getByRole('combobox', { name: '共享给' }).fill('签发')
  await page.locator('.ant-select-item-option').filter({ hasText: '签发' }).first().click()
  await browsers.shot(page, 'list view sharing')
  await sharing.getByText('共享视图“头号锁”').click()
  await button(sharing, '确定').click()
  await page.getByText('共享已保存').waitFor()

  await other.goto(`${list}?view=${new URL(link).searchParams.get('view') ?? ''}`)
  await expect.poll(() => codes(other)).toEqual(found)
  await other.locator('.views-button').getByText('头号锁').waitFor()
  await openViews(other)
  // What others share is there to be opened, not to be changed.
  await entries(other).getByRole('button', { name: '头号锁 的操作' }).click()
  expect(
    await other
      .getByRole('menuitem')
      .filter({ hasText: /重命名|共享|删除/ })
      .count(),
  ).toBe(0)
  await other.keyboard.press('Escape')
  await shut(other)
  await browsers.shot(other, 'list view shared', 390)
  await other.setViewportSize({ width: 1440, height: 900 })

  // The views are still open behind what was asked about them.
  await doWith(page, '头号锁', '删除')
  await page.getByText('他们也将看不到').waitFor()
  await button(dialog(page), '确定').click()
  await page.getByText('视图已删除').first().waitFor()
  await page.goto(list)
  await expect.poll(() => codes(page)).toEqual(all)
  await other.goto(link)
  await other.getByText('链接中的视图已删除').waitFor()
  await expect.poll(() => codes(other)).toEqual(found)
  await other.getByRole('button', { name: '知道了' }).click()
  await expect.poll(() => other.url()).not.toContain('view=')
})

it('conditions, columns and a sort that have gone since a view was kept are named, and the rest holds', async () => {
  const { browsers, one } = plant()
  const page = await browsers.signIn('admin', PASSWORD, `${list}?lockCode=LK1`)
  await page.locator('.list-table thead').waitFor()
  await expect.poll(() => codes(page)).not.toContain('LK2')
  const found = await codes(page)
  await openViews(page)
  await saveAs(page, '旧视图')
  await entries(page).getByText('旧视图').waitFor()
  await one(
    `update list_view set body = body || jsonb_build_object('rules', $1::jsonb, 'column', 'oldSort',
      'columns', $2::jsonb) where name = '旧视图' returning id`,
    [
      JSON.stringify([{ field: 'oldCode', rule: 'eq', val: '1' }]),
      JSON.stringify({ shown: ['lockCode', 'oldColumn'], pins: {} }),
    ],
  )
  await page.goto(list)
  await openViews(page)
  await entries(page).getByText('旧视图').click()
  await page.getByText('条件“oldCode”所用的列已不存在').first().waitFor()
  await page.getByText('列 “oldColumn”：已不存在，或您无权查看').waitFor()
  await page.getByText('排序所用的列“oldSort”已不存在，未使用').waitFor()
  await expect.poll(() => codes(page)).toEqual(found)
  await browsers.shot(page, 'list view with lost fields')
})

it('the lists of tickets and of decisions have views, columns and keys like every other list, and a view keeps its tab', async () => {
  const { browsers, take } = plant()
  for (const workName of ['更换机械密封', '清理塔底'])
    await take('u1', workTicketEndpoints.saveDraft, {
      workName,
      workType: '20',
      workLevel: '2',
      areaId: 'demo-a01',
      planStart: `${DAY} 08:00:00`,
      planEnd: `${DAY} 18:00:00`,
    })
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loAllWorkList')
  const heads = () => headings(page)
  await page.locator('.list-row').first().waitFor()
  expect(await heads()).toEqual([
    '#',
    '票号 / 作业名称',
    '类型 / 级别',
    '状态',
    '进度',
    '区域',
    '计划时间',
    '负责人 / 申请人',
    '在场',
    '更新',
    '操作',
  ])
  await page.getByRole('tab', { name: '执行中' }).click()
  await page.waitForURL(/tab=execution/)
  await press(page, '自定义列')
  await page.getByRole('checkbox', { name: '区域', exact: true }).uncheck()
  await page.getByRole('checkbox', { name: '创建人' }).check()
  await page.keyboard.press('Escape')
  await page.mouse.click(700, 30)
  await expect.poll(heads).toContain('创建人')
  await openViews(page)
  await saveAs(page, '现场')
  await page.getByText('视图已保存').waitFor()
  await doWith(page, '现场', '设为默认')
  await shut(page)
  await browsers.shot(page, 'ticket views')

  // His own columns are put back; a plain address opens the view with its tab and columns.
  await page.goto('/isps/loAllWorkList')
  await page.waitForURL(/tab=execution/)
  await page.locator('.views-button').getByText('现场', { exact: true }).waitFor()
  await expect.poll(heads).not.toContain('区域')
  await page.getByRole('tab', { name: '全部', exact: true }).click()
  await page.locator('.views-button').getByText('现场 *').waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.classList.contains('list-row')))
    .toBe(true)
  await browsers.shot(page, 'ticket views phone', 390)

  const decisions = await browsers.signIn('admin', PASSWORD, '/isps/loWorkReviewList')
  await decisions.getByRole('tab', { name: '已审核' }).click()
  await openViews(decisions)
  await saveAs(decisions, '我审过的')
  await decisions.getByText('视图已保存').waitFor()
  await expect.poll(() => decisions.url()).toContain('savedView=')
  await browsers.shot(decisions, 'decision views')
})
