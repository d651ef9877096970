import { labelOf } from '../dictionaries/index.ts'

/** `LoWork.workType` 抢修. */
export const emergencyType = '31'

/** What an emergency repair may be underneath (`LoWork.baseTypes`): the kinds of work with rules of their own. */
export const baseTypeCodes: readonly string[] = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '10',
  '20',
  '21',
  '22',
]

/** `（动火、受限空间）` behind the name of a repair, in Chinese; empty for a ticket that names none. */
export const basesText = (baseTypes: readonly string[]): string =>
  baseTypes.length === 0 ? '' : `（${baseTypes.map((code) => labelOf('lo_work_type', code)).join('、')}）`

/** What a repair that does not say counts as: hot work in a confined space (decision 0601). */
export const unknownBase: readonly string[] = ['01', '02']

/** What a ticket says of its kind. */
export interface KindOfWork {
  /** `lo_work_type`. */
  readonly workType: string | null
  /** What an emergency repair is underneath; of every other kind nothing is read. */
  readonly baseTypes: readonly string[]
}

/** `LoWork.baseTypes` as it is stored: codes joined by commas. */
export const readBaseTypes = (stored: string | null | undefined): string[] =>
  (stored ?? '').split(',').filter((code) => code !== '')

/** The kinds that an emergency repair is underneath; none for other work. */
function baseKindsOf({ workType, baseTypes }: KindOfWork): readonly string[] {
  if (workType !== emergencyType) return []
  return baseTypes.length === 0 ? unknownBase : baseTypes
}

/** Every kind whose rules the ticket follows, the strictest of each: its own, and what an emergency repair is underneath. */
export const kindsOf = (kind: KindOfWork): string[] => [kind.workType ?? '', ...baseKindsOf(kind)]

/**
 * The kinds that the ticket's level grades: its own; of a repair also hot work, or the only kind it is underneath. Levels of
 * two kinds do not compare, so every other kind counts with all of its levels.
 */
export function gradedKindsOf(kind: KindOfWork): string[] {
  const bases = baseKindsOf(kind)
  const graded = bases.length === 1 ? bases : bases.filter((code) => code === '01')
  return [kind.workType ?? '', ...graded]
}

/** The kind whose levels the ticket's level is one of (`raisesLevel`): hot work or the only kind a repair is underneath. */
export const scaleOf = (kind: KindOfWork): string => gradedKindsOf(kind).at(-1) ?? ''

/** Is any of the ticket's kinds this one? */
export const isOfKind = (kind: KindOfWork, code: string): boolean => kindsOf(kind).includes(code)
