import { execPhase, holdType, itemState } from '../dictionaries/index.ts'
import { restingHolds } from '../isolation/index.ts'
import { day, minute } from '../verdict/index.ts'
import { as, effects, type Build } from './consequence.ts'
import type { Effect } from './events.ts'
import { pointsAsked } from './guards-execution.ts'
import { handoverOf } from './handover.ts'

const dealOf = ({ event, facts }: Parameters<Build>[0]) => {
  const deal = handoverOf(event, facts.handovers)
  if (!deal) throw new Error('transition table: a handover without its row passed T34')
  return deal
}

/** Whatever is lifted is de-energised and waits to be locked again; nobody opens it any more. */
export const testStopped: Build = ({ event, facts }) => {
  const failed = event.type === 'pointFail' ? event.pointId : null
  const lifted = facts.points.filter((point) => point.state === itemState.lifted && point.pointId !== failed)
  if (lifted.length === 0 && facts.testRun === null) return {}
  return effects(
    ...lifted.map(({ pointId }): Effect => ({ do: 'point.set', pointId, state: itemState.awaitingRelock })),
    { do: 'test.end' },
  )
}

/** Named effects of handover, test run, partial release and extension (T31, T34–T39). */
export const executionConsequences = {
  notifyIncoming: (occasion) => {
    const { toUserId } = dealOf(occasion)
    return effects({
      do: 'notice.person',
      userId: toUserId,
      text: `工作票 ${occasion.ticket.workNo} 请您接班`,
    })
  },
  handoverAccepted: (occasion) =>
    effects({ do: 'handover.set', handoverId: dealOf(occasion).handoverId, state: 1 }),
  handoverCancelled: (occasion) =>
    effects({ do: 'handover.set', handoverId: dealOf(occasion).handoverId, state: 3 }),
  handedOver: (occasion) => {
    const { handoverId, roleTag, fromUserId, toUserId } = dealOf(occasion)
    return {
      ...(roleTag === 'LEAD' ? { ticket: { leaderId: toUserId } } : {}),
      effects: [
        { do: 'handover.set', handoverId, state: 2 },
        { do: 'role.switch', roleTag, fromUserId, toUserId },
      ],
    }
  },
  testBegun: ({ event, facts }) => {
    const { pointIds, userIds, minutes } = as(event, 'testBegin')
    return effects(
      ...pointIds.map((pointId): Effect => ({ do: 'point.set', pointId, state: itemState.lifted })),
      { do: 'hold.lift', pointIds },
      { do: 'test.begin', pointIds, userIds, until: facts.now + minutes * minute },
    )
  },
  testStopped,
  testCleared: ({ facts }) => (facts.testRun === null ? {} : effects({ do: 'test.clear' })),
  workResumes: () => ({ ticket: { suspendedAt: null } }),
  groupReleased: ({ ticket, event, facts }) =>
    effects(
      ...pointsAsked(as(event, 'groupRelease'), facts.points).flatMap((pointId): Effect[] => {
        const own = restingHolds(facts.holds).filter(
          (hold) => hold.workId === ticket.id && hold.pointId === pointId,
        )
        const lock = own.find((hold) => hold.holdType === holdType.isolationLock)
        return [
          { do: 'hold.release', holdIds: own.map((hold) => hold.holdId), mode: 1 },
          { do: 'point.set', pointId, state: itemState.restored },
          { do: 'tag.remove', pointId },
          ...(lock?.lockId
            ? [{ do: 'lock.handBack', lockId: lock.lockId, userId: lock.userId } as const]
            : []),
        ]
      }),
    ),
  extended: ({ ticket, event, facts }) => {
    const { extendId } = as(event, 'extendApprove')
    const newEnd = facts.extension?.newEnd ?? ticket.validEnd ?? ticket.planEnd
    const shift = newEnd - (ticket.validEnd ?? ticket.planEnd)
    return {
      ticket: {
        validEnd: newEnd,
        closeDeadline: ticket.closeDeadline === null ? newEnd + day : ticket.closeDeadline + shift,
        extendCount: ticket.extendCount + 1,
      },
      effects: [{ do: 'extension.set', extendId, result: 8 }, { do: 'grants.extend' }],
    }
  },
  extensionRefused: ({ event }) =>
    effects({ do: 'extension.set', extendId: as(event, 'extendReject').extendId, result: 9 }),
  /** An end that has come decides the request for a later one. */
  extensionLapsed: ({ facts }) =>
    facts.extension === null
      ? {}
      : effects({ do: 'extension.set', extendId: facts.extension.extendId, result: 9 }),
  deadlineMoved: ({ event }) => ({
    ticket: { closeDeadline: as(event, 'closeDeadlineMove').deadline },
    effects: [{ do: 'grants.extend' }],
  }),
  /** Before the work nobody waits for it; the start sets the moment (T27). */
  proofTimers: ({ before }) => (before.phase === execPhase.working ? effects({ do: 'timers.proof' }) : {}),
  gasTimers: () => effects({ do: 'timers.gas' }),
  stopTimers: () => effects({ do: 'timers.stop' }),
  /** A18: time is up and somebody is still inside. */
  lateOutRaised: ({ ticket, facts }) => {
    const names = facts.persons.filter((person) => person.onSite).map((person) => person.name)
    if (names.length === 0 && ticket.onSiteCount === 0) return {}
    return effects({
      do: 'alarm.raise',
      alarmType: 'A18',
      level: 3,
      text: `到期仍在现场：${names.join('、') || `${ticket.onSiteCount} 人`}`,
    })
  },
  lateOutCleared: ({ ticket }) =>
    ticket.onSiteCount === 0 ? effects({ do: 'alarm.recover', alarmType: 'A18' }) : {},
} satisfies Record<string, Build>
