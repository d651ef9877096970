import { listKeyOf, type Press } from './list-keys.ts'

/** What the keys of a list do. */
export interface ListDoings {
  /** null where this person may not. */
  readonly add: (() => void) | null
  /** By the key of the row (`data-row-key`). */
  open(id: string): void
  help(): void
}

/** Rows of the list in any of its looks: table, tree, cards. */
const rowsOf = '.list-row, .ant-table-row[data-row-key], .list-card'

/** Where one types, and what has keys of its own. */
const busyPlaces = [
  'input:not([type=checkbox], [type=radio])',
  'textarea',
  'select',
  '[contenteditable=true]',
  '[role=dialog]',
  '[role=menu]',
  '[role=listbox]',
  '[role=tree]',
  '[role=grid]',
  '[role=tablist]',
].join(', ')

/** Dialogs and drawers that lie over the page; one that stands beside it leaves it to the keyboard. */
const covers = '.ant-modal-wrap:not(.app-modal-beside), .ant-drawer-open'

/** Answers a press for the list, if it is the list's to answer. */
export function pressList(event: KeyboardEvent, list: HTMLElement, { add, open, help }: ListDoings): void {
  if (event.defaultPrevented || isCovered()) return
  const active = document.activeElement
  const row = list.contains(active) ? (active?.closest<HTMLElement>(rowsOf) ?? null) : null
  const asked = listKeyOf({
    key: event.key,
    isModified: event.ctrlKey || event.metaKey || event.altKey,
    // The last key of a composition comes without the sign in some browsers.
    isComposing: event.isComposing || event.keyCode === 229,
    isRepeated: event.repeat,
    focus: focusOf(active, row),
  })
  if (asked === null) return
  if (asked === 'search') {
    if (!focusSearch(list)) return
  } else if (asked === 'add') {
    if (add === null) return
    add()
  } else if (asked === 'help') help()
  else if (asked === 'open') open(row?.dataset['rowKey'] ?? '')
  else if (!moveRow(list, row, asked === 'next' ? 1 : -1)) return
  event.preventDefault()
}

const isCovered = (): boolean =>
  [...document.querySelectorAll(covers)].some((each) => each.getClientRects().length > 0)

function focusOf(active: Element | null, row: Element | null): Press['focus'] {
  if (active === null || active === document.body) return 'none'
  if (active.closest(busyPlaces)) return 'busy'
  return row !== null && row === active ? 'row' : 'other'
}

/** The first input of the query form that is seen; false where there is none. */
function focusSearch(list: HTMLElement): boolean {
  const inputs = [...list.querySelectorAll<HTMLElement>('.query input, .query textarea')]
  const first = inputs.find((input) => input.getClientRects().length > 0 && !input.matches(':disabled'))
  first?.focus()
  if (first instanceof HTMLInputElement) first.select()
  return first !== undefined
}

/** Gives the focus to the row beside the one that has it, to the first one where none has; false where there is none. */
function moveRow(list: HTMLElement, row: HTMLElement | null, by: 1 | -1): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>(rowsOf)]
  const next = row === null ? rows[0] : rows[rows.indexOf(row) + by]
  next?.focus()
  return next !== undefined
}
