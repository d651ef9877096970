import {
  closeResult,
  gasState,
  holdType,
  itemState,
  labelOf,
  stepStatus,
  workStatus,
  type RoleTag,
} from '../dictionaries/index.ts'
import { restingHolds } from '../isolation/index.ts'
import { day } from '../verdict/index.ts'
import { as, effects, news, type Build } from './consequence.ts'
import { eventNames } from './event-names.ts'
import { approvalConsequences } from './consequences-approval.ts'
import { causeConsequences } from './stop-causes.ts'
import { executionConsequences, testStopped } from './consequences-execution.ts'
import { emergencyConsequences } from './consequences-emergency.ts'
import { renewalConsequences } from './consequences-renewal.ts'
import { changedFields } from './core-fields.ts'
import type { Effect, TicketEvent, TicketEventType } from './events.ts'
import type { TicketFacts } from './facts.ts'
import type { Ticket } from './ticket.ts'
import { failingNow } from './gas.ts'
import { personalHolds } from './guards-people.ts'
import { missingApprovals } from './raised-level.ts'
import { closeOpenRows, openStage, passRow, rejectRow, reopenApprovals, resumeStep } from './steps.ts'
import { newTicketState } from './ticket.ts'

const crew: readonly RoleTag[] = ['LEAD', 'WORK', 'CONTR', 'GUARD', 'ISO', 'VERIFY', 'PERMIT']
const workers: readonly RoleTag[] = ['WORK', 'GUARD', 'CONTR']
const isolators: readonly RoleTag[] = ['ISO', 'VERIFY']

/** What has happened, as those hear it who have nothing to do about it. */
const happened: Readonly<Partial<Record<TicketEventType, string>>> = {
  approve: '已批准',
  emergencyApprove: '抢修已批准',
  void: '已作废',
  isolationRestored: '隔离已恢复，可重新隔离或作废',
  start: '已开工',
  resume: '已恢复作业',
  causeClose: '中断原因已关闭',
  testBegin: '试运行开始，相关隔离点可能带能量',
  relocked: '试运行结束，已恢复上锁',
  groupRelease: '部分隔离已解除',
  extendApprove: '延期已同意',
  extendReject: '延期未同意',
  closeDeadlineMove: '收尾期限已延长',
  handoverDone: '交接已完成',
  expire: '已到期，请停止作业并恢复隔离',
  finish: '已完工',
  closeExpired: '过期收尾已完成',
}
const heardByApplicant: readonly TicketEventType[] = ['approve', 'emergencyApprove', 'finish', 'closeExpired']

/** Who is asked by a message of his own to do what comes next (`turnTasks`). */
function askedBy({ type }: TicketEvent, { needIsolation }: Ticket): RoleTag[] {
  switch (type) {
    case 'approve':
    case 'emergencyApprove':
    case 'isolationRestored':
      return needIsolation ? ['ISO', 'PERMIT'] : ['LEAD']
    case 'causeClose':
      return ['LEAD']
    default:
      return []
  }
}

/** What has become of an application, why, and who said so. */
function resultOf(event: TicketEvent, { actor, steps }: TicketFacts): { text: string; detail?: string } {
  switch (event.type) {
    case 'reviewReject':
    case 'approveReject': {
      const stage = steps.find((row) => row.id === event.rowId)?.stage === 2 ? '审批' : '审核'
      const reason = labelOf('lo_reject_reason', event.reasonCode)
      return { text: `${stage}被驳回`, detail: `${actor.name} 驳回：【${reason}】${event.opinion}` }
    }
    case 'recall':
      return { text: '批准已撤销', detail: `${actor.name} 撤销批准：${event.reason}` }
    case 'expire':
      return { text: '已到期，未开工' }
    default:
      return { text: happened[event.type] ?? eventNames[event.type] }
  }
}

const told = (
  status: Ticket['status'],
  { roles, text, except }: { roles: readonly RoleTag[]; text: string; except?: readonly RoleTag[] },
): Effect => ({
  do: 'notice.send',
  roles,
  text,
  status,
  named: true,
  ...(except && { except: { roles: except, userIds: [] } }),
})

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
    const reopened = reopenApprovals(facts.steps, ticket.round)
    const rows = openStage(facts.flow, as(event, 'reviewPass').examiners, 2, ticket.round)
    return {
      ticket: { approveStatus: stepStatus.pending },
      // After a return to review (T14) the round has its approvers already.
      effects: [reopened.length > 0 ? { do: 'steps.set', changes: reopened } : { do: 'steps.create', rows }],
    }
  },
  passRow: ({ event, facts }) =>
    effects({
      do: 'steps.set',
      changes: passRow(facts.steps, as(event, 'reviewPass', 'approve').rowId).changes,
    }),
  /** A raised level brings the approvals of its own flow (T12). */
  askRaised: ({ before, event, facts }) => {
    const { rows } = missingApprovals(facts.steps, before.round, event)
    return rows.length === 0 ? {} : effects({ do: 'steps.create', rows })
  },
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
  ...approvalConsequences,
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
  voidTicket: ({ before }) => ({
    ticket: {
      voidFlag: true,
      // Approved, and given up before any work (T53 → T18).
      ...(before.status === workStatus.approved ? { closeResult: closeResult.notStarted } : {}),
    },
  }),
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
  personalLockRemoved: ({ event, facts }) => {
    const { holdId, confirmed } = as(event, 'personalLockOff')
    const owner = facts.holds.find((hold) => hold.holdId === holdId)?.userId
    const by = confirmed === true && owner !== undefined ? { by: owner } : {}
    return effects({ do: 'hold.release', holdIds: [holdId], mode: 1, ...by })
  },
  started: ({ facts }) => ({ ticket: { realStart: facts.now, suspendedAt: null } }),
  startTimers: () => effects({ do: 'timers.start' }),
  /** Who asked before the stop did not know its reason: a request is made again, not confirmed (T27, T33, T35, T44). */
  requestsLapse: ({ facts }) => (facts.keys.length === 0 ? {} : effects({ do: 'keys.clear' })),
  suspended: (occasion) => ({
    ticket: { suspendedAt: occasion.ticket.suspendedAt ?? occasion.facts.now },
    effects: [{ do: 'grants.suspend', roles: workers }, ...(testStopped(occasion).effects ?? [])],
  }),
  resumed: () => ({ ticket: { suspendedAt: null } }),
  personEntered: ({ ticket, event }) => ({
    ticket: { onSiteCount: ticket.onSiteCount + 1 },
    effects: [
      {
        do: 'person.set',
        userId: as(event, 'personIn').userId,
        onState: 1,
        ...(as(event, 'personIn').badgeShown ? { method: 'SCAN' as const } : {}),
      },
    ],
  }),
  personFound: ({ ticket, event, facts }) => {
    const { userId } = as(event, 'presenceReported')
    const person = facts.persons.find((each) => each.userId === userId)
    // Whoever is on no list of the ticket cannot be counted out again; the work stops for him all the same.
    if (person === undefined || person.onSite) return {}
    return {
      ticket: { onSiteCount: ticket.onSiteCount + 1 },
      effects: [{ do: 'person.set', userId, onState: 1 }],
    }
  },
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
  gasRecorded: ({ ticket, event, facts }) => {
    const { pass } = as(event, 'gasRepeat')
    if (!pass) {
      const text = `工作票 ${ticket.workNo} 气体检测不合格`
      return {
        ticket: { gasState: gasState.failed },
        effects: [{ do: 'alarm.raise', alarmType: 'A14', level: 3, text }],
      }
    }
    // One good reading says nothing of another gas or place that is still bad.
    if (failingNow(facts.gas).length > 0) return { ticket: { gasState: gasState.failed } }
    return {
      ticket: { gasState: gasState.valid },
      effects: [{ do: 'alarm.recover', alarmType: 'A14' }],
    }
  },
  crewChanged: ({ event }) => {
    const { userId, roleTag, replaces } = as(event, 'crewChange')
    const added: Effect = { do: 'crew.set', userId, roleTag }
    return replaces
      ? effects(added, { do: 'crew.remove', userId: replaces, roleTag, successorId: userId })
      : effects(added)
  },
  pointRestored: ({ ticket, event, facts, verdicts }) => {
    const { pointId } = as(event, 'pointRestore')
    // What the plan marks stays marked for others to see (T04) until the ticket frees it: after T53 the plan still stands.
    const own = restingHolds(facts.holds).filter(
      (hold) => hold.workId === ticket.id && hold.pointId === pointId,
    )
    const release: Effect[] = [
      { do: 'hold.release', holdIds: own.map((hold) => hold.holdId), mode: 1 },
      { do: 'point.set', pointId, state: itemState.restored },
      { do: 'tag.remove', pointId },
    ]
    const point = facts.points.find((each) => each.pointId === pointId)
    const lockId = point?.closure?.lockId ?? null
    // A point we only accepted from a renewed ticket, and never held, is not ours to give back either.
    if (lockId === null || own.length === 0) return { effects: release }
    const heldByOthers = verdicts.some((verdict) => verdict.id === 'G24' && !verdict.pass)
    if (heldByOthers) {
      // Another ticket rests on the point (G24): it stays isolated by that ticket's lock. Ours goes back to the hands
      // that placed it, who opens it there (L6), unless the other ticket rests on this very lock (T46).
      const placed = own.find((hold) => hold.lockId === lockId && hold.holdType === holdType.isolationLock)
      const isTheirs = restingHolds(facts.holds).some(
        (hold) => hold.workId !== ticket.id && hold.lockId === lockId,
      )
      if (placed === undefined || isTheirs) return { effects: release }
      return { effects: [...release, { do: 'lock.handBack', lockId, userId: placed.userId }] }
    }
    return { effects: [...release, { do: 'lock.open', lockId, pointId }, { do: 'lock.return', lockId }] }
  },
  finished: ({ event, facts }) => ({
    ticket: { realEnd: facts.now, closeResult: as(event, 'finish').closeResult, closeFlag: true },
  }),
  closedExpired: ({ facts }) => ({
    ticket: { realEnd: facts.now, closeResult: closeResult.expired, closeFlag: true },
  }),
  ...renewalConsequences,
  ...emergencyConsequences,
  notifyReviewers: ({ ticket, event }) => {
    // A change of crew or lock is seen by those who watch; a review is asked for by name.
    if (event.type === 'crewChange' || event.type === 'lockAdd')
      return effects(
        told(ticket.status, {
          roles: ['SAFETY'],
          text: event.type === 'lockAdd' ? '增补了锁具' : '人员有变更',
        }),
      )
    return effects(
      told(ticket.status, { roles: ['REVIEW'], text: '请您审核' }),
      told(ticket.status, { roles: ['SAFETY'], text: '已提交审核', except: ['REVIEW'] }),
    )
  },
  notifyApprovers: ({ ticket, event }) =>
    effects(
      told(ticket.status, {
        roles: ['APPROVE'],
        text: event.type === 'extendAsk' ? '请您审批延期' : '请您审批',
      }),
    ),
  notifyApplicant: news(({ event, facts }) => ({ roles: ['ISSUE'], ...resultOf(event, facts) })),
  notifyCrew: news(({ ticket, event }) => ({
    // Whoever wrote the ticket hears what has become of it.
    roles: heardByApplicant.includes(event.type) ? [...crew, 'ISSUE'] : crew,
    text: happened[event.type] ?? eventNames[event.type],
    exceptRoles: askedBy(event, ticket),
  })),
  notifyIsolators: news(({ event }) => ({
    roles: isolators,
    text: event.type === 'testEnd' ? '试运行已结束' : '隔离已开始',
    exceptRoles: ['ISO'],
  })),
  notifyLeave: ({ ticket }) =>
    effects({
      do: 'notice.send',
      roles: crew,
      text: `工作票 ${ticket.workNo} 停止作业，请立即离开现场`,
      status: ticket.status,
      evacuate: true,
    }),
  notifyOwners: news(({ ticket, facts }) => {
    const owners = personalHolds(facts.holds, ticket.id)
    return {
      roles: crew,
      text: '开始解除隔离',
      // Each is asked to take off his own lock, and whoever gives the points back to do so.
      exceptRoles: owners.length === 0 ? ['ISO'] : [],
      exceptIds: owners.map(({ userId }) => userId),
    }
  }),
  ...executionConsequences,
  ...causeConsequences,
} satisfies Record<string, Build>

export type ConsequenceName = keyof typeof consequences
