import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { cellOf, choose, chooseInCell, find, findInCell, item, press } from './page-helpers.ts'
import type { Plant } from './plant.ts'

/** Step of the editor by its title. */
export const goToStep = (page: Page, title: string): Promise<void> =>
  page.locator('.editor-steps').getByText(title, { exact: true }).click()

/**
 * u1 writes the ticket of SC01 on the screen, from the list's 新建 to the last step of the editor; `points` are put in
 * from the equipment's list, all of them by default. Returns the page and the ticket's id.
 */
export async function writeTicket(
  plant: Plant,
  points: readonly string[] | 'all' = 'all',
): Promise<{ page: Page; id: string }> {
  const page = await plant.screen('u1', '/isps/loWorkList')
  await press(page, '新建')
  // Until the editor has come, the list stands there, and its search has an 作业名称 too.
  await page.getByRole('heading', { name: '新建工作票' }).waitFor()
  await writeBasics(page)
  await press(page, '下一步')
  await writePlace(page)
  await press(page, '保存草稿')
  // The address stays; the message of success is gone after three seconds, which a busy machine can miss.
  await page.waitForURL((url) => !['new', null].includes(url.searchParams.get('edit')))
  const id = new URL(page.url()).searchParams.get('edit') ?? ''
  await goToStep(page, '隔离方案')
  await writePlan(page, points)
  await goToStep(page, '危害与措施')
  await writeMeasures(page)
  await goToStep(page, '人员与锁具')
  await writePeople(page)
  return { page, id }
}

async function writeBasics(page: Page): Promise<void> {
  await item(page, '作业名称').locator('input').fill('离心泵 P-101 检修')
  await choose(page, item(page, '作业类型'), '检维修能量隔离')
  await choose(page, item(page, '作业级别'), '二级')
  await typeTime(page, '计划开始', '2026-12-01 09:00')
  await typeTime(page, '计划结束', '2026-12-01 17:00')
  await find(page, item(page, '作业单位'), '检修部')
  await item(page, '作业内容').locator('textarea').first().fill('更换机械密封并检查轴承')
  await item(page, '应急联系人').locator('input').fill('褚安 13800000012')
}

async function typeTime(page: Page, label: string, time: string): Promise<void> {
  const input = item(page, label).locator('input')
  await input.fill(time)
  await input.press('Enter')
}

async function writePlace(page: Page): Promise<void> {
  await find(page, item(page, '作业区域'), '压缩机房')
  await find(page, item(page, '作业设备'), '离心泵')
  await item(page, '作业地点').locator('input').fill('压缩机房 P-101 泵位')
}

const lockOf: Readonly<Record<string, string>> = { Q1: 'LK1', 'V-101': 'LK2', 'V-103': 'LK3' }

async function writePlan(page: Page, points: readonly string[] | 'all'): Promise<void> {
  if (points === 'all') await page.getByRole('button', { name: /全部添加/ }).click()
  else {
    const bar = page.locator('.ant-space').filter({ has: page.getByRole('button', { name: /全部添加/ }) })
    await choose(page, bar.locator('.ant-select').first(), ...points)
    await press(page, '添加')
  }
  const planned = points === 'all' ? Object.keys(lockOf) : points.filter((point) => lockOf[point])
  for (const point of planned) await giveLock(page, point)
}

/** Plans the lock of SC01 for a point that is in the plan. */
export async function giveLock(page: Page, point: string): Promise<void> {
  const plan = page.getByRole('grid', { name: '隔离方案' })
  await chooseInCell(page, cellOf(plan, 'plannedLockId', point), lockOf[point] ?? '')
}

async function writeMeasures(page: Page): Promise<void> {
  await choose(page, item(page, '危害辨识'), '触电', '机械伤害')
  for (const text of ['确认设备已停运并与系统隔离', '按隔离方案逐点上锁挂牌并双人确认'])
    await addMeasure(page, text)
}

/** Adds a line to 安全措施: the new line is entered, and typed into at once. */
export async function addMeasure(page: Page, text: string): Promise<void> {
  const table = page.getByRole('grid', { name: '安全措施' })
  await withNewRow(table, () => press(page, '新增'))
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await table.locator('.et-row').last().getByText(text).waitFor()
}

async function writePeople(page: Page): Promise<void> {
  const crew = [
    ['负责人', '钱工'],
    ['隔离', '郑隔'],
    ['验证', '冯验'],
    ['作业', '孙作'],
    ['作业', '周作'],
    ['监护', '吴监'],
    ['气体检测', '冯验'],
  ] as const
  for (const [role, name] of crew) await addPerson(page, role, name)
  await addLock(page, '集体锁箱', 'LB1')
  await addLock(page, '箱柜门禁锁', 'LK4')
  const locks = page.getByRole('grid', { name: '门禁锁与锁箱' })
  await chooseInCell(page, cellOf(locks, 'userIds'), '孙作')
}

/** Adds a line of 人员 by its role, and chooses the person; one who works gets a lock too, his own or the named one. */
export async function addPerson(page: Page, role: string, name: string, lock = 'PL'): Promise<void> {
  const people = page.getByRole('grid', { name: '人员' })
  await withNewRow(people, () => press(page.getByRole('list', { name: '票面角色' }), `添加${role}`))
  await findInCell(page, cellOf(people, 'person'), name)
  if (role === '作业') await chooseInCell(page, cellOf(people, 'personalLockId'), lock)
}

/** Adds a lock of the ticket by what it is for. */
export async function addLock(page: Page, use: string, code: string): Promise<void> {
  const locks = page.getByRole('grid', { name: '门禁锁与锁箱' })
  await withNewRow(locks, () => press(page, `添加${use}`))
  await chooseInCell(page, cellOf(locks, 'lockId'), code)
}

async function withNewRow(table: Locator, add: () => Promise<void>): Promise<void> {
  const before = await rowCount(table)
  await add()
  await expect.poll(() => rowCount(table)).toBe(before + 1)
}

/** By what the table says of itself, as rows are drawn a moment after it stands there; the header counts too. */
const rowCount = async (table: Locator): Promise<number> => Number(await table.getAttribute('aria-rowcount'))
