import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { signedInPage, type Stored } from './browser-window.ts'

/** One script that a page has asked for. */
export interface Part {
  /** Name of the file without its hash. */
  readonly name: string
  readonly plainBytes: number
  /** As in design/performance.md: gzip -6, whatever the server sent. */
  readonly gzipBytes: number
}

/** What a first visit has brought, and what the person saw of it. */
export interface FirstVisit {
  /** The largest first. */
  readonly parts: readonly Part[]
  readonly visibleMs: number
  readonly blockedMs: number
  /** Sum of all shifts nobody caused by typing or clicking: never less than the CLS of the web vitals. */
  readonly shift: number
}

/** Opens the address in a page of its own and waits until `selector` is seen and nothing more is fetched. */
export async function visit(
  context: BrowserContext,
  url: string,
  selector: string,
  stored: Stored,
): Promise<FirstVisit> {
  const page = await signedInPage(context, stored)
  try {
    await page.addInitScript(watchPage, selector)
    const scripts = collectScripts(page)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => 'visibleAt' in window, null, { timeout: 60_000, polling: 100 })
    // What the page still fetches by itself belongs to it.
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1_000)
    const times = await page.evaluate(() => ({
      visibleMs: Number(Reflect.get(window, 'visibleAt')),
      blockedMs: Number(Reflect.get(window, 'blockedMs')),
      shift: Number(Reflect.get(window, 'shift')),
    }))
    const parts = await Promise.all(scripts)
    return { parts: parts.toSorted((a, b) => b.gzipBytes - a.gzipBytes), ...times }
  } finally {
    await page.close()
  }
}

/** Collects what the page loads from now on. */
export function collectScripts(page: Page): Promise<Part>[] {
  const parts: Promise<Part>[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (!response.ok() || !/javascript/.test(type)) return
    const file = new URL(response.url()).pathname.split('/').at(-1) ?? ''
    parts.push(
      response.body().then(
        (body) => ({
          name: file.replace(/-[\w-]{7,8}\.js$/, ''),
          plainBytes: body.length,
          gzipBytes: gzipSync(body, { level: 6 }).length,
        }),
        // What still comes while the page is closed belongs to no visit. Rejected, it would end the whole program.
        (error: unknown): Part => {
          if (!page.isClosed()) throw error
          return { name: file, plainBytes: 0, gzipBytes: 0 }
        },
      ),
    )
  })
  return parts
}

export const kbOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1024

// --- this runs inside the page ---

/** Notes in `window.visibleAt` when the selector is first seen, in `blockedMs` the long tasks beyond 50 ms, in `shift` the moves. */
function watchPage(selector: string): void {
  Reflect.set(window, 'blockedMs', 0)
  new PerformanceObserver((list) => {
    const blocked = list.getEntries().reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
    Reflect.set(window, 'blockedMs', Number(Reflect.get(window, 'blockedMs')) + blocked)
  }).observe({ type: 'longtask', buffered: true })
  Reflect.set(window, 'shift', 0)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'hadRecentInput') !== true)
        Reflect.set(
          window,
          'shift',
          Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')),
        )
  }).observe({ type: 'layout-shift', buffered: true })
  const check = (): void => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    if (box && box.width > 0 && box.height > 0) Reflect.set(window, 'visibleAt', performance.now())
    else requestAnimationFrame(check)
  }
  check()
}
