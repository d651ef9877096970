export { CodeEditor } from './CodeEditor.tsx'
export type { CodeEditorProps } from './CodeEditor.tsx'
export type { CodeLanguage } from './code-languages.ts'
