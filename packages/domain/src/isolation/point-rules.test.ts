import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { advance } from '../work-ticket/index.ts'
import { at, facts, hold, points, ticket } from '../testing/plant.ts'
import { cabinetLock, grant, snapshot, workTicket } from '../testing/snapshot.ts'
import { decide } from '../interlock/index.ts'
import {
  actionOf,
  pointRuleMistake,
  unmetPointRules,
  type PointMovement,
  type PointRule,
  type PointState,
} from './index.ts'

/** A 10 kV bay: breaker Q1, disconnector Q0, earthing switch QE, and the proving point PT3. */
const bay = (states: Partial<Record<'Q1' | 'Q0' | 'QE' | 'PT3', number>>): PointState[] => [
  { pointCode: 'Q1', state: states.Q1 ?? 0, normalPos: 'ON', safePos: 'OFF', lockUnsure: false },
  { pointCode: 'Q0', state: states.Q0 ?? 0, normalPos: 'ON', safePos: 'OFF', lockUnsure: false },
  { pointCode: 'QE', state: states.QE ?? 0, normalPos: 'OFF', safePos: 'EARTH', lockUnsure: false },
  { pointCode: 'PT3', state: states.PT3 ?? 0, normalPos: 'ON', safePos: 'OFF', lockUnsure: false },
]
const rule = (change: Partial<PointRule>): PointRule => ({
  ruleId: 'r1',
  pointId: 'Q0',
  pointCode: 'Q0',
  action: 'OPEN_POS',
  kind: 'FP2',
  expr: 'Q1.open',
  message: '须先分断路器 Q1',
  normalPos: 'ON',
  safePos: 'OFF',
  ...change,
})
const unmet = (change: Partial<PointRule>, states: PointState[], movement: PointMovement) => {
  const one = rule(change)
  return unmetPointRules([one], states, one.pointId, movement).map((gap) => gap.text)
}

test('FP1 a breaker is not closed by mistake: its own condition must hold before it goes back', () => {
  const breaker = {
    pointId: 'Q1',
    pointCode: 'Q1',
    action: 'CLOSE_POS',
    kind: 'FP1',
    expr: 'Q0.closed',
  } as const
  expect(unmet(breaker, bay({ Q0: 3 }), 'toNormal')).toHaveLength(1)
  expect(unmet(breaker, bay({ Q0: 0 }), 'toNormal')).toEqual([])
})

test('FP2 a disconnector is not moved under load: the breaker stands open, before isolating and before restoring', () => {
  expect(unmet({}, bay({ Q1: 0 }), 'toSafe')).toEqual(['防带负荷分合隔离开关：须先分断路器 Q1'])
  expect(unmet({}, bay({ Q1: 1 }), 'toSafe')).toEqual([])
  expect(unmet({ action: 'CLOSE_POS' }, bay({ Q1: 0 }), 'toNormal')).toHaveLength(1)
})

test('FP3 nothing live is earthed: the point is proven dead first', () => {
  const earth = {
    pointId: 'QE',
    pointCode: 'QE',
    normalPos: 'OFF',
    safePos: 'EARTH',
    action: 'EARTH_ON',
    kind: 'FP3',
    expr: 'Q0.open && PT3.deadVerified',
  } as const
  expect(unmet(earth, bay({ Q0: 2, PT3: 2 }), 'toSafe')).toHaveLength(1)
  expect(unmet(earth, bay({ Q0: 2, PT3: 3 }), 'toSafe')).toEqual([])
})

test('FP4 nothing is closed onto an earth: the earthing switch is off first', () => {
  const closing = { action: 'CLOSE_POS', kind: 'FP4', expr: '!QE.earthed' } as const
  expect(unmet(closing, bay({ QE: 2 }), 'toNormal')).toHaveLength(1)
  expect(unmet(closing, bay({ QE: 0 }), 'toNormal')).toEqual([])
})

test('FP5 nobody enters a live bay: entering asks for its own rules and no others', () => {
  const entering = { action: 'ENTER', kind: 'FP5', expr: 'Q1.open && PT3.deadVerified' } as const
  expect(unmet(entering, bay({ Q1: 2 }), 'enter')).toHaveLength(1)
  expect(unmet(entering, bay({ Q1: 2, PT3: 3 }), 'enter')).toEqual([])
  expect(unmet(entering, bay({}), 'toSafe')).toEqual([])
})

test('R08 an unknown point, a lifted point and a lock nobody sees leave a rule unsatisfied, negated or not', () => {
  for (const expr of ['Q1.open', '!Q1.closed', 'Q1.closed', '!Q1.open']) {
    for (const state of [4, 9]) expect(unmet({ expr }, bay({ Q1: state }), 'toSafe')[0]).toContain('Q1')
  }
  const unseen = bay({}).map((point) => ({ ...point, state: 2, lockUnsure: true }))
  expect(unmet({ expr: 'Q1.locked' }, unseen, 'toSafe')[0]).toContain('Q1.locked 状态未知')
  expect(unmet({ expr: '!Q1.locked' }, unseen, 'toSafe')[0]).toContain('状态未知')
})

test('R08 a rule that names a point that is gone, or cannot be read, is not satisfied and says so', () => {
  expect(unmet({ expr: 'Q9.open || true' }, bay({}), 'toSafe')[0]).toContain('没有名为“Q9.open”')
  expect(unmet({ expr: 'Q1.open &&' }, bay({ Q1: 1 }), 'toSafe')[0]).toContain('规则无法判断')
})

test('R08 whatever the states, a rule holds only if its condition is true of them', () => {
  const state = fc.constantFrom(0, 1, 2, 3, 4, 9)
  fc.assert(
    fc.property(state, state, (q1, pt3) => {
      const holds =
        unmet({ expr: 'Q1.open && PT3.deadVerified' }, bay({ Q1: q1, PT3: pt3 }), 'toSafe').length === 0
      expect(holds).toBe([1, 2, 3].includes(q1) && pt3 === 3)
    }),
  )
})

test('earthing is its own movement', () => {
  expect([
    actionOf('OFF', 'EARTH'),
    actionOf('EARTH', 'OFF'),
    actionOf('OPEN', 'SHUT'),
    actionOf('SHUT', 'OPEN'),
  ]).toEqual(['EARTH_ON', 'EARTH_OFF', 'CLOSE_POS', 'OPEN_POS'])
})

test('a rule is saved only if it can be judged', () => {
  expect(pointRuleMistake('Q1.open && PT3.deadVerified', bay({}))).toBeNull()
  expect(pointRuleMistake('Q1.opened', bay({}))).toContain('属性有 open、closed')
  expect(pointRuleMistake('Q1.open &', bay({}))).toContain('请写“&&”')
})

test('T21 T43 R08 a ticket point is not moved while its five-prevention rule is unmet', () => {
  const prevention = (q1: number) => ({
    rules: [
      rule({ pointId: 'PT2', pointCode: 'PT2' }),
      rule({ ruleId: 'r2', pointId: 'PT3', pointCode: 'PT3', action: 'CLOSE_POS', kind: 'FP4' }),
    ],
    points: bay({ Q1: q1 }),
  })
  const operate = (q1: number) =>
    advance(
      ticket(4, 10),
      { type: 'pointOperate', pointId: 'PT2', presenceProof: true },
      facts('u9', '08:30', {
        prevention: prevention(q1),
        points: points(0).map((each) => (each.pointId === 'PT1' ? { ...each, state: 3 as const } : each)),
      }),
    )
  const refused = operate(0)
  expect(refused.ok).toBe(false)
  expect(!refused.ok && refused.rules.filter((each) => !each.pass).map((each) => each.id)).toEqual(['R08'])
  expect(operate(1).ok).toBe(true)
  const drainShut = points(5).map((each) =>
    each.kind === 'residual' ? { ...each, state: 8 as const } : each,
  )
  const restore = (q1: number) =>
    advance(
      ticket(20, 24),
      { type: 'pointRestore', pointId: 'PT3' },
      facts('u9', '15:30', { prevention: prevention(q1), points: drainShut }),
    )
  const kept = restore(9)
  expect(!kept.ok && kept.rules.filter((each) => !each.pass).map((each) => each.id)).toEqual(['R08'])
  expect(restore(1).ok).toBe(true)
  const held = advance(
    ticket(20, 24),
    { type: 'pointRestore', pointId: 'PT3' },
    facts('u9', '15:30', {
      prevention: prevention(9),
      points: drainShut,
      holds: [hold('PT3', { holdId: 'h9', workId: 'W9' })],
    }),
  )
  expect(held.ok).toBe(true)
})

test('R08 L2 L4 the interlock asks the same rules before a lock is opened', () => {
  const item = { pointCode: 'Q0', state: 1 as const, waitingFor: [], inLiftedSet: false }
  const placing = (q1: number, purpose: 1 | 2 = 1) =>
    decide(
      snapshot({
        at: at('08:30'),
        user: { ...snapshot().user, userId: 'u9', name: '郑隔' },
        lock: cabinetLock({ lockId: 'LK1', lockCode: 'LK1', purpose, pointId: 'Q0' }),
        grants: [
          grant({
            userId: 'u9',
            scope: { kind: 'lock', lockId: 'LK1' },
            phases: [10],
            validFrom: at('07:00'),
          }),
        ],
        presence: { kind: 'NFC', at: at('08:30'), matches: true },
        ticket: workTicket({ status: 4, phase: 10, userTags: ['ISO'], item }),
        prevention: {
          pointId: 'Q0',
          rules: [rule({}), rule({ ruleId: 'r5', action: 'ENTER', kind: 'FP5', message: '禁止进入' })],
          points: bay({ Q1: q1 }),
        },
      }),
    )
  const failing = (decision: ReturnType<typeof decide>) =>
    decision.rules.filter((each) => each.applies && !each.pass).map((each) => each.text)
  expect(failing(placing(0))).toEqual(['防误闭锁：防带负荷分合隔离开关：须先分断路器 Q1'])
  expect(placing(1).allow).toBe(true)
  expect(failing(placing(9, 2))[0]).toContain('禁止进入（Q1.open 状态未知）')
})
