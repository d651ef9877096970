import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import { EditableTable, type Column } from '@suoan/ui/editable-table'
import { useMemo } from 'react'
import type { MeasureLine } from './draft-model.ts'

interface Props {
  readonly lines: readonly MeasureLine[]
  /** What the policy asks for is neither reworded, left out nor removed. */
  readonly isDemanded: (line: MeasureLine) => boolean
  onChange(lines: readonly MeasureLine[]): void
}

/** 安全措施: a line each, written, copied and filled as in a sheet. */
export function MeasureTable({ lines, isDemanded, onChange }: Props) {
  const rows = useMemo(
    () =>
      lines.map(({ key: id, ...line }) => ({
        ...line,
        id,
        controlRank: line.controlRank === null ? null : String(line.controlRank),
      })),
    [lines],
  )
  const demanded = lines.filter(isDemanded).map(({ key }) => key)
  const named = demanded.join(',')
  const { columns, staysAlways } = useMemo(() => tableOf(new Set(named.split(',').filter(Boolean))), [named])
  return (
    <EditableTable
      label="安全措施"
      size="medium"
      maxHeight={560}
      columns={columns}
      rows={rows}
      ports={consolePorts}
      dragSort
      rowSelection
      staysAlways={staysAlways}
      newRow={blankLine}
      toolbar={['add', 'remove', 'clearSelection', 'history']}
      empty="每项危害至少写一条措施，从上到下按“消除、替代、工程、管理、个体防护”优先。"
      settingsKey="ticket-measures"
      onRows={(next) =>
        onChange(
          next.map(({ id, controlRank, ...line }) => ({
            ...line,
            key: id,
            controlRank: controlRank === null ? null : Number(controlRank),
          })),
        )
      }
    />
  )
}

const blankLine = () => ({ content: '', controlRank: null, involve: 1, dualControl: 0 })

function tableOf(demanded: ReadonlySet<string>): {
  readonly columns: readonly Column[]
  readonly staysAlways: (id: string) => boolean
} {
  const staysAlways = (id: string) => demanded.has(id)
  const isFixed = ({ id }: { readonly id: string }) => staysAlways(id)
  return {
    staysAlways,
    columns: [
      {
        key: 'content',
        title: '安全措施',
        type: 'textarea',
        minWidth: 260,
        maxLength: 300,
        placeholder: '请输入安全措施',
        disabled: isFixed,
        validateRules: [{ required: true }],
      },
      {
        key: 'controlRank',
        title: '控制层级',
        type: 'select',
        dictCode: 'lo_control_rank',
        width: 110,
        placeholder: '请选择',
      },
      { key: 'involve', title: '涉及', type: 'switch', customValue: [1, 0], width: 80, disabled: isFixed },
      { key: 'dualControl', title: '双人开锁', type: 'switch', customValue: [1, 0], width: 100 },
    ],
  }
}
