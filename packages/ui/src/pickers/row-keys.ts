import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrows go from the box of one row to that of the next in a table to choose from; the space bar ticks it, as anywhere. */
export function toNextRow(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const boxes = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>('.ant-table-selection-column input'),
  ]
  const at = boxes.findIndex((box) => box === event.target)
  const next = step === undefined || at < 0 ? undefined : boxes[at + step]
  if (!next) return
  // Arrows on a radio button would choose the next one.
  event.preventDefault()
  next.focus()
}
