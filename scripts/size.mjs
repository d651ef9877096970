// npm run size: what the browser loads for the first visit of each heavy page, part by part, beside its budget.
import { bootstrap } from './bootstrap.mjs'
import { script } from './stages.mjs'

await bootstrap()
process.exit(await script('e2e/src/bench/size.ts', ...process.argv.slice(2)))
