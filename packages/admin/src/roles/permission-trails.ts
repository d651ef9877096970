import type { Pool } from 'pg'

/** A menu or button by name, with the menus above it. */
export interface PermissionPlace {
  readonly name: string
  readonly menuType: number
  /** Outermost first, without itself. */
  readonly trail: string[]
}

interface Row {
  id: string
  parent_id: string | null
  name: string
  menu_type: number
}

/** Where menus and buttons stand; those that are deleted are left out. */
export async function trailsOf(
  pool: Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PermissionPlace>> {
  const { rows } = await pool.query<Row>(
    'select id, parent_id, name, menu_type from sys_permission where del_flag = 0',
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    ids.flatMap((id) => {
      const row = byId.get(id)
      return row ? [[id, { name: row.name, menuType: row.menu_type, trail: above(byId, row) }]] : []
    }),
  )
}

function above(byId: ReadonlyMap<string, Row>, row: Row): string[] {
  const trail: string[] = []
  const seen = new Set([row.id])
  let next = byId.get(row.parent_id ?? '')
  while (next && !seen.has(next.id)) {
    seen.add(next.id)
    trail.unshift(next.name)
    next = byId.get(next.parent_id ?? '')
  }
  return trail
}
