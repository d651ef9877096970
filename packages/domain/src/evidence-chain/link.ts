import type { ChainKind } from './anchor.ts'
import { canonicalJson, type Canonical } from './canonical.ts'

/** SM3 or SHA-256 of a UTF-8 text as lower-case hex; injected, so this package needs no crypto library. */
export type HashText = (text: string) => string

/** Where every chain begins (§4.8); the subject (ticket or lock id) is part of it, so chains cannot be swapped. */
export function genesis(hash: HashText, kind: ChainKind, subjectId: string): string {
  return hash(`suoan/${kind}/${subjectId}`)
}

/** Hash of a row that stands after `prevHash` (§4.8): hash(prevHash ‖ canonical row). */
export function linkHash(hash: HashText, prevHash: string, row: Canonical): string {
  return linkText(hash, prevHash, canonicalJson(row))
}

/** The same (§4.8) of a row whose canonical text is at hand. */
export function linkText(hash: HashText, prevHash: string, text: string): string {
  return hash(`${prevHash}\n${text}`)
}
