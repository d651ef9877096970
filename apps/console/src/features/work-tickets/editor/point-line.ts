import { labelOf } from '@suoan/domain/dictionaries'
import type { ListRow } from '../../../resource/list-row.ts'
import type { PointLine } from './draft-model.ts'

/** A stored isolation point as a new row of a plan. */
export function pointLine(row: ListRow): PointLine {
  return {
    pointId: row.id,
    pointCode: String(row['pointCode'] ?? ''),
    pointName: String(row['pointName'] ?? ''),
    safePos: labelOf('lo_point_pos', String(row['safePos'] ?? '')),
    mandatory: 1,
    isoMethod: row['isoMethod'] ? String(row['isoMethod']) : null,
    plannedLockId: null,
    plannedLockCode: null,
    lockCount: Number(row['lockCount'] ?? 1),
    releaseGroup: 1,
    remark: '',
  }
}
