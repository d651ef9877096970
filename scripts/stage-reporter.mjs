// What a vitest run found, as data for `stages.mjs`: nothing is printed while it runs. SUOAN_REPORT names the file.
import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** Frames of these say where vitest or a library was, not what went wrong. */
const foreign = /node_modules|node:internal/

export default class StageReporter {
  /** What tests printed, by the id of the test; shown with those that failed. */
  #printed = new Map()

  onUserConsoleLog({ taskId, content }) {
    if (taskId !== undefined) this.#printed.set(taskId, `${this.#printed.get(taskId) ?? ''}${content}`)
  }

  onTestRunEnd(modules, unhandledErrors) {
    const report = {
      files: modules.map((module) => this.#fileOf(module)),
      errors: unhandledErrors.map(reasonOf),
    }
    writeFileSync(process.env.SUOAN_REPORT, JSON.stringify(report))
  }

  #fileOf(module) {
    const tests = [...module.children.allTests()]
    const withState = (state) => tests.filter((test) => test.result().state === state)
    // A file that does not load and a hook that throws have failed no test, and yet something failed.
    const around = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
    const { duration, collectDuration, setupDuration } = module.diagnostic()
    const name = path.relative(process.cwd(), module.moduleId)
    return {
      name,
      project: module.project.name,
      ms: Math.round(duration + collectDuration + setupDuration),
      passed: withState('passed').length,
      skipped: withState('skipped').length,
      leftOut: [...module.children.allSuites()].flatMap(leftOutBy),
      failures: [
        ...withState('failed').map((test) => ({
          test: `${name} › ${test.fullName}`,
          reason: [...test.result().errors.map(reasonOf), this.#printed.get(test.id) ?? ''].join('\n').trim(),
        })),
        ...around.map((suite) => ({
          test: suite === module ? name : `${name} › ${suite.fullName}`,
          reason: suite.errors().map(reasonOf).join('\n'),
        })),
      ],
    }
  }
}

/** Why a machine cannot run a suite: what it says in （） at its end while all of it is skipped. */
function leftOutBy(suite) {
  const [, reason] = /（(.+)）$/.exec(suite.name) ?? []
  const tests = [...suite.children.allTests()]
  return reason !== undefined && tests.every((test) => test.result().state === 'skipped')
    ? [{ reason, tests: tests.length }]
    : []
}

/** The message, what was expected beside what came, and the first lines of ours on the way there. */
function reasonOf({ name, message, diff, stack }) {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line) && !foreign.test(line))
  return [`${name ?? 'Error'}: ${message}`, diff ?? '', ...frames.slice(0, 5)].filter(Boolean).join('\n')
}
