/** What a key asks of a list (5-screens.md §4). */
export type ListKey = 'search' | 'add' | 'help' | 'next' | 'previous' | 'open'

/** What is to be known of a press, and of where the focus is. */
export interface Press {
  readonly key: string
  /** Ctrl, Alt or the command key is held. */
  readonly isModified: boolean
  /** An input method composes a text with it. */
  readonly isComposing: boolean
  /** It is held down. */
  readonly isRepeated: boolean
  /** Where the focus is: where one types, or whatever has keys of its own; nowhere; on a row of the list; else. */
  readonly focus: 'busy' | 'none' | 'row' | 'other'
}

/** What the press asks of the list; null where it is not the list's to answer. */
export function listKeyOf({ key, isModified, isComposing, isRepeated, focus }: Press): ListKey | null {
  if (isModified || isComposing || focus === 'busy') return null
  const isOnRows = focus === 'none' || focus === 'row'
  if (key === 'ArrowDown') return isOnRows ? 'next' : null
  if (key === 'ArrowUp') return isOnRows ? 'previous' : null
  if (isRepeated) return null
  if (key === 'Enter') return focus === 'row' ? 'open' : null
  return letters[key] ?? null
}

const letters: Readonly<Record<string, ListKey>> = { '/': 'search', n: 'add', '?': 'help', '？': 'help' }

/** What stands in the help, in its order. */
export const listKeyHelp: readonly { readonly key: string; readonly does: string }[] = [
  { key: '/', does: '跳到查询条件' },
  { key: 'n', does: '新增（有权限时）' },
  { key: '↓ ↑', does: '移动当前行' },
  { key: 'Enter', does: '打开当前行' },
  { key: 'Ctrl K', does: '快速前往页面、工作票、锁具、人员' },
  { key: '?', does: '显示本说明' },
]
