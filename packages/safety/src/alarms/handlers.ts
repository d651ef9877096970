import { alarmEndpoints } from '@suoan/contract'
import { alarmRule, type AlarmType } from '@suoan/domain/alarm'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { loadGrantsOf } from '@suoan/platform/http/load-grants'
import { audienceFor, type About } from './audience.ts'

/** An alarm that somebody is to handle. */
export type Handled = Pick<About, 'id' | 'tenantId' | 'lockId' | 'workId' | 'areaCode'> & {
  readonly alarmType: AlarmType
}

/**
 * Who can end each of these alarms, by name: of the people its rule calls (§3.6 LoAlarm) and the holders of SAFETY those
 * whose rights allow to close one. Nobody where no such account is in use. `now` epoch ms.
 */
export async function handlersOf(
  tx: Tx | Context['db'],
  alarms: readonly Handled[],
  now: number,
): Promise<Map<string, string[]>> {
  if (alarms.length === 0) return new Map()
  const audience = await audienceFor(
    tx,
    alarms.map((each) => ({ ...each, openUserId: null })),
    now,
  )
  const calledBy = new Map(
    alarms.map(({ id, alarmType }) => {
      const called: readonly string[] = [...alarmRule(alarmType).notify, 'safety']
      const people = (audience.get(id) ?? []).filter((each) => called.includes(each.audience))
      return [id, [...new Set(people.map(({ userId }) => userId))]]
    }),
  )
  const userIds = [...new Set([...calledBy.values()].flat())]
  const [grants, { rows }] = [
    await loadGrantsOf(tx, userIds),
    await sql<{ id: string; realname: string }>`
      select id, realname from sys_user where id = any(${userIds}::text[])`.execute(tx),
  ]
  const names = new Map(rows.map(({ id, realname }) => [id, realname]))
  return new Map(
    alarms.map(({ id, tenantId }) => [
      id,
      (calledBy.get(id) ?? [])
        .filter((userId) => grants.get(userId)?.in(tenantId).permissions.has(mayClose))
        .flatMap((userId) => names.get(userId) ?? []),
    ]),
  )
}

const { access } = alarmEndpoints.close
const mayClose = typeof access === 'string' ? '' : access.permission
