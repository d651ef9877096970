import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import type { Reject } from './ingest/results.ts'
import { jsonText } from './json-text.ts'

/** Rows kept for people to look at, per reason and day; beyond them messages are only counted. */
const KEPT_PER_DAY = 200

/** Counts messages set aside and keeps the first of each reason and day. A flood fills a counter, not the disk. */
export async function storeRejects(
  tx: Tx | Context['db'],
  rejects: readonly Reject[],
  now: number,
): Promise<void> {
  if (rejects.length === 0) return
  const day = shanghaiTime(now).slice(0, 10)
  const byReason = new Map<string, Reject[]>()
  for (const reject of rejects) {
    const list = byReason.get(reject.reason) ?? []
    list.push(reject)
    byReason.set(reject.reason, list)
  }
  for (const [reason, list] of [...byReason].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { rows } = await sql<{ messages: string }>`
      insert into lo_quarantine_count (day, reason, messages) values (${day}::date, ${reason}, ${list.length})
      on conflict (day, reason) do update set messages = lo_quarantine_count.messages + excluded.messages
      returning messages`.execute(tx)
    const before = Number(rows[0]?.messages ?? 0) - list.length
    const kept = list.slice(0, Math.max(0, KEPT_PER_DAY - before)).map((reject) => ({
      id: newId(),
      tenant_id: reject.tenantId,
      device_sn: reject.sn?.slice(0, 64) ?? null,
      topic: reject.topic.slice(0, 255),
      reason,
      code: 'LO-D1001',
      size: reject.size,
      head: reject.head.slice(0, 2000),
      delivered: reject.delivered ? 1 : 0,
      recv_time: new Date(reject.recvTs).toISOString(),
    }))
    if (kept.length === 0) continue
    await sql`
      insert into lo_quarantine
      select * from json_populate_recordset(null::lo_quarantine, ${jsonText(kept)}::json)`.execute(tx)
  }
}
