import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** Names under which the server itself writes rows and logs; a person of that name would be their author. */
const RESERVED = new Set(['system'])

/**
 * Whether nobody may be given this account name: it is the server's, or somebody's in whatever letters. Names of deleted
 * people stay taken (4-api.md §7.1).
 */
export async function isNameTaken(tx: Tx, username: string): Promise<boolean> {
  if (RESERVED.has(username.toLowerCase())) return true
  const { rows } = await sql`select from sys_user where lower(username) = lower(${username}) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
