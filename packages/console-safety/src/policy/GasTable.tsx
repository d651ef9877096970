import { RowsEditor } from '@suoan/console-base/editable-table/RowsEditor.tsx'
import { changeCount, saveRows } from '@suoan/console-base/editable-table/save-rows.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/use-resource-list.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { gasStd, permissionOf } from '@suoan/contract'
import type { Column } from '@suoan/ui/editable-table'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { blankGas, changesOf, rowOf, type GasRow, type StoredGas } from './gas-rows.ts'

const api = resourceApi(gasStd)
const calls = { ...api, textOf: failureText }
const newGas = () => blankGas
const countOf = (stored: readonly StoredGas[], rows: readonly GasRow[]) =>
  changeCount(changesOf(stored, rows))

interface Props {
  /** How many changes are not stored. */
  onUnsaved(count: number): void
}

/** The limits of all gases in one table. */
export function GasTable({ onUnsaved }: Props) {
  const client = useQueryClient()
  const may = {
    add: useCan(permissionOf(gasStd, 'add')),
    edit: useCan(permissionOf(gasStd, 'edit')),
    remove: useCan(permissionOf(gasStd, 'batch_delete')),
  }
  // Read when the table opens and after each save: what is typed must not be overwritten in between.
  const gases = useQuery({
    queryKey: ['gas-table'],
    queryFn: async ({ signal }) =>
      (await api.list({ pageNo: '1', pageSize: '1000', column: 'gasCode', order: 'asc' }, signal)).records,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (gases.isError && !gases.data)
    return <ErrorState error={gases.error} onRetry={() => void gases.refetch()} />
  if (!gases.data) return <LoadingState />
  return (
    <RowsEditor<StoredGas, GasRow>
      label="气体标准"
      columns={columns}
      markKey="gasCode"
      first={gases.data}
      rowOf={rowOf}
      countOf={countOf}
      nameOf={({ gasName, gasCode }) => gasName || gasCode}
      newRow={newGas}
      may={may}
      isOrdered={false}
      empty="没有气体标准"
      hint="合格下限和上限不填表示不限；不能宽于法规限值。"
      save={async (stored, rows) => {
        const outcome = await saveRows(calls, changesOf(stored, rows))
        void client.invalidateQueries({ queryKey: resourceKey(gasStd) })
        return { ...outcome, now: (await gases.refetch({ throwOnError: true })).data ?? [] }
      }}
      onUnsaved={onUnsaved}
    />
  )
}

const bound = { type: 'inputNumber', width: 110, precision: 4 } as const
const columns: readonly Column[] = [
  {
    key: 'gasCode',
    title: '气体',
    type: 'input',
    width: 110,
    maxLength: 10,
    validateRules: [
      { required: true },
      { pattern: /^[A-Z0-9_-]+$/, message: '只能用大写字母、数字、横线和下划线' },
      { unique: true },
    ],
  },
  {
    key: 'gasName',
    title: '名称',
    type: 'input',
    minWidth: 120,
    maxLength: 50,
    validateRules: [{ required: true }],
  },
  {
    key: 'kind',
    title: '类别',
    type: 'select',
    dictCode: 'lo_gas_kind',
    width: 110,
    validateRules: [{ required: true, message: '请选择类别' }],
  },
  { key: 'lel', title: '爆炸下限(%vol)', ...bound, width: 140, precision: 3, range: [0, 100] },
  { key: 'limitMin', title: '合格下限', ...bound, range: [0, 1_000_000] },
  {
    key: 'limitMax',
    title: '合格上限',
    ...bound,
    range: [0, 1_000_000],
    validateRules: [
      {
        handler: ({ value, row }: { readonly value: unknown; readonly row: Limited }) =>
          typeof value === 'number' && typeof row.limitMin === 'number' && value < row.limitMin
            ? '“合格上限”不能小于“合格下限”'
            : null,
      },
    ],
  },
  {
    key: 'unit',
    title: '单位',
    type: 'input',
    width: 90,
    maxLength: 8,
    validateRules: [{ required: true }],
  },
  { key: 'std', title: '依据', type: 'input', minWidth: 180, maxLength: 200 },
]

interface Limited {
  readonly id: string
  readonly limitMin?: unknown
}
