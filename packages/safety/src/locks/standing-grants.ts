import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { oneByOne } from '@suoan/platform/reactions'
import { askForGrantSync } from './sync-grants.ts'

/** Has those of the locks told anew that keep a standing grant, or would; null = every lock of the tenant. `now` epoch ms. */
export async function askForKept(
  tx: Tx,
  tenantId: number,
  lockIds: readonly string[] | null,
  now: number,
): Promise<void> {
  const { rows } = await sql<{ lockId: string }>`
    select distinct lock_id from lo_lock_user g where g.tenant_id = ${tenantId} and ${isKept}
      and (${lockIds}::text[] is null or g.lock_id = any(${lockIds}::text[])) order by 1`.execute(tx)
  await askForGrantSync(
    tx,
    tenantId,
    rows.map(({ lockId }) => lockId),
    now,
  )
}

/** SQL: the lock has been told of the grant `g`, or should be. */
const isKept = sql`g.scope_type = 1 and g.lock_id is not null
  and (g.sync_status is not null or g.offline_flag = 1 and g.status = 1 and g.del_flag = 0)`

/** While a live ticket names a lock it opens by that ticket alone (R04, R06): wherever one goes, its locks are told anew. */
export function withdrawUnderTickets(ctx: Context): void {
  ctx.reactions.declare({
    name: 'locks.standingGrants',
    title: '工作票变化后核对锁内的长期授权',
    event: 'ticket.moved',
    key: ({ workId }) => workId,
    async wants(tx, all) {
      const moves = all.filter(({ hasEntered }) => hasEntered)
      if (moves.length === 0) return []
      const { rows } = await sql<{ workId: string }>`
        select distinct k.work_id from lo_work_lock k join lo_lock_user g on g.lock_id = k.lock_id and g.tenant_id = k.tenant_id
        where k.work_id = any(${moves.map(({ workId }) => workId)}::text[]) and ${isKept}`.execute(tx)
      const concerned = new Set(rows.map(({ workId }) => workId))
      return moves.filter(({ workId }) => concerned.has(workId))
    },
    handle: oneByOne(async ({ tx, now }, { tenantId, workId }) => {
      const { rows } = await sql<{ lockId: string }>`
        select distinct lock_id from lo_work_lock where work_id = ${workId} and tenant_id = ${tenantId}`.execute(
        tx,
      )
      await askForKept(
        tx,
        tenantId,
        rows.map(({ lockId }) => lockId),
        now,
      )
    }),
  })
}
