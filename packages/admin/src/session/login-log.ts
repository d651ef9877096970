import { newId } from '@suoan/kit/id'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import type { Origin } from './origin.ts'

/** Whom a row is about. */
export interface LoggedPerson {
  readonly username: string
  readonly realname: string | null
  /** Whose log it stands in: of the session, else of the account (`tenantOf`); 0 for what is no account. */
  readonly tenantId: number
}

/** Writes a row of logType 1: who came, went or was turned away. `now` in epoch ms. */
export async function recordLogin(
  db: Kysely<Database> | Tx,
  now: number,
  origin: Origin,
  { username, realname, tenantId }: LoggedPerson,
  content: string,
): Promise<void> {
  await sql`
    insert into sys_log (id, tenant_id, log_type, log_content, userid, username, ip, create_by, create_time)
    values (${newId()}, ${tenantId}, 1, ${`${content}（${username}）`.slice(0, 500)}, ${username.slice(0, 32)}, ${realname ?? username},
      ${origin.ip}, ${username.slice(0, 32)}, ${new Date(now)})`.execute(db)
}
