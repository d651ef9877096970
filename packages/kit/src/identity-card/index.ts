/** Whether a text is a day of the calendar. @example isDay('2026-02-29') // false */
export function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** The check digit (GB 11643, ISO 7064 MOD 11-2) of the first 17 digits of a citizen's number. */
export function checkDigit(body: string): string {
  const sum = [...body].reduce((total, digit, n) => total + Number(digit) * (2 ** (17 - n) % 11), 0)
  return '10X98765432'.charAt(sum % 11)
}

/**
 * Whether a text is the number of a citizen's identity card: 18 digits, the last may be X, with a day of birth that was
 * and the right check digit (GB 11643). Numbers of 15 digits have no check digit; they have not
 * been valid since 2013.
 */
export function isIdentityCard(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dXx]$/.exec(text) ?? []
  return isDay(`${year}-${month}-${day}`) && checkDigit(text.slice(0, 17)) === text.slice(17).toUpperCase()
}
