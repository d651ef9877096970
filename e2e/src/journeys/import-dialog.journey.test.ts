import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, dialog, overflowOnPhone, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ MQTT_PORT: '0' })

/** Positions as a workbook of text, which the server reads under either name. */
const sheet = (name: string, ...lines: readonly string[]) => ({
  name,
  mimeType: 'application/vnd.ms-excel',
  buffer: Buffer.from(lines.join('\n')),
})
const heading = '职务编码,职务名称,职级'

async function openImport(page: Page): Promise<Locator> {
  await press(page, '导入')
  const found = page.getByRole('dialog', { name: '导入EXCEL' })
  await found.waitFor()
  return found
}

const choose = (within: Locator, ...files: readonly ReturnType<typeof sheet>[]) =>
  within.locator('input[type=file]').setInputFiles([...files])
const line = (within: Locator, name: string) => within.getByRole('listitem').filter({ hasText: name })

it('several workbooks are sent one after another, and each says what came of it (5-screens.md §13.13)', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/position')
  await page.locator('.list-table thead').waitFor()
  const box = await openImport(page)
  expect(await button(box, '开始上传').isDisabled()).toBe(true)
  await browsers.shot(page, 'import empty')

  await choose(
    box,
    sheet('一班.xls', heading, 'P-1,一班班长,1', 'P-2,一班组长,2'),
    sheet('二班.xlsx', heading, 'P-3,二班班长,1', 'P-1,重复的班长,1'),
    sheet('三班.xlsx', heading, 'P-4,三班班长,1'),
    sheet('错表.xls', '没有,表头', '1,2'),
    sheet('说明.pdf', '%PDF-1.4'),
  )
  await box.getByText('“说明.pdf”不是 Excel 文件，请选择 .xls 或 .xlsx 文件').waitFor()
  expect(await box.getByRole('listitem').count()).toBe(4)

  // While the first is held, the others wait, and closing asks.
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/sys/position/importExcel?*', async (route) => {
    await held
    await route.continue()
  })
  await press(box, '开始上传')
  // What would come of each is shown, and nothing is stored.
  await line(box, '一班.xls').getByText('新增 2 行').waitFor()
  await line(box, '二班.xlsx').getByText('新增 2 行').waitFor()
  await line(box, '错表.xls').getByText('没有找到表头').waitFor()
  await browsers.shot(page, 'import previewed')
  expect(await page.getByRole('cell', { name: '一班班长' }).count()).toBe(0)
  await press(box, '开始导入')
  await line(box, '一班.xls').getByRole('progressbar').waitFor()
  await button(box, '导入中...').waitFor()
  await browsers.shot(page, 'import sending')
  await page.keyboard.press('Escape')
  await dialog(page).getByText('正在上传，确定关闭吗？').waitFor()
  await browsers.shot(page, 'import asks')
  await press(dialog(page), '继续上传')
  letGo()

  await line(box, '一班.xls').getByText('共2行数据全部导入成功！').waitFor()
  await line(box, '二班.xlsx').getByText('导入成功,但是有错误数据!').waitFor()
  await line(box, '二班.xlsx').getByText('总上传行数：2，已导入行数：1，错误行数：1').waitFor()
  await line(box, '三班.xlsx').getByText('共1行数据全部导入成功！').waitFor()
  expect(await button(box, '开始上传').isDisabled()).toBe(true)
  await browsers.shot(page, 'import results')
  await browsers.shot(page, 'import results', 390)
  expect(await overflowOnPhone(page)).toBe(0)
  // The list behind has the new rows without being asked.
  await page.getByRole('cell', { name: '三班班长' }).waitFor()

  // Corrected and chosen again, it stands in the place of what failed.
  await page.unroute('**/sys/position/importExcel?*')
  await choose(box, sheet('错表.xls', heading, 'P-5,四班班长,1'))
  await line(box, '错表.xls').getByText('等待上传').waitFor()
  await press(box, '开始上传')
  await press(box, '开始导入')
  await line(box, '错表.xls').getByText('共1行数据全部导入成功！').waitFor()
  await page.getByRole('cell', { name: '四班班长' }).waitFor()

  // Last, as the tab in which it arrives stands before this one.
  const report = new Promise<Download>((resolve) => {
    page.on('download', resolve)
    page.context().on('page', (tab) => tab.on('download', resolve))
  })
  await line(box, '二班.xlsx').getByRole('link', { name: '点击下载' }).click()
  const said = readFileSync(await (await report).path()).toString()
  expect(said).toContain('第 3 行')
  expect(said).not.toContain('第 2 行')
})

it('files are dropped and pasted; one that did not arrive is tried again, and a clean import closes the dialog', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/position')
  await page.locator('.list-table thead').waitFor()
  const before = await openImport(page)
  await button(before, '关闭').last().click()
  await before.waitFor({ state: 'detached' })
  const box = await openImport(page)
  for (const [how, name, text] of [
    ['drop', '拖入.xlsx', `${heading}\nP-8,拖入的职务,1`],
    ['paste', '粘贴.xlsx', `${heading}\nP-9,粘贴的职务,1`],
  ] as const)
    await page.evaluate(
      (given) => {
        const data = new DataTransfer()
        data.items.add(new File([given.text], given.name))
        const init = { bubbles: true, cancelable: true }
        document.body.dispatchEvent(
          given.how === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: data })
            : new ClipboardEvent('paste', { ...init, clipboardData: data }),
        )
      },
      { how, name, text },
    )
  await page.route('**/sys/position/importExcel?*', (route) => route.abort(), { times: 1 })
  await press(box, '开始上传')
  await press(box, '开始导入')
  await line(box, '拖入.xlsx').getByText('网络连接不可用').waitFor()
  await line(box, '粘贴.xlsx').getByText('共1行数据全部导入成功！').waitFor()
  await browsers.shot(page, 'import failed')
  await box.getByRole('button', { name: '重试拖入.xlsx' }).click()
  await box.waitFor({ state: 'detached' })
  await page.getByText('共1行数据全部导入成功！').first().waitFor()
  await page.getByRole('cell', { name: '拖入的职务' }).waitFor()
})

it('a preview tells rows that are added, changed and refused, and 更新已有记录 changes what is there', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isystem/position')
  await page.locator('.list-table thead').waitFor()
  const box = await openImport(page)
  const name = '核对.xls'
  await choose(box, sheet(name, heading, 'Q-1,核对班长,1', 'Q-2,核对组长,1'))
  await press(box, '开始上传')
  await press(box, '开始导入')
  await box.waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: '核对班长' }).waitFor()

  const again = await openImport(page)
  const rows = ['Q-1,核对值班长,1', 'Q-2,核对组长,1', 'Q-3,核对组员,九十九', 'Q-4,核对新人,2', ',没有编码,1']
  await choose(again, sheet(name, heading, ...rows))
  await press(again, '开始上传')
  await line(again, name).getByText('拒绝 4 行').waitFor()
  await line(again, name).getByText('第 2 行 A 列“职务编码”：职务编码“Q-1”已存在，请更换').waitFor()
  await again.getByRole('switch').click()
  await line(again, name).getByText('等待上传').waitFor()
  await press(again, '开始上传')
  for (const words of ['新增 1 行', '修改 1 行', '未变 1 行', '拒绝 2 行'])
    await line(again, name).getByText(words).waitFor()
  await line(again, name).getByText('第 4 行 C 列“职级”').waitFor()
  await button(again, '取消').waitFor()
  await browsers.shot(page, 'import preview with errors')
  await browsers.shot(page, 'import preview with errors', 390)
  expect(await overflowOnPhone(page)).toBe(0)
  // Nothing was stored by looking.
  expect(await page.getByRole('cell', { name: '核对值班长' }).count()).toBe(0)
  await press(again, '开始导入')
  await line(again, name).getByText('新增1行，修改1行，未变1行。').waitFor()
  await page.getByRole('cell', { name: '核对值班长' }).waitFor()
  await page.getByRole('cell', { name: '核对新人' }).waitFor()
})
