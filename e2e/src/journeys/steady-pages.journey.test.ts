import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openWithin } from '../support/open-within.ts'
import { settled } from './accessibility-findings.ts'
import { carryOutToWork } from './carry-out.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD })

/** Sum of the moves that nobody caused by pressing or typing, at most. */
const steadyEnough = 0.05

const pages: Readonly<Record<string, readonly string[]>> = {
  u5: ['/dashboard/workplace', '/isps/loWorkList', '/isps/amISafe', '/isps/commonLockList'],
  u12: [
    '/dashboard/analysis',
    '/isps/board',
    '/isps/logList',
    '/isps/loAllWorkList',
    '/isps/loAllWorkList?show=calendar',
    '/isps/simops',
    '/isps/inside',
    '/isps/loLockList',
    '/isps/openLockList',
    '/isps/loLockLogList',
    '/isps/loLockOnoffList',
    '/isps/userUncloseLock',
    '/isps/loAlarmList',
    '/isps/loPointList',
    '/isps/loProcedureList',
    '/isps/energyMap',
  ],
  admin: [
    '/isps/loAreaList',
    '/isps/departArea',
    '/isps/loHazardPairList',
    '/isystem/user',
    '/isystem/depart',
  ],
}

it('nothing that has been read moves away under the eyes: login and bell', async () => {
  const page = await plant().browsers.blank()
  await page.addInitScript(watchMoves)
  const figures: string[] = []
  await page.goto('/')
  await page.getByPlaceholder('请输入密码').waitFor()
  await measure(page, 'login', figures)
  await page.getByPlaceholder('请输入用户名').fill('u5')
  await page.getByPlaceholder('请输入密码').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /用户菜单/ }).waitFor()
  await measure(page, 'first page', figures)
  await page.getByRole('button', { name: /^消息，/ }).click()
  await page.locator('.bell-popover').getByRole('tab').first().waitFor()
  await measure(page, 'bell', figures)
  say('layout shifts', figures)
})

it('no main page moves what stands on it while it fills, in a wide window and on a phone', async () => {
  const id = await carryOutToWork(plant())
  const figures: string[] = []
  for (const [who, addresses] of Object.entries(pages)) {
    const page = await plant().browsers.signIn(who, PASSWORD, '/account/center')
    await page.addInitScript(watchMoves)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      for (const address of who === 'u5' ? [...addresses, `/isps/loWorkView/${id}`] : addresses) {
        await page.goto(address)
        await page
          .getByRole('button', { name: /用户菜单/ })
          .or(page.locator('.board'))
          .first()
          .waitFor()
        await measure(page, `${address.replace(id, ':id')} ${width}`, figures)
      }
    }
    await page.context().close()
  }
  say('layout shifts', figures)
})

it('a page that is opened from another one tells when what it is about stands there', async () => {
  const figures: string[] = []
  const page = await plant().browsers.signIn('u12', PASSWORD, '/account/center')
  const addresses = (pages['u12'] ?? []).filter((address) => !address.includes('?'))
  // Each page once before, so that its code is there; then as a person comes back to it after others.
  for (const round of ['code', 'measured']) {
    for (const address of addresses) {
      const ms = await page.evaluate(openWithin, address)
      await settled(page)
      await page.waitForLoadState('networkidle')
      if (round === 'measured') figures.push(`${address} ${ms.toFixed(0)}`)
    }
  }
  say('opened within the console, ms', figures)
})

async function measure(page: Page, what: string, figures: string[]): Promise<void> {
  await settled(page)
  await page.waitForLoadState('networkidle')
  // What comes late moves the most.
  await page.waitForTimeout(1_000)
  const moves = await page.evaluate((): [number, string][] => Reflect.get(window, 'moves').splice(0))
  const sum = moves.reduce((all, [value]) => all + value, 0)
  figures.push(`${what} ${sum.toFixed(3)}`)
  const worst = moves.toSorted(([a], [b]) => b - a).slice(0, 3)
  expect.soft(sum, `${what}: ${JSON.stringify(worst)}`).toBeLessThanOrEqual(steadyEnough)
}

function say(what: string, figures: readonly string[]): void {
  process.stdout.write(`${what}: ${figures.join(', ')}\n`)
}

// These run within the page.

/** Notes in `window.moves` what moved by itself, and how far. */
function watchMoves(): void {
  Reflect.set(window, 'moves', [])
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput') === true) continue
      const sources: { node?: Node }[] = Reflect.get(entry, 'sources') ?? []
      const moved = sources.map(({ node }) =>
        node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName),
      )
      Reflect.get(window, 'moves').push([Reflect.get(entry, 'value'), moved.join(' ')])
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
