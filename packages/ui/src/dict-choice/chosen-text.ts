/** The chosen values of a joined text, in its order, each once. */
export const chosenOf = (text: string | null | undefined, separator: string): readonly string[] => [
  ...new Set((text ?? '').split(separator).filter((part) => part !== '')),
]

/** Chosen values as one text, in the order in which they are offered; what is offered no more stays, at the end. */
export function joinedText(chosen: readonly string[], offered: readonly string[], separator: string): string {
  const known = offered.filter((value) => chosen.includes(value))
  return [...known, ...chosen.filter((value) => !offered.includes(value))].join(separator)
}

/** How many may still be chosen, in words; nothing while all may be. */
export function countText(
  count: number,
  { least = 0, most }: { readonly least?: number; readonly most?: number },
): string {
  if (count < least) return `已选 ${count} 项，至少选择 ${least} 项`
  return most === undefined ? `已选 ${count} 项` : `已选 ${count}/${most} 项`
}
