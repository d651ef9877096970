import { dictionaryItem, permissionOf } from '@suoan/contract'
import { RowsEditor } from '@suoan/console-base/editable-table/RowsEditor.tsx'
import { changeCount, saveRows } from '@suoan/console-base/editable-table/save-rows.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/use-resource-list.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { EditableTable, type Column } from '@suoan/ui/editable-table'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useCallback } from 'react'
import { changesOf, rowOf, type ItemRow, type StoredItem } from './item-changes.ts'

const api = resourceApi(dictionaryItem)
const calls = { ...api, textOf: failureText }
/** The server gives so many at once. */
const most = 1_000

interface Props {
  readonly dictId: string
  /** How many changes are not stored. */
  onUnsaved(count: number): void
}

/** All items of a dictionary in one table; saving stores what changed (5-screens.md §6.11). */
export function ItemTable({ dictId, onUnsaved }: Props) {
  const client = useQueryClient()
  const may = {
    add: useCan(permissionOf(dictionaryItem, 'add')),
    edit: useCan(permissionOf(dictionaryItem, 'edit')),
    remove: useCan(permissionOf(dictionaryItem, 'batch_delete')),
  }
  // Read when the table opens and after each save: what is typed must not be overwritten in between.
  const items = useQuery({
    queryKey: ['dictionary-item-table', dictId],
    queryFn: ({ signal }) =>
      api.list({ dictId, pageNo: '1', pageSize: String(most), column: 'sortOrder', order: 'asc' }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const countOf = useCallback(
    (stored: readonly StoredItem[], rows: readonly ItemRow[]) => changeCount(changesOf(dictId, stored, rows)),
    [dictId],
  )
  if (items.isError && !items.data)
    return <ErrorState error={items.error} onRetry={() => void items.refetch()} />
  if (items.data && items.data.total > most)
    return <Alert type="info" showIcon title={`字典项超过 ${most} 条，请关闭“表格编辑”，在列表中逐条修改`} />
  if (!items.data)
    return <EditableTable label="字典项" columns={columns} rows={noRows} toolbar={false} isLoading />
  return (
    <RowsEditor<StoredItem, ItemRow>
      label="字典项"
      columns={columns}
      markKey="itemText"
      first={items.data.records}
      rowOf={rowOf}
      countOf={countOf}
      nameOf={({ itemText }) => itemText}
      newRow={blankItem}
      may={may}
      empty="没有字典项，请新增或从表格软件粘贴"
      onUnsaved={onUnsaved}
      save={async (stored, rows) => {
        const outcome = await saveRows(calls, changesOf(dictId, stored, rows))
        void client.invalidateQueries({ queryKey: resourceKey(dictionaryItem) })
        return { ...outcome, now: (await items.refetch({ throwOnError: true })).data?.records ?? [] }
      }}
    />
  )
}

const noRows: readonly ItemRow[] = []
const blankItem = (): Omit<ItemRow, 'id'> => ({ itemText: '', itemValue: '', description: '', status: 1 })

const columns: readonly Column[] = [
  {
    key: 'itemText',
    title: '名称',
    type: 'input',
    minWidth: 150,
    maxLength: 100,
    placeholder: '请输入名称',
    validateRules: [{ required: true }],
  },
  {
    key: 'itemValue',
    title: '数据值',
    type: 'input',
    width: 140,
    maxLength: 100,
    placeholder: '请输入数据值',
    validateRules: [
      { required: true },
      { unique: true, message: '数据值不能重复' },
      { handler: ({ value }) => dictionaryItem.fields.itemValue.check?.(value ?? '') ?? null },
    ],
  },
  { key: 'description', title: '描述', type: 'input', minWidth: 130, maxLength: 255 },
  { key: 'status', title: '启用', type: 'switch', customValue: [1, 0], defaultChecked: true, width: 80 },
]
