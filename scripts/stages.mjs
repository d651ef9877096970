// A run is a list of stages; each tells how many checks passed and failed. A stage that crashes has failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './bootstrap.mjs'

/** Failures are told once more at the end, in short: whoever reads a log begins there. */
const longestReason = 1_500

const bin = (name) => path.join(root, 'node_modules', name)
const programs = {
  tsc: bin('typescript/bin/tsc'),
  oxlint: bin('oxlint/bin/oxlint'),
  oxfmt: bin('oxfmt/bin/oxfmt'),
  vitest: bin('vitest/vitest.mjs'),
  tsx: bin('tsx/dist/cli.mjs'),
}

/** One program whose exit status is the answer. */
export const check = (title, program, ...args) => ({
  title,
  run: async (env) =>
    (await node(programs[program], args, env)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
})

/** A vitest run, counted test by test. */
export const tests = (title, ...args) => ({ title, run: async (env) => (await vitest(args, env)).counted })

/**
 * Journeys in a browser. A file that failed beside others runs once more, alone: what a busy machine did passes then,
 * what is wrong fails again. Both runs stand in the log.
 */
export const journeys = (title, ...args) => ({
  title,
  run: async (env) => {
    const first = await vitest(args, env)
    const failed = first.files.filter((file) => file.status === 'failed')
    if (first.counted.failed === 0 || failed.length === 0) return first.counted
    const names = failed.map((file) => path.relative(root, file.name))
    process.stdout.write(`\n· 单独再跑一次：${names.join('、')}\n`)
    const again = await vitest([...args, '--maxWorkers=1', ...failed.map((file) => file.name)], env)
    const held = count({ testResults: first.files.filter((file) => file.status !== 'failed') })
    return {
      passed: held.passed + again.counted.passed,
      failed: again.counted.failed,
      skipped: held.skipped + (again.counted.skipped ?? 0),
      failures: again.counted.failures ?? [],
    }
  },
})

async function vitest(args, env) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-report-'))
  const file = path.join(folder, 'report.json')
  const code = await node(
    programs.vitest,
    ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    env,
  )
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] }
  rmSync(folder, { recursive: true, force: true })
  const counted = count(report)
  // A file that does not load, an error outside of any test, a killed run: no failed test, but a failed run.
  return {
    files: report.testResults,
    counted: code === 0 || counted.failed > 0 ? counted : { ...counted, failed: 1 },
  }
}

/** A stage that could not even begin. */
export const broken = (title, reason) => ({
  title,
  run: async () => {
    process.stderr.write(`${reason}\n`)
    return { passed: 0, failed: 1 }
  },
})

/** Runs all stages, also after a failure, and closes with `N passed, N failed`. Ends the process. */
export async function runStages(stages, env = {}) {
  const failures = []
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { title, run } of stages) {
    process.stdout.write(`\n── ${title}\n`)
    const started = Date.now()
    const result = await run(env)
    failures.push(...(result.failures ?? []))
    for (const key of Object.keys(total)) total[key] += result[key] ?? 0
    const mark = result.failed === 0 ? '✓' : '✗'
    process.stdout.write(
      `${mark} ${title}：${result.passed} passed, ${result.failed} failed（${((Date.now() - started) / 1000).toFixed(1)} 秒）\n`,
    )
  }
  for (const { test, reason } of failures) process.stdout.write(`\n✗ ${test}\n${reason}\n`)
  if (total.skipped > 0) process.stdout.write(`\n${total.skipped} skipped`)
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
  process.exit(total.failed === 0 ? 0 : 1)
}

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

function count(report) {
  const states = report.testResults.flatMap((file) => file.assertionResults.map((one) => one.status))
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  )
  return {
    passed: states.filter((state) => state === 'passed').length,
    failed: states.filter((state) => state === 'failed').length + unloaded.length,
    skipped: states.filter((state) => !['passed', 'failed'].includes(state)).length,
    failures: report.testResults.flatMap((file) => [
      ...file.assertionResults
        .filter((one) => one.status === 'failed')
        .map((one) => ({ test: one.fullName, reason: shortened(one.failureMessages) })),
      ...(unloaded.includes(file) ? [{ test: file.name, reason: shortened([file.message]) }] : []),
    ]),
  }
}

const shortened = (messages) => messages.join('\n').slice(0, longestReason)
