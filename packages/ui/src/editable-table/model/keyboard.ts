/** What a key asks of the table while no cell is being edited. */
export type Command =
  | { readonly do: 'move'; readonly rows: number; readonly columns: number; readonly extend: boolean }
  | { readonly do: 'edge'; readonly rows: -1 | 0 | 1; readonly columns: -1 | 0 | 1; readonly extend: boolean }
  | { readonly do: 'page'; readonly rows: -1 | 1; readonly extend: boolean }
  | { readonly do: 'next'; readonly step: 1 | -1 }
  | { readonly do: 'moveRow'; readonly step: 1 | -1 }
  | { readonly do: 'open'; readonly isOpen: boolean }
  | {
      readonly do:
        | 'edit'
        | 'clear'
        | 'toggle'
        | 'fillDown'
        | 'fillRight'
        | 'undo'
        | 'redo'
        | 'selectAll'
        | 'insertBelow'
        | 'find'
        | 'leave'
    }

/** The part of a keyboard event that matters. */
export interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

/** A key that an input method is still using must do nothing else (design/pitfalls.md §1.2). */
export const isComposing = ({ isComposing: is, keyCode }: Pick<Key, 'isComposing' | 'keyCode'>): boolean =>
  is || keyCode === 229

const arrows: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
const withControl: Readonly<Record<string, Command>> = {
  a: { do: 'selectAll' },
  d: { do: 'fillDown' },
  r: { do: 'fillRight' },
  z: { do: 'undo' },
  y: { do: 'redo' },
  f: { do: 'find' },
}

/** The command of a key, as in a spreadsheet; null for keys the table leaves to the browser, letters among them. */
export function commandOf(event: Key): Command | null {
  if (isComposing(event)) return null
  const { key, shiftKey: extend, altKey } = event
  const control = event.ctrlKey || event.metaKey
  const arrow = arrows[key]
  if (arrow) {
    const [rows, columns] = arrow
    if (altKey) return rows !== 0 ? { do: 'moveRow', step: rows } : { do: 'open', isOpen: columns === 1 }
    return control ? { do: 'edge', rows, columns, extend } : { do: 'move', rows, columns, extend }
  }
  if (control) {
    if (key.toLowerCase() === 'z' && extend) return { do: 'redo' }
    if (key === 'Home') return { do: 'edge', rows: -1, columns: -1, extend }
    if (key === 'End') return { do: 'edge', rows: 1, columns: 1, extend }
    if (key === 'Enter') return { do: 'insertBelow' }
    return extend || altKey ? null : (withControl[key.toLowerCase()] ?? null)
  }
  switch (key) {
    case 'Home':
      return { do: 'edge', rows: 0, columns: -1, extend }
    case 'End':
      return { do: 'edge', rows: 0, columns: 1, extend }
    case 'PageUp':
      return { do: 'page', rows: -1, extend }
    case 'PageDown':
      return { do: 'page', rows: 1, extend }
    case 'Tab':
      return { do: 'next', step: extend ? -1 : 1 }
    case 'Enter':
    case 'F2':
      return { do: 'edit' }
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' }
    case 'Escape':
      return { do: 'leave' }
    case ' ':
      return { do: 'toggle' }
    default:
      return null
  }
}

/** What a key does while a cell is edited; null leaves it to the editor. */
export function editingCommandOf(
  event: Key,
  isMultiline = false,
): 'commitDown' | 'commitUp' | 'commitNext' | 'commitBefore' | 'cancel' | null {
  if (isComposing(event)) return null
  if (event.key === 'Escape') return 'cancel'
  if (event.key === 'Tab') return event.shiftKey ? 'commitBefore' : 'commitNext'
  // Alt+Enter is a line break, as in a spreadsheet.
  if (event.key !== 'Enter' || event.altKey || (isMultiline && event.shiftKey)) return null
  return event.shiftKey ? 'commitUp' : 'commitDown'
}
