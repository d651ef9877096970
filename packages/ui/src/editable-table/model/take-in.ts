import type { Row } from './row.ts'
import type { Table } from './table.ts'

/**
 * Takes the rows of a page that holds them itself: what differs is one edit, which can be undone, and everything else stays
 * as it is. Other rows altogether are loaded.
 */
export function takeIn({ store, history }: Table, rows: readonly Row[], load: () => void): void {
  const known = rows.filter(({ id }) => store.row(id) !== undefined).length
  if (store.size === 0 || known * 2 < Math.min(rows.length, store.size)) return load()
  const own = store.children(null) ?? []
  if (rows.length === own.length && rows.every(({ id }, at) => id === own[at])) {
    // The page put other values in place of what somebody entered: that belongs to what he did.
    return history.amend((editing) => rows.forEach(({ id, ...part }) => editing.set(id, part)))
  }
  const wanted = new Set(rows.map(({ id }) => id))
  history.edit('更新', (editing) => {
    editing.remove(own.filter((id) => !wanted.has(id)))
    rows.forEach((row, at) => {
      const { id, ...part } = row
      if (store.row(id) === undefined) return editing.insert(null, at, [row])
      editing.set(id, part)
      if ((store.children(null) ?? [])[at] !== id) editing.move(id, at)
    })
  })
}
