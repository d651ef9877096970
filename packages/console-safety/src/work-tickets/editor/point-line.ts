import type { point, Row } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import type { PointLine } from './draft-model.ts'

/** A stored isolation point as a new row of a plan. */
export function pointLine(
  row: Pick<Row<typeof point>, 'id' | 'pointCode' | 'pointName' | 'safePos' | 'isoMethod' | 'lockCount'>,
): PointLine {
  return {
    pointId: row.id,
    pointCode: row.pointCode ?? '',
    pointName: row.pointName ?? '',
    safePos: labelOf('lo_point_pos', row.safePos ?? ''),
    mandatory: 1,
    isoMethod: row.isoMethod || null,
    plannedLockId: null,
    plannedLockCode: null,
    lockCount: row.lockCount ?? 1,
    releaseGroup: 1,
    remark: '',
  }
}
