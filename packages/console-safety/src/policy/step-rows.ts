import type { RowChanges } from '@suoan/console-base/editable-table/save-rows.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import type { flowStep } from '@suoan/contract'

export type StoredStep = RowOf<typeof flowStep.fields>

/** A step as it is edited: numbers of dictionaries are texts there, people are joined by commas. */
export interface StepRow {
  readonly id: string
  readonly stage: string | null
  readonly roleTag: string | null
  readonly scopeRule: string | null
  readonly userIds: string | null
  readonly quorum: string | null
  readonly condition: string
  readonly slaMin: number | null
  readonly escalateTo: string | null
  readonly onSite: number
  readonly signDemand: string | null
  readonly allowDelegate: number
  readonly rejectMode: string | null
}

export const blankStep: Omit<StepRow, 'id'> = {
  stage: '1',
  roleTag: null,
  scopeRule: null,
  userIds: null,
  quorum: 'ANY',
  condition: '',
  slaMin: null,
  escalateTo: null,
  onSite: 0,
  signDemand: 'SECRET',
  allowDelegate: 0,
  rejectMode: 'RESTART',
}

const peopleOf = (stored: unknown): readonly string[] => (Array.isArray(stored) ? stored.map(String) : [])

export const rowOf = (step: StoredStep): StepRow => ({
  id: step.id,
  stage: step.stage === null ? null : String(step.stage),
  roleTag: step.roleTag,
  scopeRule: step.scopeRule,
  userIds: peopleOf(step.userIds).join(',') || null,
  quorum: step.quorum,
  condition: step.condition ?? '',
  slaMin: step.slaMin,
  escalateTo: step.escalateTo || null,
  onSite: step.onSite ?? 0,
  signDemand: step.signDemand,
  allowDelegate: step.allowDelegate ?? 0,
  rejectMode: step.rejectMode,
})

/** A row as it is sent; what was emptied travels as an empty text (4-api.md §1.6). */
function wireOf({ id: _id, stage, userIds, ...row }: StepRow) {
  return {
    ...row,
    stage: Number(stage),
    userIds: userIds === null ? '' : userIds.split(',').filter(Boolean),
    slaMin: row.slaMin ?? '',
    escalateTo: row.escalateTo ?? '',
  }
}
type StepWire = ReturnType<typeof wireOf>
const fields = [
  'stage',
  'roleTag',
  'scopeRule',
  'userIds',
  'quorum',
  'condition',
  'slaMin',
  'escalateTo',
  'onSite',
  'signDemand',
  'allowDelegate',
  'rejectMode',
] as const satisfies readonly (keyof StepWire)[]

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * What saving these steps has to send. A new one, and one that came into another stage, stands at the end of its stage
 * until all are numbered anew (`orderOf`).
 */
export function changesOf(
  flowId: string,
  stored: readonly StoredStep[],
  rows: readonly StepRow[],
): RowChanges<StoredStep> {
  const byId = new Map(stored.map((step) => [step.id, step]))
  const last = new Map<number, number>()
  for (const { stage, stepNo } of stored)
    last.set(Number(stage), Math.max(last.get(Number(stage)) ?? 0, stepNo ?? 0))
  const numberIn = (stage: number): number => {
    last.set(stage, (last.get(stage) ?? 0) + 1)
    return last.get(stage) ?? 1
  }
  const added: RowChanges<StoredStep>['added'][number][] = []
  const edited: RowChanges<StoredStep>['edited'][number][] = []
  for (const row of rows) {
    const wire = wireOf(row)
    const step = byId.get(row.id)
    if (!step) {
      added.push({ id: row.id, draft: { ...wire, flowId, stepNo: numberIn(wire.stage) } })
      continue
    }
    const before = wireOf(rowOf(step))
    const different = fields.filter((field) => !isSame(wire[field], before[field]))
    if (different.length === 0) continue
    const draft = Object.fromEntries(different.map((field) => [field, wire[field]]))
    edited.push({
      stored: step,
      draft: wire.stage === before.stage ? draft : { ...draft, stepNo: numberIn(wire.stage) },
    })
  }
  const kept = new Set(rows.map(({ id }) => id))
  return { added, edited, removed: stored.filter(({ id }) => !kept.has(id)) }
}

/** Steps as they are asked: reviews before approvals, each stage by its numbers. */
export const inOrder = (steps: readonly StoredStep[]): readonly StoredStep[] =>
  steps.toSorted((a, b) => Number(a.stage) - Number(b.stage) || Number(a.stepNo) - Number(b.stepNo))

/**
 * The ids of the stored steps in the order of the rows, stage by stage; rows that were new are found by the order in which
 * they came to the end of their stage. Null where the steps stand in that order already.
 */
export function orderOf(now: readonly StoredStep[], rows: readonly StepRow[]): readonly string[] | null {
  const known = new Set(now.map(({ id }) => id))
  const named = new Set(rows.map(({ id }) => id))
  const stages = [...new Set(now.map(({ stage }) => Number(stage)))].toSorted((a, b) => a - b)
  const wanted = stages.flatMap((stage) => {
    const fresh = inOrder(now).filter((step) => Number(step.stage) === stage && !named.has(step.id))
    return rows
      .filter((row) => Number(row.stage) === stage)
      .flatMap((row) => (known.has(row.id) ? row.id : (fresh.shift()?.id ?? [])))
      .concat(fresh.map(({ id }) => id))
  })
  return isSame(
    wanted,
    inOrder(now).map(({ id }) => id),
  )
    ? null
    : wanted
}
