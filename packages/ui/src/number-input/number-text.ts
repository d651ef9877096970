/** What may stand in a number box while it is typed: an optional minus, digits, an optional point (2-data-entry.md §5). */
const partial = /^-?\d*\.?\d*$/
const partialWhole = /^-?\d*$/

/**
 * The text of a number box after a keystroke or a paste; the text before where the new one could never become a number.
 * @param isWhole no point is taken
 */
export const acceptNumberText = (before: string, after: string, isWhole = false): string =>
  (isWhole ? partialWhole : partial).test(after) ? after : before

/** The number of a text when its box is left: a float, or null for what is none. */
export function numberOf(text: string): number | null {
  if (!/\d/.test(text)) return null
  const number = Number.parseFloat(text)
  return Number.isFinite(number) ? number : null
}

/** The text of an input with what is typed in the place of its selection. */
export const typedInto = (
  text: string,
  { start, end, typed }: { readonly start: number; readonly end: number; readonly typed: string },
): string => text.slice(0, start) + typed + text.slice(end)
