import type { Chosen } from './chosen.ts'

/** One whom a name may mean, with what tells him from his namesakes. */
export interface NamedOne extends Chosen {
  /** Account and department, for people. */
  readonly hint: string
}

/** A name of a list and whom it may mean; nobody where it is unknown. */
export interface FoundName {
  readonly name: string
  readonly choices: readonly NamedOne[]
  /** How many there are, where not all of them are in `choices`. */
  readonly total: number
}

/** What came of a list of names. */
export interface SortedNames {
  /** Those whom exactly one name means. */
  readonly sure: readonly Chosen[]
  /** Names that several have: somebody must say which. */
  readonly several: readonly FoundName[]
  readonly missing: readonly string[]
}

/** Characters of a pasted text that are read: a thousand names need a fiftieth of it. */
const mostChars = 1_000_000

/**
 * The names of a pasted text in their order, each once: one a line, or separated by tabs, commas, 、 or semicolons. Blanks
 * around a name are none of it.
 */
export function namesIn(text: string): readonly string[] {
  const names = text
    .slice(0, mostChars)
    .split(/[\n\r\t,，、;；]+/u)
    .map((name) => name.replaceAll(/\s+/gu, ' ').trim())
    .filter((name) => name !== '')
  return [...new Set(names)]
}

/** Why a list of names cannot be looked up; null where it can. */
export function listProblem(names: readonly string[], most: number): string | null {
  if (names.length === 0) return '请先粘贴姓名，每行一个'
  return names.length > most ? `名单有 ${names.length} 个姓名，一次最多查找 ${most} 个，请分批粘贴` : null
}

/** Who is found for sure, which names several have, and which nobody has. */
export function sortNames(found: readonly FoundName[]): SortedNames {
  return {
    sure: found.flatMap(({ choices: [one, second] }) =>
      one && !second ? [{ key: one.key, label: one.label }] : [],
    ),
    several: found.filter(({ choices }) => choices.length > 1),
    missing: found.flatMap(({ name, choices }) => (choices.length === 0 ? [name] : [])),
  }
}
