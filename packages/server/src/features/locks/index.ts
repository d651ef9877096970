export { canonicalDecision, decisionGenesis, linkedDecisionColumns } from './decision-chain.ts'
export {
  dispatch,
  endOverdue,
  sendWaiting,
  storeCommand,
  type CommandOrder,
  type Dispatched,
} from './issue-command.ts'
export { locks } from './lock-mount.ts'
export { openLock } from './open-lock.ts'
export { loadSnapshot, type SnapshotRequest } from './snapshot/load-snapshot.ts'
