export { pendingProblem, SendQueue, type PendingFile, type SendFile, type SendOptions } from './send-queue.ts'
