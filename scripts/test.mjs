// npm test: everything that a change must pass, on a machine that has only Node and npm; `--all` (npm run test:all) adds
// what takes long and seldom finds more. Closes with `N passed, N failed`.
import os from 'node:os'
import path from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { quickStages } from './check.mjs'
import { findChromium } from './chromium.mjs'
import { otherNodes } from './other-nodes.mjs'
import { broken, check, journeys, runStages, tests } from './stages.mjs'

const isAll = process.argv.includes('--all')
/** These tests wait for more than they compute, for gateways and times that run out: with two workers a sixth of two cores is idle. */
const workers = `--maxWorkers=${Math.ceil(os.availableParallelism() * 1.5)}`
const note = (text) => process.stdout.write(`· ${text}\n`)

await bootstrap()
const chromium = await findChromium()
// Read where a run takes a part of what there is: vitest.config.ts (the second database), model.test.ts (mutants).
if (isAll) process.env.TEST_ALL = '1'
const server = await answeringServer()
if (server === null) note('没有应答的 PostgreSQL，集成测试只在内置数据库上运行')
const nodes = isAll ? await otherNodes() : { programs: [] }
if (nodes.reason !== undefined) note(`${nodes.reason}，构建好的服务端只用现在的 Node 启动`)

await runStages(
  [
    ...quickStages,
    tests('约定与集成测试（内置数据库）', '--project=integration-embedded', workers),
    ...(isAll ? [tests('文件的集成测试（S3：OpenStack Swift）', '--project=integration-s3')] : []),
    ...(server ? [tests('约定与集成测试（外部 PostgreSQL）', '--project=integration-server')] : []),
    chromium.path === undefined
      ? broken('浏览器旅程', chromium.reason)
      : journeys('浏览器旅程与构建好的服务端', '--config=e2e/vitest.config.ts'),
    ...(isAll
      ? [
          check('全部世界的状态空间', 'tsx', 'e2e/src/model/main.ts'),
          check('全部变异', 'tsx', 'e2e/src/model/main.ts', '--mutants'),
          check('处理的故障演练', 'tsx', 'e2e/src/faults/main.ts', 'reactions'),
        ]
      : []),
  ],
  { CHROMIUM_PATH: chromium.path ?? '', OTHER_NODES: nodes.programs.join(path.delimiter) },
)

/** The second PostgreSQL, asked for in the same way as in vitest.config.ts. */
async function answeringServer() {
  const { tsImport } = await import('tsx/esm/api')
  const file = path.join(root, 'packages/platform/src/testing/answering-server.ts')
  return (await tsImport(file, import.meta.url)).answeringServer()
}
