import { ResourceRows } from '@suoan/console-base/editable-table/ResourceRows.tsx'
import { resourceColumn } from '@suoan/console-base/editable-table/resource-column.ts'
import { gasStd } from '@suoan/contract'
import type { Column } from '@suoan/ui/editable-table'
import { blankGas, changesOf, rowOf, type GasRow } from './gas-rows.ts'

const newGas = () => blankGas
const query = { column: 'gasCode', order: 'asc' }

interface Props {
  /** How many changes are not stored. */
  onUnsaved(count: number): void
}

/** The limits of all gases in one table. */
export function GasTable({ onUnsaved }: Props) {
  return (
    <ResourceRows<typeof gasStd.fields, GasRow>
      resource={gasStd}
      query={query}
      label="气体标准"
      columns={columns}
      markKey="gasCode"
      rowOf={rowOf}
      changesOf={changesOf}
      nameOf={({ gasName, gasCode }) => gasName || gasCode}
      newRow={newGas}
      isOrdered={false}
      empty="没有气体标准"
      hint="合格下限和上限不填表示不限；不能宽于法规限值。"
      onUnsaved={onUnsaved}
    />
  )
}

const column = (key: string, part: Partial<Column>) => resourceColumn(gasStd, key, part)
const bound = { width: 110, precision: 4, range: [0, 1_000_000] as const }
const columns: readonly Column[] = [
  column('gasCode', { width: 110 }),
  column('gasName', { minWidth: 120 }),
  column('kind', { width: 110, validateRules: [{ required: true, message: '请选择类别' }] }),
  column('lel', { width: 140, precision: 3 }),
  column('limitMin', bound),
  column('limitMax', {
    ...bound,
    validateRules: [
      {
        handler: ({ value, row }: { readonly value: unknown; readonly row: Limited }) =>
          typeof value === 'number' && typeof row.limitMin === 'number' && value < row.limitMin
            ? '“合格上限”不能小于“合格下限”'
            : null,
      },
    ],
  }),
  column('unit', { width: 90 }),
  column('std', { minWidth: 180 }),
]

interface Limited {
  readonly id: string
  readonly limitMin?: unknown
}
