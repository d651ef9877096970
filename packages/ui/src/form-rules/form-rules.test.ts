import { describe, expect, it } from 'vitest'
import { countRules, judgedRule, lengthRules, namedRules, patternRule, type FormRules } from './index.ts'

/** What the rules say against a value as antd asks them; null where nothing. */
async function judge(rules: FormRules, value: unknown): Promise<string | null> {
  for (const rule of rules) {
    if (typeof rule === 'function') throw new Error('a rule that asks the form')
    if (rule.required && (value === undefined || value === '')) return String(rule.message)
    try {
      await rule.validator?.({}, value, () => undefined)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  return null
}

describe('form rules (2-data-entry.md §5)', () => {
  it.each([
    ['', '请输入手机号'],
    ['128', '请输入正确手机号'],
    ['13812345678', null],
  ])('mobile %j: %s', async (value, words) => expect(await judge(namedRules.mobile, value)).toBe(words))
  it.each([
    ['', '请输入用户名'],
    ['a-b-c', '只允许字母、数字、下划线'],
    ['abc', '长度为6到18个字符'],
    ['a'.repeat(19), '长度为6到18个字符'],
    ['abcd', null],
  ])('user name %j: %s', async (value, words) => expect(await judge(namedRules.userName, value)).toBe(words))
  it.each([
    ['', null],
    ['a@b', '邮箱格式不正确'],
    ['a@b.cn', null],
  ])('e-mail %j: %s', async (value, words) => expect(await judge(namedRules.email, value)).toBe(words))

  it.each([
    ['a', '最小长度2位字符'],
    ['𠮷野家', '最大长度2位字符'],
    ['𠮷野', null],
    ['', null],
  ])('a length counts characters: %j', async (value, words) =>
    expect(await judge(lengthRules({ min: 2, max: 2 }), value)).toBe(words),
  )
  it.each([
    [['1'], '最少选择2项'],
    ['1,2,3,4', '最多选择3项'],
    ['1,2', null],
    [[], null],
    [undefined, null],
  ])('how many are chosen: %j', async (value, words) =>
    expect(await judge(countRules({ least: 2, most: 3 }), value)).toBe(words),
  )
  it('a separator of its own', async () =>
    expect(await judge(countRules({ most: 1, separator: ';' }), '1;2')).toBe('最多选择1项'))

  it('a pattern by name, or an expression with words of its own', async () => {
    expect(await judge([patternRule('p')], '1')).toBe('请输入6位数字的邮政编码')
    expect(await judge([patternRule(/^A/, '以 A 开头')], 'b')).toBe('以 A 开头')
    expect(await judge([patternRule('p')], ' ')).toBeNull()
  })
  it('what is empty is not judged', async () => {
    const rule = judgedRule(() => '不行')
    expect([await judge([rule], ''), await judge([rule], []), await judge([rule], 0)]).toEqual([
      null,
      null,
      '不行',
    ])
  })
})
