import { isIdentityCard } from '../identity-card/index.ts'

/** What a text has to look like, and what to tell the person whose text does not (Chinese, says what to do next). */
export interface Pattern {
  readonly expression: RegExp
  readonly test: (text: string) => boolean
  readonly message: string
}

const of = (
  expression: RegExp,
  message: string,
  test: (text: string) => boolean = (text) => expression.test(text),
): Pattern => ({ expression, test, message })

const webAddress = (schemes: string): RegExp =>
  new RegExp(
    `^(?:${schemes})://(?:[\\p{L}\\p{N}_-]+(?:\\.[\\p{L}\\p{N}_-]+)*\\.?|\\[[\\da-f:.]+\\])(?::\\d{1,5})?(?:[/?#]\\S*)?$`,
    'iu',
  )

/**
 * The named patterns of spec/2-data-entry.md §5. Those of its table have its names; those that it only lists have names
 * of ours, from `natural` on. What may repeat in an expression is never followed by what could take the same
 * characters, so that each is linear in the text.
 *
 * - `money`: the notes disagree. Here an amount below 1 has at most 2 decimals, any other at most 5 and no leading zero;
 *   it has no sign.
 * - `*`: blank text counts as empty.
 * - `p`: may begin with 0, as in Inner Mongolia (010000).
 * - `url`: with http, https, ftp or ftps; the host may be a name of the plant's own network. No name or password.
 * - `digitLines` and `text255` are read as two patterns.
 */
export const named = {
  'n6-16': of(/^\d{6,16}$/, '请输入6到16位数字'),
  '*6-16': of(/^[\s\S]{6,16}$/u, '请输入6到16位任意字符'),
  's6-18': of(/^[A-Za-z]{6,18}$/, '请输入6到18位字母'),
  '*': of(/\S/, '不能为空'),
  url: of(webAddress('https?|ftps?'), '请输入完整的网址，例如 https://example.com'),
  e: of(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, '邮箱格式不正确，请填写完整的邮箱地址，例如 name@example.com'),
  m: of(/^1[3-9]\d{9}$/, '请输入正确手机号，应为 11 位数字'),
  p: of(/^\d{6}$/, '请输入6位数字的邮政编码'),
  s: of(/^[A-Za-z]+$/, '只能输入字母'),
  n: of(/^-?\d+(?:\.\d+)?$/, '请输入数字，可以带负号和小数'),
  z: of(/^-?\d+$/, '请输入整数'),
  money: of(
    /^(?:0(?:\.\d{1,2})?|[1-9]\d*(?:\.\d{1,5})?)$/,
    '请输入金额：小于1时最多2位小数，否则最多5位小数，整数部分不以0开头',
  ),
  natural: of(/^(?:0|[1-9]\d*)$/, '请输入自然数，即0或正整数'),
  letters: of(/^[A-Za-z]+$/, '只能输入英文字母'),
  landline: of(
    /^(?:\(0\d{2,3}\)|0\d{2,3}-?)?[1-9]\d{6,7}(?:-\d{1,6})?$/,
    '请输入正确的座机号码，例如 0571-88888888',
  ),
  bankCard: of(/^\d{10,20}$/, '请输入10到20位数字的银行卡号'),
  idNumber: of(/^[A-Za-z0-9]{1,50}$/, '证件号码只能由字母和数字组成，最多50位'),
  idCard: of(/^\d{17}[\dXx]$/, '请输入正确的18位身份证号码，并核对出生日期和最后一位', isIdentityCard),
  qq: of(/^[1-9]\d{4,11}$/, '请输入5到12位数字的QQ号码，不以0开头'),
  http: of(webAddress('https?'), '请输入以 http:// 或 https:// 开头的网址'),
  alnum20: of(/^[A-Za-z0-9]{1,20}$/, '只能输入字母和数字，最多20位'),
  'words2-100': of(/^[\p{Script=Han}A-Za-z ]{2,100}$/u, '请输入2到100个汉字、英文字母或空格'),
  digitLines: of(/^[\d\r\n]+$/, '只能输入数字和换行'),
  text255: of(/^[\s\S]{0,255}$/u, '最多输入255个字符'),
} as const satisfies Record<string, Pattern>
export type PatternName = keyof typeof named
