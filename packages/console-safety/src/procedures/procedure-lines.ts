import { jsonLines, parts, type LineRow } from '@suoan/console-base/editable-table/json-lines.ts'

const step = { kind: parts.choice, pointId: parts.choice, text: parts.text, photo: parts.number } as const
export type StepRow = LineRow<typeof step>
/** 步骤 of a procedure. */
export const stepLines = jsonLines(step)

const gasPlace = { place: parts.text, layered: parts.flag } as const
export type GasPlaceRow = LineRow<typeof gasPlace>
/** 气体检测部位 of a procedure. */
export const gasPlaceLines = jsonLines(gasPlace)

const demand = { roleTag: parts.choice, count: parts.number } as const
export type DemandRow = LineRow<typeof demand>
/** 人员要求 of a procedure. */
export const demandLines = jsonLines(demand)
