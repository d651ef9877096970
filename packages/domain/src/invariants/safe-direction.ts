import { execPhase, itemState, workStatus, type ExecPhase } from '../dictionaries/index.ts'
import {
  advance,
  isTerminal,
  removalGap,
  type ActorFact,
  type Ticket,
  type TicketEvent,
  type TicketFacts,
} from '../work-ticket/index.ts'
import type { Breach } from './snapshot.ts'

/** A safe-direction event that must be accepted now, and who may be the one to cause it. */
export interface SafeEvent {
  event: TicketEvent
  actor: ActorFact
  /** Chinese, for the message when it was refused after all. */
  name: string
}

/** Whoever sees the ticket, without any tag: he may always stop the work and let people out. */
const bystander: ActorFact = {
  userId: 'bystander',
  name: '在场人员',
  roleTags: [],
  isDepartmentEditor: false,
  isSystem: false,
}
const system: ActorFact = { ...bystander, userId: 'system', name: '系统', isSystem: true }

const lockingPhases: readonly ExecPhase[] = [
  execPhase.isolating,
  execPhase.locked,
  execPhase.verified,
  execPhase.working,
  execPhase.suspended,
  execPhase.testRun,
  execPhase.relocking,
]
const workPhases: readonly ExecPhase[] = [
  execPhase.working,
  execPhase.suspended,
  execPhase.testRun,
  execPhase.relocking,
]

/** Has anything begun on site that could have to be stopped? Before the isolation and after the end there is nothing. */
export function isLive(ticket: Ticket): boolean {
  const begun: readonly number[] = [workStatus.approved, workStatus.executing, workStatus.expired]
  return !isTerminal(ticket) && begun.includes(ticket.status) && ticket.phase !== execPhase.none
}

/** Who is outside and has a removed lock to acknowledge does that first (T49); who is inside hangs his lock at once. */
const mayLockOn = (person: TicketFacts['persons'][number]): boolean =>
  person.onSite || removalGap(person) === null

/** What §0.2 promises never to refuse in this state: stop, leave, report a point or gas unsafe, put one's own lock on. */
function safeEvents(
  ticket: Ticket,
  facts: Pick<TicketFacts, 'now' | 'persons' | 'points' | 'holds'>,
): SafeEvent[] {
  if (!isLive(ticket)) return []
  const leave = facts.persons.map((person): SafeEvent => {
    const event: TicketEvent = { type: 'personOut', userId: person.userId }
    return { event, actor: bystander, name: `${person.name} 离场` }
  })
  const stop: SafeEvent = { event: { type: 'suspend', reason: '停' }, actor: bystander, name: '停止作业' }
  const failing = [...lockingPhases, execPhase.heldExpired].some((phase) => phase === ticket.phase)
    ? facts.points
        .filter((point) => point.state !== itemState.waiting)
        .map((point): SafeEvent => {
          const event: TicketEvent = { type: 'pointFail', pointId: point.pointId, reason: '状态与票不符' }
          return { event, actor: system, name: `隔离点 ${point.pointCode} 异常` }
        })
    : []
  const gas: SafeEvent[] = workPhases.includes(ticket.phase)
    ? [
        {
          event: { type: 'gasRepeat', pass: false, sampleTime: facts.now },
          actor: system,
          name: '气体检测不合格',
        },
      ]
    : []
  const lockOn = lockingPhases.includes(ticket.phase)
    ? facts.persons.filter(mayLockOn).map((person): SafeEvent => {
        const { userId, name, roleTags: tags } = person
        const event: TicketEvent = {
          type: 'personalLockOn',
          userId,
          lockId: `own-${userId}`,
          ownerId: userId,
          pointId: null,
          boxId: 'box',
        }
        return { event, actor: { ...bystander, userId, name, roleTags: tags }, name: `${name} 上个人锁` }
      })
    : []
  return [stop, ...leave, ...failing, ...gas, ...lockOn]
}

/** I8: safe-direction events are accepted in every live state; empty when they all are. */
export function safeDirectionAccepted(ticket: Ticket, facts: TicketFacts, ask = advance): Breach[] {
  return safeEvents(ticket, facts).flatMap(({ event, actor, name }): Breach[] => {
    const answer = ask(ticket, event, { ...facts, actor })
    if (answer.ok) return []
    const text = `工作票 ${ticket.workNo} 拒绝了安全方向的操作“${name}”：${answer.message}`
    return [
      { id: 'I8', workId: ticket.id, pointId: 'pointId' in event ? (event.pointId ?? null) : null, text },
    ]
  })
}
