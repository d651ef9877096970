import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** Names under which the server itself writes rows and logs; a person of that name would be their author. */
const RESERVED = new Set(['system'])

/**
 * Whether nobody may be given this account name: it is the server's, or somebody's in whatever letters. Names of deleted
 * people stay taken (4-api.md §7.1).
 */
export async function isNameTaken(tx: Tx, username: string): Promise<boolean> {
  return (await takenNames(tx, [username])).has(username)
}

/** Those of some names that are taken, as they were given; of two that differ in upper and lower case alone the later one. */
export async function takenNames(tx: Tx, names: readonly string[]): Promise<ReadonlySet<string>> {
  const low = names.map((name) => name.toLowerCase())
  const { rows } = await sql<{ name: string }>`
    select lower(username) as name from sys_user where lower(username) = any(${low}::text[])`.execute(tx)
  const met = new Set([...RESERVED, ...rows.map(({ name }) => name)])
  const taken = new Set<string>()
  for (const name of names) {
    if (met.has(name.toLowerCase())) taken.add(name)
    met.add(name.toLowerCase())
  }
  return taken
}
