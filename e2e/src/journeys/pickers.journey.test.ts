import { workTicketEndpoints } from '@suoan/contract'
import { demoDraft } from '@suoan/safety/work-tickets/testing/demo-draft'
import { inTransaction } from '@suoan/platform/db/transaction'
import { sql } from 'kysely'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, dialog, item, overflowOnPhone, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'
import { goToStep } from './write-ticket.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

it('roles and positions are picked in two panes, which have the widths of the specification (1-shell.md §2.9, §9)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/user')
  await press(page, '添加用户')
  const form = dialog(page)

  await button(form, '选择角色').click()
  const roles = page.getByRole('dialog', { name: '角色选择' })
  expect(await widthOf(roles)).toBe(900)
  const rows = roles.locator('.record-picker-row')
  await rows.first().waitFor()
  await expect.poll(() => rows.count(), { message: 'five a page' }).toBe(5)
  await roles.getByRole('textbox', { name: '角色编码' }).fill('ISSUE')
  await press(roles, '查询')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.first().click()
  await roles.getByText('已选角色（1）').waitFor()
  await browsers.shot(page, 'pickers role')
  await browsers.shot(page, 'pickers role', 390)
  await roles.getByRole('button', { name: /^删除 / }).click()
  await roles.getByText('已选角色（0）').waitFor()
  await rows.first().click()
  await press(roles, '确定')
  await roles.waitFor({ state: 'hidden' })
  await form.locator('.ant-select-selection-item').filter({ hasText: '签发' }).waitFor()

  await button(form, '选择职务').click()
  const positions = page.getByRole('dialog', { name: '职务选择' })
  expect(await widthOf(positions)).toBe(1000)
  await expect
    .poll(() => positions.getByRole('columnheader').allInnerTexts())
    .toEqual(expect.arrayContaining(['职务名称', '职务编码', '职级']))
  await browsers.shot(page, 'pickers position')
  await press(positions.locator('.ant-modal-footer'), '关闭')
  await button(form, '选择部门').first().click()
  const departments = page.getByRole('dialog', { name: '选择部门' })
  expect(await widthOf(departments)).toBe(500)
  await press(departments.locator('.ant-modal-footer'), '关闭')

  // The departments that somebody leads are asked of who leads some.
  expect(await item(form, '负责部门').count()).toBe(0)
  await form.getByRole('radio', { name: '上级' }).check()
  await item(form, '负责部门').waitFor()
  await form.getByRole('radio', { name: '普通用户' }).check()
  await item(form, '负责部门').waitFor({ state: 'detached' })

  await page.goto('/isystem/roleUserList')
  await page.getByText('用户', { exact: true }).first().click()
  await press(page, '已有用户')
  const users = page.getByRole('dialog').filter({ hasText: '已选用户' })
  await users.waitFor()
  expect(await widthOf(users)).toBe(1250)
})

it('anything else is picked in a popup: ten a page, a bar of what is chosen, and nothing chosen is told', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loLockDepartList')
  await button(page, '新增').first().click()
  const form = dialog(page)
  await button(form, '选择锁具').click()
  const popup = page.getByRole('dialog', { name: '选择锁具' })
  expect(await widthOf(popup)).toBe(1200)
  await popup.locator('.record-picker-row').first().waitFor()
  await press(popup, '确定')
  await page.getByText('请选择一条记录').waitFor()
  const row = popup.locator('.record-picker-row').first()
  const name = (await row.locator('td').nth(1).innerText()).trim()
  await row.click()
  await popup.getByRole('status').getByText(name).waitFor()
  await browsers.shot(page, 'pickers popup')
  await browsers.shot(page, 'pickers popup', 390)
  await press(popup, '清空')
  await popup.getByText('已选择 0 项').waitFor()
  await row.click()
  await press(popup, '确定')
  await popup.waitFor({ state: 'hidden' })
  await form.locator('.ant-select').filter({ hasText: name }).first().waitFor()
})

it('categories are kept in a tree, chosen level by level, and roots that cannot be had are told (1-shell.md §7, §8)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isys/category')
  const add = async (name: string, below?: string) => {
    if (below) {
      await page.getByRole('row').filter({ hasText: below }).getByText('更多').click()
      await page.getByRole('menuitem', { name: '添加下级' }).click()
    } else await button(page, '新增').first().click()
    await item(dialog(page), '分类名称').getByRole('textbox').fill(name)
    await browsers.shot(page, `pickers category ${below ? 'below' : 'form'}`)
    await press(dialog(page), '确定')
    await dialog(page).waitFor({ state: 'hidden' })
  }
  await add('锁具类型')
  await add('挂锁', '锁具类型')
  await page.locator('.ant-table-row-expand-icon').first().click()
  await page.getByRole('row').filter({ hasText: 'A01A01' }).waitFor()
  await browsers.shot(page, 'pickers categories')
  await browsers.shot(page, 'pickers categories', 390)

  await button(page, '新增').first().click()
  const parent = item(dialog(page), '父级节点')
  await parent.locator('.ant-select').click()
  const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  await list.locator('.ant-select-tree-switcher').first().click()
  await list.getByText('挂锁', { exact: true }).click()
  await parent.getByTitle('挂锁').waitFor()
  await item(dialog(page), '分类名称').getByRole('textbox').fill('蓝牙挂锁')
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await plant().one(`select code from sys_category where name = '蓝牙挂锁'`)).toEqual({
    code: 'A01A01A01',
  })

  await page.route('**/sys/category/loadTreeRoot*', (route) =>
    route.fulfill({
      json: { success: false, message: '分类暂时无法读取', code: 500, result: null, timestamp: 0 },
    }),
  )
  await page.reload()
  await button(page, '新增').first().click()
  await item(dialog(page), '父级节点').locator('.ant-select').click()
  await page.getByText('分类暂时无法读取').first().waitFor()
  await page.getByRole('button', { name: '重试' }).waitFor()
  await browsers.shot(page, 'pickers category roots failed')
})

/** How wide a dialog stands. */
const widthOf = (shown: Locator): Promise<number> =>
  shown
    .locator('xpath=ancestor-or-self::*[contains(concat(" ", @class, " "), " ant-modal ")]')
    .evaluate((element) => element.getBoundingClientRect().width)

it('a tree that arrives after the words somebody types shows what he looks for', async () => {
  const page = await plant().screen('u1')
  let isAsked = false
  let deliver: () => void = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  await page.route('**/loArea/queryTreeList**', async (route) => {
    isAsked = true
    await delivered
    await route.continue()
  })
  await page.goto('/isps/loWorkList?edit=new&step=1')
  await item(page, '作业区域').locator('input').fill('压缩机房')
  await page.getByText('加载中…').waitFor()
  deliver()
  await page.locator('.ant-select-dropdown').getByText('压缩机房').click()
  await item(page, '作业区域').getByText('压缩机房').filter({ visible: true }).waitFor()
  expect(isAsked).toBe(true)
})

it('people of 50 characters stay within a phone’s screen in the editor of a ticket', async () => {
  const name = '阿卜杜热西提·买买提艾力·吾布力卡斯木·图尔荪江·努尔买买提·艾合买提江·依布拉音·阿卜力米提·库尔'
  // Said like any change of a user, so that nobody goes on with the name of before.
  await inTransaction(plant().server.ctx, async (tx, emit) => {
    await sql`update sys_user set realname = left(${name}, 50) where id = 'u6'`.execute(tx)
    emit('resource.changed', { resource: 'user', tenantId: 0, ids: ['u6'] })
  })
  const { ticket } = await plant().take('u1', workTicketEndpoints.saveDraft, demoDraft())
  const page = await plant().screen('u1', `/isps/loWorkEdit/${ticket.id}`)
  await goToStep(page, '人员与锁具')
  for (const table of ['人员', '门禁锁与锁箱'])
    await page.getByRole('grid', { name: table }).getByText(name.slice(0, 12)).first().waitFor()
  expect(await overflowOnPhone(page)).toBe(0)
  await plant().browsers.shot(page, 'pickers long names', 390)
})
