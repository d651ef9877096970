import { removeMode } from '../dictionaries/index.ts'
import { emergencyMinutes } from '../grant/index.ts'
import { clockText, hour, minute } from '../verdict/index.ts'
import { as, effects, type Build } from './consequence.ts'
import type { TicketEvent } from './events.ts'
import type { RemovalFact, TicketFacts } from './facts.ts'
import { afterReviewHours } from './guards-emergency.ts'

const removal = (state: 8 | 9): Build => {
  return ({ event }) => {
    const { removalId } = as(event, 'removalReject', 'removalExpire')
    return effects({ do: 'removal.set', removalId, state })
  }
}

/** Whose lock is asked for or given free, and until when the next person has time (T47, T48). */
function removalText(event: TicketEvent, { holds, removals, actor, now }: TicketFacts): string {
  const until = clockText(now + emergencyMinutes * minute)
  if (event.type === 'removalAsk') {
    const hold = holds.find((each) => each.holdId === event.holdId)
    return `${actor.name} 申请应急拆除 ${hold?.userName ?? ''} 的个人锁 ${hold?.lockCode ?? ''}，须由另一名授权人员在 ${until} 前处理`
  }
  const { removalId } = as(event, 'removalApprove')
  const row = removals.find((each) => each.removalId === removalId)
  return `已批准应急拆除 ${row?.ownerName ?? ''} 的个人锁 ${row?.lockCode ?? ''}，须在 ${until} 前拆下并登记`
}

/** What emergency removal (T47–T49) and the emergency ticket (T50) do. */
export const emergencyConsequences = {
  removalAsked: ({ event }) => effects({ do: 'removal.open', holdId: as(event, 'removalAsk').holdId }),
  removalApproved: ({ event }) => {
    const { removalId, removerId } = as(event, 'removalApprove')
    return effects(
      { do: 'removal.set', removalId, state: 1 },
      { do: 'removal.grant', removalId, userId: removerId, minutes: emergencyMinutes },
    )
  },
  removalRejected: removal(8),
  removalTimedOut: removal(9),
  removalDone: ({ event, facts }) => {
    const { removalId } = as(event, 'removalDo')
    const row = facts.removals.find((each) => each.removalId === removalId)
    if (!row) return {}
    return effects(
      { do: 'hold.release', holdIds: [row.holdId], mode: removeMode.emergency },
      { do: 'removal.set', removalId, state: 2 },
      { do: 'person.mustAck', userId: row.ownerId, mustAck: true },
    )
  },
  removalAcknowledged: ({ event, facts }) => {
    const { removalId } = as(event, 'removalAck')
    // Whoever has no account stands beside the actor.
    const userId = facts.removals.find((each) => each.removalId === removalId)?.ownerId ?? facts.actor.userId
    const waits = (each: RemovalFact): boolean =>
      each.removalId !== removalId && each.ownerId === userId && each.state === 2
    return effects(
      { do: 'removal.set', removalId, state: 3 },
      // Each removal is acknowledged for itself.
      { do: 'person.mustAck', userId, mustAck: facts.removals.some(waits) },
    )
  },
  notifySafety: ({ ticket, event, facts }) =>
    effects({
      do: 'notice.send',
      roles: event.type === 'removalAsk' ? ['SAFETY', 'PERMIT', 'DEPT'] : ['SAFETY', 'PERMIT'],
      text:
        event.type === 'emergencyApprove'
          ? `抢修票 ${ticket.workNo} 已由值班负责人现场批准，${afterReviewHours} 小时内须补审查`
          : removalText(event, facts),
      status: ticket.status,
      urgent: true,
      ...(event.type !== 'emergencyApprove' && { toRemovals: true as const }),
    }),
  notifyRemoved: ({ ticket, event, facts }) => {
    const { removalId } = as(event, 'removalDo')
    const row = facts.removals.find((each) => each.removalId === removalId)
    return effects({
      do: 'notice.send',
      roles: ['SAFETY'],
      text: `工作票 ${ticket.workNo} 的个人锁 ${row?.lockCode ?? ''}（${row?.ownerName ?? ''}）已应急拆除，锁主须确认知悉`,
      status: ticket.status,
      urgent: true,
    })
  },
  emergencyDeclared: ({ facts }) =>
    effects({ do: 'emergency.declare', reviewDueAt: facts.now + afterReviewHours * hour }),
  afterReviewed: () => effects({ do: 'emergency.reviewed' }),
  afterReviewEscalated: ({ ticket }) =>
    effects(
      { do: 'emergency.escalate' },
      {
        do: 'notice.send',
        roles: ['SAFETY', 'ADMIN'],
        text: `抢修票 ${ticket.workNo} 超过 ${afterReviewHours} 小时未补审查`,
        status: ticket.status,
        urgent: true,
      },
    ),
} satisfies Record<string, Build>
