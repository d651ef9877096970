import { workStatus } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { agentsFor } from '../../agencies.ts'
import { openTicket } from '../../open-ticket.ts'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import type { EffectScene } from './effect-scene.ts'
import { ticketVariables } from './ticket-variables.ts'

/** A word to people, and to everybody of the tenant who holds one of the posts: what they shall do about the ticket. */
export async function notifyPeople(
  { tx, emit, work, ticket, now }: EffectScene,
  { userIds, posts, text, late }: Extract<Effect, { do: 'notice.notify' }>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from sys_user u join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
    where u.del_flag = 0 and u.status = 1 and r.tenant_id = ${work.tenantId} and ${belongsTo('u', work.tenantId)}
      and upper(r.role_code) = any(${[...posts]}::text[])`.execute(tx)
  const agents = await agentsFor(tx, work.tenantId, userIds, now)
  await notifyUsers(tx, emit, {
    tenantId: work.tenantId,
    userIds: [...userIds, ...agents, ...rows.map((row) => row.id)],
    title: text,
    text: `${text}\n作业名称：${work.workName ?? ''}\n地点：${ticket.place}`,
    level: 2,
    // Whom a decision was handed to, or who is urged to take it; the late one is told to others too.
    open: openTicket(
      ticket.id,
      late ? undefined : ticket.status === workStatus.submitted ? 'reviewPass' : 'approve',
    ),
    about: { type: 'work', id: ticket.id },
    event: late ? 'stepOverdue' : 'stepWaiting',
    variables: ticketVariables(work, ticket),
    now,
  })
}
