import type { DeviceMessage } from '@suoan/contract/device'
import { jsonText } from '../json-text.ts'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** One event's place in its device's life. */
export const eventKey = (tenantId: number, sn: string, boot: string, seq: number, idx: number): string =>
  `${tenantId}/${sn}/${boot}/${seq}/${idx}`

/**
 * Notes the events of a batch as seen and answers the keys of those that were not seen before (3-domain.md §5.5.1):
 * neither at this place of the device's life, nor under this event number (the device's log read again).
 */
export async function markSeen(
  tx: Tx,
  messages: readonly DeviceMessage[],
  now: number,
): Promise<Set<string>> {
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
  if (events.length === 0) return new Set()
  const { rows } = await sql<{
    tenantId: number
    deviceSn: string
    bootId: string
    seq: string
    idx: number
  }>`
    insert into lo_event_seen (tenant_id, device_sn, boot_id, seq, idx, event_id, seen_at)
    select tenant_id, sn, boot, seq, idx, event_id, ${new Date(now).toISOString()}::timestamptz
    from json_to_recordset(${jsonText(events)}::json)
      as g(tenant_id integer, sn text, boot text, seq bigint, idx smallint, event_id text)
    on conflict do nothing
    returning tenant_id, device_sn, boot_id, seq, idx`.execute(tx)
  return new Set(
    rows.map((row) => eventKey(row.tenantId, row.deviceSn, row.bootId, Number(row.seq), row.idx)),
  )
}
