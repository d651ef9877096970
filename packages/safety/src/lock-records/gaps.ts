import { askAgainAfter, readLogSpan } from '@suoan/domain/device'
import { commandStatus } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { rowsAsArrays } from '@suoan/platform/db/rows-as-arrays'
import { scheduleTimers } from '@suoan/platform/timers'
import { dispatch, storeCommand } from '../locks/index.ts'
import { jsonText } from './json-text.ts'
import type { Results } from './ingest/results.ts'

/**
 * Keeps what numbers are missing (3-domain.md §5.5.3): one open gap per device and boot, which grows with every jump, shrinks
 * with every number that comes late, with every READLOG that was answered and where the device turns out not to have come so
 * far, and is filled when nothing is left.
 */
export async function storeGaps(tx: Tx, results: Results, now: number): Promise<void> {
  const { gaps, lateNumbers, unused } = results
  if (gaps.length > 0) await widen(tx, gaps, now)
  if (lateNumbers.length > 0)
    await close(
      tx,
      sql`update lo_device_gap g set missing = g.missing - int8multirange(int8range(n.seq, n.seq, '[]'))
        from json_to_recordset(${jsonText(lateNumbers.map(({ tenantId, ...rest }) => ({ tenant_id: tenantId, ...rest })))}::json)
          as n(tenant_id integer, sn text, boot text, seq bigint)
        where g.tenant_id = n.tenant_id and g.device_sn = n.sn and g.boot_id = n.boot and g.state = 1`,
      now,
    )
  if (unused.length > 0)
    await close(
      tx,
      sql`update lo_device_gap g set missing = g.missing - int8multirange(int8range(n.first, null, '[)'))
        from json_to_recordset(${jsonText(unused.map(({ tenantId, from, ...rest }) => ({ tenant_id: tenantId, first: from, ...rest })))}::json)
          as n(tenant_id integer, sn text, boot text, first bigint)
        where g.tenant_id = n.tenant_id and g.device_sn = n.sn and g.boot_id = n.boot and g.state = 1`,
      now,
    )
  const answered = results.commands.filter(({ isFinal }) => isFinal).map(({ cmdId }) => cmdId)
  if (answered.length > 0)
    await close(
      tx,
      sql`update lo_device_gap g set missing = g.missing
          - int8multirange(int8range((c.params->>'from')::bigint, (c.params->>'to')::bigint, '[]'))
        from lo_cmd c where c.cmd_id = any(${answered}::text[]) and c.cmd_type = 'READLOG' and c.status = ${commandStatus.success}
          and c.tenant_id = g.tenant_id and g.id = c.params->>'gapId' and g.state = 1`,
      now,
    )
}

const gapTypes = {
  id: 'text',
  tenant_id: 'integer',
  sn: 'text',
  boot: 'text',
  first: 'bigint',
  last: 'bigint',
} as const

/** Adds what is missing to the open gap of each start, or opens one; after an outage every lock of a plant has one at once. */
async function widen(tx: Tx, gaps: Results['gaps'], now: number): Promise<void> {
  const rows = gaps.map(({ id, tenantId, sn, boot, from, to }) => ({
    id,
    tenant_id: tenantId,
    sn,
    boot,
    first: from,
    last: to,
  }))
  const { rows: asked } = await sql<{ id: string; tenantId: number }>`
    with given as materialized (
      select tenant_id, sn, boot, min(id) as id, min(first) as first, max(last) as last,
        range_agg(int8range(first, last, '[]')) as missing
      from ${rowsAsArrays(gapTypes, rows)} group by tenant_id, sn, boot
    ), wider as (
      update lo_device_gap d set missing = d.missing + g.missing, to_seq = greatest(d.to_seq, g.last) from given g
      where d.tenant_id = g.tenant_id and d.device_sn = g.sn and d.boot_id = g.boot and d.state = 1
      returning d.id, d.tenant_id, d.device_sn as sn, d.boot_id as boot
    ), opened as (
      insert into lo_device_gap (id, tenant_id, device_sn, boot_id, from_seq, to_seq, missing, opened_time)
      select g.id, g.tenant_id, g.sn, g.boot, g.first, g.last, g.missing, ${new Date(now)}::timestamptz from given g
      where not exists (select 1 from wider w where w.tenant_id = g.tenant_id and w.sn = g.sn and w.boot = g.boot)
      returning id, tenant_id
    )
    select id, tenant_id from wider union all select id, tenant_id from opened`.execute(tx)
  await askAt(tx, asked, now)
}

/** Takes numbers out of gaps; one of which nothing is left is filled, and the rest of one is asked for at once. */
async function close(tx: Tx, shrink: ReturnType<typeof sql>, now: number): Promise<void> {
  const { rows } = await sql<{ id: string; tenantId: number; isFilled: boolean }>`
    ${shrink} returning g.id, g.tenant_id, isempty(g.missing) as is_filled`.execute(tx)
  const filled = rows.filter(({ isFilled }) => isFilled).map(({ id }) => id)
  if (filled.length > 0)
    await sql`update lo_device_gap set state = 2, closed_time = ${new Date(now)} where id = any(${filled}::text[])`.execute(
      tx,
    )
  await askAt(
    tx,
    rows.filter(({ isFilled }) => !isFilled),
    now,
  )
}

const askAt = (
  tx: Tx,
  gaps: readonly { readonly id: string; readonly tenantId: number }[],
  dueAt: number,
): Promise<void> =>
  scheduleTimers(
    tx,
    gaps.map(({ id, tenantId }) => ({ tenantId, kind: 'device.gap', subjectId: id, dueAt, data: {} })),
  )

interface Gap {
  sn: string
  asks: number
  from: string
  to: string
  parentSn: string | null
  lockId: string | null
  isAsked: boolean
}

/** Asks for the numbers that are missing, again and again with longer waits, until none is or they are declared lost. */
export function askForGaps(ctx: Context): void {
  ctx.timers.on('device.gap', async (ctx, { tenantId, subjectId: gapId }) => {
    const now = ctx.clock.now()
    const command = await inTransaction(ctx, async (tx, emit) => {
      const { rows } = await sql<Gap>`
        select g.device_sn as sn, g.asks, lower(g.missing) as "from",
          least(upper(m.first), lower(m.first) + ${readLogSpan}) - 1 as "to", d.parent_sn, l.id as lock_id,
          exists (select 1 from lo_cmd c where c.tenant_id = g.tenant_id and c.device_sn = g.device_sn
            and c.cmd_type = 'READLOG'
            and c.status in (0, 1, 2) and c.params->>'gapId' = g.id and (c.params->>'from')::bigint = lower(g.missing)) as is_asked
        from lo_device_gap g
        cross join lateral (select r as first from unnest(g.missing) r order by r limit 1) m
        join lo_device d on d.tenant_id = g.tenant_id and d.device_sn = g.device_sn and d.del_flag = 0
        left join lo_lock l on l.tenant_id = g.tenant_id and l.device_sn = g.device_sn and l.del_flag = 0
        where g.id = ${gapId} and g.tenant_id = ${tenantId} and g.state = 1 for update of g`.execute(tx)
      const [gap] = rows
      if (gap === undefined) return null
      const asks = gap.isAsked ? gap.asks : gap.asks + 1
      await askAt(tx, [{ id: gapId, tenantId }], now + askAgainAfter(asks))
      // One that is on its way, or waits for the device, is not doubled.
      if (gap.isAsked) return null
      await sql`update lo_device_gap set asks = ${asks}, asked_time = ${new Date(now)} where id = ${gapId}`.execute(
        tx,
      )
      const { sn, parentSn, lockId } = gap
      const params = { from: Number(gap.from), to: Number(gap.to), gapId }
      return await storeCommand(
        tx,
        emit,
        { tenantId, sn, parentSn, lockId, type: 'READLOG', by: 'system', params },
        now,
      )
    })
    if (command && !('refused' in command)) await dispatch(ctx, command)
  })
}
