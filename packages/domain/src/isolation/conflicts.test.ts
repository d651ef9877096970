import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, pumpGraph } from '../testing/plant.ts'
import { findConflicts } from './conflicts.ts'
import type { PlannedWork } from './planned-work.ts'
import { freeSlots } from './free-slot.ts'
import { standardHazardPairs as pairs } from './hazard-pairs.ts'

function work(workId: string, change: Partial<PlannedWork> = {}): PlannedWork {
  return {
    workId,
    workNo: `No-${workId}`,
    kinds: ['99'],
    start: at('10:00'),
    end: at('12:00'),
    points: [],
    equipment: [],
    readOnly: false,
    areaCode: 'A01A01',
    adjacentCodes: ['A01A02'],
    hazards: [],
    people: [],
    locks: [],
    zoneIds: [],
    cuts: [],
    lifted: [],
    live: 'no',
    ...change,
  }
}

const rulesOf = (a: Partial<PlannedWork>, b: Partial<PlannedWork>) =>
  findConflicts(work('A', a), [work('B', b)], pairs).map(({ kind, ruleCode, severity }) =>
    [kind, ruleCode, severity].join(' '),
  )

test.each([
  [
    'hot work × solvent, next door',
    { kinds: ['01'], areaCode: 'A01A02A01' },
    { hazards: ['15'] },
    'ADJ HOT_SOLVENT 3',
  ],
  ['hot work × confined space', { kinds: ['01'] }, { kinds: ['02'] }, 'AREA HOT_CONFINED 3'],
  ['hot work × blind plate', { kinds: ['03'] }, { kinds: ['01'] }, 'AREA HOT_BLIND 3'],
  ['lifting × height', { kinds: ['05'] }, { kinds: ['04'] }, 'AREA LIFT_HEIGHT 3'],
  ['lifting over people', { kinds: ['05'] }, { kinds: ['10'] }, 'AREA LIFT_PEOPLE 2'],
  ['radiography × anyone, next door', { hazards: ['12'], areaCode: 'A01A02' }, {}, 'ADJ RADIATION 3'],
  ['excavation × cable', { kinds: ['07'] }, { hazards: ['16'] }, 'AREA DIG_CABLE 3'],
])('G06 matrix: %s', (_what, a, b, expected) => {
  expect(rulesOf(a, b)).toContain(expected)
  expect(rulesOf(b, a)).toContain(expected)
})

test('G06 matrix: a pair without adjacency stays inside its area, and other areas do not clash', () => {
  expect(rulesOf({ kinds: ['05'] }, { areaCode: 'A01A02' })).toEqual([])
  expect(rulesOf({ hazards: ['12'] }, { areaCode: 'A01A03', adjacentCodes: [] })).toEqual([])
})

const isolating = { zoneIds: ['P-101'], cuts: ['PT1', 'PT2', 'PT3'] }
const energyOf = (a: Partial<PlannedWork>, b: Partial<PlannedWork>) =>
  findConflicts(work('A', a), [work('B', { areaCode: 'A02', adjacentCodes: [], ...b })], [], pumpGraph)

test('G06 ENERGY: what one isolates another needs live blocks, with the path; what merely may need it is a hint', () => {
  const [first, ...rest] = energyOf(isolating, { zoneIds: ['P-101'], live: 'needs' })
  expect(first).toMatchObject({ kind: 'ENERGY', ruleCode: 'ENERGY_PATH', severity: 3 })
  expect(first?.reason).toContain('E-1 → Q1 → P-101')
  expect(rest).toHaveLength(2)
  expect(energyOf({ zoneIds: ['P-101'], live: 'may' }, isolating).map((each) => each.severity)).toEqual([
    1, 1, 1,
  ])
  expect(energyOf(isolating, { zoneIds: ['P-101'] })).toEqual([])
  expect(energyOf(isolating, { zoneIds: ['UNKNOWN'], live: 'needs' })).toEqual([])
})

test('G06 ENERGY: a test run that lifts a point another cut rests on blocks', () => {
  const clash = energyOf({ zoneIds: ['P-102'], lifted: ['PT2'] }, isolating)
  expect(clash).toMatchObject([{ kind: 'ENERGY', ruleCode: 'ENERGY_TEST', severity: 3 }])
  expect(clash[0]?.reason).toContain('H-1 → V-101 → P-101')
})

const anyWork = fc
  .record({
    workType: fc.constantFrom('01', '02', '03', '04', '05', '07', '10'),
    start: fc.integer({ min: 0, max: 20 }),
    length: fc.integer({ min: 1, max: 8 }),
    areaCode: fc.constantFrom('A01A01', 'A01A02', 'A01A02A01', 'A01A03'),
    hazards: fc.subarray(['12', '15', '16']),
  })
  .map(({ length, ...raw }) => ({ ...raw, end: raw.start + length }))

test('M7 a proposed slot has the same length, lies inside the frame and has no clash of severity 3', () => {
  let proposed = 0
  fc.assert(
    fc.property(anyWork, fc.array(anyWork, { maxLength: 6 }), (mine, list) => {
      const others = list.map((each, index) => work(`O${index}`, each))
      const plan = work('A', mine)
      const frame = { from: 0, until: 40 }
      for (const slot of freeSlots(plan, others, pairs, null, frame)) {
        proposed += 1
        expect(slot.end - slot.start).toBe(plan.end - plan.start)
        expect(slot.start).toBeGreaterThanOrEqual(frame.from)
        expect(slot.end).toBeLessThanOrEqual(frame.until)
        const worst = findConflicts({ ...plan, ...slot }, others, pairs).map((each) => each.severity)
        expect(Math.max(0, ...worst)).toBe(slot.worst)
        expect(slot.worst).toBeLessThan(3)
      }
    }),
    { numRuns: 500 },
  )
  expect(proposed).toBeGreaterThan(100)
})
