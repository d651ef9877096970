/** What a picker hands back of a row: its value and the name people know it by. */
export interface Chosen {
  readonly key: string
  readonly label: string
}

/** Adds or takes away one; where only one may be chosen it takes the place of the other. */
export function toggle(chosen: readonly Chosen[], one: Chosen, multiple: boolean): readonly Chosen[] {
  if (chosen.some(({ key }) => key === one.key)) return drop(chosen, [one.key])
  return multiple ? [...chosen, one] : [one]
}

/** Adds those that are not there yet, behind the others. */
export function include(chosen: readonly Chosen[], more: readonly Chosen[]): readonly Chosen[] {
  const all = new Map(chosen.map((one) => [one.key, one]))
  for (const one of more) if (!all.has(one.key)) all.set(one.key, one)
  return [...all.values()]
}

/** Takes away those with these keys. */
export function drop(chosen: readonly Chosen[], keys: readonly string[]): readonly Chosen[] {
  const gone = new Set(keys)
  return chosen.filter(({ key }) => !gone.has(key))
}

/** Longest name of what is chosen, in characters (2-data-entry.md §9). */
const mostOfName = 12

/** A name as it stands among what is chosen: cut after twelve characters. */
export function shortName(label: string): string {
  const letters = [...label]
  return letters.length > mostOfName ? `${letters.slice(0, mostOfName).join('')}…` : label
}
