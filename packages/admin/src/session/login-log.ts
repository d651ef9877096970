import { newId } from '@suoan/kit/id'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import type { Origin } from './origin.ts'

/**
 * Writes a row of logType 1: who came, went or was turned away. `now` in epoch ms; `tenantId` of the session, where there is
 * one: whoever is not in yet belongs to the log of the platform.
 */
export async function recordLogin(
  db: Kysely<Database> | Tx,
  now: number,
  origin: Origin,
  username: string,
  realname: string | null,
  content: string,
  tenantId = 0,
): Promise<void> {
  await sql`
    insert into sys_log (id, tenant_id, log_type, log_content, userid, username, ip, create_by, create_time)
    values (${newId()}, ${tenantId}, 1, ${`${content}（${username}）`.slice(0, 500)}, ${username.slice(0, 32)}, ${realname ?? username},
      ${origin.ip}, ${username.slice(0, 32)}, ${new Date(now)})`.execute(db)
}
