import { ResourceRows } from '@suoan/console-base/editable-table/ResourceRows.tsx'
import { dictionaryItem } from '@suoan/contract'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import type { Column } from '@suoan/ui/editable-table'
import { useCallback, useMemo } from 'react'
import { changesOf, rowOf, type ItemRow } from './item-changes.ts'

interface Props {
  readonly dictId: string
  /** How many changes are not stored. */
  onUnsaved(count: number): void
}

/** All items of a dictionary in one table; saving stores what changed (5-screens.md §6.11). */
export function ItemTable({ dictId, onUnsaved }: Props) {
  const query = useMemo(() => ({ dictId, column: 'sortOrder', order: 'asc' }), [dictId])
  const changes = useCallback(
    (stored: readonly RowOf<typeof dictionaryItem.fields>[], rows: readonly ItemRow[]) =>
      changesOf(dictId, stored, rows),
    [dictId],
  )
  return (
    <ResourceRows<typeof dictionaryItem.fields, ItemRow>
      resource={dictionaryItem}
      query={query}
      label="字典项"
      columns={columns}
      markKey="itemText"
      rowOf={rowOf}
      changesOf={changes}
      nameOf={({ itemText }) => itemText}
      newRow={blankItem}
      empty="没有字典项，请新增或从表格软件粘贴"
      onUnsaved={onUnsaved}
    />
  )
}

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
