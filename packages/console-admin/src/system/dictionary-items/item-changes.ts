import type { dictionaryItem } from '@suoan/contract'
import type { RowChanges } from '@suoan/console-base/editable-table/save-rows.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'

export type StoredItem = RowOf<typeof dictionaryItem.fields>

/** An item as it is edited; one that is not stored yet has an id of the table's own. */
export interface ItemRow {
  readonly id: string
  readonly itemText: string
  readonly itemValue: string
  readonly description: string
  readonly status: number
}

export const rowOf = ({ id, itemText, itemValue, description, status }: StoredItem): ItemRow => ({
  id,
  itemText: itemText ?? '',
  itemValue: itemValue ?? '',
  description: description ?? '',
  status: status ?? 1,
})

const fields = ['itemText', 'itemValue', 'description', 'status'] as const

/** What saving these rows, in their order, has to store: nothing of an item that stays as it is. */
export function changesOf(
  dictId: string,
  stored: readonly StoredItem[],
  rows: readonly ItemRow[],
): RowChanges<StoredItem> {
  const byId = new Map(stored.map((item) => [item.id, item]))
  const orders = ordersOf(stored, rows)
  const added: RowChanges<StoredItem>['added'][number][] = []
  const edited: RowChanges<StoredItem>['edited'][number][] = []
  for (const [index, row] of rows.entries()) {
    const item = byId.get(row.id)
    const sortOrder = orders[index] ?? 1
    const { id: _id, ...values } = row
    if (!item) {
      added.push({ id: row.id, draft: { ...values, dictId, sortOrder } })
      continue
    }
    const before = rowOf(item)
    const different = fields.filter((field) => row[field] !== before[field])
    if (different.length === 0 && item.sortOrder === sortOrder) continue
    const draft = Object.fromEntries(different.map((field) => [field, row[field]]))
    edited.push({
      stored: item,
      draft: { ...draft, ...(item.sortOrder === sortOrder ? {} : { sortOrder }) },
    })
  }
  const kept = new Set(rows.map(({ id }) => id))
  return { added, edited, removed: stored.filter(({ id }) => !kept.has(id)) }
}

/**
 * The place numbers of rows in their order: a stored one is kept while it still stands behind the row above, so that one
 * inserted item does not number all of them anew.
 */
function ordersOf(stored: readonly StoredItem[], rows: readonly ItemRow[]): readonly number[] {
  const placeOf = new Map(
    stored.map(({ id, sortOrder }, index) => [id, { index, sortOrder: sortOrder ?? 0 }]),
  )
  let above = { index: -1, order: -Infinity }
  return rows.map(({ id }) => {
    const place = placeOf.get(id)
    // Equal numbers stand in the order in which the server gave them.
    const stays =
      place &&
      (place.sortOrder > above.order || (place.sortOrder === above.order && place.index > above.index))
    const order = stays ? place.sortOrder : Math.max(above.order, 0) + 1
    above = { index: stays ? place.index : Infinity, order }
    return order
  })
}
