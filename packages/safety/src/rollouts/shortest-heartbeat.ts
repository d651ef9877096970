import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** The shortest heartbeat, seconds, that the types of the locks among these devices are judged by (§5.1); null without locks. */
export async function shortestHeartbeat(
  tx: Tx,
  tenantId: number,
  serials: readonly string[],
): Promise<number | null> {
  const { rows } = await sql<{ shortest: number | null }>`
    select min(nullif(t.heartbeat_sec, 0))::int as shortest from lo_lock l join lo_lock_type t on t.id = l.lock_type_id
    where l.tenant_id = ${tenantId} and l.del_flag = 0 and l.device_sn = any(${[...serials]}::text[])`.execute(
    tx,
  )
  return rows[0]?.shortest ?? null
}
