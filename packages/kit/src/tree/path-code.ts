/**
 * Codes that spell the path from the root: `A01` is a root, `A01A02` its second child. Each level is a letter and
 * two digits; after 99 the letter moves on (`A99` → `B01`), so a parent has room for 26 × 99 children.
 */
const levelLength = 3
const lastOfLetter = 99

/** The code for a new child of `parent` (null: a new root), after the greatest of the codes already given there. */
export function nextCode(parent: string | null, siblings: Iterable<string>): string {
  const prefix = parent ?? ''
  let last: string | undefined
  for (const code of siblings) {
    if (!code.startsWith(prefix)) continue
    const own = code.slice(prefix.length)
    if (/^[A-Z]\d{2}$/.test(own) && (last === undefined || own > last)) last = own
  }
  return prefix + (last === undefined ? 'A01' : after(last))
}

/** 1 for a root, 2 for its children. */
export function levelOfCode(code: string): number {
  return code.length / levelLength
}

/** Whether a text is such a code: one level or more, each a letter and two digits that are not 00. */
export function isPathCode(text: string): boolean {
  return /^(?:[A-Z](?!00)\d{2})+$/.test(text)
}

/** The code of the parent; null for a root. */
export function parentCodeOf(code: string): string | null {
  return code.length <= levelLength ? null : code.slice(0, -levelLength)
}

function after(own: string): string {
  const letter = own.charCodeAt(0)
  const number = Number(own.slice(1))
  if (number < lastOfLetter) return `${own.charAt(0)}${String(number + 1).padStart(2, '0')}`
  if (own.charAt(0) === 'Z') throw new RangeError('every code below this parent has been given')
  return `${String.fromCharCode(letter + 1)}01`
}
