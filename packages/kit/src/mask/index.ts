/** What of a person's data is shown in part to whoever has no right to the whole. */
export type SensitiveKind =
  | 'phone'
  | 'mail'
  | 'idNumber'
  /** A text in which such data may stand: an address of some kind, an answer of a mail server. */
  | 'within'

/** The sign that stands for what is not shown; no telephone, mail address or ID number has it. */
export const maskSign = '*'

const mailWithin = /[^\s@<>()"'，；：,;:]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g
/** Numbers of telephones begin at seven digits: shorter ones are numbers of staff, and codes of answers. */
const numberWithin = /(?<![\dA-Za-z.-])(?:\d{17}[\dXx]|\+?\d{7,15})(?![\dA-Za-z-]|\.\d)/g

/**
 * A text as it is shown without the right to see it whole, as people know it from forms: `138****5678`,
 * `z***@example.com`, `110***********1234`. Short texts keep at most a quarter of their characters; '' stays ''.
 */
export function masked(kind: SensitiveKind, text: string): string {
  const value = text.trim()
  if (kind === 'within')
    return value
      .replaceAll(mailWithin, (each) => masked('mail', each))
      .replaceAll(numberWithin, (each) => masked(each.length === 18 ? 'idNumber' : 'phone', each))
  if (kind === 'mail') {
    const at = value.lastIndexOf('@')
    if (at > 0) return `${at > 1 ? value.slice(0, 1) : ''}${maskSign.repeat(3)}${value.slice(at)}`
  }
  if (value.length >= 11) {
    const middle = maskSign.repeat(kind === 'phone' ? 4 : value.length - 7)
    return `${value.slice(0, 3)}${middle}${value.slice(-4)}`
  }
  const shown = Math.floor(value.length / 4)
  return `${maskSign.repeat(value.length - shown)}${shown === 0 ? '' : value.slice(-shown)}`
}
