import { expect, it } from 'vitest'
import { blankDraft } from './draft-model.ts'
import { filledSteps } from './filled-steps.ts'

it('ticks no step of a blank ticket', () => {
  expect(filledSteps(blankDraft(0))).toEqual([false, false, false, false, false, false])
})

it('ticks a step by what stands in it, and the plan by its reason where none is needed', () => {
  const draft = {
    ...blankDraft(0),
    workName: '更换密封',
    workType: '10',
    workLevel: '2',
    content: '更换机械密封',
    emergencyContact: '吴监',
    areaId: 'a1',
    place: '泵房',
    equipIds: ['e1'],
  }
  expect(filledSteps(draft)).toEqual([true, true, false, false, false, false])
  expect(filledSteps({ ...draft, needIsolation: 0 })[2]).toBe(false)
  expect(filledSteps({ ...draft, needIsolation: 0, noIsoReason: '只做外部保温' })[2]).toBe(true)
})
