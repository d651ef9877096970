import { isTicketIn } from '@suoan/domain/work-ticket'
import { workStatus } from '@suoan/domain/dictionaries'
import { minute } from '@suoan/domain/verdict'
import { newId } from '@suoan/kit/id'
import type { ReactionEvents } from '@suoan/contract/events'
import { sql } from 'kysely'
import type { Context, Reacting, Tx } from '@suoan/platform/context'
import { oneByOne } from '@suoan/platform/reactions'
import { raiseAlarms, recoverAlarmsOf } from '../alarms/index.ts'
import { ticketIn } from '../ticket-sets.ts'
import { takeBySystemIn } from './advance-ticket.ts'
import { noteUnreadGas } from '../gas-unread.ts'
import { systemActor } from './facts/actor.ts'
import { restateGas } from './facts/gas-repeat.ts'
import { failsForMs, heardAt, loadReadings, saysBadAir, verdictOf, type Reading } from '../gas-readings.ts'
import { command, type Scene } from './ticket-command.ts'
import { lockTicket, ticketOf } from './ticket-row.ts'

/** A detector that says the same again becomes a sample of a ticket at most this often, ms. [D] */
const samePassMs = 5 * minute
const sameFailMs = minute

/**
 * What gas detectors measure, as samples of tickets (G14, T30; decision 0523). A failing reading stops the work of every
 * ticket in the detector's area, and of the ticket it is assigned to, by the same event as a failing sample. A passing one is
 * a sample only of the ticket and place that the detector is assigned to, with calibration and a trusted clock. A failing
 * one that stops no work is an alarm of the detector (A14).
 */
export function reactToGas(ctx: Context): void {
  ctx.reactions.declare({
    name: 'tickets.gasReadings',
    title: '气体检测仪读数与工作票核对',
    event: 'gas.read',
    key: ({ tenantId, sn }) => `${tenantId}/${sn}`,
    handle: oneByOne(findTickets),
  })
  ctx.reactions.declare({
    name: 'tickets.gasSample',
    title: '气体检测仪读数记入工作票',
    event: 'ticket.gasReading',
    key: ({ workId }) => workId,
    handle: oneByOne(takeReading),
  })
  ctx.reactions.declare({
    name: 'tickets.gasAsked',
    title: '作业策略或区域变化后核对工作票的气体状态',
    event: 'ticket.gasAsked',
    key: ({ workId }) => workId,
    handle: oneByOne(askGasAnew),
  })
  ctx.reactions.declare({
    name: 'tickets.gasAtStart',
    title: '作业开始后核对所在区域的气体检测仪',
    event: 'ticket.moved',
    key: ({ workId }) => workId,
    wants: (_, moves) => moves.filter((moved) => moved.hasEntered && isTicketIn('atWork', moved)),
    handle: oneByOne(askDetectors),
  })
}

/** What is asked of the air of a ticket may be another: lists and the board read what it is now. */
async function askGasAnew(
  { tx, emit, now }: Reacting,
  { tenantId, workId }: ReactionEvents['ticket.gasAsked'],
): Promise<void> {
  const work = await lockTicket(tx, tenantId, workId)
  if (!work || !isTicketIn('notEnded', ticketOf(work))) return
  if (await restateGas(tx, work, now)) emit('resource.changed', { resource: 'work', tenantId, ids: [workId] })
}

/** Which tickets readings concern; each takes them in a transaction of its own. */
async function findTickets(
  reacting: Reacting,
  { tenantId, sn, ids }: ReactionEvents['gas.read'],
): Promise<void> {
  const { tx, emit, now } = reacting
  for (const reading of await loadReadings(tx, tenantId, ids)) {
    const { kind, doubt } = verdictOf(reading, now)
    if (kind === 'unknown')
      await noteUnreadGas(tx, [
        { tenantId, sn, at: reading.recvTime.getTime(), note: `${reading.gasCode} ${doubt ?? ''}` },
      ])
    // What was read out of the log later and has been overtaken is history.
    const isBad = kind === 'fail' && (reading.historical === 0 || reading.isNewest)
    if (!isBad && kind !== 'pass') continue
    const { rows } = await sql<{ workId: string; position: string | null; isExecuting: boolean }>`
      select w.id as work_id, a.point_desc as position, ${ticketIn('executing')} as is_executing from lo_work w
      left join lo_work_detector a on a.work_id = w.id and a.device_sn = ${sn} and a.off_time is null
      where w.tenant_id = ${tenantId} and ((a.id is not null and ${ticketIn('live')})
        or (${isBad}::boolean and ${ticketIn('holdsLocks')} and ${nearby(reading.areaCode)})
        -- Good again at the very place where this detector had said that it is not.
        or (${ticketIn('live')} and exists (select 1 from lo_work_gas g where g.work_id = w.id
          and g.device_sn = ${sn} and g.point_desc = ${placeOf(sn)} and g.gas_code = ${reading.gasCode})))
      order by w.id`.execute(tx)
    for (const { workId, position } of rows)
      emit('ticket.gasReading', {
        tenantId,
        workId,
        readingId: reading.id,
        position: position ?? placeOf(sn),
      })
    // Work that is under way raises the alarm itself (T30).
    if (!isBad) await soundOff(reacting, tenantId, sn)
    else if (!rows.some(({ isExecuting }) => isExecuting)) await sound(reacting, tenantId, reading)
  }
}

/**
 * Bad air where nobody works is an alarm all the same (A14), of the detector's area: nobody begins there before it is good
 * again (G16). A detector without an area speaks for itself alone. An alarm that stands is not raised again.
 */
async function sound({ tx, emit, now }: Reacting, tenantId: number, reading: Reading): Promise<void> {
  const { sn, areaCode, gasCode, value, unit, limitMin, limitMax } = reading
  if (await isSounding(tx, tenantId, sn)) return
  const alarm = {
    tenantId,
    alarmType: 'A14',
    sourceKind: 'GAS',
    sourceSn: sn,
    lockId: null,
    workId: null,
    areaCode: areaCode === '' ? null : areaCode,
    at: reading.occurTime.getTime(),
    value: `检测仪 ${sn} ${gasCode} ${value} ${unit}`,
    threshold: limitMin === null && limitMax === null ? null : `${limitMin ?? ''}–${limitMax ?? ''}`,
    logId: null,
  } as const
  await raiseAlarms(tx, emit, [alarm], now)
}

/** The detector's own alarm ends as soon as the newest reading of every gas it has spoken of is good. */
async function soundOff({ tx, emit, now }: Reacting, tenantId: number, sn: string): Promise<void> {
  if (!(await isSounding(tx, tenantId, sn))) return
  if (await saysBadAir(tx, tenantId, sn, now)) return
  await recoverAlarmsOf(tx, emit, { tenantId, workId: null, alarmType: 'A14', sourceSn: sn }, now)
}

async function isSounding(tx: Tx, tenantId: number, sn: string): Promise<boolean> {
  const { rows } = await sql`select 1 from lo_alarm where tenant_id = ${tenantId} and alarm_type = 'A14'
    and source_kind = 'GAS' and source_sn = ${sn} and work_id is null and status in (0, 1) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Tickets in the detector's area, below it, or around it: gas knows no borders on a map. */
const nearby = (areaCode: string) =>
  sql`(${areaCode} <> '' and w.area_code <> '' and (w.area_code like ${areaCode} || '%' or ${areaCode} like w.area_code || '%'))`

/** Where a detector measures that is assigned to no place of the ticket. */
const placeOf = (sn: string): string => `检测仪 ${sn}`

/** A reading as a sample of the ticket: stored like one by hand, and a failing one stops the work (T30). */
async function takeReading(
  reacting: Reacting,
  { tenantId, workId, readingId, position }: ReactionEvents['ticket.gasReading'],
): Promise<void> {
  const { tx, now } = reacting
  const [reading] = await loadReadings(tx, tenantId, [readingId])
  if (reading === undefined) return
  const { kind, doubt } = verdictOf(reading, now)
  const pass = kind === 'pass'
  if (!pass && kind !== 'fail') return
  if (await isSaidAlready(tx, workId, reading, position, pass, now)) return
  const { gasCode, value, unit, sn } = reading
  await takeBySystemIn(
    reacting,
    tenantId,
    workId,
    command({
      prepare: (scene) => storeSample(scene, reading, position, pass),
      act: ({ work }) => ({
        event:
          work.workStatus === workStatus.executing
            ? {
                type: 'gasRepeat',
                pass,
                sampleTime: Math.min(reading.occurTime.getTime(), now),
                gasCode,
                position,
              }
            : null,
        audit: {
          gasCode,
          pointDesc: position,
          value,
          unit,
          pass,
          deviceSn: sn,
          ...(doubt === null ? {} : { doubt }),
        },
        // One good reading says nothing of the other places that are planned.
        afterEffects: async (done) => {
          await restateGas(done.tx, done.work, now)
        },
      }),
    }),
  )
}

/**
 * Has the ticket just been told the same? A detector measures every second, and each sample is a row of the ticket's chain.
 * What changes the verdict, stops running work, or comes after a stop is always taken.
 */
async function isSaidAlready(
  tx: Tx,
  workId: string,
  reading: Reading,
  position: string,
  pass: boolean,
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ said: boolean }>`
    select last.pass = ${pass ? 1 : 0} and last.create_time > ${new Date(now - (pass ? samePassMs : sameFailMs))}
      and (${pass}::boolean or not ${ticketIn('atWork')})
      and not exists (select 1 from jsonb_array_elements(coalesce(w.stop_causes, '[]')) c
        where c->>'closedAt' is null and to_timestamp((c->>'at')::bigint / 1000.0) >= last.sample_time and ${pass}::boolean) as said
    from lo_work w
    join lateral (select g.pass, g.sample_time, g.create_time from lo_work_gas g where g.work_id = w.id and g.gas_code = ${reading.gasCode}
      and g.point_desc = ${position} and g.device_sn = ${reading.sn} order by g.create_time desc, g.id desc limit 1) last on true
    where w.id = ${workId}`.execute(tx)
  return rows[0]?.said ?? false
}

async function storeSample(
  { tx, work, now }: Scene,
  reading: Reading,
  position: string,
  pass: boolean,
): Promise<void> {
  const { gasCode, value, unit, limitMin, limitMax, sn, occurTime, calibValidTo } = reading
  await tx
    .insertInto('loWorkGas')
    .values({
      id: newId(),
      tenantId: work.tenantId,
      workId: work.id,
      pointDesc: position,
      gasCode,
      value,
      unit,
      limitMin,
      limitMax,
      pass: pass ? 1 : 0,
      sampleTime: occurTime,
      deviceSn: sn,
      calibValidTo,
      testerId: systemActor.userId,
      testKind: continuous,
      createTime: new Date(now),
    })
    .execute()
}

/** `lo_gas_test_kind`. */
const continuous = 4

/**
 * Work that begins while a detector of its area says that the air is bad did not see it: it is stopped as soon as it stands,
 * unless somebody has taken a sample of that gas since.
 */
async function askDetectors(
  { tx, emit, now }: Reacting,
  { tenantId, workId }: ReactionEvents['ticket.moved'],
): Promise<void> {
  const { rows } = await sql<{ id: string; sn: string }>`
    select newest.id, d.device_sn as sn from lo_work w
    join lo_device d on d.tenant_id = w.tenant_id and d.kind = 'GAS' and d.del_flag = 0 and d.status not in (3, 5)
      and coalesce(d.area_code, '') <> '' and coalesce(w.area_code, '') <> ''
      and (w.area_code like d.area_code || '%' or d.area_code like w.area_code || '%')
    join lateral (select distinct on (r.gas_code) r.id, r.gas_code, ${heardAt('r')} as heard_at from lo_gas_reading r
      where r.tenant_id = d.tenant_id and r.device_sn = d.device_sn and r.recv_time > ${new Date(now - failsForMs)}
      order by r.gas_code, ${heardAt('r')} desc, r.recv_time desc) newest on true
    where w.id = ${workId} and w.tenant_id = ${tenantId} and not exists (select 1 from lo_work_gas g
      where g.work_id = w.id and upper(g.gas_code) = upper(newest.gas_code) and g.sample_time >= newest.heard_at and g.pass = 1)`.execute(
    tx,
  )
  const places = new Map(rows.map(({ id, sn }) => [id, placeOf(sn)]))
  for (const reading of await loadReadings(tx, tenantId, [...places.keys()]))
    if (verdictOf(reading, now).kind === 'fail')
      emit('ticket.gasReading', {
        tenantId,
        workId,
        readingId: reading.id,
        position: places.get(reading.id) ?? '',
      })
}
