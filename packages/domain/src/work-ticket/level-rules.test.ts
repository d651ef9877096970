import { shanghaiMoment } from '@suoan/kit/shanghai'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { raisesLevel } from './core-fields.ts'
import { decideLevel, type LevelFact, type UpgradeRule } from './level-rules.ts'
import { restDayName } from './rest-days.ts'

/** 2026-12-01 is a Tuesday. */
const work = (from: string, to: string, workType = '01') => ({
  workType,
  baseTypes: [] as string[],
  planStart: shanghaiMoment(from.length === 5 ? `2026-12-01 ${from}:00` : `${from}:00`),
  planEnd: shanghaiMoment(to.length === 5 ? `2026-12-01 ${to}:00` : `${to}:00`),
})
type Change = Partial<Omit<LevelFact, 'rules'>> & { readonly rules?: Readonly<Record<string, UpgradeRule>> }
const facts = ({ rules = {}, ...change }: Change = {}): LevelFact => ({
  base: '2',
  fireZones: ['2'],
  overlapping: [],
  earlyMin: 0,
  beside: [],
  rules: Object.fromEntries(Object.entries(rules).map(([level, rule]) => [level, [rule]])),
  ...change,
})

test.each([
  ['by day', work('09:00', '17:00'), {}, '2', []],
  ['into the night', work('15:00', '22:01'), {}, '1', ['夜间作业，由二级升为一级']],
  ['before the morning', work('05:59', '09:00'), {}, '1', ['夜间作业，由二级升为一级']],
  ['between the nights, to the minute', work('06:00', '22:00'), {}, '2', []],
  [
    'by day, begun as early as the policy lets it',
    work('06:00', '09:00'),
    { earlyMin: 60 },
    '1',
    ['夜间作业，由二级升为一级'],
  ],
  ['a first level at night', work('22:00', '23:00'), { base: '1' }, '0', ['夜间作业，由一级升为特级']],
  ['the highest stays the highest', work('22:00', '23:00'), { base: '0' }, '0', []],
  [
    'on a Saturday',
    work('2026-12-05 09:00', '2026-12-05 12:00'),
    {},
    '1',
    ['节假日作业（12-05 公休日），由二级升为一级'],
  ],
  [
    'on a holiday that is no weekend',
    work('2026-10-01 09:00', '2026-10-01 12:00'),
    {},
    '1',
    ['节假日作业（10-01 国庆节），由二级升为一级'],
  ],
  [
    'at night on a holiday it is raised once, with both reasons',
    work('2026-10-01 21:00', '2026-10-01 23:00'),
    {},
    '1',
    ['夜间作业，由二级升为一级', '节假日作业（10-01 国庆节），由二级升为一级'],
  ],
  [
    'in a hazardous place',
    work('09:00', '12:00'),
    { fireZones: ['3'] },
    '1',
    ['火灾爆炸危险场所，由二级升为一级'],
  ],
  [
    'in a hazardous place at night',
    work('22:00', '23:00'),
    { fireZones: ['3'] },
    '0',
    ['火灾爆炸危险场所，由二级升为一级', '夜间作业，由一级升为特级'],
  ],
  [
    'other work beside it, where no rule speaks of it',
    work('09:00', '12:00'),
    { overlapping: ['A-1'] },
    '2',
    [],
  ],
  [
    'other work beside it, where the rule raises',
    work('09:00', '12:00'),
    { overlapping: ['A-1'], rules: { '2': { overlap: '1' } } },
    '1',
    ['同一地点有其他作业（A-1），由二级升为一级'],
  ],
  [
    'a row that would lower it does not',
    work('22:00', '23:00'),
    { rules: { '2': { night: '3' } } },
    '1',
    ['夜间作业，由二级升为一级'],
  ],
  [
    'a longer night of the plant',
    work('19:00', '21:00'),
    { rules: { '2': { nightFrom: '18:00' } } },
    '1',
    ['夜间作业，由二级升为一级'],
  ],
  [
    'a shorter night of the plant counts for nothing',
    work('05:00', '07:00'),
    { rules: { '2': { nightTo: '04:00' } } },
    '1',
    ['夜间作业，由二级升为一级'],
  ],
  [
    'a day of the plant',
    work('09:00', '12:00'),
    { rules: { '2': { holidays: ['2026-12-01'] } } },
    '1',
    ['节假日作业（12-01 节假日），由二级升为一级'],
  ],
  ['other work at night', work('22:00', '23:00', '04'), {}, '2', []],
  [
    'other work at night, where the rule raises',
    work('22:00', '23:00', '05'),
    { rules: { '2': { night: '1' } } },
    '1',
    ['夜间作业，由二级升为一级'],
  ],
])('%s', (_name, window, change, level, reasons) => {
  expect(decideLevel(window, facts(change))).toEqual({ level, reasons })
})

test('work at height is graded upwards: above 30 m (Ⅳ) is the highest but for 特级, and a rule raises towards it', () => {
  expect(raisesLevel('04', '1', '4')).toBe(true)
  expect(raisesLevel('04', '3', '1')).toBe(false)
  expect(raisesLevel('04', '4', '0')).toBe(true)
  expect(raisesLevel('04', '9', '1')).toBe(true)
  expect(raisesLevel('05', '3', '1')).toBe(true)
  const rules = { '2': { night: '3' } }
  expect(decideLevel(work('21:00', '23:00', '04'), facts({ base: '2', rules })).level).toBe('3')
  expect(
    decideLevel(work('21:00', '23:00', '04'), facts({ base: '2', rules: { '2': { night: '1' } } })).level,
  ).toBe('2')
})

test('no window and no rule ever lowers a level', () => {
  const level = fc.constantFrom('0', '1', '2', '3', '4', '9')
  const rule = fc.record({ night: level, holiday: level, overlap: level })
  fc.assert(
    fc.property(
      level,
      fc.constantFrom('01', '02', '04'),
      fc.integer({ min: 0, max: 40_000 }),
      fc.integer({ min: 1, max: 2_000 }),
      fc.dictionary(level, rule),
      (base, workType, from, length, rules) => {
        const planStart = shanghaiMoment('2026-01-01') + from * 60_000
        const window = { workType, baseTypes: [], planStart, planEnd: planStart + length * 60_000 }
        const decided = decideLevel(window, facts({ base, rules, overlapping: ['A'] })).level
        expect(raisesLevel(workType, decided, base)).toBe(false)
      },
    ),
  )
})

test.each([
  ['2026-01-01', '元旦'],
  ['2026-02-16', '除夕'],
  ['2026-02-17', '春节'],
  ['2026-02-19', '春节'],
  ['2026-02-20', null],
  ['2026-04-05', '清明节'],
  ['2027-04-05', '清明节'],
  ['2028-04-04', '清明节'],
  ['2026-06-19', '端午节'],
  ['2026-09-25', '中秋节'],
  ['2026-12-06', '公休日'],
  ['2026-12-07', null],
])('%s is %s', (date, rest) => {
  expect(restDayName(date)).toBe(rest)
})

test('a window of a thousand years is judged as soon as one of a day: its end is a slip of the pen', () => {
  const far = work('0001-01-01 00:00', '9999-12-31 23:59')
  const { level, reasons } = decideLevel(far, facts())
  expect(level).toBe('1')
  expect(reasons.join()).toMatch(/夜间作业.*节假日作业（01-01 元旦.*等）/)
})
