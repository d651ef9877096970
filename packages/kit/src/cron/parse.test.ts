import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeCron, composePart, CronError, cronBounds, parseCron, parsePart } from './index.ts'
import type { CronPart, CronUnit } from './index.ts'
import { expressions } from './testing/expressions.ts'

const within = (min: number, max: number) => fc.integer({ min, max })

/** Every part that a unit can have. */
function partsOf(unit: CronUnit): fc.Arbitrary<CronPart> {
  const { min, max, maxStep } = cronBounds[unit]
  const [value, step] = [within(min, max), within(1, maxStep)]
  const range = fc
    .tuple(value, value, step)
    .map(([from, to, by]) =>
      unit === 'year' && to < from
        ? { mode: 'range' as const, from: to, to: from, step: by }
        : { mode: 'range' as const, from, to, step: by },
    )
  const loop = fc.record({ mode: fc.constant('loop' as const), from: fc.option(value), step })
  const specify = fc
    .uniqueArray(value, { minLength: 1, maxLength: 6 })
    .map((values) => ({ mode: 'specify' as const, values: values.toSorted((one, other) => one - other) }))
  const every = fc.constant({ mode: 'every' as const })
  const single = value.map((one) => ({ mode: 'specify' as const, values: [one] }))
  const mixed = fc
    .array(fc.oneof(range, loop, single, every), { minLength: 2, maxLength: 4 })
    .filter((terms) => terms.some(({ mode }) => mode !== 'specify'))
    .map((terms) => ({ mode: 'mixed' as const, terms }))
  const general = [every, range, loop, specify, mixed]
  const before = within(0, 30)
  if (unit === 'day')
    return fc.oneof(
      ...general,
      fc.constant({ mode: 'unset' as const }),
      before.map((back) => ({ mode: 'last' as const, before: back })),
      before.map((back) => ({ mode: 'lastWorkday' as const, before: back })),
      value.map((day) => ({ mode: 'workday' as const, day })),
    )
  if (unit === 'week')
    return fc.oneof(
      ...general,
      fc.constant({ mode: 'unset' as const }),
      value.map((weekday) => ({ mode: 'lastOfWeekday' as const, weekday })),
      fc.record({ mode: fc.constant('nthWeekday' as const), weekday: value, nth: within(1, 5) }),
    )
  return fc.oneof(...general)
}

describe('there and back', () => {
  it.each(['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const)(
    'a part of %s is what its text parses to',
    (unit) => {
      fc.assert(
        fc.property(partsOf(unit), (part) => {
          expect(parsePart(composePart(part), unit)).toEqual(part)
        }),
        { numRuns: 500 },
      )
    },
  )

  it('an expression of any form is read as what it is written as again', () => {
    fc.assert(
      fc.property(expressions, ({ text }) => {
        const parts = read(text)
        if (parts instanceof CronError) expect(parts.reason).toContain('永远不会执行')
        else expect(parseCron(composeCron(parts))).toEqual(parts)
      }),
    )
  })

  it('six parts become seven, names numbers, small letters capitals', () => {
    expect(composeCron(parseCron(' 0\t0 8  ? jan-mar mon,fri'))).toBe('0 0 8 ? 1-3 2,6 *')
    expect(composeCron(parseCron('0 0 0 ? * L 2027'))).toBe('0 0 0 ? * 7 2027')
    expect(composeCron(parseCron('0 /15 0 l-3w * ?'))).toBe('0 */15 0 L-3W * ? *')
  })
})

const read = (expression: string) => {
  try {
    return parseCron(expression)
  } catch (error) {
    if (error instanceof CronError) return error
    throw error
  }
}

const refused = (expression: string): CronError => {
  const error = read(expression)
  if (error instanceof CronError) return error
  throw new Error(`taken: ${expression}`)
}

describe('what is refused, where and why', () => {
  it.each([
    ['', null, 0, '请输入cron表达式'],
    ['0 0 3 * *', null, 0, '有 5 个部分，应为 6 或 7 个'],
    ['0 0 3 * * ? * *', null, 0, '有 8 个部分'],
    ['60 0 3 * * ?', 'second', 0, '60 超出范围，请填 0 到 59'],
    ['0 61 3 * * ?', 'minute', 2, '61 超出范围，请填 0 到 59'],
    ['0  0 24 * * ?', 'hour', 5, '24 超出范围，请填 0 到 23'],
    ['0 0 0 0 * ?', 'day', 6, '0 超出范围，请填 1 到 31'],
    ['0 0 0 1 13 ?', 'month', 8, '13 超出范围，请填 1 到 12'],
    ['0 0 0 ? * 8', 'week', 10, '8 超出范围，请填 1 到 7'],
    ['0 0 0 1 1 ? 1969', 'year', 12, '1969 超出范围'],
    ['0 0 0 1 1 ? 2030-2027', 'year', 12, '起始年 2030 晚于结束年 2027'],
    ['0/60 * * * * ?', 'second', 0, '间隔 60 超出范围，请填 1 到 59'],
    ['0 */0 * * * ?', 'minute', 2, '间隔 0 超出范围，请填 1 到 59'],
    ['0 0 3 * * *', 'week', 10, '日和周只能设置其中之一'],
    ['0 0 3 ? * ?', 'week', 10, '日和周不能都是 ?'],
    ['? 0 3 * * ?', 'second', 0, '? 只能用于日或周'],
    ['0 0 0 L-31 * ?', 'day', 6, '月底前最多 30 天'],
    ['0 0 0 1,15W * ?', 'day', 6, '不能与其他值一起用逗号列出'],
    ['0 0 0 1,L * ?', 'day', 6, '不能与其他值一起用逗号列出'],
    ['0 0 0 ? * 2#1,4#2', 'week', 10, '不能与其他值一起用逗号列出'],
    ['0 0 0 ? * 2#6', 'week', 10, '# 后请填 1 到 5'],
    ['0 0 0 ? * 9L', 'week', 10, '9 超出范围'],
    ['0 0 0 32W * ?', 'day', 6, '32 超出范围'],
    ['0 0 0 5L * ?', 'day', 6, '看不懂“5L”'],
    ['0 0 0 ? FEB-7 2', 'month', 8, '一端是数字、一端是名称'],
    ['0 0 0 ? * MON/2', 'week', 10, '间隔只能接在数字后'],
    ['0 0 0 ? * ABC', 'week', 10, '不认识“ABC”'],
    ['0 1,,2 0 * * ?', 'minute', 2, '逗号旁边缺少值'],
    ['0 0 0 * * ？', 'week', 10, '不认识“？”，请用英文输入法填写半角字符'],
    ['0 0 0 30 2 ?', 'day', 6, '所选月份里没有这一天，永远不会执行'],
    ['0 0 0 L-30 FEB,4 ?', 'day', 6, '所选月份里没有这一天'],
    ['0 0 0 29 2 ? 2025-2027', 'year', 13, '所选年份里没有这一天'],
  ])('%s', (expression, part, at, reason) => {
    const error = refused(expression)
    expect(error).toMatchObject({ part, at })
    expect(error.reason).toContain(reason)
  })

  it('names the part in its message', () => {
    expect(refused('0 61 3 * * ?').message).toBe('第 2 部分“分”：61 超出范围，请填 0 到 59')
  })

  it('ends at once with texts of ten thousand characters and endless numbers', () => {
    for (const text of ['* ', '1,', '9', '*/', 'L-', '1-', ' ', '?']) {
      expect(refused(text.repeat(10_000 / text.length)).reason).toContain('最多 255 个')
      expect(refused(`0 0 0 ${text.repeat(100)} * ?`).message).toMatch(/\p{Script=Han}/u)
    }
    expect(refused(`0 */${'9'.repeat(200)} 0 * * ?`).reason).toBe('间隔 999999999999… 超出范围，请填 1 到 59')
  })

  it('answers to any text with parts or a reason', () => {
    const word = fc.stringMatching(/^[0-9*?LW#,/A-Z-]{1,8}$/)
    const texts = fc.oneof(
      fc.string(),
      fc.array(word, { minLength: 6, maxLength: 7 }).map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(texts, (text) => void read(text)),
      { numRuns: 2000 },
    )
  })
})
