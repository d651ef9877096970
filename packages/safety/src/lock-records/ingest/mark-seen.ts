import type { DeviceMessage } from '@suoan/contract/device'
import { createHash } from 'node:crypto'
import { jsonText } from '../json-text.ts'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { rowsAsArrays } from '@suoan/platform/db/rows-as-arrays'

/** One event in its place of its device's life. */
export const eventKey = (tenantId: number, sn: string, boot: string, seq: number, eventId: string): string =>
  `${tenantId}/${sn}/${boot}/${seq}/${eventId}`

/** Keys of the events of a batch that were never seen before. */
export interface Unseen {
  /** In a place of the device's life that was free. */
  readonly fresh: Set<string>
  /** In a place that another event has, or under another one's number: the device has used a number twice. */
  readonly reused: Set<string>
}

/** Events in a used place are noted behind all that a message may carry (50). */
const FIRST_REUSED = 1000

/**
 * Notes the events of a batch as seen and answers the keys of those that were not seen before (3-domain.md §5.5.1). An event
 * is the same by its own number, where a message is sent again or the device's memory is read (`hist`): two of them in one place
 * are two events, and so is one that comes live under the number of an earlier one.
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
          hist: event.hist,
        }))
      : [],
  )
  if (events.length === 0) return { fresh: new Set(), reused: new Set() }
  const seenAt = new Date(now).toISOString()
  const rows = await askNamed(
    tx,
    sql<SeenRow>`
    insert into lo_event_seen (tenant_id, device_sn, boot_id, seq, idx, event_id, seen_at)
    select tenant_id, sn, boot, seq, idx, event_id, ${seenAt}::timestamptz from ${rowsAsArrays(placeTypes, events)}
    on conflict do nothing
    returning tenant_id, device_sn, boot_id, seq, event_id`,
  )
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
  const again = new Set(reused.map(keyOf))
  const known = others.filter((event) => !event.hist && !again.has(placeOf(event)))
  for (const key of await markRenumbered(tx, known, seenAt)) again.add(key)
  return { fresh, reused: again }
}

const placeTypes = {
  tenant_id: 'integer',
  sn: 'text',
  boot: 'text',
  seq: 'bigint',
  idx: 'smallint',
  event_id: 'text',
} as const

interface Place {
  readonly tenant_id: number
  readonly sn: string
  readonly boot: string
  readonly seq: number
  readonly idx: number
  readonly event_id: string
}

const placeOf = ({ tenant_id, sn, boot, seq, event_id }: Place): string =>
  eventKey(tenant_id, sn, boot, seq, event_id)

/**
 * Events that came live under a number that an earlier event has in another place (A16): one in a later message of the same
 * start, or of another start. An earlier place is what was held up while the memory was read. They are kept under a number of
 * their own, made of place and number, so that a message that is sent again is known again. Answers the keys of new ones.
 */
async function markRenumbered(tx: Tx, events: readonly Place[], seenAt: string): Promise<string[]> {
  if (events.length === 0) return []
  const keyed = new Map(
    events.map((event) => [createHash('sha256').update(placeOf(event)).digest('hex').slice(0, 32), event]),
  )
  const given = [...keyed].map(([own_id, event]) => ({ ...event, own_id }))
  const { rows } = await sql<{ ownId: string }>`
    insert into lo_event_seen (tenant_id, device_sn, boot_id, seq, idx, event_id, seen_at)
    select g.tenant_id, g.sn, g.boot, g.seq, ${FIRST_REUSED}::integer
        + (select count(*) from lo_event_seen s where s.tenant_id = g.tenant_id and s.device_sn = g.sn
          and s.boot_id = g.boot and s.seq = g.seq and s.idx >= ${FIRST_REUSED})
        + row_number() over (partition by g.tenant_id, g.sn, g.boot, g.seq order by g.idx, g.event_id),
      g.own_id, ${seenAt}::timestamptz
    from json_to_recordset(${jsonText(given)}::json)
      as g(tenant_id integer, sn text, boot text, seq bigint, idx smallint, event_id text, own_id text)
    where exists (select 1 from lo_event_seen s where s.tenant_id = g.tenant_id and s.device_sn = g.sn
        and s.event_id = g.event_id and (s.boot_id <> g.boot or s.seq < g.seq))
      and not exists (select 1 from lo_event_seen s
        where s.tenant_id = g.tenant_id and s.device_sn = g.sn and s.event_id = g.own_id)
    on conflict do nothing
    returning event_id as own_id`.execute(tx)
  return rows.flatMap(({ ownId }) => {
    const event = keyed.get(ownId)
    return event === undefined ? [] : [placeOf(event)]
  })
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
