import { expect, test } from 'vitest'
import { at } from '../testing/plant.ts'
import { levelAt, overtimeFrom, warningRules } from './warning-rules.ts'

test('SC12 W01 rises to level 1 at 13:15, 2 at 13:30, 3 at 13:45 for a lock opened at 13:00', () => {
  const raised = overtimeFrom(at('13:00'), 15 * 60)
  expect(raised).toBe(at('13:15'))
  const level = (time: string) => levelAt('W01', raised, at(time))
  expect(['13:14', '13:15', '13:29', '13:30', '13:45'].map(level)).toEqual([0, 1, 1, 2, 3])
})

test('W04 is level 3 at once', () => {
  expect(levelAt('W04', 0, 0)).toBe(3)
})

test('W01 to W07 have levels that only rise', () => {
  expect(warningRules.map((rule) => rule.warnType)).toEqual(['W01', 'W02', 'W03', 'W04', 'W05', 'W06', 'W07'])
  for (const { levels } of warningRules) {
    expect(levels.map((each) => each.level)).toEqual(
      levels.map((each) => each.level).toSorted((a, b) => a - b),
    )
    expect(levels[0]?.afterMin).toBe(0)
  }
})
