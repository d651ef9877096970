import { checkDigit, isDay } from '@suoan/kit/identity-card'

/** The number of an identity card in the one way it is compared in, or why it can be none (Chinese, without its end). */
export type CardNumber = { readonly number: string } | { readonly objection: string }

/** Letters of other scripts, and signs, that look like a Latin letter on a card or come from another keyboard. */
const looksLike: Readonly<Record<string, string>> = {
  ...pairs('АВЕКМНОРСТУХІЈЅ', 'ABEKMHOPCTYXIJS'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('×✕✖╳', 'XXXX'),
}

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, n) => [letter, to[n] ?? '']))
}

/** What people put between the groups of a number, or what comes along unseen when it is pasted. */
const separators = /[\p{Z}\p{C}\p{Pd}\p{Ps}\p{Pe}\p{Pc}\p{M}.,:'’·•/\\、−]/gu

/** Upper case, one width, one script, nothing between the groups. */
const plain = (text: string): string =>
  [...text.normalize('NFKD').toUpperCase()]
    .map((letter) => looksLike[letter] ?? letter)
    .join('')
    .replaceAll(separators, '')

/**
 * The number that somebody typed, as it is compared with others (decision 0588). A citizen's number is known by its digits: its date of birth
 * and its check digit must be right (GB 11643), 15 digits become 18. Numbers of other papers are letters and digits.
 * Null where nothing was given.
 */
export function readCardNumber(text: string | null | undefined): CardNumber | null {
  if (text === null || text === undefined || text.trim() === '') return null
  const number = plain(text)
  if (!/^[0-9A-Z]+$/.test(number) || !/\d/.test(number))
    return { objection: '证件号码只能由数字和英文字母组成' }
  if (number.length < 6) return { objection: '证件号码太短' }
  if (number.length > 30) return { objection: '证件号码太长，最多 30 位' }
  const digits = [number, number.replaceAll('O', '0').replaceAll(/[IL]/g, '1')].find(isLikeCitizens)
  return digits === undefined ? { number } : citizens(digits)
}

/** No other paper has so many digits and no letters but an X at the end. */
const isLikeCitizens = (number: string): boolean => /^\d{12,}[\dA-Z]$/.test(number)

function citizens(number: string): CardNumber {
  if (number.length !== 18 && number.length !== 15)
    return { objection: `身份证号码应为 18 位，现为 ${number.length} 位` }
  // Cards of 15 digits were given to people born in the twentieth century.
  const body = number.length === 15 ? `${number.slice(0, 6)}19${number.slice(6)}` : number.slice(0, 17)
  const [, year = '', month = '', day = ''] = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}$/.exec(body) ?? []
  if (!isDay(`${year}-${month}-${day}`)) return { objection: '身份证号码中的出生日期有误' }
  const whole = `${body}${checkDigit(body)}`
  return number.length === 18 && whole !== number
    ? { objection: '身份证号码的校验码有误' }
    : { number: whole }
}

/** A name of a person or a company as it is compared: what is written differently and read the same is the same. */
export const plainName = (name: string): string => plain(name).replaceAll(/[^\p{L}\p{N}]/gu, '')
