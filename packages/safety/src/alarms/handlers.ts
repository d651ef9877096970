import { alarmEndpoints, type Endpoint } from '@suoan/contract'
import { alarmRule, type AlarmType } from '@suoan/domain/alarm'
import { alarmStatus, labelOf } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { loadGrantsOf } from '@suoan/platform/http/load-grants'
import { audienceFor, type About } from './audience.ts'

/** An alarm that somebody is to handle. */
export type Handled = Pick<About, 'id' | 'tenantId' | 'lockId' | 'workId' | 'areaCode'> & {
  readonly alarmType: AlarmType
}

const codeOf = ({ access }: Pick<Endpoint, 'access'>): string =>
  typeof access === 'string' ? '' : access.permission
const mayClose = codeOf(alarmEndpoints.close)
const mayAcknowledge = codeOf(alarmEndpoints.ack)

/** Whose business each of these alarms is: whom its rule calls (§3.6 LoAlarm), and the holders of SAFETY. `now` epoch ms. */
async function calledTo(
  tx: Tx | Context['db'],
  alarms: readonly Handled[],
  now: number,
): Promise<Map<string, readonly string[]>> {
  const audience = await audienceFor(
    tx,
    alarms.map((each) => ({ ...each, openUserId: null })),
    now,
  )
  return new Map(
    alarms.map(({ id, alarmType }) => {
      const people = audience.get(id) ?? []
      // Who stands nearest to it first.
      const called = [...alarmRule(alarmType).notify, 'safety'].flatMap((as) =>
        people.flatMap((each) => (each.audience === as ? [each.userId] : [])),
      )
      return [id, [...new Set(called)]]
    }),
  )
}

/**
 * Who can end each of these alarms, by name: of those whose business it is whoever has the right to close one. Nobody where
 * no such account is in use. `now` epoch ms.
 */
export async function handlersOf(
  tx: Tx | Context['db'],
  alarms: readonly Handled[],
  now: number,
): Promise<Map<string, string[]>> {
  if (alarms.length === 0) return new Map()
  const called = await calledTo(tx, alarms, now)
  const userIds = [...new Set([...called.values()].flat())]
  const grants = await loadGrantsOf(tx, userIds)
  const { rows } = await sql<{ id: string; realname: string }>`
    select id, realname from sys_user where id = any(${userIds}::text[])`.execute(tx)
  const names = new Map(rows.map(({ id, realname }) => [id, realname]))
  return new Map(
    alarms.map(({ id, tenantId }) => [
      id,
      (called.get(id) ?? [])
        .filter((userId) => grants.get(userId)?.in(tenantId).permissions.has(mayClose))
        .flatMap((userId) => names.get(userId) ?? []),
    ]),
  )
}

/** An alarm that waits for the caller. */
export interface OwnAlarm {
  readonly id: string
  readonly alarmNo: string
  /** What he is to do about which alarm. */
  readonly text: string
}

/** More are never shown as something to do; the list of alarms has all of them. */
const mostAlarms = 50

/** The alarms that the caller is called to and can close, or acknowledge where nobody has; the urgent ones first. */
export async function ownAlarms(ctx: Context, actor: Actor): Promise<OwnAlarm[]> {
  const closes = actor.permissions.has(mayClose)
  if (!closes && !actor.permissions.has(mayAcknowledge)) return []
  const statuses = closes ? [alarmStatus.open, alarmStatus.acknowledged] : [alarmStatus.open]
  const { rows } = await sql<Handled & { alarmNo: string; source: string }>`
    select al.id, al.tenant_id, al.lock_id, al.work_id, al.area_code, al.alarm_type, al.alarm_no,
      coalesce(l.lock_code, al.area_code, '') as source
    from lo_alarm al left join lo_lock l on l.id = al.lock_id
    -- A duress signal shows nowhere a person near the lock may look (A15).
    where al.tenant_id = ${actor.tenantId} and al.status = any(${statuses}) and al.alarm_type <> 'A15'
    order by al.alarm_level desc, al.last_time desc limit ${mostAlarms}`.execute(ctx.db)
  const called =
    rows.length === 0 ? new Map<string, readonly string[]>() : await calledTo(ctx.db, rows, ctx.clock.now())
  return rows
    .filter(({ id }) => called.get(id)?.includes(actor.userId))
    .map(({ id, alarmNo, alarmType, source }) => ({
      id,
      alarmNo,
      text: `${closes ? '处理' : '确认'}报警：${labelOf('lo_alarm_type', alarmType)}（${source}）`,
    }))
}
