import { expect, test } from 'vitest'
import { at } from '../testing/plant.ts'
import {
  gasWatchStates,
  silentFor,
  toWarnOf,
  watchProblems,
  type GasWatchFact,
  type WatchingDetector,
} from './gas-watch.ts'

const needed = ['O2', 'LEL'].map((gasCode) => ({ gasCode, position: '罐底部' }))
const said = (goodAt: number | null, doubt: string | null = null): WatchingDetector['readings'] =>
  needed.map(({ gasCode }) => ({ gasCode, goodAt, doubt }))
const detector = (change: Partial<WatchingDetector> = {}): WatchingDetector => ({
  deviceSn: 'G1',
  position: '罐底部',
  fault: null,
  readings: said(at('10:00')),
  ...change,
})
const watch = (...detectors: WatchingDetector[]): GasWatchFact => ({
  required: true,
  detectors,
  bareSince: { 罐底部: at('09:50') },
})
const states = (time: string, ...detectors: WatchingDetector[]) =>
  gasWatchStates(needed, watch(...detectors), at(time)).map(({ state }) => state)

test('a gas is live until the time of a warning, quiet until that of a stop, then silent', () => {
  expect(states('10:01', detector())).toEqual(['live', 'live'])
  expect(states('10:02', detector())).toEqual(['quiet', 'quiet'])
  expect(states('10:05', detector())).toEqual(['silent', 'silent'])
})

test('each gas counts by itself: a detector that measures one of two leaves the other silent', () => {
  const [oxygen] = said(at('10:00'))
  const spots = gasWatchStates(needed, watch(detector({ readings: oxygen ? [oxygen] : [] })), at('10:01'))
  expect(spots.map(({ state }) => state)).toEqual(['live', 'silent'])
  expect(watchProblems(spots)).toEqual(['罐底部 LEL 检测仪 G1 没有该气体的读数'])
})

test('of several detectors at a place the one that is heard counts', () => {
  const out = detector({ deviceSn: 'G0', fault: '已禁用', readings: said(at('10:00')) })
  expect(states('10:01', out, detector())).toEqual(['live', 'live'])
  expect(states('10:01', detector({ readings: said(null) }), out)).toEqual(['silent', 'silent'])
})

test('a detector at another place, or none, leaves the place bare since that was so', () => {
  const spots = gasWatchStates(needed, watch(detector({ position: '罐上部' })), at('10:01'))
  expect(spots).toMatchObject([
    { state: 'none', since: at('09:50') },
    { state: 'none', since: at('09:50') },
  ])
  expect(watchProblems(spots)).toEqual(['罐底部 O2、LEL 没有指派检测仪'])
})

test('what is out is warned of at once, silence after two minutes; both stop five minutes after the last good word', () => {
  const warned = (time: string, each: WatchingDetector) =>
    toWarnOf(gasWatchStates(needed, watch(each), at(time)), at(time)).length
  const stopped = (time: string, each: WatchingDetector) =>
    silentFor(gasWatchStates(needed, watch(each), at(time)), 5, at(time)).length
  const out = detector({ fault: '检定已过期' })
  expect([warned('10:01', detector()), warned('10:02', detector()), warned('10:01', out)]).toEqual([0, 2, 2])
  expect([stopped('10:04', out), stopped('10:05', out), stopped('10:05', detector())]).toEqual([0, 2, 2])
})

test('a newest reading that does not count is silence, with the moment of the last good one', () => {
  const doubted = detector({ readings: said(at('10:00'), '检测仪时钟不可信') })
  const spots = gasWatchStates(needed, watch(doubted), at('10:01'))
  expect(spots.map(({ state }) => state)).toEqual(['silent', 'silent'])
  expect(watchProblems(spots)).toEqual([
    '罐底部 O2、LEL 检测仪 G1 自 2026-12-01 10:00:00 起没有合格读数（检测仪时钟不可信）',
  ])
})
