import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { logIn } from '../support/api-client.ts'
import { act, add, agree, button, choose, dialog, fill, find, item, press, rowOf } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

/** Users, roles and their home pages: 5-screens.md §6.1–§6.3, 4-api.md §7.22. */
const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })
const admin = (address: string): Promise<Page> => plant().screen('admin', address)
const titled = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title })
const said = (page: Page, words: string | RegExp): Promise<void> =>
  page.locator('.ant-message').getByText(words).first().waitFor()
const FIRST = 'Rounds#2026'

it('用户管理: somebody is taken on, found, changed, frozen and deleted, and comes back from the bin until he goes for good', async () => {
  const { browsers, one, url } = plant()
  const page = await admin('/isystem/user?pageSize=100')
  await press(page, '添加用户')
  const form = titled(page, '新增用户')
  await press(form, '确定')
  for (const words of ['用户账号', '用户姓名', '工号', '手机号码'])
    await form.getByText(`请输入${words}!`).waitFor()
  await form.getByText('请重新输入登录密码!').waitFor()
  await browsers.shot(page, 'admin user form asked')
  await fill(
    page,
    [
      ['用户账号', 'type', 'u1'],
      ['登录密码', 'type', 'onlyletters'],
      ['确认密码', 'type', 'another'],
      ['用户姓名', 'type', '蒋巡'],
      ['工号', 'type', 'D001'],
      ['手机号码', 'type', '1234'],
      ['邮箱', 'type', 'nowhere'],
    ],
    form,
  )
  await item(form, '邮箱').locator('input').press('Tab')
  await item(form, '用户账号').getByText('用户名已存在!').waitFor()
  await item(form, '工号').getByText('工号已存在!').waitFor()
  await item(form, '登录密码')
    .getByText(/密码至少 8 位/)
    .waitFor()
  await item(form, '确认密码').getByText('两次输入的密码不一样！').waitFor()
  for (const label of ['手机号码', '邮箱'])
    await item(form, label).locator('.ant-form-item-explain-error').waitFor()
  await browsers.shot(page, 'admin user form refused')
  await browsers.shot(page, 'admin user form refused', 390)
  expect(await item(form, '负责部门').count(), 'only who leads has them').toBe(0)
  await fill(
    page,
    [
      ['用户账号', 'type', 'patrol'],
      ['登录密码', 'type', FIRST],
      ['确认密码', 'type', FIRST],
      ['工号', 'type', 'D501'],
      ['手机号码', 'type', '13900005001'],
      ['邮箱', 'type', 'patrol@example.com'],
      ['角色分配', 'choose', '签发人'],
      ['部门分配', 'choose', '检修部'],
    ],
    form,
  )
  await item(form, '性别').getByText('男', { exact: true }).click()
  await item(form, '身份').getByText('上级', { exact: true }).click()
  await choose(page, item(form, '负责部门'), '检修部')
  await press(form, '确定')
  await form.waitFor({ state: 'hidden' })
  const row = rowOf(page, 'patrol')
  await row.getByText('检修部').first().waitFor()
  expect(
    await one(
      `select u.work_no as "no", u.user_identity as identity, u.depart_ids as led,
        (select count(*)::int from sys_user_role r where r.user_id = u.id) as roles,
        (select string_agg(dep_id, ',') from sys_user_depart d where d.user_id = u.id) as departs
      from sys_user u where username = 'patrol'`,
    ),
  ).toEqual({ no: 'D501', identity: 2, led: 'demo-d20', roles: 1, departs: 'demo-d20' })

  // Found by a part of the account; the folded items narrow further.
  await item(page, '用户账号').locator('input').fill('patr')
  await item(page, '用户账号').locator('input').press('Enter')
  await rowOf(page, 'u1').waitFor({ state: 'detached' })
  await row.waitFor()
  await page.locator('.query').getByRole('button', { name: '展开' }).click()
  await choose(page, item(page, '状态'), '冻结')
  await press(page, '查询')
  await row.waitFor({ state: 'detached' })
  await press(page, '重置')
  await row.waitFor()
  await rowOf(page, 'u1').waitFor()

  await act(page, 'patrol', '编辑')
  const edit = titled(page, '编辑用户')
  await edit.locator('.ant-select-selection-item').filter({ hasText: '签发人' }).waitFor()
  expect(await item(edit, '用户账号').locator('input').isDisabled()).toBe(true)
  expect(await item(edit, '登录密码').count(), 'a password has a dialog of its own').toBe(0)
  await item(edit, '用户姓名').locator('input').fill('蒋巡检')
  await item(edit, '手机号码').locator('input').fill('')
  await press(edit, '确定')
  await edit.getByText('请输入手机号码!').waitFor()
  await item(edit, '手机号码').locator('input').fill('13900005002')
  await choose(page, item(edit, '角色分配'), '监护人')
  await browsers.shot(page, 'admin user form')
  await browsers.shot(page, 'admin user form', 390)
  await press(edit, '确定')
  await edit.waitFor({ state: 'hidden' })
  await said(page, '修改成功!')
  await row.getByText('蒋巡检').waitFor()
  await act(page, 'patrol', '详情')
  const detail = titled(page, '用户详情')
  await detail.locator('.ant-select-selection-item').filter({ hasText: '监护人' }).waitFor()
  expect(await detail.getByRole('button', { name: '确定' }).count()).toBe(0)
  await browsers.shot(page, 'admin user detail')
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'hidden' })

  await act(page, 'patrol', '权限来源')
  const rights = titled(page, '权限来源：蒋巡检')
  await rights.locator('.ant-tag').getByText('签发人').first().waitFor()
  await rights.getByPlaceholder('按权限、菜单或角色名称筛选').fill('监护人')
  await expect.poll(() => rights.getByRole('row').filter({ hasText: '监护人' }).count()).toBeGreaterThan(1)
  await browsers.shot(page, 'admin person rights')
  await browsers.shot(page, 'admin person rights', 390)
  await rights.getByPlaceholder('按权限、菜单或角色名称筛选').fill('没有这样的权限')
  await rights.getByText('没有符合条件的权限').waitFor()
  await page.keyboard.press('Escape')
  await rights.waitFor({ state: 'hidden' })

  await act(page, 'patrol', '密码')
  const reset = titled(page, '重新设定密码')
  await fill(
    page,
    [
      ['登录密码', 'type', 'Second#2026'],
      ['确认密码', 'type', 'Second#2026'],
    ],
    reset,
  )
  await browsers.shot(page, 'admin user password')
  await press(reset, '确定')
  await reset.waitFor({ state: 'hidden' })
  await expect(logIn(url, 'patrol', FIRST)).rejects.toThrow(/密码/)
  await logIn(url, 'patrol', 'Second#2026')

  await act(page, 'patrol', '冻结')
  await agree(page)
  await row.getByText('冻结', { exact: true }).waitFor()
  await expect(logIn(url, 'patrol', 'Second#2026')).rejects.toThrow(/冻结|锁定/)
  await act(page, 'patrol', '解冻')
  await agree(page)
  await row.getByText('正常', { exact: true }).waitFor()
  const inBatch = async (what: string) => {
    // The icons beside the words are named too.
    await page.getByRole('button', { name: /批量操作/ }).click()
    await page
      .getByRole('menuitem')
      .filter({ hasText: new RegExp(`^${what}$`) })
      .click()
  }
  // Several at once; the administrator's account is none of them.
  await row.getByRole('checkbox').check()
  await rowOf(page, '系统管理员').getByRole('checkbox').check()
  await inBatch('冻结')
  await said(page, '管理员账号不允许此操作,请重新选择！')
  await rowOf(page, '系统管理员').getByRole('checkbox').uncheck()
  await inBatch('冻结')
  await page.locator('.ant-modal-confirm').getByText('是否冻结选中账号?').waitFor()
  await agree(page)
  await row.getByText('冻结', { exact: true }).waitFor()

  const remove = async () => {
    await act(page, 'patrol', '删除')
    await agree(page)
    await row.waitFor({ state: 'detached' })
    await press(page, '回收站')
    await rowOf(titled(page, '用户回收站'), 'patrol').waitFor()
  }
  const bin = titled(page, '用户回收站')
  await remove()
  await browsers.shot(page, 'admin user bin')
  await browsers.shot(page, 'admin user bin', 390)
  await rowOf(bin, 'patrol').getByRole('button', { name: '还原用户' }).click()
  await agree(page)
  await said(page, '还原成功')
  await bin.getByText('回收站是空的').waitFor()
  await page.keyboard.press('Escape')
  await bin.waitFor({ state: 'hidden' })
  await row.waitFor()
  await remove()
  await rowOf(bin, 'patrol').getByRole('button', { name: '彻底删除' }).click()
  await page
    .locator('.ant-popconfirm:visible')
    .getByText(/彻底删除后无法恢复/)
    .waitFor()
  await agree(page)
  await bin.getByText('回收站是空的').waitFor()
  expect(await one(`select count(*)::int as n from sys_user where username = 'patrol'`)).toEqual({ n: 0 })
  await page.keyboard.press('Escape')
  await bin.waitFor({ state: 'hidden' })
})

it('角色管理: a role is granted, given to people, copied, laid beside its copy, and the page says who can do what', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isystem/roleUserList?pageSize=100')
  await press(page, '新建角色')
  await fill(page, [
    ['角色编码', 'type', '巡检'],
    ['角色名称', 'type', '巡检员'],
  ])
  await press(dialog(page), '确定')
  await dialog(page)
    .getByText(/只能用字母、数字/)
    .waitFor()
  await fill(page, [
    ['角色编码', 'type', 'PATROL'],
    ['描述', 'type', '按路线巡检'],
  ])
  await browsers.shot(page, 'admin role form')
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  await rowOf(page, 'PATROL').waitFor()

  const grants = (name: string) => titled(page, `角色权限配置：${name}`)
  const tick = (drawer: Locator, title: string) =>
    drawer
      .locator('.ant-tree-treenode')
      .filter({ has: page.locator('.ant-tree-title').getByText(title, { exact: true }) })
      .first()
      .locator('.ant-tree-checkbox')
      .click()
  const operate = async (drawer: Locator, operation: string) => {
    await press(drawer, '树操作')
    await page.getByRole('menuitem', { name: operation, exact: true }).click()
  }
  await act(page, 'PATROL', '授权')
  const own = grants('巡检员')
  await own.locator('.ant-tree-title').first().waitFor()
  await operate(own, '展开所有')
  await tick(own, '职务管理')
  await browsers.shot(page, 'admin role grants')
  await browsers.shot(page, 'admin role grants', 390)
  await press(own, '仅保存')
  await said(page, /保存成功/)
  await own.getByRole('button', { name: '取消', exact: true }).click()
  await own.waitFor({ state: 'hidden' })

  await act(page, 'PATROL', '用户')
  const right = page.locator('.card').filter({ hasText: '角色“巡检员”的用户' })
  await right.getByText('该角色下还没有用户').waitFor()
  await press(right, '已有用户')
  const picker = titled(page, '添加已有用户')
  await press(picker, '确定')
  await said(page, '请选择一条记录！')
  await picker.getByPlaceholder('请输入账号').fill('u6')
  await press(picker, '查询')
  await picker.locator('.record-picker-row').getByText('孙作').click()
  await press(picker, '确定')
  await rowOf(right, '孙作').waitFor()
  // Whoever is made inside a role begins with it.
  await press(right, '新增用户')
  const form = titled(page, '新增用户')
  await form.locator('.ant-select-selection-item').filter({ hasText: '巡检员' }).waitFor()
  await fill(
    page,
    [
      ['用户账号', 'type', 'walker2'],
      ['登录密码', 'type', FIRST],
      ['确认密码', 'type', FIRST],
      ['用户姓名', 'type', '沈巡'],
      ['工号', 'type', 'D502'],
      ['手机号码', 'type', '13900005003'],
    ],
    form,
  )
  await press(form, '确定')
  await form.waitFor({ state: 'hidden' })
  await rowOf(right, '沈巡').waitFor()
  await browsers.shot(page, 'admin role members')
  await browsers.shot(page, 'admin role members', 390)
  await right.getByPlaceholder('用户账号').fill('u6')
  await right.getByPlaceholder('用户账号').press('Enter')
  await rowOf(right, '沈巡').waitFor({ state: 'detached' })

  await press(page, '谁能做')
  const who = titled(page, '谁能做')
  await who.getByText('选择一项权限，查看谁能做、凭哪个角色').waitFor()
  await find(page, who, 'system:position:list')
  await rowOf(who, '孙作').locator('.ant-tag').getByText('巡检员').waitFor()
  await rowOf(who, '系统管理员').waitFor()
  await browsers.shot(page, 'admin who can')
  await browsers.shot(page, 'admin who can', 390)
  await page.keyboard.press('Escape')
  await who.waitFor({ state: 'hidden' })

  await act(page, 'PATROL', '复制')
  const copy = titled(page, '复制角色：巡检员')
  expect(await item(copy, '角色名称').locator('input').inputValue()).toBe('巡检员（复制）')
  await item(copy, '角色编码').locator('input').fill('PATROL2')
  await press(copy, '确定')
  await copy.waitFor({ state: 'hidden' })
  await rowOf(page, 'PATROL2').waitFor()
  expect(
    await one(`select count(*)::int as n from sys_user_role r join sys_role o on o.id = r.role_id
      where o.role_code = 'PATROL2'`),
    'nobody comes with the copy',
  ).toEqual({ n: 0 })

  // The two rows that are ticked stand in the comparison.
  const beside = async () => {
    await press(page, '对比角色')
    return titled(page, '对比角色')
  }
  await rowOf(page, '巡检员（复制）').getByRole('checkbox').check()
  await page
    .getByRole('row')
    .filter({ has: page.getByText('PATROL', { exact: true }) })
    .getByRole('checkbox')
    .check()
  const same = await beside()
  await same.getByText(/两个角色的权限完全相同，共 [1-9]\d* 项/).waitFor()
  await browsers.shot(page, 'admin roles alike')
  await page.keyboard.press('Escape')
  await same.waitFor({ state: 'hidden' })
  await act(page, 'PATROL2', '授权')
  const copied = grants('巡检员（复制）')
  await copied.locator('.ant-tree-title').first().waitFor()
  await operate(copied, '展开所有')
  await tick(copied, '职务管理')
  await tick(copied, '通讯录')
  await press(copied, '保存并关闭')
  await copied.waitFor({ state: 'hidden' })
  const differs = await beside()
  await differs.getByText(/相同 \d+ 项，不同 [1-9]\d* 项/).waitFor()
  const cells = async (words: string) => rowOf(differs, words).locator('td').allInnerTexts()
  const heads = await differs.getByRole('columnheader').allInnerTexts()
  const [copyAt, ownAt] = [heads.indexOf('巡检员（复制）'), heads.indexOf('巡检员')]
  expect((await cells('通讯录'))[copyAt]).toContain('有')
  expect((await cells('通讯录'))[ownAt]).toBe('没有')
  expect((await cells('职务管理'))[copyAt]).toBe('没有')
  expect((await cells('职务管理'))[ownAt]).toContain('有')
  await browsers.shot(page, 'admin roles compared')
  await browsers.shot(page, 'admin roles compared', 390)
  await page.keyboard.press('Escape')
  await differs.waitFor({ state: 'hidden' })

  // A role that somebody has stays; without people it goes.
  await act(page, 'PATROL2', '删除')
  await agree(page)
  await rowOf(page, 'PATROL2').waitFor({ state: 'detached' })
  await act(page, 'PATROL', '删除')
  await agree(page)
  await page
    .getByText(/请先将其移出后再删除/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await right.getByPlaceholder('用户账号').fill('')
  await right.getByPlaceholder('用户账号').press('Enter')
  await rowOf(right, '沈巡').getByRole('button', { name: '取消关联' }).click()
  await agree(page)
  await rowOf(right, '沈巡').waitFor({ state: 'detached' })
  await right.locator('thead').getByRole('checkbox').check()
  await button(right.locator('.toolbar'), '取消关联').click()
  await agree(page)
  await right.getByText('该角色下还没有用户').waitFor()
  await right.getByRole('button', { name: '关闭' }).click()
  await right.waitFor({ state: 'detached' })
  await act(page, 'PATROL', '删除')
  await agree(page)
  await rowOf(page, 'PATROL').waitFor({ state: 'detached' })
})

it('角色首页: what a role begins with is what its people see first, until the row is out of use', async () => {
  const { browsers } = plant()
  const page = await admin('/isystem/roleIndex?pageSize=100')
  // The keeper of the demo plant begins with what is his to do; now with the locks.
  await act(page, '锁具保管人', '编辑')
  const form = dialog(page)
  await find(page, item(form, '首页组件'), '锁具管理 / 锁具管理')
  await expect.poll(() => item(form, '首页路由').locator('input').inputValue()).toBe('/isps/loLockList')
  await browsers.shot(page, 'admin role home form')
  await browsers.shot(page, 'admin role home form', 390)
  await press(form, '确定')
  await form.waitFor({ state: 'hidden' })
  await rowOf(page, '锁具保管人').getByText('/isps/loLockList').waitFor()
  await browsers.shot(page, 'admin role homes')
  await browsers.shot(page, 'admin role homes', 390)
  const keeper = await plant().screen('u11', '/')
  await item(keeper.locator('.page:visible'), '锁具编号').waitFor()
  await browsers.shot(keeper, 'admin role home shown')

  await act(page, '锁具保管人', '编辑')
  await item(dialog(page), '首页路由').locator('input').fill('//elsewhere.example')
  await press(dialog(page), '确定')
  await dialog(page)
    .getByText(/要以 \/ 开头的页面路由/)
    .waitFor()
  await item(dialog(page), '首页路由').locator('input').fill('/isps/loLockList')
  await item(dialog(page), '状态').getByText('无效', { exact: true }).click()
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  await keeper.reload()
  await item(keeper.locator('.page:visible'), '锁具编号').waitFor({ state: 'detached' })
  // A role of which no row says anything gets one, and each role has at most one.
  await add(page, [
    ['角色', 'find', '安全管理'],
    ['首页组件', 'find', '锁具管理 / 锁具管理'],
    ['优先级', 'type', '5'],
  ])
  await rowOf(page, '安全管理').waitFor()
  await press(page, '新增')
  await find(page, item(dialog(page), '角色'), '安全管理')
  await find(page, item(dialog(page), '首页组件'), '锁具管理 / 锁具管理')
  await press(dialog(page), '确定')
  await page
    .getByText(/角色.*已存在/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  const safety = await plant().screen('u12', '/')
  await item(safety.locator('.page:visible'), '锁具编号').waitFor()
  await act(page, '安全管理', '删除')
  await agree(page)
  await rowOf(page, '安全管理').waitFor({ state: 'detached' })
  await safety.reload()
  await item(safety.locator('.page:visible'), '锁具编号').waitFor({ state: 'detached' })
})
