import { describe, expect, it } from 'vitest'
import { changePart, draftOf, expressionOf, partOf } from './draft.ts'
import { judge, previewOf } from './judge.ts'
import { dayModeOf, dayModes, limitsOf, listPart, plainModeOf, startOfDayMode, startsOf } from './modes.ts'

const midnight = draftOf('0 0 0 * * ? *')

describe('the tab of days (5-screens.md §13.4)', () => {
  const written = {
    every: '0 0 0 * * ? *',
    weekLoop: '0 0 0 ? * 2/1 *',
    dayLoop: '0 0 0 1/1 * ? *',
    weekdays: '0 0 0 ? * 2 *',
    days: '0 0 0 1 * ? *',
    last: '0 0 0 L * ? *',
    lastWorkday: '0 0 0 LW * ? *',
    lastOfWeekday: '0 0 0 ? * 2L *',
    beforeEnd: '0 0 0 L-1 * ? *',
    workday: '0 0 0 1W * ? *',
    nthWeekday: '0 0 0 ? * 2#1 *',
    dayRange: '0 0 0 1-2 * ? *',
    weekRange: '0 0 0 ? * 2-6 *',
  }

  it.each(dayModes)('%s writes an expression that runs and is shown as that mode again', (mode) => {
    const { unit, part } = startOfDayMode[mode]
    const draft = changePart(midnight, unit, part)
    expect(expressionOf(draft)).toBe(written[mode])
    expect(dayModeOf(draft)).toBe(mode)
    expect(judge(expressionOf(draft))).toHaveProperty('sentence')
  })

  it.each(['0 0 0 1,5-8 * ?', '0 0 0 1-9/2 * ?', '0 0 0 L-3W * ?', '0 0 0 ? * 2-6/2', '0 0 0 ? * 1,3-5'])(
    '%s is left to its text',
    (expression) => expect(dayModeOf(draftOf(expression))).toBe('other'),
  )

  it('every weekday is every day', () => expect(dayModeOf(draftOf('0 0 0 ? * *'))).toBe('every'))
})

describe('the other tabs', () => {
  it.each(['second', 'minute', 'hour', 'month', 'year'] as const)(
    '%s begins each mode as that mode',
    (unit) => {
      for (const mode of ['every', 'loop', 'specify', 'range'] as const) {
        const draft = changePart(midnight, unit, startsOf(unit, 2026)[mode])
        expect(plainModeOf(partOf(draft, unit))).toBe(mode)
        expect(judge(expressionOf(draft))).toHaveProperty('sentence')
      }
    },
  )

  it.each(['1,5-8', '1-9/2', '*/5,3'])('%s is left to its text', (text) =>
    expect(plainModeOf(partOf(draftOf(`0 ${text} 0 * * ?`), 'minute'))).toBe('other'),
  )

  it('an empty list is the lowest number, a list is in order', () => {
    expect(listPart([], 'month')).toEqual({ mode: 'specify', values: [1] })
    expect(listPart([5, 3], 'minute')).toEqual({ mode: 'specify', values: [3, 5] })
  })

  it('years are those from 2019 to 2119, and begin with the present one', () => {
    expect(limitsOf('year')).toEqual({ min: 2019, max: 2119 })
    expect(startsOf('year', 2026).loop).toEqual({ mode: 'loop', from: 2026, step: 1 })
    expect(startsOf('year', 1999).range).toEqual({ mode: 'range', from: 2019, to: 2020, step: 1 })
  })
})

describe('judging', () => {
  const from = new Date('2026-12-01T00:00:00Z')

  it('ten runs in the clock of the zone, whatever the year', () => {
    const runs = previewOf('0 0 3 * * ? 2020', from, 'Asia/Shanghai')
    expect(runs).toHaveLength(10)
    expect(runs[0]).toBe('2026-12-02 03:00:00')
  })

  it('no runs of what means nothing, which says why', () => {
    expect(previewOf('0 61 3 * * ?', from, 'Asia/Shanghai')).toEqual([])
    expect(judge('0 61 3 * * ?')).toEqual({ problem: '第 2 部分“分”：61 超出范围，请填 0 到 59' })
  })
})
