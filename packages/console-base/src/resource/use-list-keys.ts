import { useEffect, type RefObject } from 'react'
import type { ListDoings, pressList } from './press-list.ts'

/** Keys that a list may answer. */
const keys = ['/', 'n', '?', '？', 'ArrowDown', 'ArrowUp', 'Enter']

/** Comes with the first press that may be the list's: the first list does not wait for it. */
let answer: typeof pressList | undefined

/**
 * The keys of the list in `box`, wherever the focus is on its page: `/` to the query form, `n` a new row, arrows to the rows,
 * Enter opens one, `?` tells so (5-screens.md §4). A page that is hidden has no effects, so only the list that is seen hears.
 */
export function useListKeys(
  box: RefObject<HTMLElement | null>,
  isOn: boolean,
  doings: () => ListDoings,
): void {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (!keys.includes(event.key) || event.target instanceof HTMLInputElement) return
      const tell = () => box.current && answer?.(event, box.current, doings())
      if (answer) return void tell()
      void import('./press-list.ts').then(
        (part) => {
          answer = part.pressList
          tell()
        },
        // Without the network: the next press tries again.
        () => undefined,
      )
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [box, isOn, doings])
}
