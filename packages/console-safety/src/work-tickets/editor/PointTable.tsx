import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { lockPurpose } from '@suoan/domain/dictionaries'
import {
  CellTypes,
  EditableTable,
  type Column,
  type OwnEditorCell,
  type SlotCell,
} from '@suoan/ui/editable-table'
import { useMemo } from 'react'
import type { PointLine } from './draft-model.ts'
import { lockOptions, lockType, refusedText, useKnownLocks, type KnownLocks } from './lock-cells.ts'
import { LockSelect } from './LockSelect.tsx'
import { pointRows, pointsOf, type PointRow } from './point-line.ts'

const types = new CellTypes()
types.install(lockType)

interface Props {
  readonly points: readonly PointLine[]
  onChange(points: readonly PointLine[]): void
}

/**
 * The points of the isolation plan in the order in which they are isolated: dragged, or moved by the menu of their handle;
 * locks, methods and groups are typed, copied and pasted as in a sheet.
 */
export function PointTable({ points, onChange }: Props) {
  const isNarrow = useIsNarrow()
  const named = useMemo(
    () => points.map(({ plannedLockId, plannedLockCode }) => ({ id: plannedLockId, code: plannedLockCode })),
    [points],
  )
  const locks = useKnownLocks([lockPurpose.isolation], named)
  const columns = useMemo(() => columnsOf(locks, isNarrow), [locks, isNarrow])
  const rows = useMemo(() => pointRows(points), [points])
  const parts = useMemo(() => partsOf(points, locks, isNarrow), [points, locks, isNarrow])
  return (
    <EditableTable<PointRow>
      label="隔离方案"
      size="medium"
      maxHeight={560}
      columns={columns}
      types={types}
      rows={rows}
      {...parts}
      ports={consolePorts}
      dragSort
      // A phone shows point and lock: the order stands before the name, and the handle's menu removes the row.
      rowNumber={!isNarrow}
      rowSelection={!isNarrow}
      toolbar={points.length === 0 ? false : ['remove', 'clearSelection', 'history']}
      excludedCodes={noNewRows}
      empty="还没有隔离点，请从设备添加"
      settingsKey="ticket-points"
      onRows={(next) => {
        const { points: changed, refused } = pointsOf(next, points, locks)
        if (refused.length > 0) void feedback().message.warning(refusedText(refused, locks))
        onChange(changed)
      }}
    />
  )
}

/** Points come from the equipment, never from an empty line. */
const noNewRows = ['add']

const columnsOf = (locks: KnownLocks, isNarrow: boolean): readonly Column[] => [
  { key: 'pointCode', title: '隔离点', type: 'normal', width: isNarrow ? 132 : 190, fixed: 'left' },
  {
    key: 'plannedLockId',
    title: '计划锁',
    type: 'lock',
    placeholder: '请选择锁具',
    options: lockOptions(locks),
    disabled: ({ lockCount }) => lockCount === 0,
  },
  { key: 'safePos', title: '安全位', type: 'normal', width: 66 },
  {
    key: 'isoMethod',
    title: '隔离方式',
    type: 'select',
    dictCode: 'lo_iso_method',
    width: 110,
    placeholder: '请选择',
  },
  {
    key: 'releaseGroup',
    title: '解除组',
    type: 'inputNumber',
    width: 84,
    precision: 0,
    range: [1, 99],
    align: 'center',
  },
]

/** What the cells of points and of locks show, and the list of locks that opens over a cell. */
function partsOf(points: readonly PointLine[], locks: KnownLocks, isNarrow: boolean) {
  const byId = new Map(points.map((point) => [point.pointId, point]))
  const taken = points.flatMap(({ plannedLockId }) => plannedLockId ?? [])
  return {
    slots: {
      pointCode: ({ row, index }: SlotCell) => {
        const point = byId.get(row.id)
        return (
          <span className="point-name" title={`${point?.pointCode ?? ''} ${point?.pointName ?? ''}`}>
            <b>
              {isNarrow && <small>{index + 1}. </small>}
              {point?.pointCode}
            </b>{' '}
            <span>{point?.pointName}</span>
          </span>
        )
      },
      plannedLockId: ({ row, value }: SlotCell) => {
        if (byId.get(row.id)?.lockCount === 0) return <small>此点不上锁（泄放点）</small>
        if (typeof value === 'string')
          return <span className="cell-words">{locks.get(value)?.text ?? value}</span>
        return (
          <span className="cell-note">
            <span className="et-hint">请选择锁具</span>
            <small role="alert">未指定锁具，此点不计入隔离</small>
          </span>
        )
      },
    },
    editors: {
      lock: ({ row, value, seed, take, close }: OwnEditorCell) => (
        <LockSelect
          aria-label={`${byId.get(row.id)?.pointCode ?? ''} 计划锁`}
          purpose={lockPurpose.isolation}
          value={typeof value === 'string' ? value : null}
          code={typeof value === 'string' ? (locks.get(value)?.code ?? null) : null}
          taken={taken}
          inCell={{ seed, close }}
          onChange={take}
        />
      ),
    },
  }
}
