import type { DeviceMessage } from '@suoan/contract/device'
import { jsonText } from '../json-text.ts'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** One event in its place of its device's life. */
export const eventKey = (tenantId: number, sn: string, boot: string, seq: number, eventId: string): string =>
  `${tenantId}/${sn}/${boot}/${seq}/${eventId}`

/** Keys of the events of a batch that were never seen before. */
export interface Unseen {
  /** In a place of the device's life that was free. */
  readonly fresh: Set<string>
  /** In a place that another event has: the device has used a number twice. */
  readonly reused: Set<string>
}

/** Events in a used place are noted behind all that a message may carry (50). */
const FIRST_REUSED = 1000

/**
 * Notes the events of a batch as seen and answers the keys of those that were not seen before (3-domain.md §5.5.1). An event
 * is the same by its own number, whichever message brings it: two of them in one place are two events.
 */
export async function markSeen(tx: Tx, messages: readonly DeviceMessage[], now: number): Promise<Unseen> {
  const events = messages.flatMap((message) =>
    message.kind === 'event'
      ? message.body.events.map((event, idx) => ({
          tenant_id: message.tenantId,
          sn: message.sn,
          boot: message.body.boot,
          seq: message.body.seq,
          idx,
          event_id: event.id,
        }))
      : [],
  )
  if (events.length === 0) return { fresh: new Set(), reused: new Set() }
  const seenAt = new Date(now).toISOString()
  const { rows } = await sql<SeenRow>`
    insert into lo_event_seen (tenant_id, device_sn, boot_id, seq, idx, event_id, seen_at)
    select tenant_id, sn, boot, seq, idx, event_id, ${seenAt}::timestamptz
    from json_to_recordset(${jsonText(events)}::json)
      as g(tenant_id integer, sn text, boot text, seq bigint, idx smallint, event_id text)
    on conflict do nothing
    returning tenant_id, device_sn, boot_id, seq, event_id`.execute(tx)
  const fresh = new Set(rows.map(keyOf))
  const others = events.filter(
    (event) => !fresh.has(eventKey(event.tenant_id, event.sn, event.boot, event.seq, event.event_id)),
  )
  if (others.length === 0) return { fresh, reused: new Set() }
  const { rows: reused } = await sql<SeenRow>`
    insert into lo_event_seen (tenant_id, device_sn, boot_id, seq, idx, event_id, seen_at)
    select g.tenant_id, g.sn, g.boot, g.seq, ${FIRST_REUSED}::integer
        + (select count(*) from lo_event_seen s where s.tenant_id = g.tenant_id and s.device_sn = g.sn
          and s.boot_id = g.boot and s.seq = g.seq and s.idx >= ${FIRST_REUSED})
        + row_number() over (partition by g.tenant_id, g.sn, g.boot, g.seq order by g.idx, g.event_id),
      g.event_id, ${seenAt}::timestamptz
    from json_to_recordset(${jsonText(others)}::json)
      as g(tenant_id integer, sn text, boot text, seq bigint, idx smallint, event_id text)
    where not exists (select 1 from lo_event_seen s
      where s.tenant_id = g.tenant_id and s.device_sn = g.sn and s.event_id = g.event_id)
    on conflict do nothing
    returning tenant_id, device_sn, boot_id, seq, event_id`.execute(tx)
  return { fresh, reused: new Set(reused.map(keyOf)) }
}

interface SeenRow {
  tenantId: number
  deviceSn: string
  bootId: string
  seq: string
  eventId: string
}

const keyOf = ({ tenantId, deviceSn, bootId, seq, eventId }: SeenRow): string =>
  eventKey(tenantId, deviceSn, bootId, Number(seq), eventId)
