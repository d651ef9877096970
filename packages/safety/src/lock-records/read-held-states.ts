import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { scheduleTimer } from '@suoan/platform/timers'
import { dispatch, storeCommand } from '../locks/index.ts'
import { holdIn } from '../hold-sets.ts'

/** Time for what waits in the broker, and for births, to arrive by themselves before anybody is asked, ms. [D] */
const settleMs = 5_000
/** Locks asked per second: a gateway speaks to one radio at a time. [D] */
const perSecond = 5

/** A device that came back; null = our own connection to the broker, and with it everybody's. */
type Returned = { readonly tenantId: number; readonly sn: string } | null

/**
 * After an absence nobody knows what happened meanwhile: every lock that holds a point, and can be asked, is asked for
 * its state (READSTATE), one after the other. Those that have spoken by then are left alone. Returns how many are due.
 */
export async function readHeldStates(ctx: Context, returned: Returned): Promise<number> {
  const now = ctx.clock.now()
  return await ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; tenantId: number }>`
      select distinct l.id, l.tenant_id from lo_point_hold h join lo_lock l on l.id = h.lock_id and l.del_flag = 0
        join lo_device d on d.tenant_id = l.tenant_id and d.device_sn = l.device_sn and d.del_flag = 0
          and d.status not in (3, 5)
        left join lo_lock_type t on t.id = l.lock_type_id
      where ${holdIn('isolating')} and t.power_type is distinct from 2
        ${
          returned === null
            ? sql``
            : sql`and l.tenant_id = ${returned.tenantId} and ${returned.sn} in (d.device_sn, d.parent_sn)`
        }
      order by l.id`.execute(tx)
    for (const [index, { id, tenantId }] of rows.entries())
      await scheduleTimer(tx, {
        tenantId,
        kind: 'lock.readState',
        subjectId: id,
        dueAt: now + settleMs + Math.floor(index / perSecond) * 1000,
        data: { since: now },
      })
    return rows.length
  })
}

/** Asks a lock when its turn has come, unless it has told its state since, or is being asked already. */
export function askHeldStates(ctx: Context): void {
  ctx.timers.on('lock.readState', async (ctx, { tenantId, subjectId: lockId, data: { since } }) => {
    const now = ctx.clock.now()
    const command = await inTransaction(ctx, async (tx, emit) => {
      const { rows } = await sql<{ sn: string; parentSn: string | null }>`
        select l.device_sn as sn, d.parent_sn from lo_lock l
        join lo_device d on d.tenant_id = l.tenant_id and d.device_sn = l.device_sn and d.del_flag = 0
        where l.id = ${lockId} and l.tenant_id = ${tenantId} and l.device_sn is not null
          and coalesce(l.state_time, '-infinity') < ${new Date(since)}
          and exists (select 1 from lo_point_hold h where h.lock_id = l.id and ${holdIn('isolating')})
          and not exists (select 1 from lo_cmd c where c.lock_id = l.id and c.cmd_type = 'READSTATE'
            and c.status in (0, 1, 2))`.execute(tx)
      const [lock] = rows
      if (!lock) return null
      const order = { tenantId, lockId, ...lock, type: 'READSTATE', by: 'system' } as const
      return await storeCommand(tx, emit, order, now)
    })
    if (command && !('refused' in command)) await dispatch(ctx, command)
  })
}
