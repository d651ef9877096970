import { checkThingModel, checkWeekPlan } from '@suoan/contract'
import { credentialGap } from '@suoan/domain/lock'
import { describe, expect, it } from 'vitest'
import { blankThing, credentialLines, thingLines, weekLines } from './lock-lines.ts'

const withIds = <R extends object>(rows: readonly R[] | null) =>
  (rows ?? []).map((row, index) => ({ ...row, id: String(index) }))

describe('物模型 as rows', () => {
  const stored = {
    properties: [
      { identifier: 'batt', name: '电量', dataType: 'int', unit: '%', min: 0, max: 100, access: 'r' },
    ],
    events: [{ identifier: 'tamper', name: '防拆', level: 'alert' }],
    functions: [{ identifier: 'open', name: '开锁', desc: '须凭授权' }],
  }
  it('has the three kinds in one table and gives them back', () => {
    const rows = withIds(thingLines.read(stored))
    expect(rows.map(({ kind, identifier }) => [kind, identifier])).toEqual([
      ['properties', 'batt'],
      ['events', 'tamper'],
      ['functions', 'open'],
    ])
    expect(thingLines.write(rows)).toEqual(stored)
    expect(checkThingModel(thingLines.write(rows))).toBeNull()
  })
  it('keeps only what a kind has, and leaves out kinds without a line', () => {
    const written = thingLines.write([
      { ...blankThing, id: 'a', kind: 'functions', identifier: 'open', name: '开锁', unit: '%' },
    ])
    expect(written).toEqual({ functions: [{ identifier: 'open', name: '开锁' }] })
  })
  it('cannot show other things', () => {
    expect(thingLines.read({ services: [] })).toBeNull()
    expect(thingLines.read({ properties: [{ identifier: 'a', name: 'b', step: 1 }] })).toBeNull()
  })
})

describe('周期计划 as rows', () => {
  const stored = [
    {
      week: 1,
      times: [
        { s: '09:00', e: '12:00' },
        { s: '13:00', e: '18:00' },
      ],
    },
    { week: 6, times: [{ s: '22:00', e: '24:00' }] },
  ]
  it('has a row for each stretch, and stores those of a day together', () => {
    const rows = withIds(weekLines.read(stored))
    expect(rows.map(({ week, from, to }) => `${week} ${from}-${to}`)).toEqual([
      '1 09:00-12:00',
      '1 13:00-18:00',
      '6 22:00-24:00',
    ])
    expect(weekLines.write(rows)).toEqual(stored)
    expect(checkWeekPlan(stored)).toBeNull()
  })
  it('takes times as people type them', () => {
    expect(weekLines.write([{ id: 'a', week: '2', from: '8：30', to: '9:00' }])).toEqual([
      { week: 2, times: [{ s: '08:30', e: '09:00' }] },
    ])
  })
  it('says which line is wrong', () => {
    expect(checkWeekPlan([{ week: 1, times: [{ s: '22:00', e: '06:00' }] }])).toBe(
      '第 1 行“时段”第 1 行“结束”：须晚于开始；跨夜请分两行，例如 22:00 至 24:00 和次日 00:00 至 06:00',
    )
  })
})

describe('凭证引用 as rows', () => {
  it('is stored as means and key', () => {
    const rows = withIds(credentialLines.read(['key:K001', 'slot:3']))
    expect(rows).toMatchObject([
      { means: 'key', key: 'K001' },
      { means: 'slot', key: '3' },
    ])
    expect(credentialLines.write(rows)).toEqual(['key:K001', 'slot:3'])
    expect(credentialGap(credentialLines.write(rows))).toBeNull()
    expect(credentialLines.read(['face:1'])).toBeNull()
  })
})
