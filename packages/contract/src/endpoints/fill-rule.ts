import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Calls of fill rules beside the verbs (4-api.md §7.9). */

const ruleCode = z
  .string()
  .min(1, '缺少规则编码')
  .max(100, '规则编码最多 100 个字符')
  .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
const formData = z.record(z.string(), z.unknown())

/** A way to make values that a rule may name. */
export interface FillClass {
  /** What the rule stores. */
  readonly name: string
  readonly title: string
  readonly params: readonly { readonly name: string; readonly help: string }[]
  /** Parameters to begin with, as JSON. */
  readonly example: string
}

const execute = { permission: 'system:fillRule:execute' } as const

export const fillRuleEndpoints = {
  classes: defineEndpoint<readonly FillClass[]>()({
    title: '规则实现类',
    methods: ['GET'],
    path: '/sys/fillRule/classes',
    access: { permission: 'system:fillRule:list' },
    input: z.object({}),
  }),
  /** What the rule would give next; the number is not taken. */
  test: defineEndpoint<string>()({
    title: '测试填值规则',
    methods: ['GET'],
    path: '/sys/fillRule/testFillRule',
    access: { permission: 'system:fillRule:list' },
    input: z.object({ ruleCode }),
  }),
  /** Takes the next value for a form that stores it by itself; the body is the form's data. */
  execute: defineEndpoint<string>()({
    title: '按规则取值',
    methods: ['PUT'],
    path: '/sys/fillRule/executeRuleByCode/:ruleCode',
    access: execute,
    input: z.looseObject({}),
  }),
  executeMany: defineEndpoint<readonly { readonly ruleCode: string; readonly result: string }[]>()({
    title: '批量按规则取值',
    methods: ['PUT'],
    path: '/sys/fillRule/executeRuleByCodeBatch',
    access: execute,
    input: z.object({
      commonFormData: formData.nullish(),
      rules: z
        .array(z.object({ ruleCode, formData: formData.nullish() }))
        .min(1, '请指定至少一个规则')
        .max(50, '一次最多 50 个规则'),
    }),
  }),
} as const
