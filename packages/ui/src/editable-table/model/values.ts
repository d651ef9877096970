import type { TableValues } from './options.ts'
import type { RowId } from './row.ts'
import type { RowStore } from './row-store.ts'

/** Begins the id of a row that is not stored. */
export const temporary = 'new_'

/** Whether the table made this id for a row that is not stored yet. */
export const isTemporaryId = (id: RowId): boolean => id.startsWith(temporary)

/**
 * What is to be saved: rows in their own order with `tug_status`, without the ids the table made unless they are wanted, and
 * numbered from 1 under each parent where `orderKey` says in which field.
 */
export function valuesOf(
  store: RowStore,
  orderKey: string | null,
  { withTemporaryIds = false }: { readonly withTemporaryIds?: boolean } = {},
): TableValues {
  const places = new Map<RowId | null, number>()
  const rows = []
  for (const row of store.all()) {
    const parent = store.parent(row.id)
    const place = (places.get(parent) ?? 0) + 1
    places.set(parent, place)
    rows.push({
      ...row,
      ...(orderKey === null ? {} : { [orderKey]: place }),
      id: isTemporaryId(row.id) && !withTemporaryIds ? '' : row.id,
      tug_status: store.status(row.id) ?? ('existing' as const),
    })
  }
  return { rows, deletedIds: [...store.removed.keys()] }
}
