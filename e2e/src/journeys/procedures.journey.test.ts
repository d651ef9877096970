import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { act, agree, cellOf, dialog, findInCell, press, rowOf } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { goToStep } from './write-ticket.ts'

const plant = usePlant()

const procedure = 'P-101 更换机械密封'
const steps = [
  { kind: '1', text: '停泵，确认转速为零' },
  ...['demo-pt1', 'demo-pt2', 'demo-pt3'].flatMap((pointId) => [
    { kind: '2', pointId, text: '操作到安全位' },
    { kind: '3', pointId, text: '上锁挂牌' },
  ]),
  { kind: '4', pointId: 'demo-pt4', text: '打开排放阀，泄压至常压' },
  { kind: '5', text: '逐点验证零能量，就地试启动' },
  { kind: '6', text: '按相反顺序恢复' },
]
const crew = [
  ['LEAD', '钱工'],
  ['ISO', '郑隔'],
  ['VERIFY', '冯验'],
  ['WORK', '孙作'],
  ['WORK', '周作'],
  ['GUARD', '吴监'],
  ['GASTEST', '冯验'],
] as const

/** A draft as somebody has written it before. */
async function writeProcedure(): Promise<void> {
  const roles = [...new Set(crew.map(([role]) => role))]
  const people = roles.map((roleTag) => ({
    roleTag,
    count: crew.filter(([role]) => role === roleTag).length,
  }))
  await plant().one(
    `insert into lo_procedure (id, proc_name, equip_id, version_no, work_type, work_level, content, place, hazards, steps,
      measures, gas_places, people, emergency_contact, create_by, create_time)
    values ('proc-1', $1, 'demo-p101', 1, '10', '2', '更换机械密封并检查轴承', '压缩机房 P-101 泵位', '04,05', $2, $3, $4, $5,
      '褚安 13800000012', 'u1', now())`,
    [
      procedure,
      JSON.stringify(steps),
      JSON.stringify([{ content: '确认设备已停运并与系统隔离', must: 1, controlRank: 3 }]),
      JSON.stringify([{ place: '泵坑', layered: 0 }]),
      JSON.stringify(people),
    ],
  )
}

declare global {
  interface Window {
    presses?: number
  }
}

/** Counts from now on what a hand does: presses of the mouse, and of keys that are no letters. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    if (window.presses === undefined) {
      const count = () => (window.presses = (window.presses ?? 0) + 1)
      addEventListener('pointerdown', count, true)
      addEventListener('keydown', ({ key }) => (key.length > 1 ? count() : undefined), true)
    }
    window.presses = 0
  })
  return () => page.evaluate(() => window.presses ?? 0)
}

/** From 我的工作票 to the editor of a draft that begins with the procedure. */
async function begin(page: Page): Promise<void> {
  await press(page, '从程序或模板新建')
  await dialog(page).locator('.ant-select').click()
  await page.getByText(procedure, { exact: false }).last().click()
  await press(dialog(page), '新建')
  await page.getByRole('heading', { name: /^[A-Z0-9-]{6,}/ }).waitFor()
}

async function submit(page: Page): Promise<void> {
  await goToStep(page, '检查并提交')
  await press(page, '提交审核')
  await page.getByText('已提交').first().waitFor()
}

it('a procedure becomes effective, and a ticket is written and submitted from it in 25 presses, the next one in 10', async () => {
  const { browsers } = plant()
  await writeProcedure()
  const safety = await plant().screen('u12', '/isps/loProcedureList')
  await rowOf(safety, procedure).waitFor()
  await act(safety, procedure, '生效')
  await agree(safety)
  await rowOf(safety, procedure).getByText('生效', { exact: true }).waitFor()
  await browsers.shot(safety, 'procedures list')
  await browsers.shot(safety, 'procedures list', 390)
  await act(safety, procedure, '查看')
  await safety.getByText('逐点验证零能量').waitFor()
  await browsers.shot(safety, 'procedure')
  await browsers.shot(safety, 'procedure', 390)
  await safety.keyboard.press('Escape')

  const page = await plant().screen('u1', '/isps/loWorkList')
  await page.getByRole('button', { name: '从程序或模板新建' }).waitFor()
  const presses = await countPresses(page)
  await begin(page)
  await goToStep(page, '隔离方案')
  await press(page, '自动选锁（3）')
  await browsers.shot(page, 'procedure plan')
  await goToStep(page, '人员与锁具')
  const people = page.getByRole('grid', { name: '人员' })
  await expect.poll(async () => Number(await people.getAttribute('aria-rowcount'))).toBe(crew.length + 1)
  await browsers.shot(page, 'procedure people')
  await browsers.shot(page, 'procedure people', 390)
  for (const [index, [, name]] of crew.entries()) {
    const cell = people.locator('.et-row').nth(index).locator('[data-key="person"]')
    await findInCell(page, cell, name)
  }
  // Whoever works wears his own lock.
  await cellOf(people, 'personalLockId', '孙作').getByText(/^PL/).waitFor()
  await submit(page)
  const whole = await presses()
  console.log(`a ticket from a procedure: ${whole} presses`)
  expect(whole).toBeLessThanOrEqual(25)

  await page.goto('/isps/loWorkList')
  await page.getByRole('button', { name: '从程序或模板新建' }).waitFor()
  const again = await countPresses(page)
  await begin(page)
  await goToStep(page, '人员与锁具')
  await page
    .getByRole('button', { name: /^沿用/ })
    .or(page.getByRole('button', { name: /的人员和锁具$/ }))
    .first()
    .click()
  await cellOf(people, 'person', '孙作').waitFor()
  await goToStep(page, '检查并提交')
  await page.getByText(/G05/).first().waitFor()
  const short = await again()
  console.log(`the next one, with the crew of the last: ${short} presses`)
  expect(short).toBeLessThanOrEqual(10)
  const remembered = await plant().one(
    `select count(*)::int as tickets from lo_work where procedure_id = 'proc-1' and procedure_version = 1`,
  )
  expect(remembered).toEqual({ tickets: 2 })
})

it('an inspection is written down, a version is revised, and two versions are laid side by side', async () => {
  const { browsers } = plant()
  const page = await plant().screen('u12', '/isps/loProcedureList')
  await act(page, procedure, '检查')
  await dialog(page).getByText('需修订').click()
  await dialog(page).locator('textarea').fill('现场加装了吹扫阀')
  await browsers.shot(page, 'procedure inspect')
  await press(dialog(page), '登记')
  await rowOf(page, procedure).getByText('需修订').waitFor()
  await act(page, procedure, '修订')
  await rowOf(page, '第 2 版').waitFor()
  await plant().one(`update lo_procedure set content = '更换机械密封，检查轴承和联轴器' where version_no = 2`)
  await act(page, '第 2 版', '生效')
  await agree(page)
  await rowOf(page, '第 1 版').getByText('停用').waitFor()
  await act(page, '第 2 版', '查看')
  await page.getByRole('tab', { name: '版本对比' }).click()
  await page.locator('ins').getByText('联轴器').waitFor()
  await browsers.shot(page, 'procedure compare')
  await browsers.shot(page, 'procedure compare', 390)
})
