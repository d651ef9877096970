import type { Page } from 'playwright-core'
import { say } from '../support/root.ts'
import { inUserList } from './browser.ts'
import { tracedFrames } from './frame-costs.ts'
import { median } from './table.ts'

export const scrollHeader = [
  '一千行的用户列表',
  '表',
  '帧',
  '> 16.7 ms（每回合）',
  '> 33 ms',
  '最长 ms',
  '缺行的帧',
  '主线程每帧 ms（中位数）',
  '最多',
  '主线程 > 16.7 ms 的帧',
  '其处理器时间每帧 ms（中位数）',
  '最多',
  '处理器时间 > 16.7 ms 的帧',
  '判定',
]

/** How the list is scrolled: by so many px in each frame, in so many frames. */
const ways: readonly (readonly [what: string, px: number, frames: number])[] = [
  ['滚轮，7,200 px/s', 120, 300],
  ['快速滚轮，24,000 px/s', 400, 100],
]

/**
 * A page of a thousand rows of the list of users, scrolled in every frame (5-screens.md §4, issue 12): how many frames of a
 * 60 Hz screen were missed, and in how many of them rows were not there yet. Beside it the floor: the same cells in rows
 * that are plain `div`s, put in and taken out as they come near, by nothing but the browser's own calls: what it misses this
 * machine misses at this moment. One more round of each is traced for what the main thread computed itself: a frame for which
 * it computed less than 16.7 ms and that was late nevertheless waited for a processor, which an idle machine has. The list
 * passes when it misses no more frames in the middle of its rounds than the floor in its worst one.
 */
export function measureListScroll(url: string, rounds: number): Promise<string[][]> {
  return inUserList(url, '?pageSize=1000', async ({ page, open }) => {
    const floor = await open()
    await floor.evaluate(makeFloor)
    const rows: string[][] = []
    for (const [what, px, frames] of ways) {
      // In turns, so that both meet the same machine.
      const list: Frame[][] = []
      const plain: Frame[][] = []
      for (let n = 0; n < rounds; n += 1)
        for (const [window, seen] of [
          [page, list],
          [floor, plain],
        ] as const) {
          await window.bringToFront()
          seen.push(await scrolled(window, px, frames))
        }
      const costs = []
      for (const window of [page, floor]) {
        await window.bringToFront()
        costs.push(await tracedFrames(window, () => scrolled(window, px, frames)))
      }
      const [listCosts = [], plainCosts = []] = costs
      const missed = list.map(lateIn)
      const least = plain.map(lateIn)
      say(`· 长列表：${what}，列表 ${missed.join('、')} 帧超过 16.7 ms，最简列表 ${least.join('、')}`)
      const isPassed = median(missed) <= Math.max(...least)
      rows.push([
        what,
        '列表',
        ...figuresOf(list),
        ...costsOf(listCosts),
        isPassed ? '达标：不多于最简列表' : '未达标',
      ])
      rows.push([what, '最简列表', ...figuresOf(plain), ...costsOf(plainCosts), '—'])
    }
    return rows
  })
}

function figuresOf(rounds: readonly (readonly Frame[])[]): string[] {
  const all = rounds.flat()
  const busy = all.map((frame) => frame.busy)
  return [
    String(all.length),
    rounds.map(lateIn).join('、'),
    String(all.filter(({ took }) => took > 2 * frameMs + clockMs).length),
    Math.max(...all.map(({ took }) => took)).toFixed(1),
    String(all.filter(({ isWhole }) => !isWhole).length),
    median(busy).toFixed(1),
    Math.max(...busy).toFixed(1),
    String(busy.filter((ms) => ms > frameMs).length),
  ]
}

function costsOf(costs: readonly number[]): string[] {
  if (costs.length === 0) return ['—', '—', '—']
  return [
    median(costs).toFixed(1),
    Math.max(...costs).toFixed(1),
    `${costs.filter((ms) => ms > frameMs).length}/${costs.length}`,
  ]
}

const lateIn = (frames: readonly Frame[]): number =>
  frames.filter(({ took }) => took > frameMs + clockMs).length

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

/**
 * Puts the floor in the place of the list: a box of the same size in which as many rows stand as `div`s of the same cells,
 * each at its place. Those that are as near as rows of the list are drawn are put in while it is scrolled, the others taken
 * out; no library, no observer, nothing to press.
 */
function makeFloor(): void {
  const list = document.querySelector<HTMLElement>('.list-table')
  const box = list?.querySelector<HTMLElement>('.list-table-scroll')
  const some = [...(list?.querySelectorAll<HTMLElement>('.list-row') ?? [])].slice(0, 20)
  const height = some[0]?.offsetHeight ?? 0
  if (!list || !box || height === 0) throw new Error('there is no list')
  const models = some.map((row) => {
    const model = document.createElement('div')
    model.style.cssText = `position: absolute; left: 0; display: flex; height: ${height}px`
    for (const cell of row.children) {
      const part = document.createElement('div')
      part.style.cssText = `width: ${cell.clientWidth}px; padding: 12px 8px; overflow: hidden; white-space: nowrap; text-align: center`
      part.append(...[...cell.childNodes].map((node) => node.cloneNode(true)))
      model.append(part)
    }
    return model
  })
  const plain = document.createElement('div')
  plain.className = 'list-table-scroll'
  plain.style.cssText = `position: relative; overflow: auto; height: ${box.clientHeight}px`
  const room = document.createElement('div')
  room.className = 'list-gap'
  room.style.height = `${1_000 * height}px`
  plain.append(room)
  const drawn = new Map<number, HTMLElement>()
  const ahead = 800
  const draw = (): void => {
    const { scrollTop, clientHeight } = plain
    const first = Math.max(0, Math.floor((scrollTop - ahead) / height))
    const last = Math.min(999, Math.ceil((scrollTop + clientHeight + ahead) / height))
    for (const [at, row] of drawn) {
      if (at >= first && at <= last) continue
      row.remove()
      drawn.delete(at)
    }
    for (let at = first; at <= last; at += 1) {
      const row = drawn.has(at) ? null : models[at % models.length]?.cloneNode(true)
      if (!(row instanceof HTMLElement)) continue
      row.style.top = `${at * height}px`
      drawn.set(at, row)
      plain.append(row)
    }
  }
  list.replaceWith(plain)
  plain.addEventListener('scroll', draw, { passive: true })
  draw()
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
      performance.mark('bench-frame')
      if (last > 0) seen.push({ took: now - last, busy: 0, isWhole: !edges.some(isGapAt) })
      last = now
      box.scrollBy(0, px)
      port2.postMessage(null)
    }
    requestAnimationFrame(step)
  })
}
