import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { act, add, agree, button, dialog, fill, find, item, press, rowOf } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

/** Departments and dictionaries: 5-screens.md §6.7, §6.11. */
const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })
const admin = (address: string): Promise<Page> => plant().screen('admin', address)
const titled = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title })
const said = (page: Page, words: string | RegExp): Promise<void> =>
  page.locator('.ant-message').getByText(words).first().waitFor()

it('部门管理: a branch grows by buttons and by the right click, is put in order by hand, searched, ticked and cut off again', async () => {
  const { browsers, server } = plant()
  const page = await admin('/isystem/depart')
  const tree = page.getByRole('tree', { name: '部门' })
  const title = (name: string) => page.locator('.ant-tree-title').getByText(name, { exact: true })
  const box = (name: string) =>
    page
      .locator('.ant-tree-treenode')
      .filter({ has: page.locator('.ant-tree-title').getByText(name, { exact: true }) })
      .locator('.ant-tree-checkbox')
  const operate = async (operation: string) => {
    await press(page, '树操作')
    await page.getByRole('menuitem', { name: operation, exact: true }).click()
  }
  await title('检修部').waitFor()
  await page.getByText('请先选择一个部门!').first().waitFor()
  await press(page, '添加下级')
  await said(page, '请先点击选中上级部门！')

  await add(page, [['机构/部门名称', 'type', '西区工厂']], '添加部门')
  await title('西区工厂').click()
  await page.getByText('当前选择：西区工厂').waitFor()
  for (const name of ['热力车间', '给水车间', '化验室']) {
    await press(page, '添加下级')
    await titled(page, '新增下级部门（上级：西区工厂）').waitFor()
    await fill(page, [['机构/部门名称', 'type', name]])
    await press(dialog(page), '确定')
    await dialog(page).waitFor({ state: 'hidden' })
    await title(name).waitFor()
  }
  await title('热力车间').click({ button: 'right' })
  await browsers.shot(page, 'admin depart menu')
  await page.getByRole('menuitem', { name: '添加', exact: true }).click()
  await titled(page, '新增下级部门（上级：热力车间）').waitFor()
  await fill(page, [['机构/部门名称', 'type', '锅炉班']])
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  await title('锅炉班').waitFor()
  await title('热力车间').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '取消', exact: true }).click()
  await page.getByRole('menuitem', { name: '取消', exact: true }).waitFor({ state: 'hidden' })

  // 部门排序 by hand: behind a neighbour, and to the first place. Nowhere else.
  const order = async () => {
    const { rows } = await server.ctx.pool.query<{ name: string }>(
      `select depart_name as name from sys_depart where parent_id = (select id from sys_depart where depart_name = '西区工厂')
       order by depart_order, org_code`,
    )
    return rows.map(({ name }) => name).join()
  }
  const drag = async (name: string, onto: string, half: 'upper' | 'lower') => {
    const target = title(onto)
    const height = (await target.boundingBox())?.height ?? 24
    await title(name).dragTo(target, {
      sourcePosition: { x: 4, y: 8 },
      targetPosition: { x: 8, y: half === 'upper' ? 2 : height - 2 },
    })
  }
  await operate('合并所有')
  await title('热力车间').waitFor({ state: 'detached' })
  await tree
    .locator('.ant-tree-treenode')
    .filter({ hasText: '西区工厂' })
    .locator('.ant-tree-switcher')
    .click()
  await title('化验室').waitFor()
  await drag('热力车间', '给水车间', 'lower')
  await expect.poll(order).toBe('给水车间,热力车间,化验室')
  await drag('化验室', '给水车间', 'upper')
  await expect.poll(order).toBe('化验室,给水车间,热力车间')
  await browsers.shot(page, 'admin depart ordered')
  await drag('化验室', '锁安示范工厂', 'lower')
  await drag('化验室', '热力车间', 'lower')
  await expect.poll(order).toBe('给水车间,热力车间,化验室')
  expect(
    await plant().one(
      `select p.depart_name as above from sys_depart d join sys_depart p on p.id = d.parent_id where d.depart_name = '化验室'`,
    ),
    'nothing was moved into another department',
  ).toEqual({ above: '西区工厂' })

  const search = page.getByPlaceholder('请输入部门名称')
  await search.fill('锅炉')
  await title('锅炉班').waitFor()
  await title('化验室').waitFor({ state: 'detached' })
  expect(await page.locator('.ant-tree-title').allInnerTexts()).toEqual(['西区工厂', '热力车间', '锅炉班'])
  await search.fill('没有这个部门')
  await page.getByText('没有名称相符的部门').waitFor()
  await search.fill('')
  await operate('展开所有')
  await title('锅炉班').waitFor()

  // The right half: what is typed is put back, then stored.
  await title('化验室').click()
  const basics = page.getByRole('tabpanel', { name: '基本信息' })
  await expect.poll(() => item(basics, '机构/部门名称').locator('input').inputValue()).toBe('化验室')
  expect(await item(basics, '机构编码').locator('input').isDisabled()).toBe(true)
  await item(basics, '机构/部门名称').locator('input').fill('')
  await press(basics, '保存')
  await basics.getByText('请输入机构/部门名称!').waitFor()
  await press(basics, '重置')
  expect(await item(basics, '机构/部门名称').locator('input').inputValue()).toBe('化验室')
  await item(basics, '机构/部门名称').locator('input').fill('中心化验室')
  await item(basics, '地址').locator('input').fill('西区 3 号楼')
  await browsers.shot(page, 'admin depart basics')
  await browsers.shot(page, 'admin depart basics', 390)
  await press(basics, '保存')
  await said(page, '修改成功!')
  await title('中心化验室').waitFor()
  await page.getByText('当前选择：中心化验室').waitFor()
  // Who leads it stays when something else is put back and stored again.
  const leaders = item(basics, '部门负责人')
  await find(page, leaders, '孙作')
  await press(basics, '保存')
  await leaders.getByText('孙作').first().waitFor()
  const led = () =>
    plant()
      .one(`select count(*)::int as n from sys_user u join sys_depart d on d.id = any(string_to_array(u.depart_ids, ','))
      where d.depart_name = '中心化验室'`)
  await expect.poll(led).toEqual({ n: 1 })
  await item(basics, '地址').locator('input').fill('西区 4 号楼')
  await press(basics, '重置')
  await leaders.getByText('孙作').first().waitFor()
  await item(basics, '地址').locator('input').fill('西区 5 号楼')
  await press(basics, '保存')
  await expect
    .poll(() => plant().one(`select address from sys_depart where depart_name = '中心化验室'`))
    .toEqual({ address: '西区 5 号楼' })
  expect(await led()).toEqual({ n: 1 })
  await press(page, '取消选择')
  await page.getByText('当前选择：无').waitFor()

  // Ticks are one by one until they are linked; a department in use stays, the whole branch goes.
  await box('西区工厂').click()
  await press(page, '批量删除')
  await page.getByText('确定要删除所选中的 1 条数据，以及子节点数据吗?').waitFor()
  await page.locator('.ant-modal-confirm').getByText('取消', { exact: true }).click()
  await operate('全部勾选')
  await operate('取消全选')
  await button(page, '批量删除').waitFor({ state: 'detached' })
  await operate('父子关联')
  await box('西区工厂').click()
  expect(await tree.locator('.ant-tree-checkbox-checked').count(), 'it and the four below it').toBe(5)
  await box('检修部').click()
  await press(page, '批量删除')
  await agree(page)
  await page
    .getByText(/部门.*检修部.*不能删除，仍有/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await box('检修部').click()
  await title('中心化验室').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除', exact: true }).click()
  await page.getByText('确定要删除部门“中心化验室”以及子节点数据吗?').waitFor()
  await agree(page)
  await title('中心化验室').waitFor({ state: 'detached' })
  await operate('取消全选')
  await box('西区工厂').click()
  await press(page, '批量删除')
  await agree(page)
  await title('西区工厂').waitFor({ state: 'detached' })
  await browsers.shot(page, 'admin departments')
  await browsers.shot(page, 'admin departments', 390)
})

it('数据字典: a dictionary gets items, some out of use, is found in a form, deleted, fetched back, and goes for good', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isystem/dict')
  await press(page, '添加')
  await fill(page, [
    ['字典名称', 'type', '巡检结果'],
    ['字典编码', 'type', '1x'],
    ['描述', 'type', '巡检时选择'],
  ])
  await press(dialog(page), '确定')
  await dialog(page)
    .getByText(/以字母开头/)
    .waitFor()
  await item(dialog(page), '字典编码').locator('input').fill('sex')
  await item(dialog(page), '字典编码').locator('input').press('Tab')
  await dialog(page).getByText('字典编码已存在!').waitFor()
  await item(dialog(page), '字典编码').locator('input').fill('patrol_result')
  await browsers.shot(page, 'admin dict form')
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  await item(page, '字典名称').locator('input').fill('巡检')
  await press(page, '查询')
  await rowOf(page, 'patrol_result').waitFor()
  await rowOf(page, 'valid_status').waitFor({ state: 'detached' })

  await act(page, 'patrol_result', '字典配置')
  const items = titled(page, '字典列表：巡检结果')
  const entry = async (text: string, value: string, more: Parameters<typeof fill>[1] = []) => {
    await press(items, '新增')
    await fill(page, [['名称', 'type', text], ['数据值', 'type', value], ...more])
    await press(dialog(page), '确定')
  }
  const entered = () => titled(page, '新增字典项').waitFor({ state: 'hidden' })
  await entry('正常', 'a,b')
  await dialog(page).getByText('数据值不能包含特殊字符！').waitFor()
  await item(dialog(page), '数据值').locator('input').fill('1')
  await press(dialog(page), '确定')
  await entered()
  await entry('异常', '2', [['排序', 'type', '2']])
  await entered()
  await entry('未查', '3', [
    ['排序', 'type', '3'],
    ['是否启用', 'choose', '不启用'],
  ])
  await entered()
  await entry('重复', '2')
  await page
    .getByText(/已存在/)
    .first()
    .waitFor()
  await press(dialog(page).locator('.ant-modal-footer'), '关闭')
  await entered()
  await items.locator('.row-off').filter({ hasText: '未查' }).waitFor()
  await browsers.shot(page, 'admin dict items')
  await browsers.shot(page, 'admin dict items', 390)
  await act(page, '异常', '编辑')
  await item(dialog(page), '名称').locator('input').fill('有缺陷')
  await press(dialog(page), '确定')
  await rowOf(items, '有缺陷').waitFor()
  await act(page, '未查', '删除')
  await agree(page)
  await rowOf(items, '未查').waitFor({ state: 'detached' })
  await items.getByRole('button', { name: '关闭' }).first().click()
  await items.waitFor({ state: 'hidden' })
  await press(page, '刷新缓存')
  await said(page, '刷新缓存完成！')

  await act(page, 'patrol_result', '编辑')
  expect(await item(dialog(page), '字典编码').locator('input').isDisabled()).toBe(true)
  await item(dialog(page), '描述').locator('input, textarea').first().fill('班组巡检时选择')
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  await rowOf(page, '班组巡检时选择').waitFor()

  const bin = titled(page, '字典回收站')
  const remove = async () => {
    await act(page, 'patrol_result', '删除')
    await agree(page)
    await page.locator('.list-table').getByText('patrol_result').waitFor({ state: 'detached' })
    await press(page, '回收站')
    await rowOf(bin, 'patrol_result').waitFor()
  }
  await remove()
  await browsers.shot(page, 'admin dict bin')
  await browsers.shot(page, 'admin dict bin', 390)
  await rowOf(bin, 'patrol_result').getByRole('button', { name: '字典取回' }).click()
  await agree(page)
  await bin.getByText('回收站是空的').waitFor()
  await page.keyboard.press('Escape')
  await bin.waitFor({ state: 'hidden' })
  await rowOf(page, 'patrol_result').waitFor()
  expect(
    await one(`select count(*)::int as n from sys_dict_item where dict_id =
      (select id from sys_dict where dict_code = 'patrol_result' and del_flag = 0)`),
    'with the items it had',
  ).toEqual({ n: 2 })
  await remove()
  await rowOf(bin, 'patrol_result').getByRole('button', { name: '彻底删除' }).click()
  await page
    .locator('.ant-popconfirm:visible')
    .getByText(/彻底删除后无法恢复/)
    .waitFor()
  await agree(page)
  await bin.getByText('回收站是空的').waitFor()
  expect(await one(`select count(*)::int as n from sys_dict where dict_code = 'patrol_result'`)).toEqual({
    n: 0,
  })
})
