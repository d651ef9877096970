import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Column, Rule } from './column.ts'
import { compileRules, hasUnique, isRequired } from './rules.ts'

const columnOf = (rules: readonly Rule[], rest: Partial<Column> = {}): Column => ({
  key: 'code',
  title: '编号',
  type: 'input',
  validateRules: rules,
  ...rest,
})

/** The message that a cell with this value gets. */
function judged(
  value: unknown,
  rules: readonly Rule[],
  { clashes = false, ...rest }: Partial<Column> & { clashes?: boolean } = {},
): string | null {
  const column = columnOf(rules, rest)
  return compileRules(column)({ value, row: { id: '1', code: value }, column }, clashes)
}

describe('required (2-data-entry.md §5)', () => {
  it.each([null, undefined, '', '  ', '\u3000\n', [], NaN].map((value) => [value]))('%j is empty', (value) =>
    expect(judged(value, [{ required: true }])).toBe('请填写“编号”'),
  )

  it.each([0, false, 'a', ['a'], { path: 'a' }].map((value) => [value]))('%j is a value', (value) =>
    expect(judged(value, [{ required: true }])).toBeNull(),
  )

  it.each(['checkbox', 'checkbox_meta', 'switch'])('a %s that is not checked is a value', (type) => {
    for (const value of [false, null, undefined, ''])
      expect(judged(value, [{ required: true }], { type })).toBeNull()
  })

  it('is what the pattern * means', () => {
    expect(judged(' ', [{ pattern: '*', message: '必填' }])).toBe('必填')
    expect(judged('a', [{ pattern: '*' }])).toBeNull()
  })

  it('gives the column its star', () => {
    expect(isRequired(columnOf([{ pattern: 'e' }, { required: true }]))).toBe(true)
    expect(isRequired(columnOf([{ pattern: '*' }]))).toBe(true)
    expect(isRequired(columnOf([{ required: false }, { pattern: 'e' }]))).toBe(false)
    expect(isRequired({ key: 'a', title: 'a', type: 'input' })).toBe(false)
  })
})

describe('pattern', () => {
  it('judges by name, with the message of the name or of the rule', () => {
    expect(judged('12', [{ pattern: 'p' }])).toBe('请输入6位数字的邮政编码')
    expect(judged('12', [{ pattern: 'p', message: '${title}应为邮编，${title}有误' }])).toBe(
      '编号应为邮编，编号有误',
    )
    expect(judged('310000', [{ pattern: 'p' }])).toBeNull()
  })

  it('judges by an expression and by its text', () => {
    for (const pattern of ['^A\\d+$', /^A\d+$/]) {
      expect(judged('A12', [{ pattern }])).toBeNull()
      expect(judged('B12', [{ pattern }])).toBe('格式不正确，请检查后重新填写')
    }
  })

  it('judges a number by its text', () => {
    expect(judged(1.5, [{ pattern: 'z' }], { type: 'inputNumber' })).toBe('请输入整数')
    expect(judged(0, [{ pattern: 'z' }], { type: 'inputNumber' })).toBeNull()
  })

  it('is not asked of an empty cell, nor are the bounds', () => {
    for (const value of ['', ' ', null, undefined, []])
      expect(judged(value, [{ pattern: 'e' }, { min: 3 }, { pattern: '(' }])).toBeNull()
  })

  it('that does not compile says so instead of letting everything pass, whatever the message of the rule', () => {
    expect(judged('a', [{ pattern: '([', message: '有误' }])).toBe(
      '“编号”的校验规则 ([ 不是有效的正则表达式，无法校验，请联系管理员修改该列的校验规则',
    )
  })

  it('a title with the signs of a replacement is shown as it is', () => {
    expect(judged('', [{ required: true }], { title: "$& $' ${title}" })).toBe("请填写“$& $' ${title}”")
  })
})

describe('unique', () => {
  it.each<Rule>([{ unique: true }, { pattern: 'only' }, { pattern: 'unique' }])('%j', (rule) => {
    expect(judged('a', [rule], { clashes: true })).toBe('“编号”不能重复，请修改')
    expect(judged('a', [{ ...rule, message: '${title}已存在' }], { clashes: true })).toBe('编号已存在')
    expect(judged('a', [rule])).toBeNull()
    expect(judged('', [rule], { clashes: true })).toBeNull()
    expect(hasUnique(columnOf([{ required: true }, rule]))).toBe(true)
  })

  it('a clash is no fault where nothing asks for uniqueness', () => {
    expect(judged('a', [{ required: true }], { clashes: true })).toBeNull()
    expect(hasUnique(columnOf([{ required: true }]))).toBe(false)
    expect(hasUnique({ key: 'a', title: 'a', type: 'input' })).toBe(false)
  })
})

describe('min and max', () => {
  it.each<[unknown, Partial<Column>, string | null]>([
    ['a', {}, '最小长度2位字符'],
    ['ab', {}, null],
    ['👷👷👷', {}, null],
    ['abcd', {}, '最大长度3位字符'],
    [1.9, { type: 'inputNumber' }, '不能小于2'],
    ['2', { type: 'inputNumber' }, null],
    [3.01, { type: 'inputNumber' }, '不能大于3'],
    ['x', { type: 'inputNumber' }, '请输入数字'],
    ['a', { type: 'list_multi' }, '最少选择2项'],
    [['a', 'b'], { type: 'list_multi' }, null],
    ['a,b,c,d', { type: 'sel_user', multi: true }, '最多选择3项'],
    ['a;b,c;d', { type: 'tags', separator: ';' }, null],
    [[{}, {}, {}, {}], { type: 'file' }, '最多选择3项'],
  ])('%j in %j', (value, rest, message) => expect(judged(value, [{ min: 2, max: 3 }], rest)).toBe(message))
})

describe('a handler', () => {
  it('is told the value, the row and the column, and its answer is shown', () => {
    const handler: Rule['handler'] = ({ value, row, column }) =>
      value === row['other'] ? `\${title}与${column.key}相同` : null
    const column = columnOf([{ handler, message: 'not shown' }])
    const ask = compileRules(column)
    expect(ask({ value: 'a', row: { id: '1', other: 'a' }, column }, false)).toBe('编号与code相同')
    expect(ask({ value: 'a', row: { id: '1', other: 'b' }, column }, false)).toBeNull()
  })

  it('is asked of empty cells too, and an empty answer refuses', () => {
    expect(judged('', [{ handler: () => '' }])).toBe('“编号”不符合要求，请修改')
    expect(judged('', [{ handler: () => '', message: '${title}有误' }])).toBe('编号有误')
  })
})

describe('several rules', () => {
  const rules: readonly Rule[] = [
    { required: true, message: 'first' },
    { min: 3, message: 'second' },
    { pattern: 's', unique: true, message: 'third' },
    { handler: ({ value }) => (value === 'abcd' ? 'fourth' : null) },
  ]

  it.each([
    ['', 'first'],
    ['1', 'second'],
    ['123', 'third'],
    ['abcd', 'fourth'],
    ['abc', null],
  ])('%j: the first that fails is shown', (value, message) => expect(judged(value, rules)).toBe(message))

  it('no column without rules refuses anything', () => {
    fc.assert(
      fc.property(fc.anything(), fc.boolean(), (value, clashes) => {
        expect(judged(value, [], { clashes })).toBeNull()
      }),
    )
  })

  it('any value of any type is judged without an exception', () => {
    const types = fc.constantFrom('input', 'inputNumber', 'checkbox', 'list_multi', 'file', 'slot')
    fc.assert(
      fc.property(fc.anything(), types, (value, type) => {
        expect(() => judged(value, [...rules, { pattern: 'e' }, { max: 3 }], { type })).not.toThrow()
      }),
    )
  })
})
