/**
 * Provinces, cities and districts: the name of each by its six-digit code, below the code above it; the provinces stand
 * below `areaRoot` (spec/1-shell.md §3, spec/2-data-entry.md §2).
 */
export type AreaMap = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What stands above the provinces. */
export const areaRoot = '86'

/** How many levels there are. */
export const areaLevels = 3

export interface Area {
  readonly code: string
  readonly name: string
}

/** Names of the three levels by code, as they are published. */
export interface AreaLists {
  readonly province_list: Readonly<Record<string, string>>
  readonly city_list: Readonly<Record<string, string>>
  readonly county_list: Readonly<Record<string, string>>
}

/** The lists of the three levels as one map; a code says itself what it stands below. */
export function areaMap({ province_list, city_list, county_list }: AreaLists): AreaMap {
  const below: Record<string, Record<string, string>> = { [areaRoot]: { ...province_list } }
  for (const [list, digits] of [
    [city_list, 2],
    [county_list, 4],
  ] as const)
    for (const [code, name] of Object.entries(list)) {
      const above = code.slice(0, digits).padEnd(6, '0')
      ;(below[above] ??= {})[code] = name
    }
  return below
}

/** What stands directly below a code, by code; nothing below a district or an unknown one. */
export const areasBelow = (areas: AreaMap, above: string): readonly Area[] =>
  Object.entries(areas[above] ?? {}).map(([code, name]) => ({ code, name }))

/**
 * The way down to a code, the province first, as far as it is known: a code that was taken out of use ends at what it
 * stood in, and what is no code has no way at all.
 */
export function areaPath(areas: AreaMap, code: string): readonly Area[] {
  const path: Area[] = []
  let above = areaRoot
  for (const step of [code.slice(0, 2).padEnd(6, '0'), code.slice(0, 4).padEnd(6, '0'), code]) {
    const name = areas[above]?.[step]
    if (name === undefined) break
    path.push({ code: step, name })
    above = step
    if (step === code) break
  }
  return path
}

/** Whether the code is in use, at any of the three levels. */
export const isKnownArea = (areas: AreaMap, code: string): boolean =>
  areaPath(areas, code).at(-1)?.code === code

/** 省/市/区 of a code; one that is not in use any more stands behind what it stood in. */
export function areaText(areas: AreaMap, code: string): string {
  const names = areaPath(areas, code).map(({ name }) => name)
  return (isKnownArea(areas, code) || code === '' ? names : [...names, code]).join('/')
}

/**
 * The code of a text as `areaText` writes it (the separators may be blanks or missing), or of a code itself; undefined for what
 * is none in use. A name alone stands for its place only where no other bears it.
 */
export function areaOfText(areas: AreaMap, text: string): string | undefined {
  const asked = text.replaceAll(/[\s/]/gu, '')
  if (isKnownArea(areas, asked)) return asked
  return codesByText(areas).get(asked) ?? undefined
}

const textsOf = new WeakMap<AreaMap, ReadonlyMap<string, string | null>>()

/** Codes by whole ways and by single names; null where two places share the text. */
function codesByText(areas: AreaMap): ReadonlyMap<string, string | null> {
  const known = textsOf.get(areas)
  if (known) return known
  const ways = new Map<string, string>()
  const names = new Map<string, string | null>()
  const walk = (above: string, way: string): void => {
    for (const { code, name } of areasBelow(areas, above)) {
      ways.set(way + name, code)
      names.set(name, names.has(name) ? null : code)
      walk(code, way + name)
    }
  }
  walk(areaRoot, '')
  // 北京市 is the province, and not the city of that name in it.
  const found = new Map([...names, ...ways])
  textsOf.set(areas, found)
  return found
}

/** A choice of a linkage column of the editable table. */
interface LinkedOption {
  readonly value: string
  readonly text: string
  readonly parent?: string
}

/** All choices of one level (0 provinces, 1 cities, 2 districts), each with the code above it. */
export function areaOptions(areas: AreaMap, level: 0 | 1 | 2): readonly LinkedOption[] {
  let above: readonly string[] = [areaRoot]
  for (let at = 0; at < level; at++)
    above = above.flatMap((code) => areasBelow(areas, code).map((area) => area.code))
  return above.flatMap((parent) =>
    areasBelow(areas, parent).map(({ code, name }) => ({
      value: code,
      text: name,
      ...(level === 0 ? {} : { parent }),
    })),
  )
}
