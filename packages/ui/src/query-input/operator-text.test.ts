import { expect, it } from 'vitest'
import { askedText, typedText, type QueryOperator } from './operator-text.ts'

const operators: readonly [QueryOperator, string][] = [
  ['eq', '阀 1'],
  ['like', '*阀 1*'],
  ['ne', '!阀 1'],
  ['ge', '>=阀 1'],
  ['le', '<=阀 1'],
]
it.each(operators)('%s asks %s and is typed again without it', (operator, asked) => {
  expect(askedText(operator, ' 阀 1 ')).toBe(asked)
  expect(typedText(operator, asked)).toBe('阀 1')
})
it('nothing typed asks nothing', () =>
  expect(operators.map(([each]) => askedText(each, ' '))).toEqual(['', '', '', '', '']))
it('what was asked otherwise stays', () => expect(typedText('like', '!1')).toBe('!1'))
it.each(['阀*', '*阀', '*阀*'])('%s says itself where the rest may stand', (typed) =>
  expect(askedText('like', typed)).toBe(typed),
)
it('a star alone is no pair around nothing', () => expect(typedText('like', '*')).toBe('*'))
