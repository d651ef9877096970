import {
  closeResult,
  gasState,
  holdState,
  itemState,
  stepStatus,
  workStatus,
  type RoleTag,
} from '../dictionaries/index.ts'
import { day, type Verdict } from '../verdict/index.ts'
import { changedFields } from './core-fields.ts'
import type { Effect, TicketEvent, TicketEventType } from './events.ts'
import type { TicketFacts } from './facts.ts'
import { personalHolds } from './guards-people.ts'
import { closeOpenRows, openStage, passRow, rejectRow, resumeStep } from './steps.ts'
import { newTicketState, type Ticket } from './ticket.ts'

/** What a consequence sees: the ticket as the earlier consequences of the row left it. */
export interface Occasion {
  before: Ticket
  ticket: Ticket
  event: TicketEvent
  facts: TicketFacts
  verdicts: readonly Verdict[]
}

/** Fields to set and effects to perform. */
export interface Consequence {
  ticket?: Partial<Ticket>
  effects?: readonly Effect[]
}

type Build = (occasion: Occasion) => Consequence

/** The event of an occasion as the kind its row promises; anything else is a wrong table, not a user's fault. */
function as<T extends TicketEventType>(
  event: TicketEvent,
  ...types: readonly T[]
): Extract<TicketEvent, { type: T }> {
  const isOne = (each: TicketEvent): each is Extract<TicketEvent, { type: T }> =>
    (types as readonly string[]).includes(each.type)
  if (!isOne(event))
    throw new Error(`transition table: ${event.type} has a consequence made for ${types.join(', ')}`)
  return event
}

const effects = (...list: readonly Effect[]): Consequence => ({ effects: list })

function notice(roles: readonly RoleTag[], say: (ticket: Ticket) => string): Build {
  return ({ ticket }) => effects({ do: 'notice.send', roles, text: say(ticket), status: ticket.status })
}

const crew: readonly RoleTag[] = ['LEAD', 'WORK', 'CONTR', 'GUARD', 'ISO', 'VERIFY', 'PERMIT']
const workers: readonly RoleTag[] = ['WORK', 'GUARD', 'CONTR']
const isolators: readonly RoleTag[] = ['ISO', 'VERIFY']

const openRound: Build = ({ ticket }) => ({
  ticket: { round: ticket.round + 1, reviewStatus: stepStatus.waiting, approveStatus: stepStatus.waiting },
  effects: [{ do: 'round.open', round: ticket.round + 1 }],
})

/** Every named effect of the table, as data for the caller to perform inside the same transaction. */
export const consequences = {
  reserveNumber: () => ({ ticket: newTicketState, effects: [{ do: 'number.reserve' }] }),
  deleteDraft: () => effects({ do: 'draft.delete' }),
  applyEdit: ({ ticket, event }) => {
    const { edit = {} } = as(event, 'edit', 'approve')
    const fields = changedFields(ticket, edit)
    const parts = event.type === 'approve' ? (event.editedParts ?? []) : []
    if (fields.length + parts.length === 0) return {}
    return { ticket: edit, effects: [{ do: 'diff.record', fields: [...fields, ...parts] }] }
  },
  openRound,
  openRoundAfterRejection: (occasion) => {
    const rejected: readonly number[] = [workStatus.reviewRejected, workStatus.approveRejected]
    return rejected.includes(occasion.before.status) ? openRound(occasion) : {}
  },
  sealContent: ({ facts }) => ({
    ticket: { contentHash: facts.contentHash },
    effects: [{ do: 'content.seal', contentHash: facts.contentHash }],
  }),
  sealEdit: ({ before, event, facts }) => {
    const { edit = {}, editedParts = [], editedHash = facts.contentHash } = as(event, 'approve')
    if (changedFields(before, edit).length + editedParts.length === 0) return {}
    return { ticket: { contentHash: editedHash }, effects: [{ do: 'content.seal', contentHash: editedHash }] }
  },
  askReviewers: ({ before, ticket, event, facts }) => {
    const { assignees = [] } = as(event, 'submit', 'approve')
    const last = facts.steps.filter((row) => row.round === ticket.round - 1)
    const coreUnchanged = event.type === 'submit' && before.contentHash === facts.contentHash
    const rows = openStage(facts.flow, assignees, 1, ticket.round, resumeStep(last, coreUnchanged))
    return { ticket: { reviewStatus: stepStatus.pending }, effects: [{ do: 'steps.create', rows }] }
  },
  askExaminers: ({ ticket, event, facts }) => {
    const rows = openStage(facts.flow, as(event, 'reviewPass').examiners, 2, ticket.round)
    return { ticket: { approveStatus: stepStatus.pending }, effects: [{ do: 'steps.create', rows }] }
  },
  passRow: ({ event, facts }) =>
    effects({
      do: 'steps.set',
      changes: passRow(facts.steps, as(event, 'reviewPass', 'approve').rowId).changes,
    }),
  rejectRow: ({ event, facts }) =>
    effects({
      do: 'steps.set',
      changes: rejectRow(facts.steps, as(event, 'reviewReject', 'approveReject').rowId).changes,
    }),
  closeOpenRows: ({ facts }) => effects({ do: 'steps.set', changes: closeOpenRows(facts.steps) }),
  clearReview: () => ({ ticket: { reviewStatus: stepStatus.waiting, approveStatus: stepStatus.waiting } }),
  reviewPassed: () => ({ ticket: { reviewStatus: stepStatus.passed } }),
  reviewRejected: () => ({ ticket: { reviewStatus: stepStatus.rejected } }),
  approveRejected: () => ({ ticket: { approveStatus: stepStatus.rejected } }),
  approved: ({ ticket }) => ({
    ticket: {
      approveStatus: stepStatus.passed,
      validEnd: ticket.planEnd,
      closeDeadline: ticket.planEnd + day,
    },
  }),
  tentativeHolds: () => effects({ do: 'holds.tentative' }),
  freeTentative: () => effects({ do: 'holds.freeTentative' }),
  reserve: () => effects({ do: 'reservations.make' }),
  freeReservations: () => effects({ do: 'holds.freeTentative' }, { do: 'reservations.free' }),
  createGrants: () => effects({ do: 'grants.create' }),
  isolatorGrants: () => effects({ do: 'grants.activate', roles: isolators }),
  workGrants: () => effects({ do: 'grants.activate', roles: workers }),
  workGrantsOff: () => effects({ do: 'grants.suspend', roles: workers }),
  revokeGrants: () => effects({ do: 'grants.revoke' }),
  setCloseDeadline: ({ ticket }) => ({
    ticket: {
      closeFlag: false,
      closeDeadline: ticket.closeDeadline ?? (ticket.validEnd ?? ticket.planEnd) + day,
    },
  }),
  closeTicket: () => ({ ticket: { closeFlag: true, closeResult: closeResult.notStarted } }),
  voidTicket: () => ({ ticket: { voidFlag: true } }),
  sealChain: () => effects({ do: 'chain.seal' }),
  pointOperated: ({ event, facts }) => {
    const { pointId } = as(event, 'pointOperate')
    const residual = facts.points.find((point) => point.pointId === pointId)?.kind === 'residual'
    return effects(
      residual
        ? { do: 'point.set', pointId, state: itemState.residualReleased, residualDone: true }
        : { do: 'point.set', pointId, state: itemState.operated },
    )
  },
  pointLocked: ({ event }) => {
    const { pointId, lockId, substituteReason } = as(event, 'pointLock')
    return effects(
      { do: 'point.set', pointId, state: itemState.locked },
      { do: 'hold.place', pointId, lockId, holdType: 1 },
      { do: 'lock.install', lockId, pointId, substituteReason },
    )
  },
  pointTagged: ({ event }) => {
    const { pointId } = as(event, 'pointTag')
    return effects({ do: 'tag.hang', pointId }, { do: 'point.set', pointId, state: itemState.tagged })
  },
  pointVerified: ({ event }) => {
    const { pointId, proof } = as(event, 'pointVerify')
    return effects({ do: 'point.set', pointId, state: itemState.verified, proof })
  },
  pointFailed: ({ event, facts }) => {
    const { pointId, reason } = as(event, 'pointFail')
    const code = facts.points.find((point) => point.pointId === pointId)?.pointCode ?? pointId
    return effects(
      { do: 'point.set', pointId, state: itemState.abnormal },
      { do: 'verifications.void', pointIds: [pointId] },
      { do: 'alarm.raise', alarmType: 'A17', level: 3, text: `隔离点 ${code} 状态与票不符：${reason}` },
    )
  },
  personalLockPlaced: ({ event }) => {
    const { userId, lockId, pointId, boxId } = as(event, 'personalLockOn')
    return effects({ do: 'personalHold.place', userId, lockId, pointId, boxId })
  },
  personalLockRemoved: ({ event }) =>
    effects({ do: 'hold.release', holdIds: [as(event, 'personalLockOff').holdId], mode: 1 }),
  started: ({ facts }) => ({ ticket: { realStart: facts.now, suspendedAt: null } }),
  startTimers: () => effects({ do: 'timers.start' }),
  suspended: ({ ticket, facts }) => ({
    ticket: { suspendedAt: ticket.suspendedAt ?? facts.now },
    effects: [{ do: 'grants.suspend', roles: workers }],
  }),
  resumed: () => ({ ticket: { suspendedAt: null } }),
  personEntered: ({ ticket, event }) => ({
    ticket: { onSiteCount: ticket.onSiteCount + 1 },
    effects: [{ do: 'person.set', userId: as(event, 'personIn').userId, onState: 1 }],
  }),
  personLeft: ({ ticket, event, facts }) => {
    const { userId } = as(event, 'personOut')
    // Leaving is never refused, so a second report must not count a second person out.
    const wasIn = facts.persons.some((person) => person.userId === userId && person.onSite)
    if (!wasIn) return {}
    return {
      ticket: { onSiteCount: Math.max(0, ticket.onSiteCount - 1) },
      effects: [{ do: 'person.set', userId, onState: 2 }],
    }
  },
  gasRecorded: ({ event }) => ({
    ticket: { gasState: as(event, 'gasRepeat').pass ? gasState.valid : gasState.failed },
  }),
  crewChanged: ({ event }) => {
    const { userId, roleTag } = as(event, 'crewChange')
    return effects({ do: 'crew.set', userId, roleTag })
  },
  pointRestored: ({ ticket, event, facts, verdicts }) => {
    const { pointId } = as(event, 'pointRestore')
    const own = facts.holds.filter(
      (hold) => hold.workId === ticket.id && hold.pointId === pointId && hold.state !== holdState.released,
    )
    const release: Effect[] = [
      { do: 'hold.release', holdIds: own.map((hold) => hold.holdId), mode: 1 },
      { do: 'point.set', pointId, state: itemState.restored },
      { do: 'tag.remove', pointId },
    ]
    const point = facts.points.find((each) => each.pointId === pointId)
    const lockId = point?.closure?.lockId ?? null
    // Another ticket rests on the point (G24): our hold goes, the lock stays shut.
    const heldByOthers = verdicts.some((verdict) => verdict.id === 'G24' && !verdict.pass)
    if (lockId === null || heldByOthers) return { effects: release }
    return { effects: [...release, { do: 'lock.open', lockId, pointId }, { do: 'lock.return', lockId }] }
  },
  finished: ({ event, facts }) => ({
    ticket: { realEnd: facts.now, closeResult: as(event, 'finish').closeResult, closeFlag: true },
  }),
  closedExpired: ({ facts }) => ({
    ticket: { realEnd: facts.now, closeResult: closeResult.expired, closeFlag: true },
  }),
  tellReviewers: notice(['REVIEW', 'SAFETY'], (ticket) => `作业票 ${ticket.workNo} 待审核`),
  tellApprovers: notice(['APPROVE'], (ticket) => `作业票 ${ticket.workNo} 待审批`),
  tellApplicant: notice(['ISSUE'], (ticket) => `作业票 ${ticket.workNo} 有新的处理结果`),
  tellCrew: notice(crew, (ticket) => `作业票 ${ticket.workNo} 状态已变化`),
  tellIsolators: notice(isolators, (ticket) => `作业票 ${ticket.workNo} 开始隔离`),
  tellLeave: notice(crew, (ticket) => `作业票 ${ticket.workNo} 停止作业，请立即离开现场`),
  tellOwners: ({ ticket, facts }) => {
    const owners = personalHolds(facts.holds, ticket.id).map((hold) => hold.userName)
    const text = owners.length === 0 ? '开始解除隔离' : `请 ${[...new Set(owners)].join('、')} 摘除个人锁`
    return effects({
      do: 'notice.send',
      roles: crew,
      text: `作业票 ${ticket.workNo} ${text}`,
      status: ticket.status,
    })
  },
} satisfies Record<string, Build>

export type ConsequenceName = keyof typeof consequences
