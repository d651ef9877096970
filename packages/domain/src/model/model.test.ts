import { describe, expect, test } from 'vitest'
import { transitions, type TransitionRow } from '../work-ticket/index.ts'
import { askedOf } from './ask.ts'
import { explore } from './explore.ts'
import { told } from './trace.ts'
import { quickScenes } from './scenes.ts'

// The walks of the small worlds (M8). `npm run model` walks the larger ones too.

const walks = new Map(quickScenes.map((scene) => [scene.name, explore(scene)]))
const taken = [...walks.values()].flatMap((walk) => [...walk.taken])

describe.each(quickScenes)('$name', (scene) => {
  test('I1–I8 and every promise hold in every reachable state, and every ticket can end', () => {
    const walk = walks.get(scene.name)
    expect(told(walk?.found ?? null)).toBe('')
    expect(walk?.states).toBeGreaterThan(20)
  })
})

const larger = '由“续票”世界驱动：状态上万，随 npm run model 走查'

/** Told by a terminal that was without a network. */
const foundInside = '离线补报的进入；由 offline 的集成测试驱动，效果与 T28 相同'

/** Rows no walk takes, and why: their family drives them, or they cannot happen in so small a world. */
const untaken: Readonly<Record<string, string>> = {
  'T31 pointAdd 20/20': '该行存在只为说明拒绝：增补隔离点一律须办新票（T31 的判定恒为否）',
  'T27 start 4/0 renewsWithoutIsolation':
    '不隔离的续票没有占用可转移；与 T27 renews 同一组判定与效果，由 renewal.int.test.ts 驱动',
  'T22 pointLock 4/10 takesOver': larger,
  'T27 start 4/11,4/12 renews': larger,
  'T46 renew 20/21,40/25': larger,
  'T45 handOver 20/21,40/25': larger,
  'T28 presenceReported 20/20,20/22,20/23': foundInside,
  'T28 presenceReported 4/10,4/11,4/12,20/21,4/24,20/24,40/24,40/25': foundInside,
}

const rowName = (row: TransitionRow) =>
  `${row.id} ${row.event} ${row.from.join(',')}${row.when ? ` ${row.when}` : ''}`

test('every row of the table is taken by some walk, or stands in the list with its reason', () => {
  const missing = transitions
    .filter((row) => {
      const states = row.from.map((from) => `${row.id} ${row.event} ${from}→`)
      const target = row.to.includes('/') && row.to !== 'statusKept/24' ? row.to : null
      return !taken.some(
        (each) =>
          states.some((state) => each.startsWith(state)) && (target === null || each.endsWith(target)),
      )
    })
    .map(rowName)
  expect(missing.filter((name) => !(name in untaken))).toEqual([])
})

/** Events nobody of the small world asks for, and why. */
const undriven: Readonly<Record<string, string>> = {
  renew: larger,
  handOver: larger,
  presenceReported: '离线补报的进入，见 untaken',
}

test('every event of the table is driven by the explorer, or stands in the list with its reason', () => {
  const asked = new Set(
    quickScenes.flatMap((scene) =>
      scene.start.tickets.flatMap((_each, index) =>
        askedOf(scene.start, index, { ...scene, without: [] }).map(({ event }) => event.type),
      ),
    ),
  )
  const events = [...new Set(transitions.map((row) => row.event))]
  const missing = events.filter(
    (event) => !asked.has(event) && !taken.some((each) => each.split(' ')[1] === event),
  )
  expect(missing.filter((event) => !(event in undriven))).toEqual([])
})
