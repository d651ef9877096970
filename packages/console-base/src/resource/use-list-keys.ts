import { useEffect, type RefObject } from 'react'
import { listKeyOf, type Press } from './list-keys.ts'

interface Doings {
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

/**
 * The keys of the list in `box`, wherever the focus is on its page: `/` to the query form, `n` a new row, arrows to the rows,
 * Enter opens one, `?` tells so (5-screens.md §4). A page that is hidden has no effects, so only the list that is seen hears.
 */
export function useListKeys(box: RefObject<HTMLElement | null>, isOn: boolean, doings: () => Doings): void {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const list = box.current
      if (event.defaultPrevented || !list || isCovered()) return
      const active = document.activeElement
      const row = list.contains(active) ? active?.closest<HTMLElement>(rowsOf) : null
      const asked = listKeyOf({
        key: event.key,
        isModified: event.ctrlKey || event.metaKey || event.altKey,
        // The last key of a composition comes without the sign in some browsers.
        isComposing: event.isComposing || event.keyCode === 229,
        isRepeated: event.repeat,
        focus: focusOf(active, row),
      })
      if (asked === null) return
      const { add, open, help } = doings()
      if (asked === 'search') {
        if (!focusSearch(list)) return
      } else if (asked === 'add') {
        if (add === null) return
        add()
      } else if (asked === 'help') help()
      else if (asked === 'open') open(row?.dataset['rowKey'] ?? '')
      else if (!moveRow(list, row ?? null, asked === 'next' ? 1 : -1)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [box, isOn, doings])
}

const isCovered = (): boolean =>
  [...document.querySelectorAll(covers)].some((each) => each.getClientRects().length > 0)

function focusOf(active: Element | null, row: Element | null | undefined): Press['focus'] {
  if (active === null || active === document.body) return 'none'
  if (active.closest(busyPlaces)) return 'busy'
  return row !== undefined && row !== null && row === active ? 'row' : 'other'
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
