import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** The entry of a check rule that a value failed (4-api.md §7.9). */
export interface FailedCheck {
  /** `*` or a number of characters, as text. */
  digits: string
  pattern: string
  message: string
  beginIndex: number
  endIndex: number
  /** The part of the value that was tested. */
  checkValue: string
  passed: false
}

const line = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')

export const checkRuleEndpoints = {
  /** For everybody who fills in a form. */
  check: defineEndpoint<FailedCheck | null>()({
    title: '按规则校验',
    methods: ['GET'],
    path: '/sys/checkRule/checkByCode',
    access: 'signedIn',
    // Encoded twice on the way, so still encoded once when it is read (4-api.md §7.9): nine characters for a Chinese one.
    input: z.object({ ruleCode: line(100).min(1, '缺少规则编码'), value: line(2_000).default('') }),
  }),
} as const
