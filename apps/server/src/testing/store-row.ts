import type { Pool } from 'pg'

/** Stores a row; what it must have and the test does not care about is made up by type. */
export async function storeRow(
  pool: Pool,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows: columns } = await pool.query<{ name: string; type: string; most: number | null }>(
    `select column_name as name, data_type as type, character_maximum_length as most from information_schema.columns
    where table_name = $1 and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  )
  const row: Record<string, unknown> = Object.fromEntries(
    columns.map(({ name, type, most }) => [name, madeUp(type, most)]),
  )
  const all: Record<string, unknown> = { ...row, ...values }
  const names = Object.keys(all)
  await pool.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(all),
  )
}

function madeUp(type: string, most: number | null): unknown {
  if (type.startsWith('character')) return 'x'.repeat(Math.min(most ?? 3, 3))
  if (type.startsWith('timestamp') || type === 'date') return new Date(0)
  if (type.startsWith('json')) return '{}'
  if (type === 'bytea') return Buffer.of(0)
  if (type === 'ARRAY') return []
  return type === 'boolean' ? false : 1
}
