import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { snakeCase } from '@suoan/platform/db/columns'

/**
 * Inserts rows given in camelCase; columns a row does not name keep their defaults. `without` names stamps the table
 * lacks. Table and column names are our own constants.
 */
export async function insertRows(
  tx: Tx,
  now: number,
  table: string,
  rows: readonly object[],
  without: readonly string[] = [],
): Promise<{ rows: { id: string }[] }> {
  const stamps = { create_by: 'system', create_time: new Date(now).toISOString(), sys_org_code: 'A01' }
  const kept = Object.fromEntries(Object.entries(stamps).filter(([name]) => !without.includes(name)))
  return { rows: await insertPlain(tx, table, rows, kept) }
}

/** The same for tables without stamps. */
export async function insertLinks(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  await insertPlain(tx, table, rows, {})
}

async function insertPlain(
  tx: Tx,
  table: string,
  rows: readonly object[],
  stamps: Readonly<Record<string, unknown>>,
): Promise<{ id: string }[]> {
  const byColumns = new Map<string, Record<string, unknown>[]>()
  for (const row of rows) {
    const stored: Record<string, unknown> = { ...stamps }
    for (const [name, value] of Object.entries(row)) stored[snakeCase(name)] = value
    const names = Object.keys(stored).toSorted().join(',')
    byColumns.set(names, [...(byColumns.get(names) ?? []), stored])
  }
  const added: { id: string }[] = []
  for (const [names, group] of byColumns) {
    const columns = sql.join(names.split(',').map((name) => sql.id(name)))
    const { rows: inserted } = await sql<{ id: string }>`
      insert into ${sql.id(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(group)}::json)
      on conflict do nothing returning id`.execute(tx)
    added.push(...inserted)
  }
  return added
}
