// npm test: everything, on a machine that has only Node and npm. Closes with `N passed, N failed`.
import path from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { quickStages } from './check.mjs'
import { findChromium } from './chromium.mjs'
import { broken, journeys, runStages, tests } from './stages.mjs'

await bootstrap()
const chromium = await findChromium()
const server = await answeringServer()

await runStages(
  [
    ...quickStages,
    tests('约定与集成测试（内置数据库）', '--project=integration-embedded'),
    ...(server ? [tests('约定与集成测试（外部 PostgreSQL）', '--project=integration-server')] : []),
    chromium.path === undefined
      ? broken('浏览器旅程', chromium.reason)
      : journeys('浏览器旅程', '--config=e2e/vitest.config.ts'),
  ],
  chromium.path === undefined ? {} : { CHROMIUM_PATH: chromium.path },
)

/** Whether the root vitest.config.ts offers the second database project; asked the same way as there. */
async function answeringServer() {
  const { tsImport } = await import('tsx/esm/api')
  const file = path.join(root, 'packages/server/src/db/testing/answering-server.ts')
  const found = await (await tsImport(file, import.meta.url)).answeringServer()
  process.stdout.write(
    found === null
      ? '· 没有应答的 PostgreSQL，集成测试只在内置数据库上运行\n'
      : '· 找到一个应答的 PostgreSQL，集成测试也在它上面运行\n',
  )
  return found
}
