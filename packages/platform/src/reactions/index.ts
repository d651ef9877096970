export { oneByOne } from './one-by-one.ts'
export { failuresBeforeAlarm } from './failure.ts'
export { createReactions } from './reactions.ts'
export { startReactions, type ReactionWorker } from './worker.ts'
