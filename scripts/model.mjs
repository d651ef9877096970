// npm run model: walks every state of the small worlds through the transition table; --quick, --mutants.
import { bootstrap } from './bootstrap.mjs'
import { script } from './stages.mjs'

await bootstrap()
process.exit(await script('e2e/src/model/main.ts', ...process.argv.slice(2)))
