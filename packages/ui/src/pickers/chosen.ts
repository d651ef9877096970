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
  const known = new Set(chosen.map(({ key }) => key))
  return [...chosen, ...more.filter(({ key }) => !known.has(key))]
}

/** Takes away those with these keys. */
export function drop(chosen: readonly Chosen[], keys: readonly string[]): readonly Chosen[] {
  return chosen.filter(({ key }) => !keys.includes(key))
}
