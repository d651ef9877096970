import { StreamLanguage } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { CodeLanguage } from './code-languages.ts'

/** Each is a part of its own, fetched when a text of it is first shown. */
const loaders: Readonly<Record<CodeLanguage, () => Promise<Extension>>> = {
  css: async () => (await import('@codemirror/lang-css')).css(),
  javascript: async () =>
    (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  html: async () => (await import('@codemirror/lang-html')).html(),
  java: async () => (await import('@codemirror/lang-java')).java(),
  objectivec: async () =>
    StreamLanguage.define((await import('@codemirror/legacy-modes/mode/clike')).objectiveC),
  python: async () => (await import('@codemirror/lang-python')).python(),
  r: async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/r')).r),
  shell: async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/shell')).shell),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  swift: async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/swift')).swift),
  vue: async () => (await import('@codemirror/lang-vue')).vue(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
  json: async () => (await import('@codemirror/lang-json')).json(),
}

/** Grammar of a language. Rejects when its part cannot be fetched. */
export const loadLanguage = (language: CodeLanguage): Promise<Extension> => loaders[language]()
