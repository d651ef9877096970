import { describe, expect, it } from 'vitest'
import { digitsProblem, emptyRow, patternProblem, ruleText } from './rule-rows.ts'

const stored = JSON.stringify([
  { digits: '*', pattern: '[A-Z0-9]+', message: '只能大写' },
  { digits: 2, pattern: 'LK', message: '前两位必须是LK' },
  { digits: '*', pattern: '.{6}', message: '应为六位' },
])

describe('the rows of a check rule (5-screens.md §6.15)', () => {
  it('know which entries are for the whole value, before or after those by digits', () => {
    expect((ruleText.read(stored) ?? []).map(({ place, digits }) => [place, digits])).toEqual([
      ['first', null],
      ['local', 2],
      ['last', null],
    ])
  })
  it('are stored as they were read', () => {
    expect(ruleText.write(ruleText.read(stored) ?? [])).toBe(stored)
  })
  it('are stored in the order in which they run, wherever they were added', () => {
    const [first, local, last] = ruleText.read(stored) ?? []
    expect(ruleText.write([last, local, first].flatMap((row) => row ?? []))).toBe(stored)
  })
  it('begin with an empty local one, and empty ones are not stored', () => {
    expect(ruleText.read('')).toMatchObject([{ place: 'local', digits: null, pattern: '' }])
    expect(ruleText.write(ruleText.read('') ?? [])).toBe('')
  })
  it.each(['broken', '{"digits":"*"}', '["[A-Z]"]'])('cannot show %s, which must not be lost', (text) => {
    expect(ruleText.read(text)).toBeNull()
  })
  it('tell a broken or a missing expression', () => {
    const row = emptyRow('local')
    expect(patternProblem(row)).toBeNull()
    expect(patternProblem({ ...row, pattern: '[A-Z]' })).toBeNull()
    expect(patternProblem({ ...row, pattern: '[' })).toBe('请输入正确的正则表达式')
    expect(patternProblem({ ...row, digits: 2 })).toBe('请输入正确的正则表达式')
    expect(digitsProblem(row)).toBeNull()
    expect(digitsProblem({ ...row, pattern: '[A-Z]' })).toBe('请填写位数')
  })
})
