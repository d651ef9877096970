import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { button, choose, dialog, item, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

/** As Word puts it on the clipboard. */
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{font-family:宋体}</style></head><body>
<!--StartFragment--><p class=MsoNormal style='margin:0cm;mso-pagination:widow-orphan'><b><span style='font-size:16.0pt;font-family:"微软雅黑"'>安全要求<o:p></o:p></span></b></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span><![endif]>先<span style='color:red'>上锁</span></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span><![endif]>再验电</p>
<p><img src="file:///C:/a/image001.png"></p><script>window.stolen = 1</script><!--EndFragment--></body></html>`

it('a notice with bold, a table, a text of Word and a picture is read as it was written, its picture by its readers alone', async () => {
  const { browsers } = plant()
  const admin = await browsers.signIn('admin', PASSWORD, '/isystem/annountCement')
  await button(admin, '新增').first().click()
  const form = dialog(admin)
  await item(form, '标题').getByRole('textbox').fill('泵房检修安排')
  await item(form, '摘要').getByRole('textbox').fill('3月2日')
  await item(form, '截至日期').getByRole('textbox').fill('2026-12-31 00:00:00')
  await admin.keyboard.press('Enter')
  await form.getByRole('radio', { name: '指定用户' }).check()
  await choose(admin, item(form, '指定用户'), '赵值')
  const tools = form.getByRole('toolbar', { name: '内容的格式' })
  const text = form.getByRole('textbox', { name: '内容', exact: true })
  await text.click()
  await tools.getByRole('button', { name: '加粗' }).click()
  await text.pressSequentially('全厂停电')
  await tools.getByRole('button', { name: '加粗' }).click()
  await admin.keyboard.press('Enter')
  await pasteHtml(admin, word)
  await form.getByText('1 张图片在您的电脑上').waitFor()
  await admin.keyboard.press('Control+End')
  await admin.keyboard.press('Enter')
  const picture = await sharp({ create: { width: 320, height: 160, channels: 3, background: '#0958d9' } })
    .png()
    .toBuffer()
  await form
    .locator('.rich-text input[type=file]')
    .setInputFiles({ name: '泵房.png', mimeType: 'image/png', buffer: picture })
  await text.getByRole('img', { name: '泵房' }).waitFor()
  await admin.keyboard.press('Control+End')
  await tools.getByRole('button', { name: '表格' }).click()
  await admin.getByRole('menuitem', { name: '插入 2 行 2 列' }).click()
  await admin.keyboard.type('区域')
  await text.getByRole('cell', { name: '区域' }).or(text.getByText('区域')).first().waitFor()
  await browsers.shot(admin, 'rich text written')
  await tools.getByRole('button', { name: '全屏', exact: true }).click()
  await browsers.shot(admin, 'rich text full')
  await browsers.shot(admin, 'rich text full', 390)
  await tools.getByRole('button', { name: '文字颜色' }).click()
  await admin.getByRole('menuitem', { name: '红色' }).waitFor()
  await browsers.shot(admin, 'rich text colours')
  await admin.getByRole('menuitem', { name: '默认颜色' }).click()
  await tools.getByRole('button', { name: '退出全屏' }).click()
  expect(await admin.evaluate(() => 'stolen' in window)).toBe(false)
  await press(form, '确定')
  await form.waitFor({ state: 'hidden' })
  const row = admin.getByRole('row').filter({ hasText: '泵房检修安排' })
  await press(row, '发布')
  await press(admin, '确定')
  await row.getByText('已发布').waitFor()

  await button(row, '查看').click()
  const framed = dialog(admin).frameLocator('iframe').getByRole('img', { name: '泵房' })
  await expect.poll(() => framed.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(320)
  await browsers.shot(admin, 'rich text framed')
  await press(dialog(admin).locator('.ant-modal-footer'), '关闭')

  const { rows } = await plant().server.ctx.pool.query<{ path: string; users: string; html: string }>(
    `select f.path, a.user_ids as users, a.msg_content as html from sys_announcement a
     join sys_announcement_file f on f.annt_id = a.id where a.titile = '泵房检修安排'`,
  )
  const [stored] = rows
  expect(stored?.html).toMatch(
    /^<p><strong>全厂停电<\/strong><\/p><p><strong>安全要求<\/strong><\/p><ol><li><p>先<span style="color: #cf1322">上锁<\/span>/,
  )
  expect(stored?.html).not.toMatch(/mso|Mso|file:|script|font/)
  const { rows: people } = await plant().server.ctx.pool.query<{ username: string }>(
    'select username from sys_user where id = any(string_to_array($1, $2))',
    [stored?.users ?? '', ','],
  )
  const reader = await plant().screen(people[0]?.username ?? '')
  await reader.goto('/isps/userAnnouncement')
  await button(reader.getByRole('row').filter({ hasText: '泵房检修安排' }), '查看').click()
  const shown = dialog(reader).locator('.rich-text-shown')
  const seen = shown.getByRole('img', { name: '泵房' })
  await expect.poll(() => seen.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(320)
  await shown.getByRole('table').waitFor()
  await browsers.shot(reader, 'rich text read')
  await browsers.shot(reader, 'rich text read', 390)

  const other = await plant().screen(people[0]?.username === 'u6' ? 'u5' : 'u6')
  await other.goto('/isps/userAnnouncement')
  const status = await other.evaluate(
    async (address) => (await fetch(address)).status,
    `/jeecg-boot/sys/common/static/${stored?.path}`,
  )
  expect(status).toBe(404)
})

/** What is on the clipboard comes as the browser hands it over; the keys of the machine's own clipboard are not tested. */
async function pasteHtml(page: Page, html: string): Promise<void> {
  await page.evaluate((content) => {
    const data = new DataTransfer()
    data.setData('text/html', content)
    data.setData('text/plain', '安全要求')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, html)
}
