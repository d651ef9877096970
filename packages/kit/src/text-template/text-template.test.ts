import { describe, expect, it } from 'vitest'
import { brokenPlace, fillPlaces, placesOf } from './index.ts'

describe('a text with places', () => {
  it('names its places once, in order', () => {
    expect(placesOf('${b} ${a} ${ b } $c {d} ${1x}')).toEqual(['b', 'a'])
  })
  it('takes values as they are: a place inside a value stays text', () => {
    expect(fillPlaces('锁 ${lock}，${who}', { lock: '${who}$&$1', who: '甲' })).toEqual({
      ok: true,
      text: '锁 ${who}$&$1，甲',
    })
  })
  it('names every value that is missing or blank, and properties that every object has', () => {
    expect(fillPlaces('${a}${b}${constructor}${c}', { a: ' ', b: null, c: 0 })).toEqual({
      ok: false,
      missing: ['a', 'b', 'constructor'],
    })
  })
  it('leaves an optional value out', () => {
    expect(fillPlaces('a${x}b', {}, { optional: new Set(['x']) })).toEqual({ ok: true, text: 'ab' })
  })
  it('escapes values, not the text, where the text is markup', () => {
    const escape = (value: string) => value.replaceAll('<', '&lt;')
    expect(fillPlaces('<b>${x}</b>', { x: '<i>' }, { escape })).toEqual({ ok: true, text: '<b>&lt;i></b>' })
  })
  it('shows what begins like a place and is none', () => {
    expect(brokenPlace('${a} ${锁号} 已开')).toBe('${锁号} 已开')
    expect(brokenPlace('${a}')).toBeNull()
  })
})
