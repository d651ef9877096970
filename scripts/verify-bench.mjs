// npm run verify:bench [rows]: how long a chain of a million rows takes to verify (never part of npm test).
import { bootstrap } from './bootstrap.mjs'
import { script } from './stages.mjs'

await bootstrap()
process.exit(await script('e2e/src/bench/verify-chain.ts', ...process.argv.slice(2)))
