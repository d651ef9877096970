import type {
  DetectorAtWork,
  gasDetectorEndpoints,
  GasReadingRow,
  GasWatchLine,
  OutputOf,
} from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { ticketIn } from '../ticket-sets.ts'
import { plannedPositions } from './facts/gas.ts'
import { sendsUnread } from '../gas-unread.ts'
import { loadReadings, verdictOf } from '../gas-readings.ts'
import { watchedSpots } from './gas-watch.ts'
import type { WorkRow } from './ticket-row.ts'
import { mustSee } from './visible.ts'

/** The detectors that stand at places of a ticket the caller may see, with the newest reading of each gas. */
export async function detectorsOfTicket(
  ctx: Context,
  actor: Actor,
  workId: string,
): Promise<DetectorAtWork[]> {
  await mustSee(ctx, actor, workId)
  return await ctx.db
    .transaction()
    .execute((tx) => standing(tx, actor, sql`a.work_id = ${workId}`, ctx.clock.now()))
}

/** What a detector measures now, and where it stands. */
export async function readingsOf(
  ctx: Context,
  actor: Actor,
  deviceSn: string,
): Promise<{ newest: GasReadingRow[]; at: DetectorAtWork | null }> {
  return await ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql`select 1 from lo_device
      where tenant_id = ${actor.tenantId} and device_sn = ${deviceSn} and kind = 'GAS' and del_flag = 0`.execute(
      tx,
    )
    if (rows.length === 0) throw failUnseen([['lo_device', 'device_sn']], [deviceSn])
    const now = ctx.clock.now()
    const [at] = await standing(tx, actor, sql`a.device_sn = ${deviceSn} and ${ticketIn('live')}`, now)
    return { newest: await newestOf(tx, actor.tenantId, deviceSn, now), at: at ?? null }
  })
}

/** How each planned gas and place of a ticket the caller may see is heard now (G30). */
export async function watchOfTicket(ctx: Context, actor: Actor, workId: string): Promise<GasWatchLine[]> {
  await mustSee(ctx, actor, workId)
  return await ctx.db.transaction().execute(async (tx) => {
    const work = await ticketRow(tx, actor.tenantId, workId)
    const spots = await watchedSpots(tx, work, ctx.clock.now())
    const { rows } = await sql<{ gasCode: string; gasName: string }>`select gas_code, gas_name from lo_gas_std
      where tenant_id = ${actor.tenantId} and del_flag = 0`.execute(tx)
    return spots.map(({ isOut: _isOut, ...spot }) => ({
      ...spot,
      gasName: rows.find(({ gasCode }) => gasCode === spot.gasCode)?.gasName ?? null,
      since: spot.since === null ? null : shanghaiTime(spot.since),
    }))
  })
}

async function ticketRow(tx: Tx, tenantId: number, workId: string): Promise<WorkRow> {
  const work = await tx
    .selectFrom('loWork')
    .selectAll()
    .where('id', '=', workId)
    .where('tenantId', '=', tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!work) throw failUnseen('lo_work', [workId])
  return work
}

/** Live tickets on which the caller tests the gas or guards, and may therefore put a detector, with their planned places. */
export async function ticketsToMeasure(ctx: Context, actor: Actor): Promise<ToMeasure[]> {
  return await ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select w.id from lo_work w
      where w.tenant_id = ${actor.tenantId} and ${ticketIn('live')} and exists (select 1 from lo_work_person p
        where p.work_id = w.id and p.user_id = ${actor.userId} and p.state = 1 and p.role_tag in ('GASTEST', 'GUARD'))
      order by w.work_no desc limit 100`.execute(tx)
    const found: ToMeasure[] = []
    for (const { id } of rows) {
      const work = await ticketRow(tx, actor.tenantId, id)
      found.push({
        workId: id,
        workNo: work.workNo ?? '',
        content: [...(work.content ?? '')].slice(0, 60).join(''),
        places: await plannedPositions(tx, work),
      })
    }
    return found
  })
}

type ToMeasure = OutputOf<typeof gasDetectorEndpoints.tickets>[number]

async function standing(
  tx: Tx,
  actor: Actor,
  which: RawBuilder<unknown>,
  now: number,
): Promise<DetectorAtWork[]> {
  const { rows } = await sql<
    Omit<DetectorAtWork, 'onTime' | 'readings' | 'unread'> & {
      onTime: Date
      unreadTime: Date | null
      unreadNote: string | null
    }
  >`
    select a.device_sn, d.device_name, a.work_id, w.work_no, a.point_desc, a.on_time, u.realname as on_by_name,
      case when ${sendsUnread(now)} then d.gas_unread_time end as unread_time, d.gas_unread_note as unread_note
    from lo_work_detector a join lo_work w on w.id = a.work_id
    left join lo_device d on d.tenant_id = a.tenant_id and d.device_sn = a.device_sn and d.del_flag = 0
    left join sys_user u on u.id = a.on_by
    where a.tenant_id = ${actor.tenantId} and a.off_time is null and ${which} order by a.on_time, a.id`.execute(
    tx,
  )
  const shown: DetectorAtWork[] = []
  for (const { unreadTime, unreadNote, ...row } of rows)
    shown.push({
      ...row,
      onTime: shanghaiTime(row.onTime.getTime()),
      unread:
        unreadTime === null ? null : { time: shanghaiTime(unreadTime.getTime()), note: unreadNote ?? '' },
      readings: await newestOf(tx, actor.tenantId, row.deviceSn, now),
    })
  return shown
}

async function newestOf(tx: Tx, tenantId: number, sn: string, now: number): Promise<GasReadingRow[]> {
  const { rows } = await sql<{ id: string }>`select distinct on (gas_code) id from lo_gas_reading
    where tenant_id = ${tenantId} and device_sn = ${sn} order by gas_code, occur_time desc, recv_time desc`.execute(
    tx,
  )
  const readings = await loadReadings(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  )
  return readings
    .map((reading) => {
      const { kind, doubt } = verdictOf(reading, now)
      const { id, gasCode, gasName, value, unit, limitMin, limitMax } = reading
      const occurTime = shanghaiTime(reading.occurTime.getTime())
      return {
        id,
        deviceSn: sn,
        gasCode,
        gasName,
        value,
        unit,
        limitMin,
        limitMax,
        occurTime,
        verdict: kind,
        doubt,
      }
    })
    .toSorted((one, other) => (one.gasCode < other.gasCode ? -1 : 1))
}
