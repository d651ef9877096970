import { describe, expect, it } from 'vitest'
import { readRule, ruleText } from './UpgradeRuleInput.tsx'

describe('升级规则 as a form', () => {
  it('keeps the stored shape', () => {
    const stored = '{"night":"1","nightFrom":"20:00","fireZone":{"3":"0"},"holidays":["2026-10-04"]}'
    expect(JSON.parse(ruleText(readRule(stored) ?? {}) ?? '')).toEqual(JSON.parse(stored))
  })

  it('stores nothing where nothing raises', () => {
    expect(readRule('')).toEqual({})
    expect(ruleText({ night: undefined, fireZone: {}, holidays: [] })).toBeUndefined()
  })

  it.each(['{"nights":"1"}', '[]', '{', '{"night":"8"}'])('says of %s that nobody can read it', (text) => {
    expect(readRule(text)).toBeNull()
  })
})
