import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse-input.ts'

const said = (schema: z.ZodType, value: unknown): string => {
  try {
    parseInput(z.object({ x: schema }), { x: value })
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

describe('a value that does not fit', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, '不能为空，请填写'],
    [z.string(), null, '不能为空，请填写'],
    [z.string().min(1), '', '不能为空，请填写'],
    [z.string(), 3, '应为文字，请检查后重新填写'],
    [z.number(), 'x', '应为数字，请检查后重新填写'],
    [z.coerce.number(), 'x', '应为数字，请检查后重新填写'],
    [z.int(), 1.5, '应为整数，请检查后重新填写'],
    [z.boolean(), 'x', '应为是或否（true 或 false），请检查后重新填写'],
    [z.array(z.string()), {}, '应为列表，请检查后重新填写'],
    [z.object({}), [], '应为一组字段，请检查后重新填写'],
    [z.enum(['0', '1']), '2', '只能是 0、1 之一'],
    [z.enum(['', 'yyyy']), 'YYYY', '只能是 空、yyyy 之一'],
    [z.literal(1), 2, '只能是 1'],
    [z.string().min(4), 'abc', '至少 4 个字符'],
    [z.string().max(2), 'abc', '最多 2 个字符'],
    [z.array(z.string()).max(1), ['a', 'b'], '最多 1 项'],
    [z.number().min(1), 0, '不能小于 1'],
    [z.number().positive(), 0, '不能小于或等于 0'],
    [z.number().max(5), 6, '不能大于 5'],
    [z.number().multipleOf(5), 6, '必须是 5 的倍数'],
    [z.string().regex(/^[a-z]+$/), '1', '格式不正确，请检查后重新填写'],
    [z.union([z.string(), z.number()]), {}, '格式不正确，请检查后重新填写'],
    [z.strictObject({}), { hidden: 1 }, '不能包含 hidden'],
    [z.string('请选择部门'), 1, '请选择部门'],
  ])('%# is told in words of the user, without the library’s', (schema, value, words) => {
    expect(said(schema, value)).toContain(words)
    expect(said(schema, value)).not.toMatch(/string|number|undefined|null|instanceof|正则|\^/)
  })
})
