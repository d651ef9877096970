import { describe, expect, it } from 'vitest'
import {
  completeLines,
  emptyLine,
  ruleLabel,
  rulesOf,
  savedFromText,
  savedToText,
  unusableBecause,
  withField,
  withRule,
} from './query-lines.ts'

const line = { field: 'lockCode', rule: 'in', val: 'LK1,LK2' }

const battery = { value: 'battery', label: '电量', rules: ['eq', 'in', 'between'] } as const

describe('conditions of an advanced query', () => {
  it('leaving 在...中 keeps the first value, entering it keeps the value', () => {
    expect(withRule(line, 'eq')).toEqual({ field: 'lockCode', rule: 'eq', val: 'LK1' })
    expect(withRule({ ...line, rule: 'eq', val: 'LK1' }, 'in').val).toBe('LK1')
    expect(withRule({ ...line, rule: 'eq', val: 'a,b' }, 'like').val).toBe('a,b')
  })

  it('another field empties the value', () => {
    expect(withField(line, battery)).toEqual({ field: 'battery', rule: 'in', val: '' })
  })

  it('a rule that the other field does not have goes too', () => {
    expect(withField({ ...line, rule: 'like' }, battery)).toEqual({ field: 'battery', rule: 'eq', val: '' })
    expect(rulesOf(battery).map(({ label }) => label)).toEqual(['等于', '在...中', '介于'])
  })

  it('a range gives its first bound to a rule of one value', () => {
    expect(withRule({ field: 'battery', rule: 'between', val: ',20' }, 'le').val).toBe('20')
    expect(completeLines([{ field: 'battery', rule: 'between', val: ',' }])).toEqual([])
  })

  it('one whose field or rule is gone says why', () => {
    const fields = [{ value: 'lockCode', label: '锁具编号' }, battery]
    expect(unusableBecause(line, fields)).toBeNull()
    expect(unusableBecause({ ...line, field: 'gone' }, fields)).toBe('所用的列已不存在，或不能用于查询')
    expect(unusableBecause({ ...line, rule: 'near' }, fields)).toBe('没有匹配方式“near”')
    expect(unusableBecause({ field: 'battery', rule: 'like', val: '1' }, fields)).toBe('没有匹配方式“包含”')
    expect(ruleLabel('between')).toBe('介于')
  })

  it('a condition without field or value says nothing', () => {
    expect(completeLines([emptyLine, line, { ...line, val: ' ' }, { ...line, field: '' }])).toEqual([line])
  })
})

describe('saved queries', () => {
  const saved = { title: '低电量', matchType: 'or', records: [line] } as const

  it('come back as they were kept', () => {
    expect(savedFromText(savedToText([saved]))).toEqual([saved])
  })

  it.each([null, 'no JSON', '{}', '[1, {"title":"x"}]', '[{"title":"x","matchType":"xor","records":[]}]'])(
    'what is no saved query is left out: %s',
    (text) => expect(savedFromText(text)).toEqual([]),
  )
})
