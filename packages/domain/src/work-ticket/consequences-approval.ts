import { stepStatus, type RoleTag } from '../dictionaries/index.ts'
import { as, effects, type Build } from './consequence.ts'
import type { Effect, TicketEvent } from './events.ts'
import type { TicketFacts } from './facts.ts'
import {
  escalationRows,
  latenessAction,
  recalledRows,
  returnToReview,
  type NewStepRow,
  type StepRow,
} from './steps.ts'

/** The row an event speaks of; guards have seen it, so its absence is a wrong table. */
function rowOf(event: TicketEvent, facts: TicketFacts): StepRow {
  const row = 'rowId' in event ? facts.steps.find((each) => each.id === event.rowId) : undefined
  if (!row) throw new Error(`transition table: ${event.type} has no step row`)
  return row
}

const stageName = (row: StepRow): string => (row.stage === 1 ? '审核' : '审批')

const notify = (userIds: readonly string[], text: string): Effect => ({
  do: 'notice.notify',
  userIds,
  posts: [],
  text,
})
/** T16: a step is late. */
const notifyLate = (userIds: readonly string[], posts: readonly RoleTag[], text: string): Effect => ({
  do: 'notice.notify',
  userIds,
  posts,
  text,
  late: true,
})

/** T14: back to the chosen review, in the same round; what was approved waits until it is reviewed again. */
const returned: Build = ({ ticket, event, facts }) => ({
  ticket: { reviewStatus: stepStatus.pending, approveStatus: stepStatus.waiting },
  effects: [
    {
      do: 'steps.set',
      changes: returnToReview(facts.steps, ticket.round, as(event, 'returnReview').stepNo),
    },
  ],
})

/** T15: the row goes to the delegate; through whose hands it came stays on it. */
const delegated: Build = ({ ticket, event, facts }) => {
  const row = rowOf(event, facts)
  const { to } = as(event, 'delegate')
  return effects(
    {
      do: 'step.delegate',
      rowId: row.id,
      from: { userId: row.userId, userName: row.userName },
      to: { userId: to.userId, userName: to.name },
    },
    notify([to.userId], `${row.userName} 委托您${stageName(row)}工作票 ${ticket.workNo}`),
  )
}

/** T15: one more signer in the same step. */
const signerAdded: Build = ({ ticket, event, facts }) => {
  const { id: _, dueAt: __, escLevel: ___, urgedAt: ____, flaggedAt: _____, ...row } = rowOf(event, facts)
  const { to } = as(event, 'addSigner')
  const added: NewStepRow = {
    ...row,
    userId: to.userId,
    userName: to.name,
    delegateFor: null,
    delegatePath: [],
    addedBy: row.userId,
    seatOf: null,
    status: stepStatus.pending,
  }
  return effects(
    { do: 'steps.create', rows: [added] },
    notify([to.userId], `${row.userName} 请您加签工作票 ${ticket.workNo}`),
  )
}

const urged: Build = ({ ticket, event, facts }) => {
  const row = rowOf(event, facts)
  return effects(
    { do: 'step.urge', rowId: row.id },
    notify([row.userId], `请尽快${stageName(row)}工作票 ${ticket.workNo}`),
  )
}

/** T16: urge, then give superiors the right to decide in his place, then tell the administrator. */
const escalated: Build = ({ ticket, event, facts }) => {
  const row = rowOf(event, facts)
  const { nth, superiors } = as(event, 'stepOverdue')
  const late = `工作票 ${ticket.workNo} ${stageName(row)}第 ${row.stepNo} 步已超时`
  switch (latenessAction(row, nth)) {
    case 'urge':
      return effects({ do: 'step.urge', rowId: row.id }, notifyLate([row.userId], [], `${late}，请立即处理`))
    case 'escalate': {
      const eligible = superiors.filter((person) => person.userId !== ticket.applicantId)
      const rows = escalationRows(facts.steps, row, eligible)
      return effects(
        { do: 'step.escalate', rowId: row.id, level: nth },
        ...(rows.length > 0 ? [{ do: 'steps.create', rows } as const] : []),
        notifyLate(
          [row.userId, ...eligible.map((person) => person.userId)],
          [],
          `${late}（${row.userName}），已升级 ${nth} 级`,
        ),
      )
    }
    case 'flag':
      return effects(
        { do: 'step.flag', rowId: row.id },
        notifyLate([], ['ADMIN'], `${late}，多次催办无人处理，请管理员协调`),
      )
  }
}

/** T19: the approval is taken back, and with it the end of validity it gave. */
const recalled: Build = ({ ticket, facts }) => ({
  ticket: { approveStatus: stepStatus.rejected, validEnd: null, closeDeadline: null },
  effects: [{ do: 'steps.set', changes: recalledRows(facts.steps, ticket.round, facts.actor.userId) }],
})

export const approvalConsequences = { returned, delegated, signerAdded, urged, escalated, recalled }
