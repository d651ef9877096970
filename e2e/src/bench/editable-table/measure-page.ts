import type { Browser, CDPSession, Page } from 'playwright-core'
import { newContext } from '../browser-window.ts'

/** Figures of one candidate in one round, by the id of their row; null: the free edition does not have it. */
export type Figures = Readonly<Record<string, number | null>>

const rowCount = 10_000
const screens = 20
const cycles = 50
/** A frame of 60 a second, and what the clock of frames is read to. */
const frameMs = 16.7 + 0.2

/** Acts in the order in which they are measured; each begins where the one before left the table. */
const acts = [
  'nothing',
  'load',
  'scroll',
  'set',
  'insert',
  'sortNumber',
  'sortText',
  'clearSort',
  'selectAll',
  'clearSelection',
  'paste',
  'undo',
] as const

/** Everything that is measured of a candidate, each part in a page of its own. */
export async function measureCandidate(browser: Browser, url: string): Promise<Figures> {
  const acted = await withPage(browser, url, async (page, devtools) => {
    await ask(page, `bench.prepare(${rowCount})`)
    const figures: Record<string, number | null> = {}
    for (const act of acts) {
      if (act === 'scroll') Object.assign(figures, await scrolled(page, devtools))
      else Object.assign(figures, await measureAct(page, devtools, act))
    }
    const notes = await ask<Record<string, number>>(page, 'bench.notes()')
    return { ...figures, ...notes }
  })
  return { ...acted, ...(await withPage(browser, url, heapOf)) }
}

/** The main-thread ms of loading many rows. */
export function measureLoad(browser: Browser, url: string, count: number): Promise<Figures> {
  return withPage(browser, url, async (page, devtools) => {
    await ask(page, `bench.prepare(${count})`)
    const { load = null, loadWall = null } = await measureAct(page, devtools, 'load')
    return { [`load${count}`]: load, [`load${count}Wall`]: loadWall }
  })
}

/** Nodes that nothing shows any more after many lives under StrictMode and Activity. */
export function measureDetached(browser: Browser, url: string): Promise<Figures> {
  return withPage(browser, url, async (page, devtools) => {
    await ask(page, 'bench.cycles(2)')
    await collect(devtools)
    const before = await counters(devtools)
    await ask(page, `bench.cycles(${cycles})`)
    await collect(devtools)
    const after = await counters(devtools)
    await devtools.send('DOM.enable')
    const { detachedNodes } = await devtools.send('DOM.getDetachedDomNodes')
    return {
      detached: detachedNodes.reduce((sum, { treeNode }) => sum + nodesIn(treeNode), 0),
      strictNodes: after.nodes - before.nodes,
      strictListeners: after.jsEventListeners - before.jsEventListeners,
    }
  })
}

/** Main-thread ms to draw a list of 100 × 20 that is only read, by ours and by the table of the component library. */
export function measureReadOnly(browser: Browser, url: string): Promise<Figures> {
  return withPage(browser, url, async (page, devtools) => {
    const figures: Record<string, number> = {}
    // Once each before it counts: what the first one compiles would count for it alone.
    for (const round of ['warm', 'counted'])
      for (const name of ['antd', 'ours']) {
        await idle(page)
        const before = await taskMs(devtools)
        await ask(page, `bench.show('${name}')`)
        await idle(page)
        if (round === 'counted') figures[`readOnly_${name}`] = (await taskMs(devtools)) - before
        await ask(page, 'bench.show(null)')
      }
    return figures
  })
}

interface Tree {
  readonly children?: readonly Tree[]
}
const nodesIn = ({ children = [] }: Tree): number => children.reduce((sum, child) => sum + nodesIn(child), 1)

async function measureAct(
  page: Page,
  devtools: CDPSession,
  act: string,
): Promise<Record<string, number | null>> {
  if (!(await ask<boolean>(page, `bench.has('${act}')`))) return { [act]: null }
  await ask(page, `bench.run('toTop')`).catch(ignoreUnmounted)
  await idle(page)
  const before = await taskMs(devtools)
  const wall = await ask<number>(page, `bench.run('${act}')`)
  await ask(page, `bench.check('${act}')`)
  // What a table does a moment later, after a timer or in an idle callback, is its work too.
  await idle(page)
  const after = await taskMs(devtools)
  return { [act]: after - before, [`${act}Wall`]: wall }
}

/** Before the table is loaded there is nothing to scroll. */
function ignoreUnmounted(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('nothing scrolls'))) throw error
}

async function scrolled(page: Page, devtools: CDPSession): Promise<Record<string, number>> {
  await idle(page)
  const before = await taskMs(devtools)
  const frames = await ask<number[]>(page, `bench.scroll(${screens})`)
  await idle(page)
  const after = await taskMs(devtools)
  await ask(page, `bench.run('toTop')`)
  const shown = await ask<number>(page, `bench.shown(${screens})`)
  await ask(page, `bench.run('toTop')`)
  return {
    scroll: after - before,
    frames: (100 * frames.filter((ms) => ms <= frameMs).length) / frames.length,
    shown: 100 * shown,
  }
}

async function heapOf(page: Page, devtools: CDPSession): Promise<Figures> {
  await ask(page, 'bench.cycles(3)')
  await collect(devtools)
  const before = await devtools.send('Runtime.getHeapUsage')
  const nodesBefore = await counters(devtools)
  await ask(page, `bench.cycles(${cycles})`)
  await collect(devtools)
  const after = await devtools.send('Runtime.getHeapUsage')
  return {
    heap: after.usedSize / 1024 / 1024,
    heapGrown: (after.usedSize - before.usedSize) / 1024,
    nodesGrown: (await counters(devtools)).nodes - nodesBefore.nodes,
  }
}

async function withPage<T>(
  browser: Browser,
  url: string,
  use: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await newContext(browser)
  try {
    const page = await context.newPage()
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(error.message))
    await page.goto(url)
    await page.waitForFunction(() => 'bench' in window)
    const devtools = await context.newCDPSession(page)
    // Time of the thread and not of the clock: what else the machine does is not counted.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const used = await use(page, devtools)
    if (failures.length > 0) throw new Error(`the page failed: ${failures.join('; ')}`)
    return used
  } catch (error) {
    throw new Error(`${url} could not be measured`, { cause: error })
  } finally {
    await context.close()
  }
}

/** A call of what the page offers. */
const ask = <T = unknown>(page: Page, call: string): Promise<T> => page.evaluate<T>(call)

const idle = (page: Page): Promise<void> => page.waitForTimeout(300)

async function taskMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

async function collect(devtools: CDPSession): Promise<void> {
  for (let n = 0; n < 3; n += 1) await devtools.send('HeapProfiler.collectGarbage')
}

const counters = (devtools: CDPSession) => devtools.send('Memory.getDOMCounters')
