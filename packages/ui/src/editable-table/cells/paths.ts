import { plainText } from '../model/cell-type.ts'

/** The stored paths of a cell of files. */
export const pathsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(plainText) : plainText(value).split(',')).filter(Boolean)
