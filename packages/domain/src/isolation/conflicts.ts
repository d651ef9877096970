/** Kinds of clash between two tickets (`lo_work_conflict.kind`). */
export type ConflictKind = 'POINT' | 'EQUIP' | 'AREA' | 'ADJ' | 'PERSON' | 'LOCK' | 'ENERGY'

/** 1 hint, 2 needs measures accepted by SAFETY, 3 blocks. */
export type Severity = 1 | 2 | 3

/** One clash with another live ticket; `state` 0 open, 1 accepted, 2 gone, 3 misjudged. */
export interface Conflict {
  otherWorkId: string
  otherNo: string
  kind: ConflictKind
  ruleCode: string
  severity: Severity
  overlapFrom: number
  overlapTo: number
  reason: string
  state: 0 | 1 | 2 | 3
}
