import type { RowId } from './row.ts'

/** A row's texts as its cells show them, in the order of the columns. */
export interface FoundIn {
  readonly id: RowId
  readonly texts: readonly string[]
}

/** A cell that was found: its row and the place of its text. */
export interface FoundCell {
  readonly id: RowId
  readonly index: number
}

/** One width (full and half, NFKC) and one case. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/**
 * The cells that contain the words, row by row from the left. Case and width make no difference: `ｖ1` finds `V1`.
 * Blank words find nothing; blanks around them are not looked for.
 */
export function findIn(rows: Iterable<FoundIn>, words: string): FoundCell[] {
  const wanted = plain(words).trim()
  if (wanted === '') return []
  const found: FoundCell[] = []
  for (const { id, texts } of rows)
    for (const [index, text] of texts.entries()) if (plain(text).includes(wanted)) found.push({ id, index })
  return found
}
