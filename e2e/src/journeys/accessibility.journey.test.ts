import { menu, type SeedMenu } from '@suoan/server/seed/menu'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { PASSWORD, usePlant } from './plant.ts'

/** The eight colours of the settings drawer (1-shell.md §2.8). */
const palette = [
  { name: '薄暮', value: '#F5222D' },
  { name: '火山', value: '#FA541C' },
  { name: '日暮', value: '#FAAD14' },
  { name: '明青', value: '#13C2C2' },
  { name: '极光绿', value: '#52C41A' },
  { name: '拂晓蓝', value: '#1890FF' },
  { name: '极客蓝', value: '#2F54EB' },
  { name: '酱紫', value: '#722ED1' },
]

/** Findings that are borne, and why. */
const borne: readonly RegExp[] = [
  // The component library puts its overflow and extra buttons into the element with the role tablist.
  /^aria-required-children .*ant-tabs-nav/,
  // Its measuring row has no height; the copies of the headings in it cannot be reached with the keyboard.
  /^aria-hidden-focus .*ant-table-measure-row/,
  // A node of the energy map shows its name shortened; its accessible name is the whole one.
  /^label-content-name-mismatch g\[/,
]

/** The pages of the menu that need no id, and those of a demo ticket. */
const pathsOf = (rows: readonly SeedMenu[]): string[] =>
  rows.flatMap((row) =>
    row.component.startsWith('layouts/')
      ? pathsOf(row.children ?? [])
      : row.url.includes(':')
        ? []
        : [row.url],
  )
const paths = pathsOf(menu)
/** What people use with a phone in their hand. */
const onPhones = ['/dashboard/analysis', '/isps/loWorkList', '/isps/openLockList', '/isps/userAnnouncement']

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD })
let page: Page
beforeAll(async () => {
  page = await plant().desk.signIn('admin', PASSWORD)
})

it.each(['light', 'dark'])(
  'no page of the menu hinders people who see, hear or move differently (%s, WCAG 2.1 AA)',
  async (brightness) => {
    // One page at a time: a kept page would be walked again with each later one.
    await wear(page, { brightness, multiTab: false })
    expect(await hindrances(page, paths)).toEqual([])
  },
)

it.each(palette)('nor does the shell with its tabs and the open bell in $name', async ({ value }) => {
  await wear(page, { colour: value })
  await show(page, '/isystem/user')
  const found = await look(page)
  await page.getByRole('button', { name: /^消息，/ }).click()
  await page.locator('.bell-popover').getByRole('tab').first().waitFor()
  found.push(...(await look(page)))
  expect(found).toEqual([])
})

it('nor does the ticket editor', async () => {
  await wear(page, { multiTab: false })
  expect(await hindrances(page, ['/isps/loWorkEdit/new'])).toEqual([])
})

it('nor does a page on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await wear(page, {})
  expect(await hindrances(page, onPhones)).toEqual([])
})

/** Serious and critical findings of axe, one line each. */
async function hindrances(at: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const address of addresses) {
    await show(at, address)
    found.push(...(await look(at)).map((line) => `${address} ${line}`))
  }
  return found
}

async function look(at: Page): Promise<string[]> {
  const findings = await at.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, impact, nodes }) =>
      impact === 'serious' || impact === 'critical'
        ? nodes.map(({ target, any }) => `${id} ${target.join(' ')} ${any[0]?.message ?? ''}`)
        : [],
    )
  })
  return [...new Set(findings)].filter((finding) => !borne.some((each) => each.test(finding)))
}

/** Goes there as a link within the console does, and waits until the page has its data. */
async function show(at: Page, address: string): Promise<void> {
  await at.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
  await at.waitForFunction(() => {
    const busy = document.querySelectorAll(
      '.ant-spin-spinning, .ant-skeleton-active, .boot, [aria-busy="true"], [class*="ant-motion-collapse-"]',
    )
    return [...busy].every((each) => !each.checkVisibility())
  })
}

/** Wears these settings on every page from now on. */
async function wear(at: Page, settings: object): Promise<void> {
  await at.evaluate((text) => localStorage.setItem('pro__SETTINGS', text), JSON.stringify(settings))
  await at.goto('/dashboard/analysis')
  await at.getByRole('button', { name: /用户菜单/ }).waitFor()
  // Evaluated, not added as a script: the console's policy takes no foreign script.
  await at.evaluate(axe.source)
  // A colour on its way to another one is neither.
  await at.addStyleTag({
    content: '*, ::before, ::after { transition: none !important; animation: none !important }',
  })
}
