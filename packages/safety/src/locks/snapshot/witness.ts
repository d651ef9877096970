import type { Snapshot } from '@suoan/domain/interlock'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** Another person who proved, at the lock and lately, that he stands there (R12 remote, R13 dual control). */
export async function loadWitness(
  tx: Tx,
  tenantId: number,
  lockId: string,
  userId: string,
  at: number,
): Promise<Snapshot['second']> {
  const { rows } = await sql<{ userId: string; name: string; time: Date }>`
    select w.user_id, u.realname as name, w.witness_time as time
    from lo_open_witness w join sys_user u on u.id = w.user_id and u.del_flag = 0 and u.status = 1
    where w.tenant_id = ${tenantId} and w.lock_id = ${lockId} and w.user_id <> ${userId}
      and w.witness_time between ${new Date(at - 120_000)} and ${new Date(at)}
    order by w.witness_time desc limit 1`.execute(tx)
  const [row] = rows
  return row ? { userId: row.userId, name: row.name, at: row.time.getTime() } : null
}
