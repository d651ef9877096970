import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import type { RowRecord } from '@suoan/platform/resource'

/** Names the lock of a hold or a removal by its code too: who takes it off reads what stands on it (T47, T48). */
export async function addLockCodes({ db }: Context, rows: readonly RowRecord[]): Promise<void> {
  const ids = rows.map((row) => String(row['lockId']))
  const { rows: locks } = await sql<{ id: string; lockCode: string }>`
    select id, lock_code from lo_lock where id = any(${ids}::text[])`.execute(db)
  const codes = new Map(locks.map(({ id, lockCode }) => [id, lockCode]))
  for (const row of rows) row['lockCode'] = codes.get(String(row['lockId'])) ?? ''
}
