import type { Effect, Ticket } from '@suoan/domain/work-ticket'
import { execPhase, workStatus, type RoleTag, type WorkStatus } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import { agentsFor } from '../../agencies.ts'
import { openRemovals, openTicket } from '../../open-ticket.ts'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { postHolders } from '../facts/post-holders.ts'
import type { EffectScene } from './effect-scene.ts'
import { ticketVariables } from './ticket-variables.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** Statuses that need somebody to act now: rejected, suspended work and expiry stand above the ordinary course. */
const important: ReadonlySet<WorkStatus> = new Set([
  workStatus.reviewRejected,
  workStatus.approveRejected,
  workStatus.expired,
])

/** Tells the people who hold the roles on the ticket what has happened; whoever did it himself knows already. */
export async function sendNotice(
  { tx, emit, work, ticket, actor, now }: EffectScene,
  effect: Of<'notice.send'>,
): Promise<void> {
  const people = await holders(tx, work, effect.roles)
  // Whoever stands in for an absent decider learns that a step waits for him.
  const asks = effect.roles.some((role) => role === 'REVIEW' || role === 'APPROVE')
  const agents = asks ? await agentsFor(tx, work.tenantId, people, now) : []
  const { except } = effect
  const elsewhere = except ? [...except.userIds, ...(await holders(tx, work, except.roles))] : []
  const userIds = [...people, ...agents].filter((id) => id !== actor.userId && !elsewhere.includes(id))
  const isUrgent = ticket.phase === execPhase.suspended
  const level = isUrgent || effect.urgent ? 3 : important.has(effect.status) ? 2 : 1
  await notifyUsers(tx, emit, {
    tenantId: work.tenantId,
    userIds,
    title: effect.named ? `${effect.text}：${work.workName ?? ticket.workNo}` : effect.text,
    text: `工作票 ${ticket.workNo}：${effect.text}${effect.detail ? `\n${effect.detail}` : ''}\n作业名称：${
      work.workName ?? ''
    }\n地点：${ticket.place}`,
    level,
    // Only the ordinary course of work ahead may be switched off, nothing about work that is being carried out.
    ...(level === 1 && ticket.status !== workStatus.executing ? { kind: 'ticketNews' as const } : {}),
    open: effect.toRemovals ? openRemovals : openTicket(ticket.id, decisionAsked(effect.roles, ticket)),
    about: { type: 'work', id: ticket.id },
    event:
      isUrgent || effect.urgent || effect.evacuate
        ? 'ticketUrgent'
        : effect.roles.some((role) => role === 'REVIEW' || role === 'APPROVE')
          ? 'stepWaiting'
          : 'ticketNews',
    variables: ticketVariables(work, ticket),
    now,
  })
}

/** The decision that a message to these roles asks for. */
function decisionAsked(roles: readonly RoleTag[], { status }: Pick<Ticket, 'status'>): string | undefined {
  if (roles.includes('REVIEW')) return 'reviewPass'
  if (!roles.includes('APPROVE')) return undefined
  return status === workStatus.executing ? 'extendApprove' : 'approve'
}

/**
 * User ids of the roles on a ticket: named people, applicant, leader, whoever is asked to decide now, and for posts the
 * holders of the role in the territory's department (SAFETY and ADMIN: of the plant).
 */
async function holders(
  tx: EffectScene['tx'],
  work: EffectScene['work'],
  roles: readonly RoleTag[],
): Promise<string[]> {
  const has = (role: RoleTag): boolean => roles.includes(role)
  const { rows } = await sql<{ id: string | null }>`
    select user_id as id from lo_work_person where work_id = ${work.id} and state = 1 and role_tag = any(${[...roles]}::text[])
    union select ${work.applicantId}::text where ${has('ISSUE')}
    union select ${work.leaderId}::text where ${has('LEAD')}
    union select reviewer_id from lo_work_review where work_id = ${work.id} and review_status = 1 and ${has('REVIEW')}
    union select approver_id from lo_work_examine where work_id = ${work.id} and approve_status = 1 and ${has('APPROVE')}
    limit 200`.execute(tx)
  const named = rows.flatMap(({ id }) => (id === null || id === 'SYSTEM' ? [] : [id]))
  return [...new Set([...named, ...(await postHolders(tx, work, roles))])]
}
