import { userAgent, type AgentChoice, type OwnAgency } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import {
  addRow,
  changeRow,
  checkedDraft,
  originOf,
  recordAudit,
  type HookCall,
  type MountedResource,
} from '@suoan/platform/resource'
import type { Scope } from '@suoan/platform/resource/scope'

const MOST = 50
const MOST_CHOICES = 20

/** Rows in which the caller is the absent one: all that he may change without the page of the administrator. */
const ownScope = (actor: Actor): Scope => ({
  tenantId: actor.tenantId,
  actor,
  filter: eq('userName', actor.username),
})

/** Who stands in for the caller, and for whom he stands in; newest first. */
export async function ownAgencies(
  ctx: Context,
  actor: Actor,
): Promise<{ given: OwnAgency[]; taken: OwnAgency[] }> {
  const now = ctx.clock.now()
  const read = async (own: 'user_name' | 'agent_user_name', other: 'user_name' | 'agent_user_name') => {
    const { rows } = await sql<{
      id: string
      username: string
      realname: string
      startTime: Date
      endTime: Date
      status: string
    }>`
      select a.id, ${sql.ref(`a.${other}`)} as username, coalesce(u.realname, ${sql.ref(`a.${other}`)}) as realname,
        a.start_time, a.end_time, a.status
      from sys_user_agent a left join sys_user u on u.username = ${sql.ref(`a.${other}`)}
      where a.tenant_id = ${actor.tenantId} and a.del_flag = 0 and ${sql.ref(`a.${own}`)} = ${actor.username}
      order by a.start_time desc, a.id desc limit ${MOST}`.execute(ctx.db)
    return rows.map(({ startTime, endTime, status, ...row }): OwnAgency => {
      const [from, until] = [startTime.getTime(), endTime.getTime()]
      return {
        ...row,
        startTime: shanghaiTime(from),
        endTime: shanghaiTime(until),
        state: status !== '1' ? 'ended' : now >= until ? 'over' : now >= from ? 'running' : 'coming',
      }
    })
  }
  const [given, taken] = await Promise.all([
    read('user_name', 'agent_user_name'),
    read('agent_user_name', 'user_name'),
  ])
  return { given, taken }
}

/**
 * People in force whom the caller may name: those of his departments, and with a keyword whoever has exactly this name,
 * account or number. Nobody leafs through the people of the plant by it.
 */
export async function agentChoices(ctx: Context, actor: Actor, keyword: string): Promise<AgentChoice[]> {
  const word = keyword.trim()
  const meant =
    word === ''
      ? sql`exists (select 1 from sys_user_depart mine join sys_user_depart theirs on theirs.dep_id = mine.dep_id
          where mine.user_id = ${actor.userId} and theirs.user_id = u.id)`
      : sql`${word} in (u.realname, u.username, u.work_no)`
  const { rows } = await sql<AgentChoice>`
    select u.username, coalesce(u.realname, u.username) as realname, coalesce((
        select string_agg(d.depart_name, '、' order by d.org_code collate "C")
        from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
        where ud.user_id = u.id and d.tenant_id = ${actor.tenantId} and d.del_flag = '0'), '') as departs
    from sys_user u
    where u.status = 1 and u.del_flag = 0 and u.id <> ${actor.userId} and ${belongsTo('u', actor.tenantId)} and ${meant}
    order by u.realname, u.username limit ${MOST_CHOICES}`.execute(ctx.db)
  return rows
}

/** Lets somebody decide for the caller; the hooks of the resource judge it as they judge the administrator's (0800, 0886). */
export async function setOwnAgent(
  mounted: MountedResource,
  actor: Actor,
  asked: { readonly agentUserName: string; readonly startTime: string; readonly endTime: string },
  request: FastifyRequest,
): Promise<void> {
  const { ctx } = mounted
  const { values } = checkedDraft(userAgent, { ...asked, userName: actor.username, status: '1' }, 'add')
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    if (asked.endTime <= shanghaiTime(now))
      throw fail('BAD_INPUT', { detail: '代理结束时间已经过去，请选择以后的时间' })
    const call: HookCall = { tx, ctx, actor, scope: ownScope(actor), now, input: {}, emit }
    const row = await addRow(mounted, values, call)
    await recordAudit(
      tx,
      {
        actor,
        content: `我的代理：设置代理人 ${asked.agentUserName}，${asked.startTime} 至 ${asked.endTime}`,
        operateType: 2,
        origin: originOf(request),
        now,
      },
      [{ resource: userAgent, before: null, after: row }],
    )
  })
}

/** Ends an agency that the caller has given, whoever set it: he is back. It stays in the list as ended. */
export async function endOwnAgent(
  mounted: MountedResource,
  actor: Actor,
  id: string,
  request: FastifyRequest,
): Promise<void> {
  const { ctx, store } = mounted
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const scope = ownScope(actor)
    const [before] = await store.findMany(tx, scope, [id], { lock: true })
    if (!before) throw fail('REFUSED', { detail: '该代理不存在或不是您设置的，请刷新后重试' })
    if (before['status'] !== '1' || String(before['endTime']) <= shanghaiTime(now))
      throw fail('REFUSED', { detail: '该代理已经结束，请刷新' })
    const call: HookCall = { tx, ctx, actor, scope, now, input: {}, emit }
    const after = await changeRow(mounted, { status: '0' }, new Map(), before, call)
    await recordAudit(
      tx,
      {
        actor,
        content: `我的代理：结束代理人 ${String(before['agentUserName'])} 的代理`,
        operateType: 3,
        origin: originOf(request),
        now,
      },
      [{ resource: userAgent, before, after }],
    )
  })
}
