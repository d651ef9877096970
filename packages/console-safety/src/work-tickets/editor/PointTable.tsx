import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import { EditableTable, type Column, type SlotCell } from '@suoan/ui/editable-table'
import { useMemo } from 'react'
import type { PointLine } from './draft-model.ts'
import { LockSelect } from './LockSelect.tsx'

const columns: readonly Column[] = [
  { key: 'pointCode', title: '隔离点', type: 'normal', minWidth: 140 },
  { key: 'safePos', title: '安全位', type: 'normal', width: 72 },
  {
    key: 'isoMethod',
    title: '隔离方式',
    type: 'select',
    dictCode: 'lo_iso_method',
    width: 120,
    placeholder: '请选择',
  },
  { key: 'plannedLockId', title: '计划锁', type: 'slot', width: 184, hideInCopy: true },
  {
    key: 'releaseGroup',
    title: '解除组',
    type: 'inputNumber',
    width: 90,
    precision: 0,
    range: [1, 99],
    align: 'center',
  },
]

interface Props {
  readonly points: readonly PointLine[]
  onChange(points: readonly PointLine[]): void
}

/**
 * The points of the isolation plan in the order in which they are isolated: dragged, or moved by the menu of their handle;
 * methods and groups are copied and filled as in a sheet.
 */
export function PointTable({ points, onChange }: Props) {
  const rows = useMemo(() => points.map((point) => ({ ...point, id: point.pointId })), [points])
  const slots = useMemo(() => {
    const byId = new Map(points.map((point) => [point.pointId, point]))
    const taken = points.flatMap(({ plannedLockId }) => plannedLockId ?? [])
    return {
      pointCode: ({ row }: SlotCell) => {
        const point = byId.get(row.id)
        return (
          <span className="point-name" title={`${point?.pointCode ?? ''} ${point?.pointName ?? ''}`}>
            <b>{point?.pointCode}</b> {point?.pointName}
          </span>
        )
      },
      plannedLockId: ({ row, setRow }: SlotCell) => {
        const point = byId.get(row.id)
        if (!point) return null
        if (point.lockCount === 0) return <small>此点不上锁（泄放点）</small>
        return (
          <span className="point-lock">
            <LockSelect
              aria-label={`${point.pointCode} 计划锁`}
              purpose={1}
              value={point.plannedLockId}
              code={point.plannedLockCode}
              taken={taken}
              isMissing={!point.plannedLockId}
              onChange={(plannedLockId, plannedLockCode) => setRow({ plannedLockId, plannedLockCode })}
            />
            {!point.plannedLockId && (
              <small role="alert" className="lock-missing">
                未指定锁具，此点不计入隔离
              </small>
            )}
          </span>
        )
      },
    }
  }, [points])
  return (
    <EditableTable
      label="隔离方案"
      size="medium"
      maxHeight={560}
      columns={columns}
      rows={rows}
      slots={slots}
      ports={consolePorts}
      dragSort
      rowSelection
      toolbar={points.length === 0 ? false : ['remove', 'clearSelection', 'history']}
      excludedCodes={noNewRows}
      empty="还没有隔离点，请从设备添加"
      settingsKey="ticket-points"
      onRows={(next) =>
        onChange(next.map(({ id: _id, ...point }) => ({ ...point, releaseGroup: point.releaseGroup ?? 1 })))
      }
    />
  )
}

/** Points come from the equipment, never from an empty line. */
const noNewRows = ['add']
