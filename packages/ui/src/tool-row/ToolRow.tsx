import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { nextPlace } from './next-place.ts'

interface Props {
  /** What the buttons are for, e.g. `内容的格式`. */
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}

/**
 * Buttons beside a text as one stop of Tab: the arrows, Home and End walk along them, and Tab comes back to the one that had
 * the focus last (WAI-ARIA APG, toolbar).
 */
export function ToolRow({ label, className, children }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLButtonElement>(null)
  // After every drawing: buttons come, go, and cannot be pressed for a while.
  useLayoutEffect(() => makeOneStop(row.current, last.current))
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = buttonsIn(row.current)
    const at = buttons.findIndex((button) => button === document.activeElement)
    const next = at === -1 ? null : nextPlace(event.key, at, buttons.length)
    if (next === null) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  return (
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      className={className}
      onKeyDown={walk}
      onFocus={({ target }) => {
        // Menus and panels of a button stand elsewhere; what happens in them comes by here too.
        if (!(target instanceof HTMLButtonElement) || !row.current?.contains(target)) return
        last.current = target
        makeOneStop(row.current, target)
      }}
    >
      {children}
    </div>
  )
}

const buttonsIn = (row: HTMLElement | null): readonly HTMLButtonElement[] => [
  ...(row?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
]

/** Tab stops at the button that had the focus last, or at the first one where that is gone or cannot be pressed. */
function makeOneStop(row: HTMLElement | null, last: HTMLButtonElement | null): void {
  const buttons = buttonsIn(row)
  const stop = buttons.find((button) => button === last) ?? buttons[0]
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
}
