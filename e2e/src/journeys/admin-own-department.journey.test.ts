import { permissionEndpoints } from '@suoan/contract'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { act, add, agree, button, dialog, item, overflowOnPhone, press, rowOf } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

/** 我的部门: 5-screens.md §6.8. */
const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })
const admin = (address: string): Promise<Page> => plant().screen('admin', address)

it('who leads no department is told how one comes to lead one', async () => {
  const { browsers } = plant()
  const own = await admin('/isystem/departUserList')
  await own.getByText('您还不是任何部门的负责人').waitFor()
  await browsers.shot(own, 'admin no department')
  await browsers.shot(own, 'admin no department', 390)
})

it('a head takes people in and out, makes a role of his department, and grants it no more than the department was given', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isystem/depart')
  const title = (name: string) => page.locator('.ant-tree-title').getByText(name, { exact: true })
  await title('生产一部').click()
  await button(item(page, '部门负责人'), '选择部门负责人').click()
  const picker = page.getByRole('dialog', { name: '根据部门选择用户' })
  await picker.getByPlaceholder('请输入账号').fill('u3')
  await picker.getByPlaceholder('请输入账号').press('Enter')
  await picker.locator('.record-picker-row').getByText('王批').click()
  await press(picker, '确定')
  await item(page, '部门负责人').getByText('王批').waitFor()
  await press(page, '保存')
  await page
    .getByText(/编辑成功|修改成功|保存成功/)
    .first()
    .waitFor()
  // The department is given one page: that is what its head may hand on.
  await page.getByRole('tab', { name: '部门权限' }).click()
  const panel = page.getByRole('tabpanel', { name: '部门权限' })
  await panel
    .locator('.ant-tree-treenode', { hasText: '统计看板' })
    .first()
    .locator('.ant-tree-checkbox')
    .click()
  await press(panel, '保存')
  await page.getByText('保存成功！').first().waitFor()

  const head = await plant().screen('u3', '/isystem/departUserList')
  await head.locator('.ant-tree-title').getByText('生产一部', { exact: true }).click()
  await rowOf(head, '王批').waitFor()
  await browsers.shot(head, 'admin own members')
  await browsers.shot(head, 'admin own members', 390)
  expect(await overflowOnPhone(head)).toBe(0)
  // Only his own departments stand there.
  expect(await head.locator('.ant-tree-title').getByText('检修部', { exact: true }).count()).toBe(0)
  await press(head, '添加已有用户')
  const people = dialog(head)
  await people.getByPlaceholder('请输入账号').fill('u6')
  await press(people, '查询')
  await people.locator('.record-picker-row').getByText('孙作').click()
  await press(people, '确定')
  await rowOf(head, '孙作').waitFor()

  await head.getByRole('tab', { name: '部门角色' }).click()
  await add(
    head,
    [
      ['部门角色名称', 'type', '一部值班'],
      ['部门角色编码', 'type', 'TEAM_A'],
    ],
    '新建部门角色',
  )
  await rowOf(head, 'TEAM_A').waitFor()
  await browsers.shot(head, 'admin own roles')
  await browsers.shot(head, 'admin own roles', 390)
  await act(head, 'TEAM_A', '授权')
  const grants = head.getByRole('dialog').filter({ hasText: '部门角色权限配置' })
  const node = grants.locator('.ant-tree-treenode', { hasText: '统计看板' }).first()
  await node.waitFor()
  // What the department was not given is not there to be granted.
  expect(await grants.locator('.ant-tree-treenode', { hasText: '系统管理' }).count()).toBe(0)
  await node.locator('.ant-tree-checkbox').click()
  await browsers.shot(head, 'admin own role grants')
  await press(grants, '保存并关闭')
  await grants.waitFor({ state: 'hidden' })

  await head.getByRole('tab', { name: '用户信息' }).click()
  await act(head, '孙作', '部门角色')
  await dialog(head).getByText('一部值班').click()
  await browsers.shot(head, 'admin own member roles')
  await browsers.shot(head, 'admin own member roles', 390)
  await press(dialog(head), '保存')
  await dialog(head).waitFor({ state: 'hidden' })
  const links = `select count(*)::int as n from sys_depart_role_user where user_id = (select id from sys_user where username = 'u6')`
  expect(await one(links)).toEqual({ n: 1 })
  const his = await plant().screen('u6', '/account/center')
  await his.locator('.ant-menu').getByText('统计看板', { exact: true }).first().waitFor()
  // Out of the department, out of its roles.
  await act(head, '孙作', '取消关联')
  await agree(head)
  await rowOf(head, '孙作').waitFor({ state: 'detached' })
  expect(await one(links)).toEqual({ n: 0 })
  await head.getByRole('tab', { name: '基本信息' }).click()
  await head.getByText('机构编码').waitFor()
  await browsers.shot(head, 'admin own basics')

  // He was given no right to make people.
  await head.getByRole('tab', { name: '用户信息' }).click()
  await head.getByRole('button', { name: '添加已有用户' }).waitFor()
  expect(await head.getByRole('button', { name: '新建用户' }).count()).toBe(0)
  // With it, and without that to list departments or roles, he reads what the new one begins with by its name.
  const roleId = 'role-DEPT'
  const held = await plant().take('admin', permissionEndpoints.grantsOfRole, { roleId })
  const { id } = await one(`select id from sys_permission where perms = 'system:user:add'`)
  await plant().take('admin', permissionEndpoints.saveGrants, {
    roleId,
    permissionIds: [...held, String(id)].join(','),
    lastpermissionIds: held.join(','),
  })
  await head.reload()
  await head.locator('.ant-tree-title').getByText('生产一部', { exact: true }).click()
  await press(head, '新建用户')
  await item(dialog(head), '部门分配').getByText('生产一部', { exact: true }).first().waitFor()
  await item(dialog(head), '角色分配').locator('.ant-select').first().click()
  await head.getByText('没有权限，请联系管理员授权').first().waitFor()
})
