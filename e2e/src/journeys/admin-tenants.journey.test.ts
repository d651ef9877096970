import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { act, agree, fill, item, press, rowOf, dialog } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

/** 租户管理: 5-screens.md §6.6. */
const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })
const admin = (address: string): Promise<Page> => plant().screen('admin', address)
const titled = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title })

it('租户管理: a tenant begins with its administrator, takes people of the platform in, and is over for all of them when it is frozen', async () => {
  const { browsers, one } = plant()
  const page = await admin('/isys/tenant')
  await press(page, '新增')
  const form = titled(page, '新增租户')
  await press(form, '确定')
  for (const words of ['租户名称', '租户编号']) await form.getByText(`请输入${words}!`).waitFor()
  await fill(
    page,
    [
      ['租户名称', 'type', '北方分厂'],
      ['租户编号', 'type', '1001'],
      ['管理员账号', 'type', '北'],
      ['管理员姓名', 'type', '何北'],
      ['首个部门', 'type', '北方本部'],
    ],
    form,
  )
  await press(form, '确定')
  await form.getByText(/只能用字母、数字/).waitFor()
  await item(form, '管理员账号').locator('input').fill('north')
  await browsers.shot(page, 'admin tenant form')
  await browsers.shot(page, 'admin tenant form', 390)
  await press(form, '确定')
  const made = titled(page, '租户 1001 的管理员')
  const password = (await made.locator('code').innerText()).trim()
  await browsers.shot(page, 'admin tenant made')
  expect(await made.getByRole('button', { name: '关闭' }).isDisabled(), 'until he says that he has it').toBe(
    true,
  )
  await made.getByText('我已保存账号和密码').click()
  await press(made, '关闭')
  await made.waitFor({ state: 'hidden' })
  await rowOf(page, '北方分厂').getByText('正常').waitFor()
  await press(page, '新增')
  await fill(page, [
    ['租户名称', 'type', '又一个'],
    ['租户编号', 'type', '1001'],
  ])
  await press(dialog(page), '确定')
  await page.getByText('该编号已存在!').first().waitFor()
  await page.keyboard.press('Escape')
  await titled(page, '新增租户').waitFor({ state: 'hidden' })

  // Its administrator comes in with the password that was shown once, and sees his tenant alone.
  const north = await browsers.blank()
  await north.goto('/isystem/user')
  await north.getByPlaceholder('请输入用户名').fill('north')
  await north.getByPlaceholder('请输入密码').fill(password)
  await press(north, '登录')
  await north.getByText('首次登录，请修改初始密码').waitFor()
  await north.getByPlaceholder('请输入新密码').fill('Faraway#2026')
  await north.getByPlaceholder('请确认新密码').fill('Faraway#2026')
  await press(north, '确认修改并登录')
  await north.getByRole('button', { name: /用户菜单/ }).waitFor()
  await north.goto('/isystem/user')
  await rowOf(north, '何北').waitFor()
  expect(await rowOf(north, 'u6').count(), 'people of the platform are none of his').toBe(0)
  await browsers.shot(north, 'admin tenant users')
  await north.goto('/isystem/depart')
  await expect.poll(() => north.locator('.ant-tree-title').allInnerTexts()).toEqual(['北方本部'])

  await act(page, '北方分厂', '用户')
  const people = titled(page, '租户“北方分厂”的用户')
  await rowOf(people, '何北').getByText('管理员', { exact: true }).waitFor()
  expect(await rowOf(people, '何北').getByRole('button').count(), 'who was made in it stays').toBe(0)
  await press(people, '添加平台用户')
  const picker = titled(page, '添加平台用户')
  await picker.getByPlaceholder('请输入账号').fill('u13')
  await press(picker, '查询')
  await picker.locator('.record-picker-row').getByText('卫承').click()
  await press(picker, '确定')
  await rowOf(people, '卫承').getByText('平台账号').waitFor()
  await browsers.shot(page, 'admin tenant members')
  await browsers.shot(page, 'admin tenant members', 390)
  await people.getByPlaceholder('账号或姓名').fill('何')
  await people.getByPlaceholder('账号或姓名').press('Enter')
  await rowOf(people, '卫承').waitFor({ state: 'detached' })
  await people.getByPlaceholder('账号或姓名').fill('')
  await people.getByPlaceholder('账号或姓名').press('Enter')
  await page.keyboard.press('Escape')
  await people.waitFor({ state: 'hidden' })
  await act(page, '北方分厂', '删除')
  await agree(page)
  await page.getByText('该租户已被引用，无法删除！').first().waitFor()
  await page.keyboard.press('Escape')

  await act(page, '北方分厂', '编辑')
  const edit = titled(page, '编辑租户')
  expect(await item(edit, '租户编号').locator('input').isDisabled()).toBe(true)
  await item(edit, '租户名称').locator('input').fill('北方二厂')
  await fill(page, [['状态', 'choose', '冻结']], edit)
  await browsers.shot(page, 'admin tenant freeze')
  await press(edit, '确定')
  await edit.waitFor({ state: 'hidden' })
  await rowOf(page, '北方二厂').getByText('冻结').waitFor()
  // His open page says so by itself, before he does anything.
  await north.getByRole('button', { name: '重新登录' }).waitFor()
  const out = await browsers.blank()
  await out.goto('/')
  await out.getByPlaceholder('请输入用户名').fill('north')
  await out.getByPlaceholder('请输入密码').fill('Faraway#2026')
  await press(out, '登录')
  await out.getByText('与该用户关联的租户均已被冻结，无法登录！').first().waitFor()
  await browsers.shot(out, 'admin tenant frozen')

  await act(page, '北方二厂', '用户')
  await rowOf(titled(page, '租户“北方二厂”的用户'), '卫承').getByRole('button', { name: '移出' }).click()
  await agree(page)
  await rowOf(titled(page, '租户“北方二厂”的用户'), '卫承').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await titled(page, '租户“北方二厂”的用户').waitFor({ state: 'hidden' })
  await act(page, '北方二厂', '删除')
  await agree(page)
  await rowOf(page, '北方二厂').waitFor({ state: 'detached' })
  expect(await one('select count(*)::int as n from sys_tenant where del_flag = 0 and id = 1001')).toEqual({
    n: 0,
  })
})
