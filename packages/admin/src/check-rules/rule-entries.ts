import type { FailedCheck } from '@suoan/contract'
import { RE2JS, RE2JSException } from 're2js'
import { z } from 'zod'

/** One entry of `ruleJson`, ready to test. */
export interface RuleEntry {
  /** How many characters it takes after those of the entries before; null = the whole value. */
  readonly digits: number | null
  readonly pattern: string
  readonly message: string
  readonly test: RE2JS
}

export type Reading =
  | { readonly ok: true; readonly entries: readonly RuleEntry[] }
  | { readonly ok: false; readonly reason: string }

/** Longest value that is tested; with `MOST_STEPS` it bounds the work of one check to some milliseconds. */
export const LONGEST_VALUE = 200
/** Steps of all compiled expressions of one rule: one for each character that `[A-Z]{200}` can take. */
const MOST_STEPS = 1_000

const entryShape = z.object({
  digits: z.union([z.literal('*'), z.coerce.number().int().min(1).max(LONGEST_VALUE)]),
  pattern: z.string().min(1),
  message: z.string().default(''),
})

/** Reads `ruleJson` (4-api.md §7.9): a JSON array of `{digits, pattern, message}`; empty text has no entry. */
export function readEntries(ruleJson: string | null): Reading {
  if (ruleJson === null || ruleJson.trim() === '') return { ok: true, entries: [] }
  const raw = parsed(ruleJson)
  if (!Array.isArray(raw))
    return { ok: false, reason: '规则应为 JSON 数组，例如 [{"digits":"*","pattern":"[A-Z]+","message":"…"}]' }
  const entries: RuleEntry[] = []
  let steps = 0
  for (const [index, item] of raw.entries()) {
    const nth = `第 ${index + 1} 条规则`
    const shape = entryShape.safeParse(item)
    if (!shape.success)
      return {
        ok: false,
        reason: `${nth}不完整：位数应为 1 到 ${LONGEST_VALUE} 的整数或 "*"，正则表达式必须填写`,
      }
    const { digits, pattern, message } = shape.data
    const test = compiled(pattern)
    if (!test)
      return {
        ok: false,
        reason: `${nth}：请输入正确的正则表达式（不支持向前、向后查看 (?=…) 和反向引用 \\1）`,
      }
    steps += test.programSize()
    if (steps > MOST_STEPS)
      return { ok: false, reason: `${nth}过于复杂：请减小 {n} 的重复次数，或拆成几条校验规则` }
    entries.push({ digits: digits === '*' ? null : digits, pattern, message, test })
  }
  return { ok: true, entries }
}

/** The first entry that a value fails, or null when it passes all of them (4-api.md §7.9). */
export function firstFailure(entries: readonly RuleEntry[], value: string): FailedCheck | null {
  let begin = 0
  for (const { digits, pattern, message, test } of entries) {
    const from = digits === null ? 0 : Math.min(begin, value.length)
    const to = digits === null ? value.length : Math.min(from + digits, value.length)
    if (digits !== null) begin = to
    const checkValue = value.slice(from, to)
    if (!test.matches(checkValue))
      return {
        digits: digits === null ? '*' : String(digits),
        pattern,
        message,
        beginIndex: from,
        endIndex: to,
        checkValue,
        passed: false,
      }
  }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** An expression that takes time in proportion to the text, whoever wrote it (decision 0340). */
function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch (error) {
    if (error instanceof RE2JSException) return undefined
    throw error
  }
}
