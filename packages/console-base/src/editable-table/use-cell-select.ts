import { useRef, useState } from 'react'

/** What the editor of a cell is told, for a select that stands in its place. */
export interface InCell {
  /** What was typed before the editor opened. */
  readonly seed: string
  readonly close: () => void
}

/**
 * A select as the editor of a cell: it has the focus and is open at once, searches for what was typed before it opened, and
 * closes the cell with its list. Outside a cell it is as it was.
 */
export function useCellSelect(inCell: InCell | undefined) {
  const [words, setWords] = useState(inCell?.seed ?? '')
  // The list empties its search as it opens; what was typed before stays.
  const isOpening = useRef(words !== '')
  return {
    words,
    search: {
      searchValue: words,
      onSearch(next: string) {
        const isFirst = isOpening.current
        isOpening.current = false
        if (!isFirst || next !== '') setWords(next)
      },
    },
    select: inCell && {
      autoFocus: true,
      defaultOpen: true,
      // A cell is narrower than what it offers, px.
      popupMatchSelectWidth: 260,
    },
    turned(isOpen: boolean) {
      if (!isOpen) inCell?.close()
    },
  }
}
