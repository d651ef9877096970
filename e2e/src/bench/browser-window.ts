import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { findChromium } from '../support/chromium.ts'

/** Storage entries as the console left them: [is session storage, key, value]. */
export type Stored = readonly [session: boolean, key: string, value: string][]

/** Works in a browser of its own; null where there is none. */
export async function inBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T | null> {
  const executablePath = findChromium()
  if (executablePath === null) return null
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** A window as the figures are taken in. */
export function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1366, height: 800 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
}

/** A page of the window that is signed in when it is opened. */
export async function signedInPage(context: BrowserContext, stored: Stored): Promise<Page> {
  const page = await context.newPage()
  // The runner's compiler wraps inner functions in a helper that the page does not have.
  await page.addInitScript({ content: 'globalThis.__name = (one) => one' })
  await page.addInitScript(putStored, stored)
  return page
}

/** Work of the main thread from now on is counted in its own time, not in that of the clock: what else the machine does is not in it. */
export async function watchTasks(context: BrowserContext, page: Page): Promise<CDPSession> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return devtools
}

/** So long the main thread of a page has worked, ms; of a session of `watchTasks`. */
export async function taskMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Runs inside the page: signs it in. */
export function putStored(stored: Stored): void {
  for (const [session, key, value] of stored) (session ? sessionStorage : localStorage).setItem(key, value)
}
