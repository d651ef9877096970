import { announcementEndpoints } from '@suoan/contract'
import { isNight } from '@suoan/platform/testing/at-night'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, dialog, item, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

it('an announcement is written, released, heard and read aloud by who has chosen that, opened, counted and revoked', async ({
  skip,
}) => {
  skip(!isNight, 'npm run test:all')
  const { browsers } = plant()
  const reader = await plant().screen('u6')
  await listen(reader)
  await reader.goto('/isps/userAnnouncement')
  await bell(reader).waitFor()
  await reader.getByRole('button', { name: /用户菜单/ }).click()
  await reader.getByRole('menuitem', { name: '系统设置' }).click()
  await reader.getByRole('switch', { name: '语音播报新消息' }).click()
  expect(await heard(reader)).toMatchObject({ said: ['已开启语音播报'], sounds: 0 })
  await browsers.shot(reader, 'notices settings')
  await reader.getByRole('button', { name: '关闭系统设置' }).click()

  const admin = await browsers.signIn('admin', PASSWORD, '/isystem/annountCement')
  await browsers.shot(admin, 'notices none')
  await button(admin, '新增').first().click()
  const form = dialog(admin)
  await item(form, '标题').getByRole('textbox').fill('年度停电检修安排')
  await item(form, '摘要').getByRole('textbox').fill('2月3日停电')
  await item(form, '截至日期').getByRole('textbox').fill('2026-12-31 00:00:00')
  await admin.keyboard.press('Enter')
  await form.getByRole('toolbar', { name: '内容的格式' }).getByRole('button', { name: '加粗' }).click()
  await form.getByRole('textbox', { name: '内容' }).pressSequentially('全厂停电')
  await browsers.shot(admin, 'notices form')
  await browsers.shot(admin, 'notices form', 390)
  await press(form, '确定')
  await form.waitFor({ state: 'hidden' })
  const row = admin.getByRole('row').filter({ hasText: '年度停电检修安排' })
  await row.getByText('未发布').waitFor()
  await press(row, '发布')
  await press(admin, '确定')
  await row.getByText('已发布').waitFor()

  const news = reader.locator('.ant-notification-notice').filter({ hasText: '消息提醒' })
  await news.getByText('年度停电检修安排').waitFor()
  await browsers.shot(reader, 'notices news')
  await browsers.shot(reader, 'notices news', 390)
  await expect
    .poll(() => heard(reader))
    .toMatchObject({ sounds: 1, said: ['已开启语音播报', '年度停电检修安排'] })
  await bell(reader).click()
  await expect
    .poll(() => reader.locator('.bell-popover').getByRole('tab').allInnerTexts())
    .toEqual([expect.stringMatching(/^未关锁警告\(\d+\)$/), '通知(1)', '系统消息(0)'])
  await reader.getByRole('tab', { name: '通知(1)' }).click()
  await browsers.shot(reader, 'notices bell')
  await reader.getByRole('button', { name: /年度停电检修安排/ }).click()
  await dialog(reader).getByText('通知消息').waitFor()
  expect(await dialog(reader).locator('.rich-text-shown').innerHTML()).toBe(
    '<p><strong>全厂停电</strong></p>',
  )
  await browsers.shot(reader, 'notices dialog')
  await browsers.shot(reader, 'notices dialog', 390)
  await press(dialog(reader).locator('.ant-modal-footer'), '关闭')
  await expect.poll(() => bell(reader).getAttribute('aria-label')).toMatch(/^消息，0 条未读/)

  await admin.reload()
  await row.getByText(/^1 \/ \d+$/).waitFor()
  await browsers.shot(admin, 'notices list')
  await browsers.shot(admin, 'notices list', 390)
  // Released announcements can be read as their receivers read them.
  await button(row, '查看').click()
  await dialog(admin).getByText('查看详情').waitFor()
  await dialog(admin).frameLocator('iframe').getByText('全厂停电').waitFor()
  await browsers.shot(admin, 'notices page')
  await press(dialog(admin).locator('.ant-modal-footer'), '关闭')
  await press(row, '撤销')
  await press(admin, '确定')
  await row.getByText('已撤销').waitFor()
})

it('消息提醒 opens what has come; a view that comes with it stands in the dialog, about its own thing, and works there', async ({
  skip,
}) => {
  skip(!isNight, 'npm run test:all')
  const { browsers, take, server } = plant()
  const reader = await plant().screen('u6')
  await server.ctx.pool.query(`
    insert into lo_unclose_lock (id, tenant_id, warn_no, warn_type, warn_level, lock_id, threshold_sec, raise_time, status)
    select 'w' || n, 0, 'W-90' || n, 'W01', 1, (select id from lo_lock order by lock_code limit 1), 900, now(), 0
    from generate_series(1, 2) n`)
  const bring = async (id: string, title: string, openPage: string, busId: string | null) => {
    await server.ctx.pool.query(
      `insert into sys_announcement (id, tenant_id, titile, msg_content, sender, priority, msg_category, msg_type,
         send_status, open_type, open_page, bus_id, create_time)
       values ($1, 0, $2, '<p>请核对</p>', 'admin', 'H', '1', 'USER', '0', 'component', $3, $4, now())`,
      [id, title, openPage, busId],
    )
    await server.ctx.pool.query(
      `insert into sys_announcement_send (id, tenant_id, annt_id, user_id, read_flag)
       select $1, 0, $1, id, '0' from sys_user where username = 'u6'`,
      [id],
    )
    await take('admin', announcementEndpoints.release, { id })
  }
  const news = (words: string) =>
    reader.locator('.ant-notification-notice').filter({ hasText: words }).filter({ hasText: '消息提醒' })
  const shown = dialog(reader)
  const close = () => press(shown.locator('.ant-modal-footer'), '关闭')

  await reader.goto('/dashboard/analysis')
  await bell(reader).waitFor()
  await bring('view-own', '请核对未关锁警告', 'isps/userUncloseLock', 'W-902')
  await press(news('请核对未关锁警告'), '查看详情')
  await shown.getByText('请核对', { exact: true }).waitFor()
  await shown.getByText('发布人：系统管理员').waitFor()
  await shown
    .locator('.message-view')
    .getByText(/^1-1 共 ?1 ?条$/)
    .waitFor()
  await browsers.shot(reader, 'notices view')
  await browsers.shot(reader, 'notices view', 390)
  // Its list keeps its own state: the page below stays where it is.
  await shown.getByRole('columnheader', { name: '持续' }).click()
  expect(new URL(reader.url()).pathname).toBe('/dashboard/analysis')
  await press(shown.locator('.ant-modal-footer'), '打开完整页面')
  await reader.waitForURL('**/isps/userUncloseLock')
  await shown.waitFor({ state: 'hidden' })

  await bring('view-unknown', '旧系统的消息', 'no/SuchView', 'x')
  await press(news('旧系统的消息'), '查看详情')
  await shown.getByText('相关页面尚未提供').waitFor()
  await browsers.shot(reader, 'notices view unknown')
  await close()
  await bring('view-closed', '用户审核', 'system/UserList', 'x')
  // From the list it opens the same way as from the bell.
  await reader.goto('/isps/userAnnouncement')
  await button(reader.getByRole('row').filter({ hasText: '用户审核' }), '查看').click()
  await shown.getByText('没有相关页面的权限').waitFor()
  await close()
  await expect.poll(() => bell(reader).getAttribute('aria-label')).toMatch(/^消息，0 条未读/)
})

it('a message with hostile content acts for nobody, and one that leads elsewhere asks first (V18)', async () => {
  const reader = await plant().screen('u6')
  const { pool } = plant().server.ctx
  await pool.query(
    `insert into sys_announcement (id, tenant_id, titile, msg_content, sender, priority, msg_category, msg_type,
       send_status, send_time, open_type, open_page, create_time)
     values ('hostile', 0, '旧系统导入的通告', $1, 'x', 'H', '1', 'USER', '1', now(), 'url', 'https://elsewhere.invalid/a', now())`,
    [
      `<p>正文</p><img src=x onerror="window.stolen = 1"><script>window.stolen = 1</script>
       <a href="javascript:window.stolen = 1">点我</a><form action="//elsewhere.invalid"><input></form>`,
    ],
  )
  await pool.query(
    `insert into sys_announcement_send (id, tenant_id, annt_id, user_id, read_flag) values ('s', 0, 'hostile', 'u6', '0')`,
  )
  await reader.goto('/isps/userAnnouncement')
  await button(reader.getByRole('row').filter({ hasText: '旧系统导入的通告' }), '查看').click()
  const body = dialog(reader).locator('.rich-text-shown')
  await body.getByText('正文').waitFor()
  expect(await body.locator('img, script, form, input, [onerror], a[href]').count()).toBe(0)
  await body.getByText('点我').click()
  expect(await reader.evaluate(() => 'stolen' in window)).toBe(false)
  await press(dialog(reader), '去处理')
  await reader.getByText('https://elsewhere.invalid/a').waitFor()
  await plant().browsers.shot(reader, 'notices foreign')
  await press(reader, '取消')
  expect(reader.context().pages()).toHaveLength(1)
})

const bell = (page: Page) => page.getByRole('button', { name: /^消息，/ })

interface Heard {
  sounds: number
  said: string[]
}

/** The browser's loudspeaker with one Chinese voice of the machine: what it plays and says is written down. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Heard = { sounds: 0, said: [] }
    Object.assign(window, { heard })
    const Speaker = AudioContext
    window.AudioContext = class extends Speaker {
      constructor() {
        super()
        heard.sounds += 1
      }
    }
    const voice = { name: '本机', lang: 'zh-CN', localService: true, default: true, voiceURI: 'x' }
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        getVoices: () => [voice],
        speak: ({ text }: { text: string }) => heard.said.push(text),
        cancel: () => undefined,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      },
    })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', {
      value: class {
        readonly text: string
        constructor(text: string) {
          this.text = text
        }
      },
    })
  })
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard }).heard)
