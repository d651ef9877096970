import type { CDPSession, Page } from 'playwright-core'
import { say } from '../support/root.ts'
import { firstRow, inUserList } from './browser.ts'
import { taskMs, watchTasks } from './browser-window.ts'
import { median } from './table.ts'

export const formHeader = [
  '表单（其代码已在）',
  '次数',
  '按下到画出 ms（中位数）',
  '最大',
  '主线程 ms（中位数）',
  '目标',
]

/** What is pressed in the list of users. */
const openings: readonly (readonly [what: string, press: string])[] = [
  ['新增用户', '.toolbar .ant-btn-primary'],
  ['编辑用户', `${firstRow} .row-actions button`],
]

/**
 * How long a form takes to open once its part of the program is there (issue 12: at most 100 ms): from the press to the frame
 * in which its first input is painted, and of it the work of the main thread, which another program cannot lengthen.
 */
export function measureForms(url: string, times: number): Promise<string[][]> {
  return inUserList(url, '', async ({ context, page }) => {
    const devtools = await watchTasks(context, page)
    const rows: string[][] = []
    for (const [what, press] of openings) {
      // The first time brings the part; what follows is measured.
      await opened(page, devtools, press)
      const seen: { shown: number; busy: number }[] = []
      for (let n = 0; n < times; n += 1) seen.push(await opened(page, devtools, press))
      const shown = seen.map((one) => one.shown)
      say(`· 表单：${what} ${median(shown).toFixed(0)} ms`)
      rows.push([
        what,
        String(seen.length),
        median(shown).toFixed(0),
        Math.max(...shown).toFixed(0),
        median(seen.map(({ busy }) => busy)).toFixed(0),
        '≤ 100 ms',
      ])
    }
    return rows
  })
}

/** Opens the form, reads how long that took, and closes it again. */
async function opened(
  page: Page,
  devtools: CDPSession,
  press: string,
): Promise<{ readonly shown: number; readonly busy: number }> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  const before = await taskMs(devtools)
  const shown = await page.evaluate(pressAndWait, press)
  const busy = (await taskMs(devtools)) - before
  await page.waitForTimeout(500)
  await page.keyboard.press('Escape')
  await page.locator('.ant-modal-body form, .ant-drawer-body form').first().waitFor({ state: 'hidden' })
  return { shown, busy }
}

// --- this runs inside the page ---

/** From the press to the frame in which the first input of the form is painted, ms. */
function pressAndWait(press: string): Promise<number> {
  const button = document.querySelector<HTMLElement>(press)
  if (!button) throw new Error(`nothing to press: ${press}`)
  const begun = performance.now()
  button.click()
  return new Promise((resolve) => {
    const look = (): void => {
      const input = [
        ...document.querySelectorAll<HTMLElement>('.ant-modal-body form input, .ant-drawer-body form input'),
      ].find((each) => each.getBoundingClientRect().width > 0)
      if (!input) return void requestAnimationFrame(look)
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - begun)
        port2.postMessage(null)
      })
    }
    look()
  })
}
