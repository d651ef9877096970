import { cronUnits, type CronUnit } from '@suoan/kit/cron'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changePart, changeText, draftOf, expressionOf, partOf } from './draft.ts'

const after = (from: string, unit: CronUnit, text: string) =>
  expressionOf(changeText(draftOf(from), unit, text))

describe('a draft', () => {
  it('of nothing has the default parts, of six parts every year', () => {
    expect(expressionOf(draftOf(''))).toBe('* * * * * ? *')
    expect(expressionOf(draftOf(' 0 0  3 * * ?'))).toBe('0 0 3 * * ? *')
  })

  it('keeps what was typed in one piece and is none, with the parts as they were', () => {
    const draft = draftOf('0 0 3', draftOf('0 0 3 1 * ?').texts)
    expect(expressionOf(draft)).toBe('0 0 3')
    expect(draft.texts.day).toBe('1')
    expect(expressionOf(changeText(draft, 'day', '2'))).toBe('0 0 3 2 * ? *')
  })

  it('shows a part that cannot be read as every one, and keeps its text', () => {
    const draft = draftOf('0 99 3 * * ?')
    expect(partOf(draft, 'minute')).toEqual({ mode: 'every' })
    expect(expressionOf(draft)).toBe('0 99 3 * * ? *')
  })

  it('takes an empty field for the default of its part', () => {
    expect(after('0 5 * * * ?', 'minute', ' ')).toBe('0 * * * * ? *')
    expect(after('0 0 0 ? * 2', 'week', '')).toBe('0 0 0 * * ? *')
  })
})

describe('day and week', () => {
  it.each([
    ['0 0 0 1 * ? *', 'week', '2', '0 0 0 ? * 2 *'],
    ['0 0 0 ? * 2 *', 'day', 'L', '0 0 0 L * ? *'],
    ['0 0 0 1 * ? *', 'day', '?', '0 0 0 ? * * *'],
    ['0 0 0 ? * 2 *', 'week', '?', '0 0 0 * * ? *'],
  ] as const)('%s, %s to %s: %s', (from, unit, text, to) => expect(after(from, unit, text)).toBe(to))
})

describe('what is filled in (2-data-entry.md §4)', () => {
  it.each([
    ['* * * * * ? *', 'second', '5', '5 * * * * ? *'],
    ['* * * * * ? *', 'minute', '5', '0 5 * * * ? *'],
    ['* * * * * ? *', 'hour', '3', '0 0 3 * * ? *'],
    ['* 30 * * * ? *', 'hour', '3', '* 30 3 * * ? *'],
    ['* * * * * ? *', 'day', '15', '0 0 0 15 * ? *'],
    ['* * * * * ? *', 'week', '2', '0 0 0 ? * 2 *'],
    ['* * * * * ? *', 'month', '6', '0 0 0 1 6 ? *'],
    ['0 0 * ? * * *', 'month', '6', '0 0 0 ? 6 1 *'],
    ['* * * * * ? *', 'year', '2027', '0 0 0 1 1 ? 2027'],
    ['0 5 * * * ? *', 'minute', '*', '0 * * * * ? *'],
    ['0 0 0 1 6 ? *', 'month', '*', '0 0 0 1 * ? *'],
  ] as const)('%s, %s to %s: %s', (from, unit, text, to) => expect(after(from, unit, text)).toBe(to))
})

it('whatever is changed, exactly one of day and week is set', () => {
  const changes = fc.array(
    fc.tuple(fc.constantFrom(...cronUnits), fc.constantFrom('*', '?', '3', '1/2', 'L')),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(changes, (list) => {
      const draft = list.reduce((at, [unit, text]) => changeText(at, unit, text), draftOf(''))
      expect([draft.texts.day, draft.texts.week].filter((text) => text === '?')).toHaveLength(1)
    }),
  )
})

it('a part that is chosen is the part that is shown', () => {
  const part = { mode: 'nthWeekday', weekday: 6, nth: 3 } as const
  expect(partOf(changePart(draftOf(''), 'week', part), 'week')).toEqual(part)
})
