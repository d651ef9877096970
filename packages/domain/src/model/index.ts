export {
  explore,
  exploreFrom,
  groundOf,
  wander,
  type Ground,
  type History,
  type CounterExample,
  type Limits,
  type Walk,
} from './explore.ts'
export { fullScenes, historyScene, quickScenes, type Scene } from './scenes.ts'
export { stateMachinePage } from './page.ts'
export { allMutants, hunt, unseenEffects, type Hunt, type Mutant } from './mutants.ts'
export { told } from './trace.ts'
export { drivenElsewhere, equivalentMutants } from './equivalent.ts'
