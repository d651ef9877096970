import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../../support/chromium.ts'
import { say } from '../../support/root.ts'
import { median, printTable } from '../table.ts'
import {
  measureCandidate,
  measureDetached,
  measureLoad,
  measureReadOnly,
  type Figures,
} from './measure-page.ts'
import { servePages } from './page-server.ts'
import { bestOf, candidates, isLevel, ownRows, rows, type Candidate, type Medians } from './rows.ts'

/**
 * `npm run bench:table [-- --rounds 5] [--json FILE]`: our editable table beside three others, one after another in each
 * round (decision 0658). The first argument is the folder that scripts/bench-table.mjs built. Nothing is asserted: figures
 * on a shared machine are read, not tested.
 */
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, json: { type: 'string' } },
  allowPositionals: true,
})
const folder = positionals[0] ?? ''
const roundCount = Number(values.rounds)
if (folder === '' || !Number.isInteger(roundCount) || roundCount < 1)
  throw new Error('bench:table takes --rounds N and --json FILE')

const read = (file: string): Record<string, string | number> =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
const versions = read('versions.json')
const weights = read('weights.json')
const names: Readonly<Record<Candidate, string>> = {
  ours: '锁安',
  vxe: `vxe-table ${versions['vxe-table']}`,
  ag: `AG Grid Community ${versions['ag-grid-community']}`,
  revo: `RevoGrid ${versions['@revolist/revogrid']}`,
}

const executablePath = findChromium()
if (executablePath === null) throw new Error('there is no Chromium')
const server = await servePages(folder)
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  await measureAll(browser)
} finally {
  await browser.close()
  server.close()
}

async function measureAll(using: Browser): Promise<void> {
  const machine = {
    cores: os.availableParallelism(),
    load: os.loadavg().map((each) => Number(each.toFixed(2))),
    node: process.versions.node,
    chromium: using.version(),
  }
  say(`· ${machine.cores} 核，负载 ${machine.load.join(' ')}；Chromium ${machine.chromium}，${roundCount} 轮`)
  const rounds: Record<Candidate, Figures>[] = []
  for (let round = 0; round < roundCount; round += 1) {
    const figures: Record<Candidate, Figures> = { ours: {}, vxe: {}, ag: {}, revo: {} }
    // Another one begins each round, so that none always has the cold machine.
    for (let n = 0; n < candidates.length; n += 1) {
      const name = candidates[(round + n) % candidates.length] ?? 'ours'
      const page = (of: string) => `${server.url}/${of}/`
      const own =
        name === 'ours'
          ? {
              ...(await measureLoad(using, page(name), 100_000)),
              ...(await measureDetached(using, page('ours-strict'))),
              ...(await measureReadOnly(using, page('read-only'))),
            }
          : {}
      const weight = Number(weights[name]) / 1024
      figures[name] = { ...(await measureCandidate(using, page(name))), ...own, weight }
      say(`· 第 ${round + 1} 轮 ${names[name]}：载入 ${figures[name]['load']?.toFixed(0)} ms`)
    }
    rounds.push(figures)
  }
  const medians = mediansOf(rounds)
  printResults(medians)
  if (values.json !== undefined) {
    const result = { machine, versions, rounds, medians, goals: goalsOf(medians) }
    writeFileSync(values.json, `${JSON.stringify(result, null, 1)}\n`)
  }
}

function mediansOf(rounds: readonly Readonly<Record<Candidate, Figures>>[]): Medians {
  const of = (name: Candidate): Figures => {
    const ids = [...new Set(rounds.flatMap((round) => Object.keys(round[name])))]
    return Object.fromEntries(
      ids.map((id) => {
        const figures = rounds.flatMap((round) => round[name][id] ?? [])
        return [id, figures.length === 0 ? null : median(figures)]
      }),
    )
  }
  return { ours: of('ours'), vxe: of('vxe'), ag: of('ag'), revo: of('revo') }
}

function goalsOf(medians: Medians): Record<string, boolean> {
  const goals: Record<string, boolean> = {}
  for (const row of rows) {
    const ours = medians.ours[row.id]
    if (row.isInformation || ours === null || ours === undefined) continue
    goals[row.id] = isLevel(row, ours, bestOf(row, medians))
    if (row.goal) goals[`${row.id}: ${row.goal(ours, medians).text}`] = row.goal(ours, medians).isMet
  }
  for (const row of ownRows) goals[row.id] = row.goal(medians.ours[row.id] ?? Number.NaN, medians.ours).isMet
  return goals
}

function printResults(medians: Medians): void {
  const told = (figure: number | null | undefined, digits: number) =>
    figure === null || figure === undefined ? '—' : figure.toFixed(digits)
  const sign = (isMet: boolean, text: string) => `${isMet ? '✓' : '✗'} ${text}`
  const lines = rows.map((row) => {
    const ours = medians.ours[row.id] ?? Number.NaN
    const best = bestOf(row, medians)
    const goals = row.isInformation
      ? []
      : [
          sign(isLevel(row, ours, best), '不落后于最好的'),
          ...(row.goal ? [row.goal(ours, medians)].map(({ isMet, text }) => sign(isMet, text)) : []),
        ]
    return [
      row.title,
      ...candidates.map((name) => told(medians[name][row.id], row.digits)),
      best === null ? '—' : (ours / best).toFixed(2),
      goals.join('；'),
    ]
  })
  printTable(
    '可编辑表格：主线程时间与其他（各轮的中位数）',
    ['项', ...candidates.map((name) => names[name]), '锁安/最好', '目标'],
    lines,
  )
  printTable(
    '只对锁安',
    ['项', '值', '目标'],
    ownRows.map((row) => {
      const ours = medians.ours[row.id] ?? Number.NaN
      const { isMet, text } = row.goal(ours, medians.ours)
      return [row.title, told(ours, row.digits), sign(isMet, text)]
    }),
  )
  say(
    [
      '—：免费版没有。区域粘贴在 vxe-table 和 AG Grid 是收费版的，所以按免费版的办法写入数据；RevoGrid 用它自己的剪贴板。',
      '一次撤销整块粘贴三者的免费版都没有。RevoGrid 的勾选行是收费版的，以选中全部单元格代替。',
    ].join('\n'),
  )
}
