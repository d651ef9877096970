import type { Pool } from 'pg'
import type { RowRecord } from '@suoan/platform/resource'

const text = `
  select ud.user_id as id, string_agg(d.depart_name, ',' order by d.org_code collate "C") as names
  from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
  where ud.user_id = any($1::text[]) and d.tenant_id = $2 group by ud.user_id`

/** Adds `orgCodeTxt`, the names of each user's departments in a tenant, in place. */
export async function addDepartTexts(
  pool: Pool,
  tenantId: number,
  rows: readonly RowRecord[],
): Promise<void> {
  if (rows.length === 0) return
  const { rows: found } = await pool.query<{ id: string; names: string }>({
    name: 'depart-texts',
    text,
    values: [rows.map((row) => String(row['id'])), tenantId],
  })
  const names = new Map(found.map((row) => [row.id, row.names]))
  for (const row of rows) row['orgCodeTxt'] = names.get(String(row['id'])) ?? ''
}
