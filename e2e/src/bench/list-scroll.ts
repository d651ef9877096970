import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../support/chromium.ts'
import { say } from '../support/root.ts'
import { pathOfUserList, storageAfterSignIn } from './browser.ts'
import { newContext, putStored } from './browser-window.ts'
import { median } from './table.ts'

export const scrollHeader = [
  '一千行的用户列表',
  '表',
  '帧',
  '> 16.7 ms',
  '> 33 ms',
  '最长 ms',
  '缺行的帧',
  '主线程每帧 ms（中位数）',
  '最多',
  '目标',
]

/** How the list is scrolled: by so many px in each frame, in so many frames. */
const ways: readonly (readonly [what: string, px: number, frames: number])[] = [
  ['滚轮，7,200 px/s', 120, 300],
  ['快速滚轮，24,000 px/s', 400, 100],
]

/**
 * A page of a thousand rows of the list of users, scrolled in every frame (5-screens.md §4, issue 12): how many frames of a
 * 60 Hz screen were missed, and in how many of them rows were not there yet. Beside it the same table with
 * a thousand dead rows, all drawn and no script: what a list without chunks would miss on this machine at this moment.
 */
export async function measureListScroll(url: string, rounds: number): Promise<string[][]> {
  const executablePath = findChromium()
  if (executablePath === null) return [['没有找到 Chromium', '—']]
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const stored = await storageAfterSignIn(browser, url)
    const context = await newContext(browser)
    const page = await context.newPage()
    await page.addInitScript({ content: 'globalThis.__name = (one) => one' })
    await page.addInitScript(putStored, stored)
    await page.goto(`${url}${await pathOfUserList(url)}?pageSize=1000`)
    await page.locator('.list-row').nth(20).waitFor()
    await page.waitForLoadState('networkidle')
    const floor = await context.newPage()
    await floor.addInitScript({ content: 'globalThis.__name = (one) => one' })
    await floor.addInitScript(putStored, stored)
    await floor.goto(page.url())
    await floor.locator('.list-row').nth(20).waitFor()
    await floor.waitForLoadState('networkidle')
    await floor.evaluate(makeFloor)
    const rows: string[][] = []
    for (const [what, px, frames] of ways) {
      // In turns, so that both meet the same machine.
      const both: Record<'列表' | '死行', Frame[]> = { 列表: [], 死行: [] }
      for (let n = 0; n < rounds; n += 1)
        for (const [table, window] of [
          ['列表', page],
          ['死行', floor],
        ] as const) {
          await window.bringToFront()
          both[table].push(...(await scrolled(window, px, frames)))
        }
      for (const [table, seen] of Object.entries(both)) {
        const late = (ms: number) => seen.filter(({ took }) => took > ms + clockMs).length
        say(`· 长列表：${what}，${table} ${late(frameMs)} / ${seen.length} 帧超过 16.7 ms`)
        rows.push([
          what,
          table,
          String(seen.length),
          String(late(frameMs)),
          String(late(2 * frameMs)),
          Math.max(...seen.map(({ took }) => took)).toFixed(1),
          String(seen.filter(({ isWhole }) => !isWhole).length),
          median(seen.map(({ busy }) => busy)).toFixed(1),
          Math.max(...seen.map(({ busy }) => busy)).toFixed(1),
          table === '列表' ? '0 帧丢失' : '—',
        ])
      }
    }
    return rows
  } finally {
    await browser.close()
  }
}

/** A frame of 60 a second, and what the clock of frames is read to, ms. */
const frameMs = 1_000 / 60
const clockMs = 0.3

interface Frame {
  /** From the frame before to this one, ms. */
  readonly took: number
  /** Of it the script of rows, styles and layout, ms. */
  readonly busy: number
  /** Every place in sight had its row. */
  readonly isWhole: boolean
}

/** Scrolls down from the top, and back afterwards; the frames on the way down. */
async function scrolled(page: Page, px: number, frames: number): Promise<Frame[]> {
  await page.evaluate(() => document.querySelector('.list-table-scroll')?.scrollTo(0, 0))
  await page.waitForTimeout(1_500)
  return await page.evaluate(scrollFrames, { px, frames })
}

// --- this runs inside the page ---

/** Puts dead rows in the place of the list: no script, no observer, as many rows, all drawn. */
function makeFloor(): void {
  const list = document.querySelector('.list-table')
  const dead = list?.cloneNode(true)
  if (!list || !(dead instanceof HTMLElement)) throw new Error('there is no list')
  const some = [...dead.querySelectorAll('.list-row')].slice(0, 20)
  const body = document.createElement('tbody')
  for (let at = 0; at < 1_000; at += 1) {
    const row = some[at % some.length]
    if (row) body.append(row.cloneNode(true))
  }
  for (const old of dead.querySelectorAll('tbody')) old.remove()
  dead.querySelector('table')?.append(body)
  list.replaceWith(dead)
}

function scrollFrames({ px, frames }: { px: number; frames: number }): Promise<Frame[]> {
  const box = document.querySelector('.list-table-scroll')
  if (!box) throw new Error('there is no list')
  const { left, top, bottom } = box.getBoundingClientRect()
  const edges = [top + 60, Math.min(bottom, innerHeight) - 30]
  const isGapAt = (y: number): boolean =>
    document.elementFromPoint(left + 100, y)?.closest('.list-gap') !== null
  const seen: Frame[] = []
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    let last = 0
    let begun = 0
    // Handled after the frame has been laid out and painted.
    port1.onmessage = () => {
      const frame = seen.at(-1)
      if (frame) seen[seen.length - 1] = { ...frame, busy: performance.now() - begun }
      if (seen.length >= frames) resolve(seen)
      else requestAnimationFrame(step)
    }
    const step = (now: number): void => {
      begun = performance.now()
      if (last > 0) seen.push({ took: now - last, busy: 0, isWhole: !edges.some(isGapAt) })
      last = now
      box.scrollBy(0, px)
      port2.postMessage(null)
    }
    requestAnimationFrame(step)
  })
}
