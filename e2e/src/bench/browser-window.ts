import type { Browser, BrowserContext } from 'playwright-core'

/** Storage entries as the console left them: [is session storage, key, value]. */
export type Stored = readonly [session: boolean, key: string, value: string][]

/** A window as the figures are taken in. */
export function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1366, height: 800 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
}

/** Runs inside the page: signs it in. */
export function putStored(stored: Stored): void {
  for (const [session, key, value] of stored) (session ? sessionStorage : localStorage).setItem(key, value)
}
