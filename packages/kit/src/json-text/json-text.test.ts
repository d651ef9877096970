import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonProblem, jsonProblemText } from './index.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('why a text is no JSON', () => {
  it.each([
    ['{"a": }', 1, 7, '这里应为一个值'],
    ['{\n  "a": 1,\n}', 3, 1, '最后一项后面不能有逗号'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '这里应为逗号或 }'],
    ['[1 2]', 1, 4, '这里应为逗号或 ]'],
    ['[1, 2', 1, 6, '缺少 ]'],
    ['{a: 1}', 1, 2, '名称要用英文双引号'],
    ['{“a”: 1}', 1, 2, '名称要用英文双引号'],
    ["['a']", 1, 2, '文字要用英文双引号'],
    ['{"a"：1}', 1, 5, '名称后面应为英文冒号'],
    ['"a\nb"', 1, 3, String.raw`文字里不能换行，换行要写成 \n`],
    ['"a', 1, 3, '文字缺少结尾的双引号'],
    [String.raw`"C:\x"`, 1, 4, '反斜杠后面的写法不对，反斜杠本身要写成两个'],
    ['{} {}', 1, 4, '后面还有多余的内容'],
    ['', 1, 1, '内容没有写完，缺少一个值'],
    ['{"a":', 1, 6, '内容没有写完，缺少一个值'],
    ['{', 1, 2, '内容没有写完，缺少名称'],
    ['01', 1, 2, '后面还有多余的内容'],
  ])('%j: line %i, column %i, %s', (text, line, column, reason) =>
    expect(jsonProblem(text)).toEqual({ line, column, reason }),
  )

  it('is one sentence, or nothing for JSON', () => {
    expect(jsonProblemText('[1,]')).toBe('JSON 格式不正确：第 1 行第 4 列，最后一项后面不能有逗号')
    expect(jsonProblemText(' {"a": [1, {}, [], "锁", null, -1.5e3]}\n')).toBeNull()
  })

  it('says of any text what JSON.parse says of it', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '[', ':', '\\', '1', ' ', '\n', 't'))
      .map(([text, at, sign]) => {
        const cut = at % (text.length + 1)
        return `${text.slice(0, cut)}${sign}${text.slice(cut + (at % 2))}`
      })
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), broken), (text) => {
        expect(jsonProblem(text) === null).toBe(isJson(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('reads a deep text and a long one', () => {
    const depth = 100_000
    expect(jsonProblem(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toBeNull()
    expect(jsonProblem(`"${'锁'.repeat(1_000_000)}"`)).toBeNull()
    expect(jsonProblem(JSON.stringify(Array.from({ length: 50_000 }, (_, code) => ({ code }))))).toBeNull()
  })
})
