import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import { createTestDatabase } from '@suoan/platform/testing/test-world'
import { readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { signIn } from '../support/api-client.ts'
import { act, choose, chooseInCell, dialog, item, overflowOnPhone, press, rowOf } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const neighbour = await createTestDatabase()
const database = new URL(neighbour.url)
/** The neighbour's address: what comes there goes on to his database while the way is open. */
const port = await freePort()
const plant = usePlant({
  ADMIN_PASSWORD: PASSWORD,
  MQTT_PORT: '0',
  DATA_SOURCE_HOSTS: `127.0.0.1:${port}`,
})

/** The way to the neighbour, which can be closed as if he had been switched off. */
const way = {
  open: false,
  sockets: new Set<Socket>(),
  close() {
    way.open = false
    for (const socket of way.sockets) socket.destroy()
  },
}
const proxy = createServer((from) => {
  if (!way.open) {
    from.destroy()
    return
  }
  const to = connect(Number(database.port), '127.0.0.1')
  for (const [socket, other] of [
    [from, to],
    [to, from],
  ] as const) {
    way.sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      way.sockets.delete(socket)
      other.destroy()
    })
  }
  from.pipe(to).pipe(from)
})

const LONG = '备注很长'.repeat(50)
beforeAll(async () => {
  await new Promise<void>((ready) => proxy.listen(port, '127.0.0.1', ready))
  await neighbour.pool.query(
    `create table material as select 'M-' || lpad(n::text, 3, '0') as code,
       (array['挂锁', '锁箱', '搭扣'])[1 + n % 3] || n as title, (n % 2)::text as kind, n * 10.5 as amount,
       timestamp '2026-03-01 08:00' + n * interval '1 day' as made, $1::text as remark
     from generate_series(1, 23) n`.replace('$1', `'${LONG}'`),
  )
  const admin = await signIn(plant().url, 'admin', PASSWORD)
  const make = async (path: string, body: object) => {
    const answer = await admin.send('POST', path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.message}`)
  }
  way.open = true
  await make('/sys/dataSource/add', {
    code: 'erp',
    name: '仓库 ERP',
    dbType: '6',
    dbUrl: `jdbc:postgresql://127.0.0.1:${port}${database.pathname}`,
    dbUsername: decodeURIComponent(database.username),
    dbPassword: decodeURIComponent(database.password) || 'none',
  })
})
afterAll(async () => {
  way.close()
  proxy.close()
  await neighbour[Symbol.asyncDispose]()
})

const codesOf = async (page: Page): Promise<string[]> =>
  (await page.locator('.page:visible .ant-table-row td:first-child').allInnerTexts()).map((text) =>
    text.trim(),
  )
const totals = (page: Page): Locator => page.locator('.page:visible .ant-table-summary')

async function shots(page: Page, name: string): Promise<void> {
  await plant().browsers.shot(page, name)
  await plant().browsers.shot(page, name, 390)
  await expect.poll(() => overflowOnPhone(page), { message: name }).toBe(0)
}

async function saved(page: Page): Promise<readonly (readonly string[])[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, '导出')])
  const sheet = await readSheet(readFileSync(await download.path()))
  if (!sheet.ok) throw new Error(sheet.message)
  return sheet.rows
}

let address = ''

it('an administrator writes a report, tries it, and reads, narrows, sorts, turns over and exports what it shows', async () => {
  const { screen } = plant()
  const page = await screen('admin', '/online/cgreport')
  await press(page, '新增')
  const form = dialog(page)
  await item(form, '报表编码').locator('input').fill('stock')
  await item(form, '报表名称').locator('input').fill('备件库存')
  await choose(page, item(form, '数据源'), '仓库 ERP')
  const statement = form.getByRole('textbox', { name: '报表语句' })
  await statement.fill('select * from material')
  await press(form, '解析')
  await page
    .getByText(/从“\* from material”开始不能识别/)
    .first()
    .waitFor()
  await statement.fill(
    `select code, title, kind, amount, made, remark from material where amount >= \${least} order by code`,
  )
  await press(form, '解析')
  await page.getByText('解析成功').waitFor()
  const cell = (row: number, key: string) =>
    form.locator(`.et-row[aria-rowindex="${row + 1}"] .et-cell[data-key="${key}"]`).first()
  const type = async (row: number, key: string, words: string) => {
    await cell(row, key).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(words)
    await page.keyboard.press('Enter')
  }
  for (const [at, words] of ['物料编码', '名称', '是否常备', '库存数量', '入库时间', LONG].entries())
    await type(at + 1, 'fieldTxt', words)
  await type(3, 'dictCode', 'yn')
  for (const row of [1, 2, 3, 4]) await cell(row, 'isSearch').click()
  await chooseInCell(page, cell(4, 'searchMode'), '范围查询')
  await chooseInCell(page, cell(5, 'fieldType'), '时间类型')
  await cell(4, 'isTotal').click()
  await shots(page, 'report form')
  // What is not yet said to be a figure has no sum.
  await press(form, '确定')
  await page
    .getByText(/字段“库存数量”不能合计/)
    .first()
    .waitFor()
  await shots(page, 'report form refused')
  await chooseInCell(page, cell(4, 'fieldType'), '数值类型')
  await press(form, '确定')
  await form.waitFor({ state: 'hidden' })
  await rowOf(page, '备件库存').waitFor()
  await shots(page, 'reports')

  await act(page, '备件库存', '功能测试')
  const popup = dialog(page)
  await rowOf(popup, 'M-003').click()
  await popup
    .getByText('已选择 1 项')
    .or(popup.getByText(/已选择\s*1\s*项/))
    .first()
    .waitFor()
  await shots(page, 'report tried')
  await press(popup, '确定')
  await popup.waitFor({ state: 'hidden' })

  await act(page, '备件库存', '查看')
  await rowOf(page, 'M-001').waitFor()
  address = new URL(page.url()).pathname
  await page.getByText('1-10 共 23 条').waitFor()
  // Texts of the dictionary, not its values.
  expect(await rowOf(page, 'M-001').innerText()).toContain('是')
  expect(await totals(page).innerText()).toMatch(/合计（全部 23 条）\s*2,898/)
  await shots(page, 'report')

  await page.getByTitle('2', { exact: true }).click()
  await rowOf(page, 'M-011').waitFor()
  expect(await totals(page).innerText()).toContain('2,898')
  await page.getByRole('columnheader', { name: '库存数量' }).click()
  await page.getByRole('columnheader', { name: '库存数量' }).click()
  await rowOf(page, 'M-023').waitFor()
  expect((await codesOf(page)).slice(0, 3)).toEqual(['M-023', 'M-022', 'M-021'])

  await item(page, '名称').locator('input').fill('锁箱')
  await press(page, '查询')
  await page.getByText('1-8 共 8 条').waitFor()
  await shots(page, 'report narrowed')
  const codes = await codesOf(page)
  expect(codes[0]).toBe('M-022')
  expect(await totals(page).innerText()).toMatch(/合计（全部 8 条）\s*966/)
  const lines = await saved(page)
  expect([lines[0], lines[2]?.slice(0, 4)]).toEqual([
    ['备件库存数据'],
    ['物料编码', '名称', '是否常备', '库存数量'],
  ])
  expect(lines.slice(3, -1).map(([code]) => code)).toEqual(codes)
  expect(lines[3]?.slice(0, 4)).toEqual(['M-022', '锁箱22', '否', '231'])
  expect(lines.at(-1)).toEqual(['合计', '', '', '966'])

  await press(page, '展开')
  await item(page, '库存数量').locator('input').first().fill('许多')
  await press(page, '查询')
  await page.getByText('查询条件“库存数量”要填写数字').waitFor()
  await shots(page, 'report refused')
  await item(page, '库存数量').locator('input').first().fill('9999')
  await press(page, '查询')
  await page.getByText('没有符合条件的数据，请换个条件再查').waitFor()
  await shots(page, 'report empty')
  await press(page, '重置')
  await page.getByText('共 23 条').waitFor()
})

it('a form takes a row of the report into its field', async () => {
  const page = await plant().screen('admin', '/jeecg/SelectDemo')
  await page.getByRole('menuitem', { name: 'Popup报表', exact: true }).click()
  const block = page.getByRole('region', { name: 'Popup报表', exact: true })
  await item(block, '报表编码').locator('input').fill('stock')
  await item(block, '取值字段').locator('input').fill('code,title')
  await item(block, '在线报表中的报表').getByPlaceholder('请选择').click()
  await rowOf(dialog(page), 'M-004').click()
  await shots(page, 'report popup')
  await press(dialog(page), '确定')
  await expect
    .poll(() => block.locator('output').filter({ hasText: 'M-004' }).innerText())
    .toMatch(/"title": ?"锁箱4"/)
})

it('a report whose source is away says so, stays usable, and works again when the source is back', async () => {
  const page = await plant().screen('admin', address)
  await rowOf(page, 'M-001').waitFor()
  way.close()
  await press(page, '查询')
  const said = page.getByText(/数据源“仓库 ERP”没有给出数据：现在连接不上，请稍后重试/)
  await said.waitFor()
  await shots(page, 'report source away')
  // Opened anew it has its title, its query and its heads all the same.
  await page.reload()
  await said.first().waitFor()
  await page.getByText('备件库存', { exact: true }).first().waitFor()
  await item(page, '名称').waitFor()
  await page.getByRole('columnheader', { name: '物料编码' }).waitFor()
  await shots(page, 'report opened away')
  way.open = true
  await press(page, '重试')
  await rowOf(page, 'M-001').waitFor()
  await said.first().waitFor({ state: 'hidden' })
})

it('who has no right to reports is refused in words, by the page and by the server', async () => {
  const page = await plant().screen('u5', address)
  await page
    .getByText(/无权|没有权限|不存在/)
    .first()
    .waitFor()
  await shots(page, 'report refused to a person')
  const u5 = await signIn(plant().url, 'u5', PASSWORD)
  const id = address.split('/').at(-1) ?? ''
  expect(await u5.get(`/online/cgreport/api/getData/${id}`, {})).toMatchObject({
    success: false,
    message: expect.stringContaining('没有权限') as string,
  })
})
