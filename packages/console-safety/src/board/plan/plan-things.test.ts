import type { BoardPlan } from '@suoan/contract'
import { expect, it } from 'vitest'
import { layers, thingsOf, type Layer } from './plan-things.ts'

const lock = (lockCode: string, status: number, stateTrust = 1) => ({
  id: lockCode,
  lockCode,
  lockName: '锁',
  lockStatus: status,
  stateTrust,
  stateTime: null,
})
const area = { pid: 'unit', areaCode: 'A', planFile: null, spot: null }
const plan: BoardPlan = {
  area: { ...area, id: 'house', areaName: '压缩机房' },
  above: [],
  plans: [],
  isCut: false,
  points: [
    {
      id: 'p1',
      pointCode: 'Q1',
      pointName: '断路器',
      currState: 3,
      holdCount: 2,
      workNos: ['W1'],
      holders: ['钱工'],
      locks: [lock('LK1', 2)],
      spot: { x: 0.1, y: 0.1 },
    },
    {
      id: 'p2',
      pointCode: 'V1',
      pointName: '阀',
      currState: 9,
      holdCount: 0,
      workNos: [],
      holders: [],
      locks: [],
      spot: null,
    },
  ],
  locks: [{ ...lock('LK4', 1), spot: null }],
  tickets: [
    {
      id: 'w1',
      workNo: 'W1',
      workName: '检修',
      workStatus: 20,
      execPhase: 5,
      voidFlag: 0,
      closeFlag: 0,
      leaderName: '周行',
      planStart: '2026-12-01 09:00:00',
      validEnd: '2026-12-01 17:00:00',
      people: ['孙作'],
      gasState: 3,
      gasWaits: true,
      gas: [
        {
          pointDesc: '泵坑',
          gasCode: 'O2',
          value: 17,
          unit: '%',
          isPassed: false,
          sampleTime: '2026-12-01 10:00:00',
        },
      ],
      spot: null,
    },
  ],
  below: [
    {
      ...area,
      id: 'room',
      areaName: '配电室',
      isolated: 1,
      openLocks: 1,
      tickets: 0,
      people: 0,
      badGas: 0,
    },
  ],
}
const told = (...shown: Layer[]) =>
  thingsOf(plan, new Set(shown)).map(({ name, look, facts }) => `${name}｜${look.tone}｜${facts.join('；')}`)

it('everything of an area is told once, with what is wrong with it first', () => {
  expect(told(...layers)).toEqual([
    '检修｜error｜气体不合格：泵坑 O2 17 %；在场 1 人：孙作；12-01 09:00 至 12-01 17:00；负责人 周行；W1',
    'Q1 断路器｜error｜已验证；LK1 已开锁；钱工 挂锁；W1',
    'V1 阀｜warning｜',
    'LK4 锁｜success｜',
    '配电室｜error｜1 把锁开着；1 个点已隔离',
  ])
})

it('a layer that is off hides its things, and its figures of areas below', () => {
  expect(told('people')).toEqual(['检修｜warning｜在场 1 人：孙作；W1', '配电室｜default｜'])
  expect(told('points')).toEqual([
    'V1 阀｜warning｜',
    'Q1 断路器｜success｜钱工 挂锁；W1',
    '配电室｜processing｜1 个点已隔离',
  ])
  expect(told('locks')).toEqual([
    'LK1 锁｜error｜在隔离点 Q1',
    'LK4 锁｜success｜',
    '配电室｜error｜1 把锁开着',
  ])
})
