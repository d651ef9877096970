import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../support/chromium.ts'
import { withCleanups } from '../support/cleanups.ts'
import { openEmbedded } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { say } from '../support/root.ts'
import { startOurServer } from '../support/server-process.ts'
import { admin } from './bench-world.ts'
import { firstRow, pathOfUserList, storageAfterSignIn } from './browser.ts'
import { newContext } from './browser-window.ts'
import { collectScripts, kbOf, visit, type FirstVisit, type Part } from './first-visit.ts'
import { printTable } from './table.ts'

/**
 * `npm run size`: what the browser loads for the first visit of the pages that weigh most, part by part, each beside its
 * budget (issue 9 §6, performance.md P12 and P13). Ends with 1 when a page is over its budget, moves by itself, or brings
 * a part that only others draw.
 */
interface Budget {
  readonly name: string
  readonly kb: number
  /** Parts that this page has no use for. */
  readonly without: readonly string[]
}

/** The editable table and what edits code and formatted text come with the pages that draw them. */
const formatted = ['tiptap', 'rich-text', 'rich-view', 'markdown-view']
const editors = ['editable-table', 'code', 'code-view', ...formatted]
const maxShift = 0.05
/** Of a way through several pages, weights alone are looked at. */
const unseen = { visibleMs: 0, blockedMs: 0, shift: 0 }
/** How many parts are named; the others are summed up. */
const named = 12

await withCleanups(async (cleanups) => {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('没有找到 Chromium，不能测量网页的大小')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-size-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
  const database = await openEmbedded(folder, cleanups)
  const server = await startOurServer(await freePort(8280), {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder, 'files'),
    ADMIN_PASSWORD: admin.password,
    DEMO: '0',
    SIMULATOR: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'warn',
  })
  cleanups.add(() => server.stop())
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  cleanups.add(() => browser.close())

  const stored = await storageAfterSignIn(browser, server.url)
  const users = await pathOfUserList(server.url)
  const pages: readonly (Budget & { readonly path: string; readonly seen: string })[] = [
    {
      name: '登录页',
      path: '/',
      seen: 'input[type=password]',
      kb: 165,
      without: ['list', 'table', ...editors],
    },
    { name: '用户列表', path: users, seen: firstRow, kb: 320, without: ['table', ...editors] },
    { name: '首页', path: '/dashboard/analysis', seen: '.page .card', kb: 420, without: editors },
    {
      name: '工作票列表',
      path: '/isps/loWorkList',
      seen: '.page .list-table, .page .ant-table',
      kb: 450,
      // `schemas` is the library of shapes.
      without: ['schemas', ...editors],
    },
    {
      name: '新建工作票',
      path: '/isps/loWorkEdit/new',
      seen: '.page textarea',
      kb: 450,
      without: ['code', 'code-view', ...formatted],
    },
  ]
  const faults: string[] = []
  for (const page of pages) {
    const context = await newContext(browser)
    const seen = await visit(
      context,
      server.url + page.path,
      page.seen,
      page.name === '登录页' ? [] : stored,
    ).finally(() => context.close())
    faults.push(...judge(page, seen))
  }
  const firstList = { name: '登录，然后第一个列表', kb: 420, without: ['table', ...editors] }
  faults.push(...judge(firstList, { ...unseen, parts: await firstListAfterLogin(browser, server.url) }))
  if (faults.length === 0) say('· 全部在预算之内')
  for (const fault of faults) say(`✗ ${fault}`)
  if (faults.length > 0) process.exitCode = 1
})

/** Prints the parts of a page; answers what is wrong with it. */
function judge(budget: Budget, { parts, shift }: FirstVisit): string[] {
  const total = kbOf(parts)
  const rest = parts.slice(named)
  printTable(
    `${budget.name}：${total.toFixed(1)} KB（预算 ${budget.kb} KB），${parts.length} 个文件，位移 ${shift.toFixed(3)}`,
    ['部分', 'gzip KB'],
    [
      ...parts.slice(0, named).map((part) => [part.name, kbOf([part]).toFixed(1)]),
      ...(rest.length > 0 ? [[`其余 ${rest.length} 个`, kbOf(rest).toFixed(1)]] : []),
    ],
  )
  const brought = budget.without.filter((name) => parts.some((part) => part.name === name))
  return [
    ...(total > budget.kb ? [`${budget.name}：${total.toFixed(1)} KB，超出预算 ${budget.kb} KB`] : []),
    ...(shift > maxShift ? [`${budget.name}：位移 ${shift.toFixed(3)}，超出 ${maxShift}`] : []),
    ...brought.map((name) => `${budget.name}：加载了用不到的 ${name}`),
  ]
}

/** Counted from opening the login page until the first list is there, in one window. */
async function firstListAfterLogin(browser: Browser, url: string): Promise<Part[]> {
  const context = await newContext(browser)
  try {
    const page = await context.newPage()
    const parts = collectScripts(page)
    await page.goto(`${url}/isystem/position`)
    await page.locator('input[type=password]').fill(admin.password)
    await page.locator('input:not([type=password]):not([type=checkbox])').first().fill(admin.username)
    await page.keyboard.press('Enter')
    await page.locator('.list-table').waitFor({ timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    return (await Promise.all(parts)).toSorted((a, b) => b.gzipBytes - a.gzipBytes)
  } finally {
    await context.close()
  }
}
