import type { point, Row } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import type { PointLine } from './draft-model.ts'
import { onceEach, type KnownLocks } from './lock-cells.ts'

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

/** A point as its row in the table holds it. */
export type PointRow = Omit<PointLine, 'plannedLockCode' | 'releaseGroup'> & {
  readonly id: string
  /** Null after it was emptied. */
  readonly releaseGroup: number | null
}

export const pointRows = (points: readonly PointLine[]): readonly PointRow[] =>
  points.map(({ plannedLockCode: _code, ...point }) => ({ ...point, id: point.pointId }))

/** The plan after an edit of its table: each lock at one point, an emptied group is the first. */
export function pointsOf(
  rows: readonly PointRow[],
  before: readonly PointLine[],
  locks: KnownLocks,
): { readonly points: readonly PointLine[]; readonly refused: readonly string[] } {
  const holder = ({ pointId, plannedLockId }: Pick<PointLine, 'pointId' | 'plannedLockId'>) => ({
    key: pointId,
    lockId: plannedLockId,
  })
  const { held, refused } = onceEach(rows.map(holder), before.map(holder))
  const points = rows.map((row): PointLine => {
    const plannedLockId = held.get(row.pointId) ?? null
    return {
      pointId: row.pointId,
      pointCode: row.pointCode,
      pointName: row.pointName,
      safePos: row.safePos,
      mandatory: row.mandatory,
      isoMethod: row.isoMethod,
      plannedLockId,
      plannedLockCode: plannedLockId && (locks.get(plannedLockId)?.code ?? null),
      lockCount: row.lockCount,
      releaseGroup: row.releaseGroup ?? 1,
      remark: row.remark,
    }
  })
  return { points, refused }
}
