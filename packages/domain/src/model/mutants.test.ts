import { expect, test } from 'vitest'
import { explore } from './explore.ts'
import { allMutants, hunt } from './mutants.ts'
import { quickScenes } from './scenes.ts'

// `npm run model -- --mutants` hunts every single fault of the table; here stands a sample that is found quickly.

const all = allMutants()
/** Rows of writing, review and approval; their faults show within a few steps. */
const rows = ['T04', 'T05', 'T08', 'T11', 'T12', 'T13', 'T18', 'T19', 'T07', 'T06', 'T10']

/** Guards whose loss changes nothing that can be reached, and the proof. */
const equivalent: Readonly<Record<string, string>> = {
  'T04 submit −T46': '小世界里没有续票；T46 由 emergency.test.ts 与 renewal.int.test.ts 驱动',
  'T04 submit −T49': '小世界里没有被拆的个人锁；T49 由 emergency.test.ts 与 emergency.int.test.ts 驱动',
  'T07 reviewPass −G09':
    '该行只在 completesStage 时选中，而 passRow 只有在本步已达法定人数（quorumReached）时才算完成该阶段',
  'T11 approve −G09': '同上',
  'T12 approve@2/0?edits −G02':
    '还有后续审批步骤；最后一步 T11 以修改后的时间与级别重新判定 G02，超时的票不会被批准',
}

const sample = all.filter(
  ({ id, kind }) =>
    (kind === 'guard' && rows.includes(id.slice(0, 3)) && !(id in equivalent) && !/−(G05|G07)$/.test(id)) ||
    id.startsWith('T27 start@4/0?needsNoIsolation −签认') ||
    /^G0[1-3] 取反$/.test(id) ||
    /^(T02 edit −applyEdit|T04 submit −(sealContent|askReviewers)|T05 withdraw −closeOpenRows|T11 approve −approved)$/.test(
      id,
    ),
)

test('the table itself passes in the harness that hunts the faults', () => {
  const [scene] = quickScenes
  expect(scene && explore(scene, undefined, { maxStates: 20_000 }).found).toBeNull()
})

test('at least 30 faults are hunted', () => {
  expect(sample.length).toBeGreaterThanOrEqual(30)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
})

test.each(sample)('$id is found with a trace', (mutant) => {
  const found = hunt(mutant)
  expect(found?.text).toBeTruthy()
  expect(found?.trace.length).toBeGreaterThan(1)
})

test('a guard listed as equivalent is still in the table', () => {
  const ids = all.map(({ id }) => id)
  expect(Object.keys(equivalent).filter((id) => !ids.includes(id))).toEqual([])
})
