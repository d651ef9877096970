import type { Browser, CDPSession, Page } from 'playwright-core'
import { say } from '../support/root.ts'
import { newContext, signedInPage, taskMs, watchTasks, type Stored } from './browser-window.ts'
import { median } from './table.ts'

export const movesHeader = ['项', '动作', '次数', '中位数', '最大', '目标']

const pages = 8
const switches = 20

/** What a person waits for inside the console: the next page of a long list, another open page, and what they leave behind. */
export async function measureMoves(
  browser: Browser,
  url: string,
  list: string,
  stored: Stored,
): Promise<string[][]> {
  const context = await newContext(browser)
  try {
    const page = await signedInPage(context, stored)
    await page.goto(`${url}${list}?pageSize=30`)
    await page.locator('.list-row').nth(29).waitFor()
    await settled(page)
    const devtools = await watchTasks(context, page)

    const next: number[] = []
    for (let n = 0; n < pages; n += 1) {
      const before = await taskMs(devtools)
      await page.evaluate(showNextPage)
      await page.waitForTimeout(500)
      next.push((await taskMs(devtools)) - before)
    }

    await page.evaluate(openOtherPage, list)
    await settled(page)
    // Each page once more, so that nothing is loaded while it is measured.
    for (const at of [0, 1]) await page.evaluate(switchTab, at)
    await settled(page)
    const nodesBefore = await domNodes(devtools)
    const shown: number[] = []
    for (let n = 0; n < switches; n += 1) {
      shown.push(await page.evaluate(switchTab, n % 2))
      await page.waitForTimeout(200)
    }
    await settled(page)
    const grown = (await domNodes(devtools)) - nodesBefore
    say(`· 网页：下一页 ${median(next).toFixed(0)} ms，切换标签 ${median(shown).toFixed(0)} ms`)
    const row = (what: string, values: readonly number[], goal: string): string[] => [
      'P14',
      what,
      String(values.length),
      median(values).toFixed(0),
      Math.max(...values).toFixed(0),
      goal,
    ]
    return [
      row('30 行的列表，下一页：主线程 ms', next, '≤ 150'),
      row('在两个打开的页面间切换：点击到画出 ms', shown, '中位数 ≤ 100'),
      row(`切换 ${switches} 次之后多出的 DOM 节点（垃圾回收之后）`, [grown], '不增加'),
    ]
  } finally {
    await context.close()
  }
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_000)
}

/** Nodes the page holds, in its document or not, after all that can be collected is collected. */
async function domNodes(devtools: CDPSession): Promise<number> {
  for (let n = 0; n < 2; n += 1) await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Memory.getDOMCounters')).nodes
}

// --- these run inside the page ---

/** Resolves when other rows stand in the table. */
function showNextPage(): Promise<void> {
  const body = document.querySelector('.list-table tbody')
  const text = (): string => body?.querySelector('.list-row')?.textContent ?? ''
  const before = text()
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (text() === before || text() === '') return
      watch.disconnect()
      resolve()
    })
    if (body) watch.observe(body, { subtree: true, childList: true, characterData: true })
    document.querySelector<HTMLElement>('.ant-pagination-next')?.click()
  })
}

/** Opens a second list beside the first: the next entry of the side menu. */
function openOtherPage(list: string): void {
  const entries = [...document.querySelectorAll<HTMLElement>('.shell-side .ant-menu-sub .ant-menu-item')]
  const at = entries.findIndex((entry) => entry.classList.contains('ant-menu-item-selected'))
  const other = entries[at + 1]
  if (at < 0 || !other) throw new Error(`no entry of the menu beside ${list}`)
  other.click()
}

/** From the click on the last tab but `back` to the frame in which its page is painted, ms. */
function switchTab(back: number): Promise<number> {
  const tab = [...document.querySelectorAll<HTMLElement>('[role=tab].tab-title')].at(-1 - back)
  if (!tab) throw new Error('there are not two open pages')
  const begun = performance.now()
  tab.click()
  return new Promise((resolve) => {
    const look = (): void => {
      if (tab.getAttribute('aria-selected') !== 'true') return void requestAnimationFrame(look)
      // The message is handled after the frame that this one belongs to.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - begun)
        port2.postMessage(null)
      })
    }
    look()
  })
}
