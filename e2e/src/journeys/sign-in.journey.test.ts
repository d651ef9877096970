import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { button, choose, dialog, isSeen, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { logIn } from '../support/api-client.ts'

describe('signing in with the captcha on', () => {
  const plant = usePlant({ LOGIN_CAPTCHA: 'on', DEMO: '0', MQTT_PORT: '0' })

  it('a wrong captcha is told and brings a new picture', async () => {
    const page = await plant().browsers.blank()
    await page.goto('/isps/loWorkList')
    await page.waitForURL('**/user/login?redirect=*')
    const picture = page.getByAltText('验证码，点击换一张')
    const first = await picture.getAttribute('src')
    await press(page, '登录')
    await page.getByText('请输入用户名!').waitFor()
    await page.getByText('请输入密码!').waitFor()
    await page.getByText('请输入验证码!').waitFor()
    await page.getByPlaceholder('请输入用户名').fill('admin')
    await page.getByPlaceholder('请输入密码').fill('not this one')
    await page.getByPlaceholder('请输入验证码').fill('none')
    await press(page, '登录')
    await page.getByText('登录失败').waitFor()
    await page.getByText('验证码错误').waitFor()
    await expect.poll(() => picture.getAttribute('src')).not.toBe(first)
    expect(await page.getByPlaceholder('请输入验证码').inputValue()).toBe('')
    await plant().browsers.shot(page, 'login captcha')
    await plant().browsers.shot(page, 'login captcha', 390)
  })
})

describe('signing in with a one-time password', () => {
  const plant = usePlant({ DEMO: '0', MQTT_PORT: '0', LOGIN_MAX_ADDRESS_FAILURES: '4' })

  it('the administrator changes it first, and then finds his menu, tabs and a list that works', async () => {
    const { browsers, server } = plant()
    const note = server.startupNotes.find((line) => line.includes('admin')) ?? ''
    const oneTime = note.trim().split(/\s+/).at(-1) ?? ''
    const page = await browsers.blank()
    await page.goto('/')
    await page.getByPlaceholder('请输入用户名').fill('admin')
    await page.getByPlaceholder('请输入密码').fill(`${oneTime}x`)
    await press(page, '登录')
    await page.getByText(/用户名或密码错误/).waitFor()

    await page.getByPlaceholder('请输入密码').fill(oneTime)
    await press(page, '登录')
    await page.getByText('首次登录，请修改初始密码').waitFor()
    await browsers.shot(page, 'login forced change')
    await page.getByPlaceholder('请输入新密码').fill('short')
    await page.getByPlaceholder('请确认新密码').fill('short')
    await press(page, '确认修改并登录')
    await page.getByText('密码至少 8 位，须同时包含字母、数字和特殊字符', { exact: true }).waitFor()
    await page.getByPlaceholder('请输入新密码').fill('Lasting-pass-1!')
    await page.getByPlaceholder('请确认新密码').fill('Lasting-pass-1!')
    await press(page, '确认修改并登录')
    await page.getByRole('button', { name: /用户菜单/ }).waitFor()

    const menu = page.locator('.ant-menu')
    for (const group of ['首页', '看板', '作业管理', '锁具管理', '系统管理'])
      await menu.getByText(group, { exact: true }).first().waitFor()
    await menu.getByText('系统管理', { exact: true }).click()
    await menu.getByText('职务管理', { exact: true }).click()
    const tab = page.getByRole('tab', { name: '职务管理' })
    await tab.waitFor()
    expect(await tab.getAttribute('aria-selected')).toBe('true')

    await press(page, '新增')
    const form = dialog(page)
    await item(form, '职务编码').locator('input').fill('P01')
    await item(form, '职务名称').locator('input').fill('值班长')
    await choose(page, item(form, '职级'), '员级')
    await press(form, '确定')
    const row = page.getByRole('row').filter({ hasText: 'P01' })
    await row.getByText('值班长').waitFor()

    await row.getByRole('button', { name: '编辑' }).click()
    await item(form, '职务名称').locator('input').fill('=运行值班长')
    await press(form, '确定')
    await row.getByText('=运行值班长').waitFor()
    await browsers.shot(page, 'position list')
    await browsers.shot(page, 'position list', 390)

    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, '导出')])
    expect(saved.suggestedFilename()).toBe('职务.xls')
    expect(readFileSync(await saved.path()).length).toBeGreaterThan(500)

    await row.getByRole('button', { name: /更多/ }).hover()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await press(dialog(page), '确定')
    await row.waitFor({ state: 'detached' })

    await page.getByTitle('关闭 职务管理').click()
    const strip = page.getByRole('tablist', { name: '已打开的页面' })
    await expect.poll(() => strip.getByRole('tab').allInnerTexts()).toEqual(['首页'])
    await button(page, '退出登录').click()
    await press(dialog(page), '确定')
    await page.getByPlaceholder('请输入用户名').waitFor()
  })

  it('where an address has failed too often, the open page asks for a captcha, keeps what is typed, and lets the right one in', async () => {
    const { browsers, server, url } = plant()
    const page = await browsers.blank()
    await page.goto('/')
    await page.getByPlaceholder('请输入用户名').fill('admin')
    await page.getByPlaceholder('请输入密码').fill('Lasting-pass-1!')
    expect(await page.getByPlaceholder('请输入验证码').count()).toBe(0)
    for (const nobody of ['wang', 'li', 'zhao', 'qian'])
      await expect(logIn(url, nobody, 'Wrong#Pass2026')).rejects.toThrow('用户名或密码错误')
    const [asked] = await Promise.all([page.waitForRequest(/randomImage/), press(page, '登录')])
    await page.getByText('当前网络登录失败次数过多，请输入验证码').waitFor()
    await isSeen(page.getByAltText('验证码，点击换一张'))
    await browsers.shot(page, 'login flooded')
    await browsers.shot(page, 'login flooded', 390)
    // The picture is for eyes: what it says is made known here.
    const key = new URL(asked.url()).pathname.split('/').at(-1) ?? ''
    const codeHash = createHash('sha256').update(`${key}:abcd`).digest('base64url')
    await server.ctx.pool.query('update login_captcha set code_hash = $1', [codeHash])
    await page.getByPlaceholder('请输入验证码').fill('abcd')
    await press(page, '登录')
    await page.getByRole('button', { name: /用户菜单/ }).waitFor()
  })
})
