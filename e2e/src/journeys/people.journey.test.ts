import { describe, expect, it } from 'vitest'
import { dialog, press } from './hands.ts'
import { PASSWORD, usePlant } from './plant.ts'

const ADMIN = 'Admin-plant-2026!'

describe('people: pickers and one’s own account', () => {
  const plant = usePlant({ MQTT_PORT: '0', ADMIN_PASSWORD: ADMIN })

  it('a role takes users from the picker: found at the left, chosen at the right, taken back by the link', async () => {
    const { desk } = plant()
    const page = await desk.signIn('admin', ADMIN)
    await page.goto('/isystem/roleUserList')
    await page.getByText('用户', { exact: true }).first().click()
    await press(page, '已有用户')
    const picker = dialog(page)
    const chosen = picker.getByRole('region', { name: '已选用户' })
    await chosen.getByText('请在左侧勾选，可多选').waitFor()
    await desk.shot(page, 'people user picker')
    await desk.shot(page, 'people user picker', 390)
    const rows = picker.locator('.record-picker-row')
    expect(await rows.count(), 'five a page').toBe(5)
    const name = (await rows.nth(1).locator('td').nth(1).innerText()).trim()
    await rows.nth(0).locator('td').nth(1).click()
    await rows.nth(1).getByRole('checkbox').press('Space')
    await chosen.getByText('已选用户（2）').waitFor()
    await chosen.getByRole('button', { name: `删除 ${name}` }).click()
    await chosen.getByText('已选用户（1）').waitFor()
    await desk.shot(page, 'people user chosen')
  })
  it('a department is picked in its tree, where a check goes down to the teams only when asked', async () => {
    const { desk } = plant()
    const page = await desk.signIn('admin', ADMIN)
    await page.goto('/isystem/user')
    await press(page, '添加用户')
    await page.getByRole('button', { name: '选择部门' }).click()
    const tree = dialog(page)
    await tree.locator('.ant-tree-checkbox').first().click()
    await tree.getByText('已选 1 项').waitFor()
    await press(tree, '树操作')
    await page.getByRole('menuitem', { name: '父子关联' }).click()
    await tree.locator('.ant-tree-checkbox').first().click()
    await tree.getByText('已选 0 项').waitFor()
    await tree.locator('.ant-tree-checkbox').first().click()
    await desk.shot(page, 'people depart picker')
    await tree.getByPlaceholder('请输入部门名称按回车进行搜索').fill('没有这个部门')
    await page.keyboard.press('Enter')
    await tree.getByText('没有名称相符的结果，请换个关键字').waitFor()
    await desk.shot(page, 'people depart picker none', 390)
  })

  it('one settles picture, number, messages and sessions oneself', async () => {
    const { desk } = plant()
    const page = await desk.signIn('u1', PASSWORD)
    await page.goto('/account/center')
    await page.getByRole('heading', { name: '团队' }).or(page.getByText('团队')).first().waitFor()
    await desk.shot(page, 'people center')
    await desk.shot(page, 'people center', 390)
    await press(page, '个人设置')
    await press(page, '修改头像')
    await page.locator('input[type=file]').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await page.locator('.head').screenshot(),
    })
    await page.getByAltText('头像预览').waitFor()
    await desk.shot(page, 'people avatar')
    await press(dialog(page), '保存')
    await page.getByText('上传头像成功').waitFor()
    expect(await plant().one(`select avatar from sys_user where username = 'u1'`)).toMatchObject({
      avatar: expect.stringMatching(/\.png$/),
    })
    await desk.shot(page, 'people base')
    await desk.shot(page, 'people base', 390)

    await page.getByRole('menuitem', { name: '安全设置' }).click()
    await page.getByText('登录设备').waitFor()
    await desk.shot(page, 'people security')
    await desk.shot(page, 'people security', 390)
    await press(page, '修改手机')
    const phone = dialog(page)
    await phone.getByLabel('新手机号').fill('13900009999')
    expect(await phone.getByRole('button', { name: '获取验证码' }).isDisabled()).toBe(true)
    const handle = phone.getByRole('slider')
    await handle.hover()
    await page.mouse.down()
    await page.mouse.move(600, 400, { steps: 3 })
    await page.mouse.up()
    await phone.getByText('拖动滑块验证').waitFor()
    await handle.press('End')
    await phone.getByText('验证通过').waitFor()
    await press(phone, '获取验证码')
    await phone.getByRole('button', { name: /^\d+ s$/ }).waitFor()
    await desk.shot(page, 'people phone')
    const sent = await plant().one(
      `select content from sent_message where recipient = '13900009999' order by created_at desc limit 1`,
    )
    await phone.getByPlaceholder('请输入 6 位验证码').fill(/(\d{6})/.exec(String(sent['content']))?.[1] ?? '')
    await press(phone, '确定')
    await page.getByText('已绑定手机：139****9999').waitFor()

    await desk.signIn('u1', PASSWORD)
    await page.reload()
    await page.getByRole('button', { name: '退出', exact: true }).first().click()
    await page.locator('.ant-popconfirm').getByRole('button', { name: '确定' }).click()
    await page.getByText('已退出该登录').waitFor()

    await page.getByRole('menuitem', { name: '新消息通知' }).click()
    expect(await page.getByRole('switch', { name: '安全警告与报警' }).isDisabled()).toBe(true)
    await page.getByRole('switch', { name: '作业票一般进展' }).click()
    await page.getByText('已关闭提醒').waitFor()
    await desk.shot(page, 'people notices')
    for (const part of ['个性化', '账户绑定']) {
      await page.getByRole('menuitem', { name: part }).click()
      await desk.shot(page, `people ${part}`)
    }
  })
})
