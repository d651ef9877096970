// npm run check: what every commit must pass; no database, no browser.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { check, runStages, tests } from './stages.mjs'

export const quickStages = [
  // The compiler works on one processor alone; the other two read sources, not what it writes.
  [
    check('类型', 'tsc', '-b'),
    check('规则与房间边界', 'oxlint', '--type-aware', '--deny-warnings'),
    check('格式', 'oxfmt', '--check'),
  ],
  tests('单元测试', '--project=unit'),
]

/** One package alone, by its name (`npm run check -- safety`): its types, and all tests in it. */
function stagesOf(name) {
  const folder = ['packages', 'apps']
    .map((parent) => `${parent}/${name}`)
    .find((each) => existsSync(path.join(root, each)))
  if (folder === undefined) {
    process.stderr.write(`没有名为 ${name} 的包，见 packages 与 apps。\n`)
    process.exit(2)
  }
  return [
    check(`${name} 的类型`, 'tsc', '-b', folder),
    tests(`${name} 的单元测试`, '--project=unit', '--passWithNoTests', `${folder}/`),
    tests(
      `${name} 的集成测试（内置数据库）`,
      '--project=integration-embedded',
      '--passWithNoTests',
      `${folder}/`,
    ),
  ]
}

if (process.argv[1]?.endsWith('check.mjs')) {
  const name = process.argv[2]
  await bootstrap({ build: false })
  await runStages(name === undefined ? quickStages : stagesOf(name))
}
