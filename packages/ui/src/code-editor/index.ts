export { CodeEditor } from './CodeEditor.tsx'
export type { CodeEditorProps, CodeHandle } from './CodeEditor.tsx'
export type { CodeLanguage } from './code-languages.ts'
