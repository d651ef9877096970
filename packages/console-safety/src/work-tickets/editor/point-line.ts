import type { lock, point, Row } from '@suoan/contract'
import { custody, labelOf, lockStatus } from '@suoan/domain/dictionaries'
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

/** What is known of a lock that may be taken for a point. */
export type FreeLock = Pick<
  Row<typeof lock>,
  'id' | 'lockCode' | 'pointId' | 'custody' | 'lockStatus' | 'currWorkId'
>

/** `lo_lock_status` of a lock that nobody should take to a point. */
const outOfOrder: readonly number[] = [
  lockStatus.notFullyLocked,
  lockStatus.jammed,
  lockStatus.tampered,
  lockStatus.frozen,
]

/**
 * The plan with a lock at each point that has none and takes one: the lock that is mounted there, else the next in store that
 * no ticket has and that works: one in store hangs open. Points for which there is none stay without.
 */
export function withLocks(points: readonly PointLine[], locks: readonly FreeLock[]): readonly PointLine[] {
  const taken = new Set(points.flatMap(({ plannedLockId }) => plannedLockId ?? []))
  const free = locks.filter(
    ({ id, currWorkId, lockStatus: state }) =>
      !taken.has(id) && !currWorkId && !outOfOrder.some((each) => each === state),
  )
  const take = (fits: (lock: FreeLock) => boolean): FreeLock | undefined => {
    const found = free.find((each) => !taken.has(each.id) && fits(each))
    if (found) taken.add(found.id)
    return found
  }
  const open = (point: PointLine) => point.plannedLockId === null && point.lockCount > 0
  const mounted = new Map(
    points.filter(open).map((point) => [point.pointId, take(({ pointId }) => pointId === point.pointId)]),
  )
  return points.map((point): PointLine => {
    if (!open(point)) return point
    const found =
      mounted.get(point.pointId) ??
      take(({ pointId, custody: where }) => !pointId && (where ?? custody.inStore) === custody.inStore)
    return found ? { ...point, plannedLockId: found.id, plannedLockCode: found.lockCode ?? found.id } : point
  })
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
