export { ImportDialog } from './ImportDialog.tsx'
export type { ImportOutcome, ImportPreview, ImportSendOptions } from './import-queue.ts'
