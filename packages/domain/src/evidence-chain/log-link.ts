/** Numbers from the first to the last, both included. */
export type NumberRange = readonly [first: number, last: number]

/** The text of a log row's leaf in the tree of its link (§4.8): its number in the log and the hash of what it says. */
export function logRowLeaf(no: number, hash: string): string {
  return `${no} ${hash}`
}

/**
 * The numbers of a log that are given out and not seen yet, after rows with `seen` numbers came up to the last of them
 * (§4.8): numbers are given out before their transactions end, so a row may come after rows with higher numbers, or never.
 */
export function openNumbers(
  open: readonly NumberRange[],
  from: number,
  seen: readonly number[],
): NumberRange[] {
  const sorted = [...seen].sort((a, b) => a - b)
  const last = Math.max(from, sorted.at(-1) ?? from)
  const all: NumberRange[] = last > from ? [...open, [from + 1, last]] : [...open]
  let at = 0
  return all.flatMap((range): NumberRange[] => {
    let [first] = range
    const left: NumberRange[] = []
    while (at < sorted.length && (sorted[at] ?? 0) < first) at += 1
    for (; at < sorted.length && (sorted[at] ?? 0) <= range[1]; at += 1) {
      const no = sorted[at] ?? 0
      if (no > first) left.push([first, no - 1])
      first = no + 1
    }
    return first <= range[1] ? [...left, [first, range[1]]] : left
  })
}

/** Whether a number lies in one of the ranges (§4.8). */
export function isAmong(ranges: readonly NumberRange[], no: number): boolean {
  return ranges.some(([first, last]) => first <= no && no <= last)
}
