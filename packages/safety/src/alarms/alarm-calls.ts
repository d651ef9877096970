import { alarm, alarmEndpoints as endpoints } from '@suoan/contract'
import { alarmRule, type AlarmType } from '@suoan/domain/alarm'
import { countsAsClosed } from '@suoan/domain/lock'
import { alarmStatus, type LockStatus } from '@suoan/domain/dictionaries'
import { isIn } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { dataScope } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit, resourceStore, type ListCall, type RowRecord } from '@suoan/platform/resource'
import { handlersOf } from './handlers.ts'
import { whatLasts } from './still-lasts.ts'

/** Adds the names of areas, and of those who can close what stands. */
export async function completeAlarms(rows: readonly RowRecord[], { ctx, actor }: ListCall): Promise<void> {
  const codes = [...new Set(rows.map((row) => String(row['areaCode'] ?? '')))]
  const { rows: areas } = await sql<{ areaCode: string; areaName: string }>`
    select area_code, area_name from lo_area
    where tenant_id = ${actor.tenantId} and area_code = any(${codes}::text[]) and del_flag = 0`.execute(
    ctx.db,
  )
  const names = new Map(areas.map(({ areaCode, areaName }) => [areaCode, areaName]))
  const standing = rows.filter(
    (row) => row['status'] === alarmStatus.open || row['status'] === alarmStatus.acknowledged,
  )
  const handlers = await handlersOf(
    ctx.db,
    standing.map((row) => ({
      id: String(row['id']),
      tenantId: actor.tenantId,
      // As `raiseAlarms` stored it: nothing else writes the column.
      alarmType: row['alarmType'] as AlarmType,
      lockId: textOf(row['lockId']),
      workId: textOf(row['workId']),
      areaCode: textOf(row['areaCode']),
    })),
    ctx.clock.now(),
  )
  for (const row of rows) row['handlers'] = handlers.get(String(row['id'])) ?? []
  for (const row of rows) row['areaName'] = names.get(String(row['areaCode'] ?? '')) ?? ''
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

interface Row {
  id: string
  tenantId: number
  alarmNo: string
  alarmType: AlarmType
  sourceKind: string
  sourceSn: string
  workId: string | null
  status: number
  lockId: string | null
  lockCode: string | null
  lockStatus: LockStatus | null
}

/** Acknowledging and closing alarms (3-domain.md §3.6 LoAlarm). */
export const mountAlarmCalls: Feature = ({ ctx, bind }) => {
  bind(endpoints.ack, async ({ input, actor }) => {
    await change(ctx, actor, input.id, async (tx, row) => {
      if (row.status !== 0) return
      await sql`update lo_alarm set status = 1, ack_by = ${actor.userId}, ack_time = ${new Date(ctx.clock.now())}
        where id = ${row.id}`.execute(tx)
    })
    return answered(null, '已确认')
  })
  bind(endpoints.close, async ({ input, actor, request }) => {
    await change(ctx, actor, input.id, async (tx, row) => {
      if (row.status === 3) throw fail('REFUSED', { detail: `报警 ${row.alarmNo} 已关闭` })
      refuseWhileOpen(row)
      const now = ctx.clock.now()
      const lasts = await whatLasts(tx, row, now)
      if (lasts !== null) throw fail('REFUSED', { detail: `${lasts}，报警 ${row.alarmNo} 不能关闭` })
      await sql`update lo_alarm set status = 3, close_by = ${actor.userId}, close_time = ${new Date(now)},
          ack_by = coalesce(ack_by, ${actor.userId}), ack_time = coalesce(ack_time, ${new Date(now)}),
          handle_result = ${input.handleResult}, incident_no = ${input.incidentNo ?? null}
        where id = ${row.id}`.execute(tx)
      await recordAudit(tx, {
        actor,
        content: `报警 ${row.alarmNo}：关闭，${input.handleResult}`,
        operateType: 3,
        origin: originOf(request),
        now,
      })
    })
    return answered(null, '报警已关闭')
  })
}

/** An alarm about an open lock stands as long as the lock does not say that it is shut. */
function refuseWhileOpen(row: Row): void {
  if (!alarmRule(row.alarmType).needsClosedLock || row.lockStatus === null) return
  if (countsAsClosed(row.lockStatus)) return
  throw fail('REFUSED', {
    detail: `锁具 ${row.lockCode ?? ''} 尚未确认关闭，报警 ${row.alarmNo} 不能关闭，请先现场关锁`,
  })
}

async function change(
  ctx: Context,
  actor: Actor,
  id: string,
  work: (tx: Tx, row: Row) => Promise<void>,
): Promise<void> {
  const scope = await dataScope(ctx, actor, alarm)
  const seen = await resourceStore(alarm).list(ctx.pool, scope, isIn('id', [id]), {
    limit: 1,
  })
  if (seen.length === 0) throw failUnseen(alarm.table, [id])
  await inTransaction(ctx, async (tx, emit) => {
    const { rows } = await sql<Row>`
      select a.id, a.tenant_id, a.alarm_no, a.alarm_type, a.source_kind, a.source_sn, a.work_id, a.status,
        a.lock_id, l.lock_code, l.lock_status
      from lo_alarm a left join lo_lock l on l.id = a.lock_id
      where a.id = ${id} and a.tenant_id = ${actor.tenantId} for update of a`.execute(tx)
    const [row] = rows
    if (!row) throw failUnseen(alarm.table, [id])
    await work(tx, row)
    emit('resource.changed', { resource: 'alarm', tenantId: row.tenantId, ids: [row.id] })
  })
}
