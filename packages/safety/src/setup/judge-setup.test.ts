import { setupKeys } from '@suoan/contract'
import { expect, it } from 'vitest'
import { crewPosts, judgeSetup, type SetupFacts } from './judge-setup.ts'

const ready: SetupFacts = {
  places: { departs: 1, areas: 1, owned: 1 },
  people: { held: new Set(crewPosts), names: new Map([['SAFETY', '安全管理']]) },
  certs: { asked: new Set(['WORK']), held: new Set(['WORK']), valid: 1 },
  devices: { enrolled: 1, online: 0 },
  locks: { types: 1, locks: 2, personal: 1 },
  points: { equips: 1, points: 1 },
  policy: { kinds: 1, duties: 1, gases: 1 },
  flows: { flows: 1, empty: [], unmanned: [] },
  tickets: { written: 1, submitted: 1 },
}
const stepOf = (changes: Partial<SetupFacts>, key: string) =>
  judgeSetup({ ...ready, ...changes }).find((step) => step.key === key)

it('steps stand in their order, and a plant that has everything is done', () => {
  const steps = judgeSetup(ready)
  expect(steps.map(({ key }) => key)).toEqual([...setupKeys])
  expect(steps.filter(({ state }) => state !== 'done')).toEqual([])
})

it('an open step names what is missing, as people call it', () => {
  expect(stepOf({ places: { departs: 1, areas: 2, owned: 0 } }, 'places')?.lacks).toEqual(['区域的属地部门'])
  expect(stepOf({ people: { held: new Set(['ISSUE']), names: new Map() } }, 'people')?.lacks).toContain(
    '验证',
  )
  const flows = { flows: 2, empty: ['电气'], unmanned: ['SAFETY'] }
  expect(stepOf({ flows }, 'flows')).toMatchObject({
    state: 'open',
    lacks: ['“电气”的审核与审批步骤', '担任“安全管理”的人'],
  })
})

it('a draft is no ticket of the plant yet', () => {
  expect(stepOf({ tickets: { written: 1, submitted: 0 } }, 'ticket')?.state).toBe('open')
})

it('what the caller may not see is neither done nor open', () => {
  expect(stepOf({ certs: null }, 'certs')).toEqual({ key: 'certs', state: 'hidden', figures: [], lacks: [] })
})
