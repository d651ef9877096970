import { canonicalJson, type Canonical } from './canonical.ts'

/** SM3 or SHA-256 of a UTF-8 text as lower-case hex; injected, so this room needs no crypto library. */
export type HashText = (text: string) => string

/** Where every chain begins; the subject (ticket or lock id) is part of it, so chains cannot be swapped. */
export function genesis(hash: HashText, kind: 'work' | 'lock' | 'decision', subjectId: string): string {
  return hash(`suoan/${kind}/${subjectId}`)
}

/** Hash of a row that stands after `prevHash` (§4.8): hash(prevHash ‖ canonical row). */
export function linkHash(hash: HashText, prevHash: string, row: Canonical): string {
  return linkText(hash, prevHash, canonicalJson(row))
}

/** The same of a row whose canonical text is at hand. */
export function linkText(hash: HashText, prevHash: string, text: string): string {
  return hash(`${prevHash}\n${text}`)
}

export interface Link {
  row: Canonical
  prevHash: string
  hash: string
}

/** Walks a chain; `firstBreak` is the index of the first row that does not follow, null when all do. */
export function verifyChain(
  hash: HashText,
  start: string,
  links: readonly Link[],
): { ok: boolean; checked: number; firstBreak: number | null } {
  let head = start
  for (const [index, link] of links.entries()) {
    if (link.prevHash !== head || linkHash(hash, head, link.row) !== link.hash) {
      return { ok: false, checked: index + 1, firstBreak: index }
    }
    head = link.hash
  }
  return { ok: true, checked: links.length, firstBreak: null }
}
