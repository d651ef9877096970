/** Chromium draws no element higher than this, px (design/pitfalls.md §1.12); longer tables are scaled. */
const highest = 30_000_000

export interface RowWindow {
  /** The first row to draw and the one after the last. */
  readonly first: number
  readonly end: number
  /** Height of the whole body as the scroll bar sees it, px. */
  readonly height: number
  /** Row `i` stands at `i * rowHeight - shift` px. 0 while the body needs no scaling. */
  readonly shift: number
}

/** Rows that are scrolled over before the window is drawn anew; of a small window fewer. */
const longestStep = 6
export const stepOf = (room: number, rowHeight: number): number =>
  Math.max(1, Math.min(longestStep, Math.floor(room / rowHeight / 2)))

/** Whether the body is scaled: then every pixel of the bar is another place. */
export const isScaled = (count: number, rowHeight: number): boolean => count * rowHeight > highest

/**
 * The rows that stand in a viewport of `room` px scrolled to `scrollTop` or up to `step` rows farther, with `spare` rows on
 * either side.
 */
export function rowWindow(
  {
    scrollTop,
    room,
    rowHeight,
    count,
  }: Readonly<Record<'scrollTop' | 'room' | 'rowHeight' | 'count', number>>,
  spare = 4,
  step = 0,
): RowWindow {
  const whole = count * rowHeight
  const height = Math.min(whole, highest)
  const reach = Math.max(1, height - room)
  const top = whole === height ? scrollTop : (Math.min(scrollTop, reach) / reach) * (whole - room)
  const topmost = Math.floor(top / rowHeight)
  const first = Math.max(0, topmost - spare)
  const end = Math.min(count, topmost + seenRows(room, rowHeight) + spare + step)
  return { first: Math.min(first, end), end, height, shift: top - scrollTop }
}

/** The most rows that stand in a room at once, wherever it is scrolled to. */
export const seenRows = (room: number, rowHeight: number): number => Math.ceil(room / rowHeight) + 1

/** Where to scroll so that a row stands wholly within the room; null where it does already. */
export function scrollTopFor(
  index: number,
  {
    scrollTop,
    room,
    rowHeight,
    count,
  }: Readonly<Record<'scrollTop' | 'room' | 'rowHeight' | 'count', number>>,
): number | null {
  const { shift, height } = rowWindow({ scrollTop, room, rowHeight, count }, 0)
  const [top, bottom] = [index * rowHeight - shift, (index + 1) * rowHeight - shift]
  const wanted = top < scrollTop ? top : bottom > scrollTop + room ? bottom - room : null
  if (wanted === null) return null
  const whole = count * rowHeight
  if (whole === height) return wanted
  // Scaled: the place is found from the row, since a pixel of the bar is many rows.
  const target = top < scrollTop ? index * rowHeight : (index + 1) * rowHeight - room
  return (Math.max(0, target) / Math.max(1, whole - room)) * (height - room)
}
