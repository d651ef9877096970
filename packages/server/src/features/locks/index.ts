export {
  dispatch,
  endOverdue,
  sendWaiting,
  storeCommand,
  type CommandOrder,
  type Dispatched,
} from './issue-command.ts'
