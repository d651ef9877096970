// npm run verify:bench [rows]: how long a chain and a log of a million rows take to verify (never part of npm test).
import { bootstrap } from './bootstrap.mjs'
import { script } from './stages.mjs'

await bootstrap()
const rows = process.argv.slice(2)
const chain = await script('e2e/src/bench/verify-chain.ts', ...rows)
process.exit(chain || (await script('e2e/src/bench/verify-logs.ts', ...rows)))
