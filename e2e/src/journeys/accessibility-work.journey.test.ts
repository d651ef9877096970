import { menu, type SeedMenu } from '@suoan/app-server/seed/menu'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { isNight } from '@suoan/platform/testing/at-night'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { personId, points, steps } from './carry-out.ts'
import { button } from './page-helpers.ts'
import { arm, inDialogs, lookTwice, settled, show, wear } from './accessibility-findings.ts'
import { PASSWORD, usePlant } from './plant.ts'
import { openTab, pointCard } from './ticket-page.ts'

/** The lists whose pages are made from a description: what opens from one of them is made the same way. */
const listsOf = (rows: readonly SeedMenu[]): string[] =>
  rows.flatMap((row) =>
    row.component.startsWith('layouts/')
      ? listsOf(row.children ?? [])
      : row.component.endsWith('List') && !row.hidden
        ? [row.url]
        : [],
  )

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD })

it('no way into the console hinders people who see, hear or move differently, in the light or in the dark', async () => {
  const page = await plant().browsers.blank()
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('pro__SETTINGS', '{"brightness":"system"}'))
  const found: string[] = []
  for (const [address, heading] of [
    ['/user/login', '登录'],
    ['/user/register', '注册'],
    ['/user/alteration', '下一步'],
    ['/user/register-result?username=abc', '返回首页'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name: heading }).first().waitFor()
    await arm(page)
    found.push(...(await lookTwice(page)).map((line) => `${address} ${line}`))
  }
  expect(found).toEqual([])
})

it('nor does any dialog in which a row is added, changed or looked for, in the light or in the dark', async ({
  skip,
}) => {
  skip(!isNight, 'npm run test:all')
  const page = await plant().browsers.signIn('admin', PASSWORD)
  await wear(page, { multiTab: false })
  const dialogs = new Dialogs(page)
  const lists = listsOf(menu)
  for (const path of lists) {
    await show(page, path)
    const add = page.locator('.toolbar').getByRole('button', { name: /新增|添加|新建/ })
    if ((await add.count()) > 0) await dialogs.open(path, add.first())
    const change = page.locator('.list-row, .ant-table-row').first().getByRole('button', { name: '编辑' })
    if ((await change.count()) > 0) await dialogs.open(path, change)
  }
  await show(page, '/isys/tenant')
  await dialogs.open('', button(page.locator('.toolbar'), '高级查询'))
  expect(dialogs.found).toEqual([])
  // Whatever the lists are called: they have not lost their buttons.
  expect(dialogs.opened).toBeGreaterThan(lists.length / 2)
})

it('nor does a ticket, from its first line to the last dialog of the people on it', async ({ skip }) => {
  // Two minutes; its pages and dialogs are described as those above are.
  skip(!isNight, 'npm run test:all')
  const id = await steps.draft(plant())
  const found: string[] = []
  /** Somebody's view of the ticket: what stands there, then each dialog that opens from `where`. */
  const walk = async (who: string, tab: RegExp, where: (page: Page) => ReturnType<Page['locator']>) => {
    const page = await dressed(who)
    await show(page, `/isps/loWorkView/${id}`)
    await openTab(page, tab)
    found.push(...(await lookTwice(page)).map((line) => `${who} ${String(tab)} ${line}`))
    const dialogs = new Dialogs(page)
    const names = await where(page).getByRole('button').allInnerTexts()
    expect(names.length, `${who} has something to press at ${String(tab)}`).toBeGreaterThan(0)
    for (const name of names) await dialogs.open(who, button(where(page), name.trim()).first())
    found.push(...dialogs.found)
  }
  const bar = (page: Page) => page.locator('.transition-bar')

  const author = await dressed('u1')
  for (const step of [0, 1, 2, 3, 4, 5]) {
    await show(author, '/isps/loAllWorkList')
    await show(author, `/isps/loWorkList?edit=${id}&step=${step}`)
    await author.locator('.editor-foot').waitFor()
    found.push(...(await lookTwice(author)).map((line) => `step ${step} ${line}`))
  }
  await steps.submit(plant(), id)
  await walk('u2', /审核审批/, bar)
  await steps.review(plant(), id)
  await walk('u3', /审核审批/, bar)
  await steps.approve(plant(), id)
  await steps.isolate(plant(), id)
  await plant().at('08:52')
  await walk('u9', /隔离/, (page) => pointCard(page, 'Q1'))
  for (const point of points) await steps.lockPoint(plant(), id, point)
  await steps.drain(plant(), id)
  await walk('u10', /隔离/, (page) => pointCard(page, 'Q1'))
  await plant().at('08:55')
  for (const point of points) await steps.verifyPoint(plant(), id, point)
  await steps.verifyDrain(plant(), id)
  await plant().at('08:57')
  await walk('u10', /气体/, (page) => page.getByRole('tabpanel').filter({ visible: true }))
  await steps.makeReady(plant(), id)
  await steps.start(plant(), id)
  await walk('u5', /人员/, bar)
  await walk('u8', /时间线/, bar)
  await plant().take('u8', tickets.personIn, { workId: id, personId: await personId(plant(), id, 'u6') })
  const leader = await dressed('u5')
  for (const address of [
    `/isps/loWorkView/${id}`,
    `/isps/replay/${id}`,
    '/isps/board',
    '/isps/loWorkView/0',
  ]) {
    await show(leader, address)
    found.push(...(await lookTwice(leader)).map((line) => `${address} ${line}`))
  }
  const worker = await dressed('u6')
  await show(worker, '/isps/amISafe')
  await worker.getByText('您受到保护').waitFor()
  found.push(...(await lookTwice(worker)).map((line) => `am I safe ${line}`))
  expect([...new Set(found)]).toEqual([])
})

/** Somebody's page, ready to be looked at. */
async function dressed(who: string): Promise<Page> {
  const page = await plant().screen(who)
  await wear(page, { multiTab: false })
  return page
}

/** Opens one dialog after the other, looks at it, and leaves it with Escape. */
class Dialogs {
  readonly found: string[] = []
  opened = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async open(from: string, opener: ReturnType<Page['locator']>): Promise<void> {
    const name = (await opener.innerText()).trim()
    const top = this.#page.locator('.ant-modal-wrap:visible, .ant-drawer-open:visible').last()
    await opener.click()
    await top.waitFor()
    this.opened += 1
    const lines = await lookTwice(this.#page, { within: inDialogs })
    this.found.push(...lines.map((line) => `${from} ${name} ${line}`))
    await this.#page.keyboard.press('Escape')
    await top.waitFor({ state: 'hidden' })
    await settled(this.#page)
  }
}
