import type { EditableTableHandle } from '@suoan/ui/editable-table'

/** The first wrong cell in words, by its row as people count; the table goes there and marks all of them. */
export function verdictOf(handle: EditableTableHandle): string | null {
  const { first, count, errors } = handle.validate()
  if (first === null) return null
  const at = [...handle.table.store.all()].findIndex(({ id }) => id === first.id)
  const words = errors.get(first.id)?.get(first.key) ?? '有错误'
  return `第 ${at + 1} 行：${words}${count > 1 ? `（共 ${count} 处）` : ''}`
}
