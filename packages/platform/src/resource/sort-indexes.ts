import type { Pool } from 'pg'

const known = new WeakMap<Pool, Map<string, Promise<ReadonlySet<string>>>>()

/** Columns of a table by which one of its indexes sorts a tenant's list; asked once, for indexes come with migrations. */
export function indexedColumns(pool: Pool, table: string): Promise<ReadonlySet<string>> {
  const tables = known.get(pool) ?? new Map<string, Promise<ReadonlySet<string>>>()
  known.set(pool, tables)
  const remembered = tables.get(table)
  if (remembered) return remembered
  const reading = readIndexes(pool, table)
  tables.set(table, reading)
  reading.catch(() => tables.delete(table))
  return reading
}

async function readIndexes(pool: Pool, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ column: string }>(
    `select a.attname as column from pg_index i
     join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam and m.amname = 'btree'
     join pg_attribute first on first.attrelid = i.indrelid and first.attnum = i.indkey[0]
     join pg_attribute a on a.attrelid = i.indrelid
       and a.attnum = i.indkey[case when first.attname = 'tenant_id' then 1 else 0 end]
     where i.indrelid = $1::regclass and i.indisvalid
       and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(del_flag = 0)')`,
    [table],
  )
  return new Set(rows.map(({ column }) => column))
}
