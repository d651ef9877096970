import { picture } from '@suoan/safety/work-tickets/testing/picture'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  act,
  add,
  agree,
  button,
  choose,
  dialog,
  fill,
  find,
  isSeen,
  item,
  press,
  rowOf,
  signInByForm,
} from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

/** People and what they may do: 5-screens.md §6.1–§6.10, §6.19, §6.21 and what has no number there. */
const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

const FIRST = 'First#2026xy'
const admin = (address: string): Promise<Page> => plant().screen('admin', address)
const menu = (page: Page) => page.locator('.ant-menu')

/** Signs in as somebody whose password somebody else has set, and sets his own. */
async function signInFirst(page: Page, who: string, password: string): Promise<void> {
  await page.goto('/user/login')
  await page.getByPlaceholder('请输入用户名').fill(who)
  await page.getByPlaceholder('请输入密码').fill(password)
  await press(page, '登录')
  await page.getByPlaceholder('请输入新密码').fill(PASSWORD)
  await page.getByPlaceholder('请确认新密码').fill(PASSWORD)
  await press(page, '确认修改并登录')
  await page.getByRole('button', { name: /用户菜单/ }).waitFor()
}

/** Takes a department of the tree and lets it go above another one. */
async function dragAbove(page: Page, name: string, other: string): Promise<void> {
  const placeOf = async (each: string) => {
    const box = await page.locator('.ant-tree-treenode').filter({ hasText: each }).boundingBox()
    if (!box) throw new Error(`${each} is not in sight`)
    return { x: box.x + 92, y: box.y }
  }
  const [from, to] = [await placeOf(name), await placeOf(other)]
  await page.mouse.move(from.x, from.y + 10)
  await page.mouse.down()
  for (const y of [from.y + 4, to.y + 14, to.y + 8, to.y + 4, to.y + 3])
    await page.mouse.move(to.x, y, { steps: 4 })
  await page.mouse.up()
}

/** Whoever's session has ended is told so by the next thing he does, and goes to the login. */
async function goesToLogin(page: Page): Promise<void> {
  await page.reload()
  await page.locator('.ant-modal-confirm-title').getByText('登录已过期').waitFor()
  await press(dialog(page), '重新登录')
  await page.waitForURL('**/user/login*')
}

/** What the login form says to whoever may not come in. */
async function refusedAtLogin(page: Page, who: string): Promise<string> {
  await page.goto('/user/login')
  await page.getByPlaceholder('请输入用户名').fill(who)
  await page.getByPlaceholder('请输入密码').fill(PASSWORD)
  await press(page, '登录')
  await page.getByText('登录失败').waitFor()
  return page.locator('body').innerText()
}

it('用户管理, 职务管理, 通讯录, 在线用户: a person is engaged with a position, works, is sent away, frozen, deleted and brought back', async () => {
  const { browsers, one } = plant()
  let page = await admin('/isystem/position')
  await add(page, [
    ['职务编码', 'type', 'FITTER'],
    ['职务名称', 'type', '钳工'],
    ['职级', 'choose', '中级'],
  ])
  await rowOf(page, 'FITTER').waitFor()
  await browsers.shot(page, 'admin position')

  page = await admin('/isystem/user')
  await press(page, '添加用户')
  await fill(page, [
    ['用户账号', 'type', 'linxin'],
    ['登录密码', 'type', FIRST],
    ['确认密码', 'type', FIRST],
    ['用户姓名', 'type', '林新'],
    ['工号', 'type', 'E900'],
    ['手机号码', 'type', '13911112222'],
    ['职务', 'find', '钳工'],
    ['角色分配', 'find', '作业人'],
    ['部门分配', 'choose', '检修部'],
  ])
  await browsers.shot(page, 'admin user form')
  await browsers.shot(page, 'admin user form', 390)
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  expect(
    await one(
      `select u.post, d.depart_name as depart from sys_user u join sys_user_depart l on l.user_id = u.id
         join sys_depart d on d.id = l.dep_id where u.username = 'linxin'`,
    ),
  ).toEqual({ post: 'FITTER', depart: '检修部' })
  await browsers.shot(page, 'admin users')

  // The first password is for the first login alone, and then he works as what he was engaged for.
  const his = await browsers.blank()
  await signInFirst(his, 'linxin', FIRST)
  await menu(his).getByText('作业管理', { exact: true }).click()
  await menu(his).getByText('我的工作票', { exact: true }).waitFor()
  expect(await menu(his).getByText('系统管理', { exact: true }).count()).toBe(0)

  page = await admin('/isystem/addressList')
  await page.locator('.ant-tree-title').getByText('检修部', { exact: true }).click()
  const entry = rowOf(page, '林新')
  await entry.getByText('钳工').waitFor()
  expect(await entry.innerText()).toContain('E900')
  await item(page, '姓名').locator('input').fill('林新')
  await press(page, '查询')
  await expect.poll(() => page.locator('tbody').getByRole('row').filter({ hasText: /\S/ }).count()).toBe(1)
  await browsers.shot(page, 'admin address list')
  await browsers.shot(page, 'admin address list', 390)

  page = await admin('/isystem/online')
  await page.getByPlaceholder('请输入账号查询').fill('linxin')
  await press(page, '查询')
  await button(rowOf(page, '林新'), '强退').click()
  await browsers.shot(page, 'admin online')
  await agree(page)
  await page.getByText('已强制退出用户“林新”').waitFor()
  await goesToLogin(his)

  page = await admin('/isystem/user?username=linxin')
  await act(page, 'linxin', '冻结')
  await agree(page)
  await rowOf(page, 'linxin').getByText('冻结', { exact: true }).waitFor()
  expect(await refusedAtLogin(his, 'linxin')).toMatch(/冻结/)
  await act(page, 'linxin', '解冻')
  await agree(page)
  await rowOf(page, 'linxin').getByText('正常', { exact: true }).waitFor()
  await act(page, 'linxin', '权限来源')
  await dialog(page).getByText('作业人', { exact: true }).first().waitFor()
  await browsers.shot(page, 'admin person rights')
  await page.keyboard.press('Escape')
  await act(page, 'linxin', '删除')
  await agree(page)
  await rowOf(page, 'linxin').waitFor({ state: 'detached' })
  expect(await refusedAtLogin(his, 'linxin')).toMatch(/登录失败/)
  await press(page, '回收站')
  const bin = dialog(page)
  await rowOf(bin, 'linxin').waitFor()
  await browsers.shot(page, 'admin bin')
  await browsers.shot(page, 'admin bin', 390)
  await button(rowOf(bin, 'linxin'), '还原用户').click()
  await agree(page)
  await rowOf(bin, 'linxin').waitFor({ state: 'detached' })
  await bin.getByRole('button', { name: 'Close' }).click()
  await rowOf(page, 'linxin').waitFor()
  await signInByForm(his, 'linxin', PASSWORD)
  await his.context().close()

  // Who has been here and what was done stands in the logs (§6.21).
  page = await admin('/isystem/log')
  await page
    .getByRole('textbox', { name: '日志内容' })
    .or(item(page, '日志内容').locator('input'))
    .first()
    .fill('linxin')
  await press(page, '查询')
  await rowOf(page, 'linxin').waitFor()
  await browsers.shot(page, 'admin log')
  await page
    .getByRole('tab', { name: '操作日志' })
    .or(page.getByText('操作日志', { exact: true }))
    .first()
    .click()
  await rowOf(page, '冻结').waitFor()
  await browsers.shot(page, 'admin log operations')
  await browsers.shot(page, 'admin log operations', 390)
})

it('角色管理, 菜单的数据规则: a role is made, granted a page with a rule, held, copied, compared, looked for and taken back', async () => {
  const { browsers, one } = plant()
  let page = await admin('/isystem/newPermissionList')
  const openGroup = async (name: string) => rowOf(page, name).locator('.ant-table-row-expand-icon').click()
  await openGroup('系统管理')
  await act(page, '/isystem/user', '数据规则')
  const rules = dialog(page)
  await press(rules, '添加')
  await fill(page, [
    ['规则名称', 'type', '只看李审'],
    ['规则字段', 'type', 'username'],
    ['条件规则', 'choose', '包含'],
    ['规则值', 'type', 'u2'],
  ])
  await press(dialog(page), '确定')
  await rowOf(rules, '只看李审').waitFor()
  await browsers.shot(page, 'admin data rules')
  await page.keyboard.press('Escape')

  page = await admin('/isystem/roleUserList')
  await add(
    page,
    [
      ['角色名称', 'type', '人事助理'],
      ['角色编码', 'type', 'HR_AID'],
    ],
    '新建角色',
  )
  await item(page, '角色名称').locator('input').fill('人事助理')
  await press(page, '查询')
  await act(page, 'HR_AID', '授权')
  const grants = dialog(page)
  await press(grants, '树操作')
  await page.getByRole('menuitem', { name: '展开所有' }).click()
  const node = grants
    .locator('.ant-tree-treenode')
    .filter({ hasText: /^用户管理/ })
    .first()
  await node.locator('.ant-tree-checkbox').click()
  await press(grants, '仅保存')
  await page.getByText('保存成功').waitFor()
  await node.locator('.ant-tree-title').click()
  const ticks = page.getByRole('dialog').filter({ hasText: '数据规则' }).last()
  await ticks.getByText('只看李审').click()
  await press(ticks, '点击保存')
  await button(ticks, '点击保存').waitFor({ state: 'hidden' })
  await browsers.shot(page, 'admin role grants')
  await press(grants, '保存并关闭')
  await grants.waitFor({ state: 'hidden' })

  await act(page, 'HR_AID', '用户')
  await press(page, '已有用户')
  const picker = dialog(page)
  await picker.getByPlaceholder('请输入账号').fill('u13')
  await press(picker, '查询')
  await expect.poll(() => picker.locator('.record-picker-row').count()).toBe(1)
  await picker.locator('.record-picker-row').first().click()
  await press(picker, '确定')
  await rowOf(page, '卫承').waitFor()
  await browsers.shot(page, 'admin role members')
  await browsers.shot(page, 'admin role members', 390)

  // He has the page, and on it the one person that the rule lets him see.
  const his = await plant().screen('u13', '/isystem/user')
  await rowOf(his, '李审').waitFor()
  expect(await his.locator('tbody').getByRole('row').filter({ hasText: /u\d/ }).count()).toBe(1)

  await act(page, 'HR_AID', '复制')
  await item(dialog(page), '角色编码').locator('input').fill('HR_AID_2')
  await browsers.shot(page, 'admin role copy')
  await browsers.shot(page, 'admin role copy', 390)
  await press(dialog(page), '确定')
  await rowOf(page, 'HR_AID_2').waitFor()
  await press(page, '对比角色')
  const compare = dialog(page)
  const pair = async (label: string, name: string) => {
    const select = compare.locator('.ant-select').filter({ has: page.getByLabel(label) })
    await find(page, select, name)
  }
  await pair('第一个角色', '人事助理（复制）')
  await pair('第二个角色', '人事助理')
  await compare.getByText(/完全相同|相同 \d+ 项/).waitFor()
  await browsers.shot(page, 'admin role compare')
  await browsers.shot(page, 'admin role compare', 390)
  await page.keyboard.press('Escape')

  await press(page, '谁能做')
  const who = dialog(page)
  await find(page, who.locator('.ant-select').first(), 'system:user:list')
  await rowOf(who, '卫承').getByText('人事助理').waitFor()
  await browsers.shot(page, 'admin who can')
  await browsers.shot(page, 'admin who can', 390)
  await page.keyboard.press('Escape')

  await act(page, '卫承', '取消关联')
  await agree(page)
  await rowOf(page, '卫承').waitFor({ state: 'detached' })
  await his.reload()
  await his
    .getByText('抱歉，你访问的页面不存在或无权访问')
    .or(his.getByText('抱歉，你无权访问该页面'))
    .waitFor()
  for (const code of ['HR_AID_2', 'HR_AID']) {
    await act(page, code, '删除')
    await agree(page)
    await expect
      .poll(() => one('select count(*)::int as n from sys_role where role_code = $1', [code]))
      .toEqual({ n: 0 })
  }
})

it('角色首页: the people of a role begin where it says, until it is taken back', async () => {
  const { browsers } = plant()
  const page = await admin('/isystem/roleIndex')
  await press(page, '新增')
  await fill(page, [
    ['角色', 'find', '气体检测人'],
    ['首页组件', 'find', '开锁列表'],
  ])
  await browsers.shot(page, 'admin role home form')
  await press(dialog(page), '确定')
  await rowOf(page, '/isps/openLockList').waitFor()
  await browsers.shot(page, 'admin role home')
  const his = await browsers.signIn('u10', PASSWORD)
  await his.getByText('现在没有开着的锁').waitFor()
  await act(page, '/isps/openLockList', '删除')
  await agree(page)
  await rowOf(page, '/isps/openLockList').waitFor({ state: 'detached' })
  const again = await browsers.signIn('u10', PASSWORD)
  await again.getByText('最近一周访问量统计').or(again.getByText('轮到您')).first().waitFor()
})

it('部门管理, 我的部门: a department gets a head, a place and one below it; its head leads people and roles', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isystem/depart')
  const title = (name: string) => page.locator('.ant-tree-title').getByText(name, { exact: true })
  await title('生产一部').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '添加' }).click()
  await fill(page, [['机构/部门名称', 'type', '甲班']])
  await press(dialog(page), '确定')
  await dialog(page).waitFor({ state: 'hidden' })
  // What is below it now is seen, and the department that was pointed at is the chosen one.
  await title('甲班').waitFor()
  await button(item(page, '部门负责人'), '选择部门负责人').click()
  const picker = page.getByRole('dialog', { name: '根据部门选择用户' })
  await picker.getByPlaceholder('请输入账号').fill('u3')
  await picker.getByPlaceholder('请输入账号').press('Enter')
  await picker.locator('.record-picker-row').getByText('王批').click()
  await press(picker, '确定')
  await page.getByText('王批').first().waitFor()
  await browsers.shot(page, 'admin depart')
  await press(page, '保存')
  await page.getByText(/成功/).first().waitFor()

  const order = async () =>
    (
      await plant().server.ctx.pool.query<{ depart_name: string }>(
        `select depart_name from sys_depart where parent_id = 'demo-d01' order by depart_order, org_code`,
      )
    ).rows.map((row) => row.depart_name)
  expect(await order()).toEqual(['生产一部', '检修部', '安全部', '承包商甲'])
  await dragAbove(page, '安全部', '检修部')
  await page.getByText('排序已保存').waitFor()
  expect(await order()).toEqual(['生产一部', '安全部', '检修部', '承包商甲'])
  await browsers.shot(page, 'admin depart order')

  // Nobody's department: what to do next.
  const own = await admin('/isystem/departUserList')
  await own.getByText('您还不是任何部门的负责人').waitFor()
  await browsers.shot(own, 'admin no department')
  await browsers.shot(own, 'admin no department', 390)

  const head = await plant().screen('u3', '/isystem/departUserList')
  await head.locator('.ant-tree-title').getByText('甲班', { exact: true }).click()
  await head.getByText('该部门还没有用户').waitFor()
  await press(head, '添加已有用户')
  const people = dialog(head)
  await people.getByPlaceholder('请输入账号').fill('u9')
  await press(people, '查询')
  await people.locator('.record-picker-row').getByText('郑隔').click()
  await press(people, '确定')
  await rowOf(head, '郑隔').waitFor()
  await head.getByRole('tab', { name: '部门角色' }).click()
  await add(
    head,
    [
      ['部门角色名称', 'type', '甲班值班'],
      ['部门角色编码', 'type', 'TEAM_A'],
    ],
    '新建部门角色',
  )
  await rowOf(head, 'TEAM_A').waitFor()
  await browsers.shot(head, 'admin own roles')
  await act(head, 'TEAM_A', '授权')
  await dialog(head)
    .getByText(/无可配置部门权限|所拥有的/)
    .waitFor()
  await browsers.shot(head, 'admin own role grants')
  await head.keyboard.press('Escape')
  await head.getByRole('tab', { name: '用户信息' }).click()
  await browsers.shot(head, 'admin own members')
  await browsers.shot(head, 'admin own members', 390)
  await act(head, '郑隔', '部门角色')
  await dialog(head).getByText('甲班值班').click()
  await browsers.shot(head, 'admin own member roles')
  await press(dialog(head), '保存')
  await dialog(head).waitFor({ state: 'hidden' })
  const links = `select count(*)::int as n from sys_depart_role_user where user_id = (select id from sys_user where username = 'u9')`
  expect(await one(links)).toEqual({ n: 1 })
  // Out of the department, out of its roles.
  await act(head, '郑隔', '取消关联')
  await agree(head)
  await head.getByText('该部门还没有用户').waitFor()
  expect(await one(links)).toEqual({ n: 0 })
  await head.getByRole('tab', { name: '基本信息' }).click()
  await browsers.shot(head, 'admin own basics')

  await admin('/isystem/depart')
  await title('甲班').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await agree(page)
  await title('甲班').waitFor({ state: 'detached' })
})

it('租户管理: a tenant begins with an administrator whose password is shown once, wears its own name, and ends at once when it is frozen', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isys/tenant')
  await press(page, '新增')
  await fill(page, [
    ['租户名称', 'type', '东港分厂'],
    ['租户编号', 'type', '1001'],
  ])
  await dialog(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '东港.png', mimeType: 'image/png', buffer: picture() })
  await dialog(page).getByRole('button', { name: '查看东港.png' }).waitFor()
  await browsers.shot(page, 'admin tenant form')
  await press(dialog(page), '确定')
  const told = page.getByRole('dialog').filter({ hasText: '密码只显示这一次' })
  await told.waitFor()
  await browsers.shot(page, 'admin tenant password')
  await browsers.shot(page, 'admin tenant password', 390)
  const password = (await told.locator('code').innerText()).trim()
  expect(await button(told, '关闭').isDisabled()).toBe(true)
  await told.getByText('我已保存账号和密码').click()
  await press(told, '关闭')
  await rowOf(page, '东港分厂').waitFor()

  const his = await browsers.blank()
  await signInFirst(his, 'admin1001', password)
  await his.locator('.shell-side, .head').getByText('东港分厂').first().waitFor()
  await isSeen(his.locator('.brand-logo').first())
  await browsers.shot(his, 'admin tenant shell')
  await browsers.shot(his, 'admin tenant shell', 390)
  await his.goto('/isystem/user')
  await rowOf(his, 'admin1001').waitFor()
  expect(
    await his
      .locator('tbody')
      .getByRole('row')
      .filter({ hasText: /u\d|admin/ })
      .count(),
  ).toBe(1)

  await act(page, '东港分厂', '用户')
  const members = dialog(page)
  await rowOf(members, 'admin1001').getByText('本租户账号').waitFor()
  await press(members, '添加平台用户')
  const picker = dialog(page)
  await picker.getByPlaceholder('请输入账号').fill('u12')
  await press(picker, '查询')
  await picker.locator('.record-picker-row').getByText('褚安').click()
  await press(picker, '确定')
  await rowOf(members, '褚安').getByText('平台账号').waitFor()
  await browsers.shot(page, 'admin tenant members')
  await browsers.shot(page, 'admin tenant members', 390)
  // From now on he works there.
  const moved = await browsers.blank()
  await signInByForm(moved, 'u12', PASSWORD)
  await moved.locator('.brand-name').getByText('东港分厂').waitFor()
  await button(rowOf(members, '褚安'), '移出').click()
  await agree(page)
  await rowOf(members, '褚安').waitFor({ state: 'detached' })
  await goesToLogin(moved)
  await members.getByRole('button', { name: 'Close' }).click()

  await act(page, '东港分厂', '编辑')
  await choose(page, item(dialog(page), '状态'), '冻结')
  await press(dialog(page), '确定')
  await rowOf(page, '东港分厂').getByText('冻结').waitFor()
  expect(await one(`select status from sys_tenant where id = 1001`)).toEqual({ status: 0 })
  await goesToLogin(his)
  expect(await refusedAtLogin(his, 'admin1001')).toMatch(/冻结|租户/)
  await his.context().close()
})
