import { onlineAt, passiveTrustDefaultMin, trustAt } from '@suoan/domain/lock'
import type { PowerType, StateTrust } from '@suoan/domain/dictionaries'
import { groupBy } from '@suoan/kit/group'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'

interface Row {
  id: string
  tenantId: number
  stateTrust: StateTrust
  online: number
  stateTime: Date | null
  lastSeen: Date | null
  powerType: PowerType
  heartbeatSec: number
  offlineSec: number
}

/**
 * Lowers what is believed of locks that have been silent (3-domain.md §5.1): CONFIRMED → STALE → UNKNOWN, on line → off
 * line. Shown columns only: whoever decides asks `trustAt` at its own moment. A report raises them again at once.
 */
export async function decayTrust(ctx: Context): Promise<number> {
  const at = ctx.clock.now()
  const { rows } = await sql<Row>`
    select l.id, l.tenant_id, l.state_trust, l.online, l.state_time, l.last_seen, t.power_type,
      t.heartbeat_sec, t.offline_sec
    from lo_lock l join lo_lock_type t on t.id = l.lock_type_id
    where l.del_flag = 0 and (l.state_trust in (1, 2) or l.online = 1)
      and l.last_seen < ${new Date(at)}::timestamptz - make_interval(secs => least(t.heartbeat_sec, 60))`.execute(
    ctx.db,
  )
  const changed = rows.flatMap((row) => {
    const trust = trustAt(
      {
        power: row.powerType,
        heartbeatSec: row.heartbeatSec,
        offlineSec: row.offlineSec,
        passiveTrustMin: passiveTrustDefaultMin,
        confirmedAt: confirmedAt(row),
        claimed: false,
        nextShiftChange: null,
      },
      at,
    )
    const lastSeen = row.lastSeen?.getTime() ?? null
    const online = onlineAt({ power: row.powerType, offlineSec: row.offlineSec, lastSeen }, at)
    // Only downwards: what a report has just raised is not touched by an older look.
    const next = { id: row.id, trust: Math.max(trust, row.stateTrust), online: Math.min(online, row.online) }
    return next.trust === row.stateTrust && next.online === row.online
      ? []
      : [{ ...next, seen: row.lastSeen }]
  })
  if (changed.length === 0) return 0
  const done = await sql<{ id: string; tenantId: number }>`
    update lo_lock l set state_trust = g.trust, online = g.online
    from json_to_recordset(${JSON.stringify(changed)}::json)
      as g(id text, trust smallint, online smallint, seen timestamptz)
    where l.id = g.id and l.last_seen = g.seen returning l.id, l.tenant_id`.execute(ctx.db)
  for (const [tenantId, locks] of groupBy(done.rows, (row) => row.tenantId))
    ctx.broadcasts.emit('lock.changed', { tenantId, ids: locks.map(({ id }) => id) })
  return done.rows.length
}

/** A sign of life confirms that the last report still stands for a powered lock: it would have told a change. */
function confirmedAt({ stateTime, lastSeen, powerType }: Row): number | null {
  if (stateTime === null) return null
  if (powerType === 2 || lastSeen === null) return stateTime.getTime()
  return Math.max(stateTime.getTime(), lastSeen.getTime())
}
