import { draftProblems, type Draft } from './draft-model.ts'

const first = ['workName', 'workType', 'workLevel', 'planStart', 'planEnd'] as const

/**
 * Which steps of the editor have what they are there for: basics, place and plant, the plan, hazards and measures, people. The
 * last one is never done: it ends with the submission.
 */
export function filledSteps(draft: Draft): readonly boolean[] {
  const problems = draftProblems(draft)
  const isStated = (text: string) => text.trim() !== ''
  return [
    first.every((name) => !(name in problems)) && isStated(draft.content) && isStated(draft.emergencyContact),
    isStated(draft.areaId) && isStated(draft.place) && draft.equipIds.length > 0,
    draft.needIsolation === 0 ? isStated(draft.noIsoReason) : draft.points.length > 0,
    draft.hazards.length > 0 && draft.measures.some(({ content }) => isStated(content)),
    draft.people.some(
      ({ userId, externalId, personName }) => userId !== null || externalId !== null || isStated(personName),
    ),
    false,
  ]
}
