import { partWords } from './part-words.ts'

/** What a component is for, or what one of its properties means; undefined where nobody has said it in Chinese. */
export const wordsOf = (part: string, member?: string): string | undefined =>
  member === undefined ? partWords[part] : (partWords[`${part}.${member}`] ?? partWords[member])
