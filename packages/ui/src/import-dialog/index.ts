export { ImportDialog } from './ImportDialog.tsx'
export type { ImportOutcome, ImportSendOptions } from './import-queue.ts'
