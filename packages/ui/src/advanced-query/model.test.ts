import { describe, expect, it } from 'vitest'
import { completeLines, emptyLine, savedFromText, savedToText, withField, withRule } from './model.ts'

const line = { field: 'lockCode', rule: 'in', val: 'LK1,LK2' }

describe('conditions of an advanced query', () => {
  it('leaving 在...中 keeps the first value, entering it keeps the value', () => {
    expect(withRule(line, 'eq')).toEqual({ field: 'lockCode', rule: 'eq', val: 'LK1' })
    expect(withRule({ ...line, rule: 'eq', val: 'LK1' }, 'in').val).toBe('LK1')
    expect(withRule({ ...line, rule: 'eq', val: 'a,b' }, 'like').val).toBe('a,b')
  })

  it('another field empties the value', () => {
    expect(withField(line, 'battery')).toEqual({ field: 'battery', rule: 'in', val: '' })
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
