// npm run check: what every commit must pass; no database, no browser.
import { bootstrap } from './bootstrap.mjs'
import { check, runStages, tests } from './stages.mjs'

export const quickStages = [
  check('类型', 'tsc', '-b'),
  check('规则与房间边界', 'oxlint', '--type-aware', '--deny-warnings'),
  check('格式', 'oxfmt', '--check'),
  tests('单元测试', '--project=unit'),
]

if (process.argv[1]?.endsWith('check.mjs')) {
  await bootstrap({ build: false })
  await runStages(quickStages)
}
