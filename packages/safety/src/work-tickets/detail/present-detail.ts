import type {
  ConflictColumns,
  ExamineColumns,
  ExtensionColumns,
  HandoverColumns,
  LockColumns,
  PendingRequest,
  PersonColumns,
  PointColumns,
  ReviewColumns,
  TicketDetail,
  TicketGas,
  TicketHead,
  TicketMeasure,
} from '@suoan/contract'
import { holdType, labelOf, lockPurpose } from '@suoan/domain/dictionaries'
import { isOpenConflict } from '@suoan/domain/isolation'
import {
  ownLockMissing,
  pendingRequest,
  personalHolds,
  needsFile,
  whoAnswers,
  type HoldFact,
  type Pending,
  type Ticket,
} from '@suoan/domain/work-ticket'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { z } from 'zod'
import { missingFor, nextStep } from './next-step.ts'
import { offeredActions, offeredInTabs } from './offered-actions.ts'
import { canLockOn, presentHandovers, presentPeople } from './present-people.ts'
import { presentPoints } from './present-points.ts'
import { presentExamine, presentReview, waitingSteps } from './present-steps.ts'
import { closeBy, situationOf } from './situation.ts'
import type { Viewer } from './viewer.ts'

/** What is stored about one ticket, in wire form (times as text) with names and dictionary texts beside codes. */
export interface LoadedDetail {
  readonly ticket: TicketHead
  readonly points: readonly PointColumns[]
  readonly locks: readonly LockColumns[]
  readonly people: readonly PersonColumns[]
  readonly measures: TicketMeasure[]
  readonly gas: TicketGas[]
  readonly gasPlan: TicketDetail['gasPlan']
  readonly reviews: readonly ReviewColumns[]
  readonly examines: readonly ExamineColumns[]
  readonly conflicts: readonly ConflictColumns[]
  readonly handovers: readonly HandoverColumns[]
  readonly extensions: readonly ExtensionColumns[]
  readonly diff: TicketDetail['diff']
  readonly rejection: TicketDetail['rejection']
  readonly questions: TicketDetail['questions']
  readonly unsynced: TicketDetail['unsynced']
  /** Every hold in force on the ticket's points and boxes. */
  readonly holds: readonly HoldFact[]
}

/** The read model of a ticket for one person at `now` (epoch ms): the stored rows, and everything judged about them. */
export function presentDetail(
  { holds, ...loaded }: LoadedDetail,
  state: Pick<Ticket, 'status' | 'phase' | 'voidFlag' | 'closeFlag'>,
  viewer: Viewer,
  now: number,
): TicketDetail {
  const { ticket } = loaded
  const situation = situationOf(ticket, state, now)
  const { isLive, isReleasing } = situation
  const pending = pendingRequest(state, ticket.askState, now)
  const myLocks = locksOf(holds, viewer.userId, ticket.id)
  const people = presentPeople(loaded.people, viewer, isLive, (userId) =>
    isProtected(loaded.points, holds, ticket.id, userId),
  )
  const handovers = presentHandovers(loaded.handovers, viewer)
  const shown = {
    ...loaded,
    points: presentPoints(loaded.points, { viewer, isLive, isReleasing }),
    locks: loaded.locks.map((row) => ({
      ...row,
      userIds: readIds(row.userIds),
      isAccess: row.useType === lockPurpose.access,
      isLockBox: row.useType === lockPurpose.lockBox,
    })),
    people,
    reviews: loaded.reviews.map(presentReview),
    examines: loaded.examines.map(presentExamine),
    conflicts: loaded.conflicts.map((row) => ({ ...row, isOpen: isOpenConflict(row) })),
    handovers,
    stopCauses: presentCauses(ticket, viewer),
    extensions: loaded.extensions.map((row) => ({ ...row, isWaiting: row.result === 0 })),
    situation,
  }
  const next = nextStep(state, shown, pending)
  const asked = waitingSteps([...shown.reviews, ...shown.examines], ticket.round)
  const own = asked.find((step) => step.personId === viewer.userId)
  const mine =
    own ?? asked.find(({ personId }) => personId !== null && viewer.standsInFor?.includes(personId) === true)
  return {
    ...shown,
    myLocks,
    myRoles: [...viewer.roles],
    events: [...viewer.events],
    serverTime: shanghaiTime(now),
    actions: offeredActions({ shown, state, viewer, pending }),
    siteActions: offeredInTabs(shown, viewer, canLockOn(people, handovers, viewer, myLocks.length > 0)),
    asked: pending && requestOf(pending),
    myStepId: mine?.id ?? null,
    actingFor: mine === undefined || mine === own ? null : mine.person,
    nextStep: next && { text: next.text, by: next.by },
    missing: missingFor(next?.event ?? null, shown),
    changesAt: earliest([pending?.until ?? null, closeBy(ticket)], now),
  }
}

/** Do his own locks protect him: on the box, or on every isolating point (G13)? */
function isProtected(
  points: readonly PointColumns[],
  holds: readonly HoldFact[],
  workId: string,
  userId: string,
): boolean {
  const own = personalHolds(holds, workId).filter((hold) => hold.userId === userId)
  const missing = ownLockMissing(
    points.map((point) => ({
      ...point,
      pointCode: point.pointCode ?? '',
      pointType: point.pointType ?? '',
      mandatory: point.mandatory === 1,
      kind: point.lockCount === 0 ? 'residual' : 'isolate',
      plannedLockId: point.plannedLockId ?? null,
    })),
    own.map(({ pointId, holdType: type }) => ({ pointId, isOnBox: type === holdType.personalOnBox })),
  )
  return missing !== null && missing.length === 0
}

/** What stopped the work, with who may answer for it (T55). */
function presentCauses({ stopCauses }: TicketHead, { roles }: Viewer): TicketDetail['stopCauses'] {
  return stopCauses.map((cause) => {
    const { tags, who } = whoAnswers(cause.kind)
    return {
      ...cause,
      kindText: labelOf('lo_stop_cause', cause.kind),
      answers: who,
      isMine: cause.closedAt === null && tags.some((tag) => roles.includes(tag)),
      needsFile: needsFile(cause.kind),
    }
  })
}

const ids = z.array(z.string())
/** A stored list of ids; what is none is empty. */
export const readIds = (stored: unknown): string[] => ids.catch([]).parse(stored ?? [])

function locksOf(holds: readonly HoldFact[], userId: string, workId: string): TicketDetail['myLocks'] {
  return holds
    .filter((hold) => hold.userId === userId && hold.workId === workId && hold.holdType >= 2)
    .flatMap(({ lockId, lockCode }) => (lockId === null ? [] : [{ lockId, lockCode: lockCode ?? '' }]))
}

/** What people say of the events that several sign. */
const requests: Readonly<Record<string, string>> = {
  start: '开工',
  resume: '恢复作业',
  finish: '完工',
  closeExpired: '收尾',
  testBegin: '试运行',
  groupRelease: '部分解除',
  extendApprove: '延期',
}
const plan = z
  .object({
    pointIds: ids.catch([]),
    userIds: ids.catch([]),
    minutes: z.number().catch(0),
    group: z.number().catch(0),
  })
  .catch({ pointIds: [], userIds: [], minutes: 0, group: 0 })
const nothing = {}

function requestOf({ event, last, next, asked }: Pending): PendingRequest {
  // Only tags of people stand among the roles that sign (§4.4 `keys`).
  const tags = next as PendingRequest['next']
  const names = tags.map((role) => labelOf('lo_role_tag', role)).join('或')
  return {
    event,
    byName: last.userName,
    next: tags,
    text: `${last.userName} 已申请${requests[event] ?? ''}，待${names}确认`,
    plan: plan.parse(asked ?? nothing),
  }
}

function earliest(moments: readonly (number | null)[], now: number): number | null {
  const ahead = moments.filter((at) => at !== null && at > now)
  return ahead.length === 0 ? null : Math.min(...ahead.map(Number))
}
