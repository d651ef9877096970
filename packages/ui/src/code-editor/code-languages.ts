/** What the code editor colours, with its title in the language select (2-data-entry.md §2, 5-screens.md §13). */
export const codeLanguages = {
  css: 'CSS',
  javascript: 'Javascript',
  html: 'XML/HTML',
  java: 'Java',
  objectivec: 'Objective-C',
  python: 'Python',
  r: 'R',
  shell: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  vue: 'Vue',
  markdown: 'Markdown',
  json: 'JSON',
} as const

export type CodeLanguage = keyof typeof codeLanguages

/** The languages by title, as the select offers them. */
export const languageChoices = Object.entries(codeLanguages).map(([value, title]) => ({ value, title }))

export const isCodeLanguage = (value: string): value is CodeLanguage => Object.hasOwn(codeLanguages, value)
