export { AdvancedQueryDialog, type ValueEditorProps } from './AdvancedQueryDialog.tsx'
export { savedFromText, savedToText, type SavedQueries } from './model.ts'
