import { userAgent } from '@suoan/contract'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { fail } from '@suoan/platform/fail'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { defineHooks, type HookCall } from '@suoan/platform/resource'

interface Window {
  readonly id: string
  readonly userName: string
  readonly agentUserName: string
  /** `YYYY-MM-DD HH:mm:ss` */
  readonly startTime: string
  readonly endTime: string
  readonly status: string
}

/** What agencies respect beside plain CRUD: one agent at a time, no chains, and nobody makes himself one (decision 0800). */
export const agentHooks = defineHooks(userAgent, {
  async afterAdd(row, call) {
    const window = windowOf(row)
    await refuseImpossible(window, call)
    if (window.status === '1') await tellBoth(window, 'begun', call)
  },
  async afterEdit(row, before, call) {
    const [window, was] = [windowOf(row), windowOf(before)]
    await refuseImpossible(window, call)
    if (was.status === '1' && (window.status !== '1' || window.agentUserName !== was.agentUserName))
      await tellBoth(was, 'ended', call)
    if (window.status === '1') await tellBoth(window, 'begun', call)
  },
  async afterDelete(rows, call) {
    for (const row of rows) {
      const window = windowOf(row)
      if (window.status === '1') await tellBoth(window, 'ended', call)
    }
  },
})

const windowOf = (row: Readonly<Record<string, unknown>>): Window => ({
  id: String(row['id']),
  userName: String(row['userName'] ?? ''),
  agentUserName: String(row['agentUserName'] ?? ''),
  startTime: String(row['startTime'] ?? ''),
  endTime: String(row['endTime'] ?? ''),
  status: String(row['status'] ?? ''),
})

async function refuseImpossible(
  window: Window,
  { tx, actor }: Pick<HookCall, 'tx' | 'actor'>,
): Promise<void> {
  const { userName, agentUserName, startTime, endTime } = window
  if (userName === agentUserName) throw fail('BAD_INPUT', { detail: '代理人不能是本人，请选择其他人员' })
  if (endTime <= startTime) throw fail('BAD_INPUT', { detail: '代理结束时间必须晚于开始时间' })
  // Standing in for somebody widens what one decides: nobody does that for himself, whoever he is (security.md V10).
  if (agentUserName === actor.username)
    throw fail('REFUSED', { detail: '不能把自己设为他人的代理人，请由其他管理员设置' })
  // The locks make two settings at the same moment see each other.
  const { rows: people } = await sql<{ username: string; realname: string; inForce: boolean }>`
    select username, coalesce(realname, username) as realname, (status = 1 and del_flag = 0) as in_force from sys_user
    where username = any(${[userName, agentUserName]}::text[]) and ${belongsTo('sys_user', actor.tenantId)}
    order by id for update`.execute(tx)
  for (const name of [userName, agentUserName])
    if (!people.some(({ username }) => username === name))
      throw fail('BAD_INPUT', { detail: `用户“${name}”不存在，请重新选择` })
  const frozen = people.find(({ username, inForce }) => username === agentUserName && !inForce)
  if (frozen) throw fail('REFUSED', { detail: `“${frozen.realname}”的账号已停用，不能担任代理人` })
  if (window.status === '1') await refuseOverlap(tx, actor.tenantId, window)
}

async function refuseOverlap(tx: Tx, tenantId: number, window: Window): Promise<void> {
  const { id, userName, agentUserName, startTime, endTime } = window
  const { rows } = await sql<{ userName: string; agentUserName: string; startTime: string; endTime: string }>`
    select user_name, agent_user_name,
      to_char(start_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as start_time,
      to_char(end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as end_time
    from sys_user_agent
    where tenant_id = ${tenantId} and del_flag = 0 and status = '1' and id <> ${id}
      and start_time < ${endTime}::timestamp at time zone 'Asia/Shanghai'
      and end_time > ${startTime}::timestamp at time zone 'Asia/Shanghai'
      and (user_name in (${userName}, ${agentUserName}) or agent_user_name = ${userName})
    order by start_time, id limit 1`.execute(tx)
  const [other] = rows
  if (!other) return
  const when = `${other.startTime} 至 ${other.endTime}`
  throw fail('REFUSED', {
    detail:
      other.userName === userName
        ? `“${userName}”在 ${when} 已由“${other.agentUserName}”代理，同一时间只能有一名代理人`
        : other.userName === agentUserName
          ? `“${agentUserName}”在 ${when} 自己也不在岗（由“${other.agentUserName}”代理），请选择其他代理人`
          : `“${userName}”在 ${when} 正代理“${other.userName}”，不能再把事务交给他人，请先更改该代理`,
  })
}

/** Both learn of it: the absent person must never be represented without knowing. */
async function tellBoth(
  { id, userName, agentUserName, startTime, endTime }: Window,
  what: 'begun' | 'ended',
  { tx, actor, emit, now }: HookCall,
): Promise<void> {
  const { rows } = await sql<{ id: string; username: string; realname: string }>`
    select id, username, coalesce(realname, username) as realname from sys_user
    where username = any(${[userName, agentUserName]}::text[])`.execute(tx)
  const nameOf = (username: string) => rows.find((row) => row.username === username)?.realname ?? username
  const text =
    what === 'begun'
      ? `${startTime} 至 ${endTime}，由“${nameOf(agentUserName)}”代理“${nameOf(userName)}”处理待审核、待批准的工作票。设置人：${actor.realname}`
      : `“${nameOf(agentUserName)}”不再代理“${nameOf(userName)}”。操作人：${actor.realname}`
  await notifyUsers(tx, emit, {
    tenantId: actor.tenantId,
    userIds: rows.map((row) => row.id),
    title: what === 'begun' ? '用户代理已设置' : '用户代理已结束',
    text,
    level: 2,
    open: null,
    about: { type: 'userAgent', id },
    now,
  })
}
