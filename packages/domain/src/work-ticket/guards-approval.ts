import { labelOf, stepStatus } from '../dictionaries/index.ts'
import { minute, minutesBetween, refusalText } from '../verdict/index.ts'
import type { TicketEvent } from './events.ts'
import { guard, no, ok } from './guard.ts'
import { decidedBy, latenessAction, type StepRow } from './steps.ts'

// Conditions of the approval's own life: return, delegation, added signers, lateness (T14–T16).

/** Minutes between two urges of one step by hand: a bell that always rings is not heard. [D] */
export const urgePauseMin = 10

const cannot = (reason: string): string => refusalText('LO-4240', { reason })

function pendingRow(steps: readonly StepRow[], round: number, event: TicketEvent): StepRow | undefined {
  const row = 'rowId' in event ? steps.find((each) => each.id === event.rowId) : undefined
  return row?.status === stepStatus.pending && row.round === round ? row : undefined
}

/** T14: the step to go back to is one of this round's reviews. */
export const reviewToReturnTo = guard({
  id: 'T14',
  code: 'LO-4240',
  reads: ['steps'],
  check({ steps }, ticket, event) {
    const stepNo = event.type === 'returnReview' ? event.stepNo : null
    const known = steps.some((row) => row.stage === 1 && row.round === ticket.round && row.stepNo === stepNo)
    return known
      ? ok(`退回审核第 ${stepNo} 步`, { stepNo })
      : no(cannot(`本轮没有审核第 ${stepNo ?? '?'} 步`), { stepNo }, ['选择本轮的审核步骤'])
  },
})

/** T15: the caller's own pending step, and somebody who can decide and is not in it yet. */
export const signerFits = guard({
  id: 'T15',
  code: 'LO-4240',
  reads: ['steps', 'actor'],
  check({ steps, actor }, ticket, event) {
    const row = pendingRow(steps, ticket.round, event)
    if ((event.type !== 'delegate' && event.type !== 'addSigner') || row?.userId !== actor.userId)
      return no(cannot('该步骤当前不由您处理'), {}, ['刷新待办列表'])
    const { to } = event
    const evidence = { rowId: row.id, to: to.userId }
    if (event.type === 'delegate' && !row.allowDelegate)
      return no(cannot('该步骤不允许委托'), evidence, ['由您本人处理，或在审批流程中允许委托'])
    if (to.userId === actor.userId) return no(cannot('不能选择本人'), evidence)
    const inStep = steps.some(
      (each) =>
        each.stage === row.stage &&
        each.round === row.round &&
        each.stepNo === row.stepNo &&
        decidedBy(each, to.userId),
    )
    if (inStep) return no(cannot(`${to.name} 已在该步骤中`), evidence, ['选择其他人员'])
    if (!to.mayDecide) {
      const post = labelOf('lo_role_tag', row.roleTag)
      return no(cannot(`${to.name} 没有${post}岗位`), evidence, [`选择担任${post}的人员`])
    }
    return ok(`${to.name} 可以${event.type === 'delegate' ? `代 ${actor.name} 处理` : '加签'}`, evidence)
  },
})

/** T16: the step is still open; urged by hand not too often, by the clock only when it is late. */
export const stepStillOpen = guard({
  id: 'T16',
  code: 'LO-4240',
  reads: ['steps', 'now'],
  check({ steps, now }, ticket, event) {
    const row = pendingRow(steps, ticket.round, event)
    if (!row) return no(cannot('该步骤已处理或尚未轮到'), {}, ['刷新工作票'])
    if (event.type === 'stepOverdue') return lateness(row, event.nth, now)
    if (row.urgedAt !== null && now - row.urgedAt < urgePauseMin * minute) {
      const ago = minutesBetween(row.urgedAt, now)
      return no(cannot(`${row.userName} 在 ${ago} 分钟前刚被催办，${urgePauseMin} 分钟内不重复催办`))
    }
    return ok(`催办 ${row.userName}`, { rowId: row.id })
  },
})

/** Each look at a late step does one thing once, however often its timer fires. */
function lateness(row: StepRow, nth: number, now: number) {
  const { dueAt, slaMin, escLevel, flaggedAt, urgedAt } = row
  const action = latenessAction(row, nth)
  const evidence = { rowId: row.id, nth, action, escLevel }
  if (dueAt === null || now < dueAt + nth * (slaMin ?? 0) * minute) return no('尚未超时', evidence)
  const done = {
    urge: urgedAt !== null && urgedAt >= dueAt,
    escalate: escLevel >= nth,
    flag: flaggedAt !== null,
  }[action]
  return done ? no('该次超时已处理', evidence) : ok(`第 ${row.stepNo} 步 ${row.userName} 已超时`, evidence)
}
