export { AdvancedQueryDialog, type ValueEditorProps } from './AdvancedQueryDialog.tsx'
