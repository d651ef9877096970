import { expect, test } from 'vitest'
import { facts, ticket } from '../testing/plant.ts'
import { advance } from './advance.ts'
import { baseTypeCodes, gradedKindsOf, isOfKind, kindsOf, readBaseTypes } from './base-types.ts'
import { decideLevel } from './level-rules.ts'
import { gasIsRequired, gasPlanGap } from './gas.ts'

const repair = (...baseTypes: string[]) => ({ workType: '31', baseTypes })

test('a repair follows its own rules and those of everything it is underneath; one that does not say, of hot work and a confined space', () => {
  expect(kindsOf(repair('04', '10'))).toEqual(['31', '04', '10'])
  expect(kindsOf(repair(...readBaseTypes(null)))).toEqual(['31', '01', '02'])
  expect(kindsOf({ workType: '10', baseTypes: ['01'] })).toEqual(['10'])
  expect(isOfKind(repair('01'), '02')).toBe(false)
})

test('its level grades hot work, or the only kind it is underneath; of another kind every level counts', () => {
  expect(gradedKindsOf(repair('01', '04'))).toEqual(['31', '01'])
  expect(gradedKindsOf(repair('04'))).toEqual(['31', '04'])
  expect(gradedKindsOf(repair('04', '05'))).toEqual(['31'])
  expect(gradedKindsOf({ workType: '04', baseTypes: [] })).toEqual(['04'])
})

test('G29 a repair that is hot work underneath is raised at night, one that is not is not', () => {
  const night = {
    planStart: Date.parse('2026-12-01T22:00:00+08:00'),
    planEnd: Date.parse('2026-12-01T23:00:00+08:00'),
  }
  const given = { base: '2', fireZones: [], overlapping: [], earlyMin: 0, rules: {} }
  expect(decideLevel({ ...night, ...repair('01', '04') }, given).level).toBe('1')
  expect(decideLevel({ ...night, ...repair('04') }, given).level).toBe('2')
})

test('G14 its air is tested where it is hot work or in a confined space, there at three heights', () => {
  const at = (...baseTypes: string[]) => ({ ...repair(...baseTypes), places: [] })
  expect(gasIsRequired(at('01'), 0)).toBe(true)
  expect(gasIsRequired(at(), 0)).toBe(true)
  expect(gasIsRequired(at('04'), 0)).toBe(false)
  expect(gasPlanGap([{ place: '泵坑', level: '' }], at('02', '04'))).toContain('上部、中部、下部')
})

test.each([
  ['u1', { type: 'submit', assignees: [] }],
  ['u4', { type: 'emergencySubmit', reason: '泄漏', tagRead: true }],
] as const)(
  'G01 (%s) a repair that does not say what it is underneath, or names what it cannot be, is refused',
  (who, event) => {
    const said = (...baseTypes: string[]) =>
      JSON.stringify(advance(ticket(0, 0, repair(...baseTypes)), event, facts(who, '08:00')))
    expect(said()).toContain('未选择基础作业类型')
    expect(said('31')).toContain('“抢修”不能选')
    expect(said('10')).not.toContain('基础作业类型')
    expect(baseTypeCodes).not.toContain('31')
  },
)
