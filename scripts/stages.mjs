// A run is a list of stages; each tells how many checks passed and failed. A stage that crashes has failed. Stages of one
// processor each stand together in a list of their own and run at once.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { run } from './run.mjs'

/** Characters of a failure that are shown. */
const longestReason = 4_000

const bin = (name) => path.join(root, 'node_modules', name)
const programs = {
  tsc: bin('typescript/bin/tsc'),
  oxlint: bin('oxlint/bin/oxlint'),
  oxfmt: bin('oxfmt/bin/oxfmt'),
  vitest: bin('vitest/vitest.mjs'),
  tsx: bin('tsx/dist/cli.mjs'),
}

/** One program whose exit status is the answer; what it wrote is the reason when it failed. */
export const check = (title, program, ...args) => ({
  title,
  run: async (env) => {
    const { code, output } = await quiet(programs[program], args, env)
    const failures = code === 0 ? [] : [{ test: title, reason: output.slice(-longestReason) }]
    return { passed: code === 0 ? 1 : 0, failed: failures.length, skipped: 0, failures }
  },
})

/** A vitest run, counted test by test. */
export const tests = (title, ...args) => ({ title, run: async (env) => totalOf(await vitest(args, env)) })

/**
 * Journeys in a browser. A file that failed beside others runs once more, alone: what a busy machine did passes then,
 * what is wrong fails again. Both runs are told.
 */
export const journeys = (title, ...args) => ({
  title,
  run: async (env) => {
    const first = await vitest(args, env)
    const failed = first.files.filter((file) => file.failures.length > 0)
    if (failed.length === 0) return totalOf(first)
    say(`· 单独再跑一次：${failed.map(({ name }) => name).join('、')}`)
    for (const failure of failed.flatMap(({ failures }) => failures)) say(told(failure, '·'))
    const again = await vitest([...args, '--maxWorkers=1', ...failed.map(({ name }) => name)], env)
    const held = first.files.filter((file) => file.failures.length === 0)
    return totalOf({ files: [...held, ...again.files], errors: [...first.errors, ...again.errors] })
  },
})

/** Runs vitest in silence; what it found comes from our own reporter, and its output only when there is nothing else. */
async function vitest(args, env) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-report-'))
  const file = path.join(folder, 'report.json')
  const reporter = path.join(root, 'scripts/stage-reporter.mjs')
  const { code, output } = await quiet(programs.vitest, ['run', ...args, `--reporter=${reporter}`], {
    ...env,
    SUOAN_REPORT: file,
  })
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { files: [], errors: [] }
  rmSync(folder, { recursive: true, force: true })
  // A killed run, a setup that throws: nothing failed by name, but the run did.
  const isExplained = report.errors.length > 0 || report.files.some((each) => each.failures.length > 0)
  return code === 0 || isExplained ? report : { ...report, errors: [output.slice(-longestReason)] }
}

function totalOf({ files, errors }) {
  const sum = (key) => files.reduce((total, file) => total + file[key], 0)
  const failures = [
    ...files.flatMap((file) => file.failures),
    ...errors.map((reason) => ({ test: '不属于任何一个测试', reason })),
  ]
  const longest = files.toSorted((one, other) => other.ms - one.ms).slice(0, 8)
  const leftOut = files.flatMap((file) => file.leftOut)
  return {
    passed: sum('passed'),
    failed: failures.length,
    skipped: sum('skipped'),
    failures,
    longest,
    leftOut,
  }
}

/** A stage that could not even begin. */
export const broken = (title, reason) => ({
  title,
  run: async () => ({ passed: 0, failed: 1, skipped: 0, failures: [{ test: title, reason }] }),
})

/**
 * Runs all stages, also after a failure: one line each with the names of what failed and what this machine leaves out,
 * then the reasons of what failed, and at the end `N passed, N failed`. `SLOWEST=1` names the longest files of each
 * stage. Ends the process.
 */
export async function runStages(stages, env = {}) {
  const results = []
  const modules = mkdtempSync(path.join(os.tmpdir(), 'suoan-modules-'))
  const runStage = async ({ title, run }) => {
    const started = Date.now()
    const result = await run({ ...env, TRANSFORMED_MODULES: modules })
    results.push(result)
    const sign = result.failed === 0 ? '✓' : '✗'
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    say(`${sign} ${title}：${result.passed} passed, ${result.failed} failed（${seconds} 秒）`)
    for (const { test } of result.failures) say(`    ✗ ${test}`)
    for (const line of leftOutLines(result.leftOut ?? [])) say(`    · ${line}`)
    if (process.env.SLOWEST)
      for (const { name, ms } of result.longest ?? []) say(`    ${(ms / 1000).toFixed(1)} 秒  ${name}`)
  }
  for (const group of stages) await Promise.all([group].flat().map(runStage))
  rmSync(modules, { recursive: true, force: true })
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  for (const failure of results.flatMap(({ failures }) => failures)) say(`\n${told(failure, '✗')}`)
  if (sum('skipped') > 0) say(`\n${sum('skipped')} skipped`)
  say(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exit(sum('failed') === 0 ? 0 : 1)
}

const say = (text) => process.stdout.write(`${text}\n`)

/** One line for each reason why this machine leaves tests out. */
function leftOutLines(leftOut) {
  const counts = new Map()
  for (const { reason, tests: count } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts].map(([reason, count]) => `没有运行 ${count} 个测试：${reason}`)
}

const told = ({ test, reason }, sign) => `${sign} ${test}\n${reason.slice(0, longestReason)}`

/** Runs a Node program in the root and keeps what it writes, without colours. */
const quiet = (program, args, env) =>
  run(process.execPath, [program, ...args], { cwd: root, env: { ...process.env, ...env, NO_COLOR: '1' } })

/** Runs a Node program in the root with our output; answers its exit status, 1 when a signal ended it. */
export function node(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Runs a TypeScript program of the repository. */
export const script = (file, ...args) => node(programs.tsx, [file, ...args])
