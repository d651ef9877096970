import { workTicketEndpoints as tickets } from '@suoan/contract'
import { demoDraft } from '@suoan/safety/work-tickets/testing/demo-draft'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cellOf, dialog, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const plant = usePlant()

/** Presses Tab until what has the focus is called that. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let tries = 0; tries < 80; tries += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim()
    })
    if (focused === name) return
  }
  throw new Error(`Tab never came to ${name}`)
}

/** Searches in the active cell by typing, and takes the first that is found. */
async function typeAndTake(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words)
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active')
    .filter({ hasText: words })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.et-editor').waitFor({ state: 'detached' })
}

async function paste(page: Page, lines: readonly string[]): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'))
  await page.keyboard.press('Control+v')
}

const texts = (page: Page, table: string, key: string): Promise<string[]> =>
  page.getByRole('grid', { name: table }).locator(`.et-row [data-key="${key}"]`).allInnerTexts()

it('an isolation plan, people and locks are written with the keyboard alone, and pasted from a sheet', async () => {
  const { take, screen, browsers } = plant()
  const points = (demoDraft().points ?? []).map(({ pointId }) => ({ pointId }))
  const stored = await take('u1', tickets.saveDraft, demoDraft({ points, people: [], locks: [] }))
  const id = stored.ticket.id
  const page = await screen('u1', `/isps/loWorkList?edit=${id}&step=2`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const plan = page.getByRole('grid', { name: '隔离方案' })
  await cellOf(plan, 'plannedLockId', 'Q1').waitFor()
  await browsers.shot(page, 'plan without locks', 390)

  // The plan: one lock by its list, one by typing, one by paste; one that is taken stays where it is.
  await tabTo(page, '隔离方案')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await typeAndTake(page, 'LK1')
  await page.keyboard.press('ArrowDown')
  await typeAndTake(page, 'LK2')
  await page.keyboard.press('ArrowDown')
  await paste(page, ['LK1'])
  await page.getByText('锁具 LK1 已在本表中，一把锁只能选一次').waitFor()
  await expect.poll(() => cellOf(plan, 'plannedLockId', 'V-103').innerText()).toContain('未指定锁具')
  await paste(page, ['LK3'])
  await page.getByText('割集成立：所有能量源均已切断').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => cellOf(plan, 'plannedLockId', 'V-103').innerText()).toContain('未指定锁具')
  await page.keyboard.press('Control+y')
  await expect.poll(() => cellOf(plan, 'plannedLockId', 'V-103').innerText()).toContain('LK3')

  // The people: a role is added, a person typed; a list of names is pasted, with one that nobody has.
  await page.keyboard.press('Escape')
  await tabTo(page, '下一步')
  await page.keyboard.press('Enter')
  await tabTo(page, '下一步')
  await page.keyboard.press('Enter')
  await browsers.shot(page, 'people empty')
  await browsers.shot(page, 'people empty', 390)
  await tabTo(page, '添加负责人')
  await page.keyboard.press('Enter')
  await typeAndTake(page, '钱工')
  await expect.poll(() => texts(page, '人员', 'person')).toEqual(['钱工'])
  await page.getByRole('button', { name: '添加作业' }).focus()
  await page.keyboard.press('Enter')
  await paste(page, ['孙作', '周作', '没有此人', '吴监'])
  await expect
    .poll(() => texts(page, '人员', 'person'))
    .toEqual(['钱工', '孙作', '周作', '没有此人\n本单位没有此人，请选择', '吴监'])
  await browsers.shot(page, 'people pasted')
  await browsers.shot(page, 'people pasted', 390)
  await page.keyboard.press('ArrowRight')
  await paste(page, ['PL6', 'PL7'])
  await expect
    .poll(() => texts(page, '人员', 'personalLockId'))
    .toMatchObject({
      1: expect.stringContaining('PL6'),
      2: expect.stringContaining('PL7'),
    })
  // Another's lock is not taken, and it is said.
  await paste(page, ['PL7'])
  await page.getByText('不属于此人').waitFor()
  await expect
    .poll(() => texts(page, '人员', 'personalLockId'))
    .toMatchObject({ 1: expect.stringContaining('PL6') })
  // Whom nobody is called like is chosen by hand.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await typeAndTake(page, '郑隔')
  await expect.poll(() => texts(page, '人员', 'person')).toEqual(['钱工', '孙作', '周作', '郑隔', '吴监'])
  // A line goes by the menu of the row, and comes back.
  await page.keyboard.press('Shift+F10')
  const chosen = page.locator('.ant-dropdown-menu-item:focus')
  await chosen.filter({ hasText: '向上移' }).waitFor()
  await page.keyboard.press('Enter')
  // Chosen by Enter, which is no line break in the cell.
  await expect.poll(() => texts(page, '人员', 'person')).toEqual(['钱工', '孙作', '郑隔', '周作', '吴监'])
  await page.keyboard.press('Shift+F10')
  await chosen.filter({ hasText: '向上移' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await chosen.filter({ hasText: '删除此行' }).waitFor()
  await page.keyboard.press('Enter')
  await page
    .locator('.ant-modal button:focus')
    .filter({ hasText: /确\s*定/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => texts(page, '人员', 'person')).toEqual(['钱工', '孙作', '周作', '吴监'])
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => texts(page, '人员', 'person')).toEqual(['钱工', '孙作', '周作', '郑隔', '吴监'])
  await page.keyboard.press('Escape')

  // A cabinet: its lock, two who may open it, and no more minutes than a day has.
  await tabTo(page, '添加箱柜门禁锁')
  await page.keyboard.press('Enter')
  await typeAndTake(page, 'LK4')
  await page.keyboard.press('ArrowRight')
  await paste(page, ['孙作、周作'])
  await expect.poll(() => texts(page, '门禁锁与锁箱', 'userIds')).toEqual(['孙作、周作'])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('1441')
  await page.keyboard.press('Enter')
  await page.locator('.et-bubble').filter({ hasText: '不在 1～1440 之间' }).waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await browsers.shot(page, 'people and locks')
  await browsers.shot(page, 'people and locks', 390)
  await page.keyboard.press('Escape')
  await tabTo(page, '保存草稿')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => {
      const { points: planned, people, locks } = await take('u1', tickets.detail, { id })
      return {
        planned: planned.map(({ plannedLockCode }) => plannedLockCode),
        people: people.map(({ userId, personalLockCode }) => `${userId} ${personalLockCode ?? ''}`.trim()),
        locks: locks
          .filter(({ useType }) => useType !== 1)
          .map(({ lockCode, userIds, allowOpenMin }) => [lockCode, userIds, allowOpenMin]),
      }
    })
    .toEqual({
      planned: ['LK1', 'LK2', 'LK3', null],
      people: expect.arrayContaining(['u5', 'u6 PL6', 'u7 PL7', 'u8', 'u9']),
      locks: [['LK4', ['u6', 'u7'], 144]],
    })
})

it('workers are chosen by their department, several at once, by whoever may look people up', async () => {
  const { take, screen, browsers } = plant()
  const { ticket } = await take('u1', tickets.saveDraft, demoDraft({ people: [] }))
  const page = await screen('admin', `/isps/loWorkList?edit=${ticket.id}&step=4`)
  await press(page, '从部门选择作业人员')
  for (const name of ['孙作', '周作'])
    await dialog(page).getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await browsers.shot(page, 'people of a department')
  await dialog(page)
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect.poll(() => texts(page, '人员', 'person')).toEqual(['孙作', '周作'])
  expect(await texts(page, '人员', 'roleTag')).toEqual(['作业', '作业'])
})
