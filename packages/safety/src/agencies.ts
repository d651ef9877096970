import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Agency } from '@suoan/domain/work-ticket'
import { belongsTo, belongsToText } from '@suoan/platform/db/belongs-to'
import type { Database } from '@suoan/platform/db/schema'

/** 用户代理 (decision 0800): who may decide for whom at a moment. What such a decision must satisfy is `takeOver` of the domain. */

const active = (account: 'p' | 'g', tenantId: number): RawBuilder<SqlBool> =>
  sql`${sql.ref(`${account}.status`)} = 1 and ${sql.ref(`${account}.delFlag`)} = 0 and ${belongsTo(account, tenantId)}`

/** Rows `a` (the agency), `p` (the absent person), `g` (the agent) that hold at `now` (epoch ms): not revoked, both accounts in force. */
const inForce = (tenantId: number, now: number) => sql`
  sys_user_agent a join sys_user p on p.username = a.user_name join sys_user g on g.username = a.agent_user_name
  where a.tenant_id = ${tenantId} and a.del_flag = 0 and a.status = '1'
    and a.start_time <= ${new Date(now)} and a.end_time > ${new Date(now)}
    and ${active('p', tenantId)} and ${active('g', tenantId)}`

/** The agencies that an account holds at `now` (epoch ms). */
export async function agenciesOf(
  db: Kysely<Database>,
  tenantId: number,
  agentId: string,
  now: number,
): Promise<Agency[]> {
  const { rows } = await sql<{
    id: string
    principalId: string
    agentId: string
    startTime: Date
    endTime: Date
  }>`
    select a.id, p.id as principal_id, g.id as agent_id, a.start_time, a.end_time
    from ${inForce(tenantId, now)} and g.id = ${agentId} order by a.id`.execute(db)
  return rows.map(({ startTime, endTime, ...row }) => ({
    ...row,
    from: startTime.getTime(),
    until: endTime.getTime(),
  }))
}

/** The agents who stand in at `now` (epoch ms) for any of these people. */
export async function agentsFor(
  db: Kysely<Database>,
  tenantId: number,
  userIds: readonly string[],
  now: number,
): Promise<string[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct g.id from ${inForce(tenantId, now)} and p.id = any(${[...userIds]}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The text of "a step of the ticket waits for somebody for whom the user decides now"; `ticket`, `user`, `tenant` and
 * `moment` (timestamptz) are SQL of our own.
 */
export const waitsForAbsentText = (
  ticket: string,
  user: string,
  tenant: string,
  moment: string,
): string => `exists (
  select 1 from sys_user g join sys_user_agent a on a.agent_user_name = g.username join sys_user p on p.username = a.user_name
  where g.id = ${user} and a.tenant_id = ${tenant} and a.del_flag = 0 and a.status = '1'
    and a.start_time <= ${moment} and a.end_time > ${moment}
    and p.status = 1 and p.del_flag = 0 and ${belongsToText('p', tenant)}
    and g.status = 1 and g.del_flag = 0 and ${belongsToText('g', tenant)}
    and (exists (select 1 from lo_work_review s where s.work_id = ${ticket} and s.reviewer_id = p.id and s.review_status = 1)
      or exists (select 1 from lo_work_examine s where s.work_id = ${ticket} and s.approver_id = p.id and s.approve_status = 1)))`
