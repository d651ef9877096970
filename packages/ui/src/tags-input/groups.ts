/** A text in groups of two characters joined by semicolons (2-data-entry.md §5, tags). */
export function groupsOf(text: string): string {
  const letters = [...text.replaceAll(/[;；\s]/gu, '')]
  const groups: string[] = []
  for (let at = 0; at < letters.length; at += 2) groups.push(letters.slice(at, at + 2).join(''))
  return groups.join(';')
}

/** Where the caret stands in the grouped text: after as many characters as stood before it. */
export function caretAfter(text: string, caret: number): number {
  const before = [...text.slice(0, caret).replaceAll(/[;；\s]/gu, '')]
  const separators = Math.max(0, Math.ceil(before.length / 2) - 1)
  return before.join('').length + separators
}
