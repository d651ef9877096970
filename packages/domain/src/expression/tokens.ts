import { Mistake } from './syntax.ts'

export type Token =
  | { kind: 'number'; value: number; at: number }
  | { kind: 'string'; value: string; at: number }
  | { kind: 'word'; text: string; at: number }
  | { kind: 'sign'; text: string; at: number }
  | { kind: 'end'; at: number }

/** Longest first, so that `<=` is not read as `<`. */
const signs = ['&&', '||', '==', '!=', '<=', '>=', '<', '>', '!', '(', ')', '[', ']', ',']
// Point codes hold hyphens and may begin with a digit (`V-101`, `1QF`); there is no arithmetic to confuse them with.
const word = /[\p{L}\p{N}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_][\p{L}\p{N}_-]*)*/uy
const figure = /^\d{1,15}(?:\.\d{1,15})?$/
const negative = /-\d{1,15}(?:\.\d{1,15})?(?![\p{L}\p{N}_.-])/uy
const fullWidth = '＆｜！＝＜＞（）［］，“”‘’【】、'

/** Cuts a text into tokens; throws a `Mistake` at the first character that begins none. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (let index = 0; index < text.length;) {
    const char = text[index] ?? ''
    if (/\s/.test(char)) {
      index += 1
      continue
    }
    const { token, length } = tokenAt(text, index)
    tokens.push(token)
    index += length
  }
  tokens.push({ kind: 'end', at: position(text, text.length) })
  return tokens
}

/** People count characters, not code units. */
function position(text: string, index: number): number {
  return Array.from(text.slice(0, index)).length + 1
}

function tokenAt(text: string, index: number): { token: Token; length: number } {
  const at = position(text, index)
  const char = text[index] ?? ''
  if (char === "'" || char === '"') return stringAt(text, index, char)
  const minus = matchAt(negative, text, index)
  if (minus !== null) return { token: { kind: 'number', value: Number(minus), at }, length: minus.length }
  const found = matchAt(word, text, index)
  if (found !== null) {
    const token: Token = figure.test(found)
      ? { kind: 'number', value: Number(found), at }
      : { kind: 'word', text: found, at }
    return { token, length: found.length }
  }
  const sign = signs.find((each) => text.startsWith(each, index))
  if (sign !== undefined) return { token: { kind: 'sign', text: sign, at }, length: sign.length }
  throw new Mistake(at, unknownCharacter(text, index))
}

function unknownCharacter(text: string, index: number): string {
  const char = String.fromCodePoint(text.codePointAt(index) ?? 0)
  if (char === '=') return '相等请写“==”'
  if (char === '&' || char === '|') return `请写“${char}${char}”`
  if (fullWidth.includes(char)) return `“${char}”是全角符号，请改用半角`
  return `不认识的字符“${char}”`
}

function matchAt(pattern: RegExp, text: string, index: number): string | null {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? null
}

/** No escapes: a text with both kinds of quotes has no use here. */
function stringAt(text: string, index: number, quote: string): { token: Token; length: number } {
  const at = position(text, index)
  const end = text.indexOf(quote, index + 1)
  if (end < 0) throw new Mistake(at, `文字缺少结尾的引号 ${quote}`)
  return { token: { kind: 'string', value: text.slice(index + 1, end), at }, length: end - index + 1 }
}
