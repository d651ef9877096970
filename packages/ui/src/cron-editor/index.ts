export { CronEditor } from './CronEditor.tsx'
export type { CronEditorProps } from './CronEditor.tsx'
