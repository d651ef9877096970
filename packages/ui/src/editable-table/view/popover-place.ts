/** Room below the click, px, that is enough to open downwards (spec/2-data-entry.md §2). */
const enough = 350
const share = 0.96

export interface PopoverPlace {
  readonly left: number
  readonly width: number
  readonly top?: number
  readonly bottom?: number
  readonly maxHeight: number
}

/** Where a popover of a row stands: below what was pressed when more than 350 px remain, else above it. */
export function besideClick(
  pressed: Readonly<Record<'top' | 'bottom', number>>,
  table: Readonly<Record<'left' | 'width', number>>,
  windowHeight: number,
): PopoverPlace {
  const width = Math.round(table.width * share)
  const left = Math.round(table.left + (table.width - width) / 2)
  const below = windowHeight - pressed.bottom
  return below > enough
    ? { left, width, top: Math.round(pressed.bottom), maxHeight: Math.round(below - 8) }
    : { left, width, bottom: Math.round(windowHeight - pressed.top), maxHeight: Math.round(pressed.top - 8) }
}
