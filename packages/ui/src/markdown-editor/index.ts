export { MarkdownEditor } from './MarkdownEditor.tsx'
export type { MarkdownEditorProps } from './MarkdownEditor.tsx'
