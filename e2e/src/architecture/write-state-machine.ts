import { writeFileSync } from 'node:fs'
import { stateMachinePage } from '@suoan/model'

/** Writes docs/state-machine.md from the transition table. */
writeFileSync(new URL('../../../docs/state-machine.md', import.meta.url), stateMachinePage())
