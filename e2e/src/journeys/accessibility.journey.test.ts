import { menu, type SeedMenu } from '@suoan/app-server/seed/menu'
import { eachNth, isNight } from '@suoan/platform/testing/at-night'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { accessibilityFindings, look, show, typedContrast, wear } from './accessibility-findings.ts'
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

/** The pages of the menu that need no id, and those of a demo ticket. */
const pathsOf = (rows: readonly SeedMenu[]): string[] =>
  rows.flatMap((row) =>
    row.component.startsWith('layouts/')
      ? pathsOf(row.children ?? [])
      : row.url.includes(':')
        ? []
        : [row.url],
  )
/** Those that people at work stand before are looked at in every run, all others at night (decision 0785). */
const atWork = ['/isps/loWorkList', '/isps/openLockList', '/isps/board']
const paths = isNight ? pathsOf(menu) : atWork
/** What people use with a phone in their hand. */
const onPhones = [
  '/dashboard/analysis',
  '/isps/loWorkList',
  '/isps/commonLockList',
  '/isps/openLockList',
  '/isps/userAnnouncement',
]

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD })
let page: Page
beforeAll(async () => {
  page = await plant().browsers.signIn('admin', PASSWORD)
})

it('no page of the menu that is looked at hinders people who see, hear or move differently (light and dark, WCAG 2.1 AA)', async () => {
  // One page at a time: a kept page would be walked again with each later one.
  await wear(page, { multiTab: false })
  expect(await accessibilityFindings(page, paths)).toEqual([])
})

it.each(eachNth(palette, 8, 5))(
  'nor does the shell with its tabs and the open bell in $name',
  async ({ value }) => {
    await wear(page, { colour: value })
    await show(page, '/isystem/user')
    const found = await look(page, { onlyContrast: true })
    await page.getByRole('button', { name: /^消息，/ }).click()
    await page.locator('.bell-popover').getByRole('tab').first().waitFor()
    found.push(...(await look(page, { onlyContrast: true })))
    expect(found).toEqual([])
  },
)

it.each(eachNth(palette, 8, 5))(
  'what is typed into the menu search can be read in $name, in the light and in the dark, under each menu',
  async ({ value }) => {
    for (const menuTheme of ['light', 'dark']) {
      await wear(page, { colour: value, menuTheme })
      await page.getByRole('button', { name: '搜索菜单' }).click()
      await page.locator('.head .menu-search input').fill('用户')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor()
        const isReadable = (await typedContrast(page, '.head .menu-search input')) >= 4.5
        expect({ colorScheme, isReadable }).toEqual({ colorScheme, isReadable: true })
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
  },
)

it('nor does the ticket editor', async () => {
  await wear(page, { multiTab: false })
  expect(await accessibilityFindings(page, ['/isps/loWorkEdit/new'])).toEqual([])
})

it('nor does a page on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await wear(page, {})
  expect(await accessibilityFindings(page, onPhones)).toEqual([])
})
