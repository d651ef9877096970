import { isOfKind } from './base-types.ts'
import { execPhase, labelOf, stepStatus, type RoleTag } from '../dictionaries/index.ts'
import {
  refuse,
  refusalStages,
  refusalText,
  refusalTexts,
  type Refusal,
  type RefusalCode,
  type Verdict,
} from '../verdict/index.ts'
import { conditions } from './conditions.ts'
import type { Consequence, Occasion } from './consequence.ts'
import { consequences } from './consequences.ts'
import type { Effect, TicketEvent, TicketEventType } from './events.ts'
import type { ActorFact, PointFact, TicketFacts } from './facts.ts'
import type { Guard } from './guard.ts'
import { guards, type GuardId } from './guards.ts'
import { argsOf, sameArgs } from './guards-execution.ts'
import { securedGap } from './guards-isolation.ts'
import { inputGap, missingTarget } from './input-checks.ts'
import { decidedBy } from './steps.ts'
import { isTerminal, type Ticket, type TicketState } from './ticket.ts'
import { transitions } from './transitions.ts'
import type { Role, StateCode, TransitionRow } from './transition-row.ts'

/** A yes: the ticket after the event, why, and what to perform. */
export interface Advanced {
  ok: true
  transId: TransitionRow['id']
  event: TicketEventType
  from: TicketState | null
  /** Next status, phase and fields; store it whole. */
  ticket: Ticket
  /** Everything that was evaluated, notes included (`lo_work_trans.guards`). */
  verdicts: readonly Verdict[]
  effects: readonly Effect[]
  /** Key still missing when several people must sign; the state has not moved. */
  waitingFor: readonly Role[] | null
}

/** What `advance` runs on. The model checker runs it on mutated tables too; everybody else on the one there is. */
export interface TicketMachine {
  rows: readonly TransitionRow[]
  guards: Readonly<Record<GuardId, Guard>>
}

export const ticketMachine: TicketMachine = { rows: transitions, guards }

/** How long a signature of several waits for the next one (T27, T33, T44), ms. [D] */
export const keyValidMs = 60 * 60_000

function stateCode(ticket: TicketState | null): StateCode | 'new' {
  return ticket === null ? 'new' : `${ticket.status}/${ticket.phase}`
}

/** Every relation of the actor to the ticket that rows may name. */
export function rolesOf(
  ticket: Pick<Ticket, 'applicantId' | 'round' | 'workType' | 'baseTypes'> | null,
  event: TicketEvent | null,
  facts: Pick<TicketFacts, 'actor' | 'steps' | 'holds' | 'handovers' | 'removals'>,
): Role[] {
  const { actor, steps, holds } = facts
  // Without an event: any handover that is open.
  const deals = facts.handovers.filter(
    (deal) => event === null || !('handoverId' in event) || deal.handoverId === event.handoverId,
  )
  const hold =
    event?.type === 'personalLockOff' ? holds.find((each) => each.holdId === event.holdId) : undefined
  const asked = steps.some(
    (row) => row.userId === actor.userId && row.status === stepStatus.pending && row.round === ticket?.round,
  )
  const approved = steps.some(
    (row) =>
      row.stage === 2 &&
      row.round === ticket?.round &&
      row.status === stepStatus.passed &&
      decidedBy(row, actor.userId),
  )
  const relations: [Role, boolean][] = [
    ['ANYONE', true],
    ['SYSTEM', actor.isSystem],
    ['EDITOR', actor.isDepartmentEditor],
    ['APPLICANT', ticket?.applicantId === actor.userId],
    ['ASSIGNEE', asked],
    // The approver of this ticket (T19), not everybody who holds the post.
    ['APPROVE', approved],
    ['OUTGOING', deals.some((deal) => deal.fromUserId === actor.userId)],
    ['INCOMING', deals.some((deal) => deal.toUserId === actor.userId)],
    [
      'OWNER',
      hold?.userId === actor.userId ||
        (hold !== undefined && attends(event, actor)) ||
        (event?.type === 'removalAck' && (attends(event, actor) || ownsRemoved(event.removalId, facts))),
    ],
    ['SELF', event !== null && 'userId' in event && (event.userId === actor.userId || attends(event, actor))],
  ]
  return [...tagsOf(ticket, actor), ...relations.filter(([, applies]) => applies).map(([role]) => role)]
}

/** `lo_work_type`: first and second ticket of electrical work, live work, switching order (GB 26860). */
const electrical: readonly string[] = ['20', '21', '22', '23']

/**
 * Does somebody ask to permit what he has applied for or leads (GB 26860-2011 ch. 5)? Issuer, leader and permitter of
 * electrical work are three people, whatever rows a plant has (decision 0480).
 */
const permitsHisOwn = (
  ticket: Pick<Ticket, 'applicantId' | 'workType' | 'baseTypes'> | null,
  { userId, roleTags }: ActorFact,
): boolean =>
  ticket !== null &&
  electrical.some((code) => isOfKind(ticket, code)) &&
  roleTags.includes('PERMIT') &&
  (ticket.applicantId === userId || roleTags.includes('LEAD'))

const ownPermit = '电气作业的申请人、工作负责人不得兼任许可人（GB 26860），请由另一名许可人办理'

/** The tags an actor may use on this ticket. */
const tagsOf = (
  ticket: Pick<Ticket, 'applicantId' | 'workType' | 'baseTypes'> | null,
  actor: ActorFact,
): readonly RoleTag[] =>
  permitsHisOwn(ticket, actor) ? actor.roleTags.filter((tag) => tag !== 'PERMIT') : actor.roleTags

/** Who signs people without an account in and out, and hangs their locks with them (T26, T28, T42). */
export const attendants: readonly RoleTag[] = ['LEAD', 'GUARD', 'DEPT']

/**
 * Does somebody without an account act here, by his badge and his own hand, at the screen of the leader, the guardian or
 * the area's keeper? That he has no account is for the guards (T26, T42): nobody stands in for one who could sign in.
 */
const attends = (event: TicketEvent | null, actor: ActorFact): boolean =>
  event !== null &&
  'confirmed' in event &&
  event.confirmed === true &&
  attendants.some((tag) => actor.roleTags.includes(tag))

const ownsRemoved = (removalId: string, { removals, actor }: Pick<TicketFacts, 'removals' | 'actor'>) =>
  removals.some((each) => each.removalId === removalId && each.ownerId === actor.userId)

/** Events the roles may ask for in this state: what a console offers as buttons. Guards may still refuse. */
export function possibleEvents(
  ticket: Pick<Ticket, 'status' | 'phase' | 'voidFlag' | 'closeFlag'> | null,
  roles: readonly Role[],
): TicketEventType[] {
  const ended = ticket !== null && isTerminal(ticket)
  const here = stateCode(ticket)
  const rows = transitions
    .filter((row) => !ended || row.afterEnd === true)
    .filter((row) => row.from.includes(here) && row.by.some((role) => roles.includes(role)))
  return [...new Set(rows.map((row) => row.event))]
}

/**
 * The one way a ticket changes (`3-domain.md §4.4`). `ticket` is null only for `create`. Refusals come in the fixed
 * order bad input → not found → permission → state → conflict → condition; a refusal by guards lists every guard.
 */
export function advance(
  ticket: Ticket | null,
  event: TicketEvent,
  facts: TicketFacts,
  machine: TicketMachine = ticketMachine,
): Advanced | Refusal {
  const badInput = inputGap(event)
  if (badInput !== null) return refuse('input', 'LO-4000', badInput)
  const current = event.type === 'create' ? event.ticket : ticket
  if (current === null) return refuse('missing', 'LO-4040', refusalTexts['LO-4040'])
  const missing = missingTarget(event, facts)
  if (missing !== null) return refuse('missing', 'LO-4040', missing)

  const from = event.type === 'create' ? null : ticket
  const roles = rolesOf(from, event, facts)
  const ofEvent = machine.rows.filter((row) => row.event === event.type)
  const noRole =
    event.type !== 'reopen' && !ofEvent.some((row) => row.by.some((role) => roles.includes(role)))
  const text = (rows: readonly TransitionRow[]) =>
    permitsHisOwn(from, facts.actor) && rows.some((row) => row.by.includes('PERMIT'))
      ? ownPermit
      : permissionText(rows)
  if (noRole) return refuse('permission', 'LO-4030', text(ofEvent))
  const row = findRow(ofEvent, current, event, facts)
  if (row === null || (from !== null && isTerminal(from) && row.afterEnd !== true))
    return refuse('state', 'LO-4201', stateText(current, event))
  if (!row.by.some((role) => roles.includes(role))) return refuse('permission', 'LO-4030', text([row]))

  return take(row, { before: current, ticket: current, event, facts, verdicts: [] }, roles, machine)
}

function findRow(
  rows: readonly TransitionRow[],
  ticket: Ticket,
  event: TicketEvent,
  facts: TicketFacts,
): TransitionRow | null {
  const here = event.type === 'create' ? 'new' : stateCode(ticket)
  return (
    rows.find(
      (row) => row.from.includes(here) && (!row.when || conditions[row.when](ticket, event, facts)),
    ) ?? null
  )
}

function take(
  row: TransitionRow,
  occasion: Occasion,
  roles: readonly Role[],
  machine: TicketMachine,
): Advanced | Refusal {
  const { before, event, facts } = occasion
  // Guards judge the ticket as it would be: an approver's edit of time or level is measured, not the old value.
  const judged = judgedTicket(before, event, facts)
  const check = (id: GuardId) => {
    const guard = machine.guards[id]
    return guard.check(guard.beforeEdit ? before : judged, event, facts)
  }
  const verdicts = row.guards.map(check)
  if (verdicts.some((verdict) => !verdict.pass)) return refusalOf(verdicts)
  const all = [...verdicts, ...(row.notes ?? []).map(check)]

  const base = { transId: row.id, event: event.type, from: stateOf(before, event), verdicts: all } as const
  const key = row.keys ? nextKey(row.keys, event.type, facts) : null
  if (key !== null) {
    const { wanted, index, isLast, taken } = key
    if (!wanted.some((role) => roles.includes(role))) {
      return refuse(
        'permission',
        'LO-4030',
        `需由${namesOf(wanted)}${index === 0 ? '提出申请' : '确认'}`,
        all,
      )
    }
    if (taken.includes(facts.actor.userId)) {
      return refuse('permission', 'LO-4207', '申请与确认须由不同人员完成', all)
    }
    const clash = permitClash(wanted, roles)
    if (clash !== null) return refuse('permission', 'LO-4207', clash, all)
    if (row.confirmsSame && index > 0 && !sameArgs(key.asked, event))
      return refuse('state', 'LO-4201', '确认的内容与申请的不一致，请刷新后重新核对', all)
    if (!isLast) {
      const waitingFor = row.keys?.[index + 1] ?? []
      const record: Effect = { do: 'key.record', index, args: argsOf(event) }
      return { ok: true, ...base, ticket: before, effects: [record], waitingFor }
    }
  }

  const after = runConsequences(row, { ...occasion, verdicts: all })
  const moved = { ...after.ticket, ...targetOf(row, after.ticket, occasion) }
  const keys: Effect[] =
    key === null ? [] : [{ do: 'key.record', index: key.index, args: argsOf(event) }, { do: 'keys.clear' }]
  return { ok: true, ...base, ticket: moved, effects: [...keys, ...after.effects], waitingFor: null }
}

/** The ticket as it would be: an approver's edit, and the end an extension asks for. */
function judgedTicket(ticket: Ticket, event: TicketEvent, facts: TicketFacts): Ticket {
  if (event.type === 'approve') return { ...ticket, ...event.edit }
  if (event.type === 'extendAsk') return { ...ticket, planEnd: event.newEnd }
  if (event.type === 'extendApprove' && facts.extension !== null)
    return { ...ticket, planEnd: facts.extension.newEnd }
  return ticket
}

function stateOf(ticket: Ticket, event: TicketEvent): TicketState | null {
  return event.type === 'create' ? null : { status: ticket.status, phase: ticket.phase }
}

/** Who works or guards on a ticket does not permit it, whatever post he holds (decision 0520). */
const mayNotPermit: readonly RoleTag[] = ['GUARD', 'WORK', 'CONTR']

/** Why this person may not give the permitter's signature, or null. */
function permitClash(wanted: readonly Role[], roles: readonly Role[]): string | null {
  const signsFor = wanted.filter((role) => roles.includes(role))
  if (!signsFor.every((role) => role === 'PERMIT')) return null
  const [tag] = mayNotPermit.filter((each) => roles.includes(each))
  if (tag === undefined) return null
  return refusalText('LO-4207', { a: labelOf('lo_role_tag', tag), b: labelOf('lo_role_tag', 'PERMIT') })
}

/** The first signature that is still missing; older ones than `keyValidMs` have lapsed. */
function nextKey(
  keys: readonly (readonly Role[])[],
  event: TicketEventType,
  { keys: given, now }: TicketFacts,
) {
  const valid = given.filter((key) => key.event === event && now - key.at <= keyValidMs)
  const firstMissing = keys.findIndex((_roles, position) => !valid.some((key) => key.index === position))
  // All given already (a repeated last signature): the last one counts again.
  const index = firstMissing === -1 ? keys.length - 1 : firstMissing
  const taken = valid.filter((key) => key.index < index).map((key) => key.userId)
  const asked = valid.find((key) => key.index === 0)?.args
  return { wanted: keys[index] ?? [], index, isLast: index === keys.length - 1, taken, asked }
}

function runConsequences(row: TransitionRow, occasion: Occasion): { ticket: Ticket; effects: Effect[] } {
  let ticket = occasion.ticket
  const effects: Effect[] = []
  for (const name of row.effects) {
    const consequence: Consequence = consequences[name]({ ...occasion, ticket })
    ticket = { ...ticket, ...consequence.ticket }
    effects.push(...(consequence.effects ?? []))
  }
  return { ticket, effects }
}

/** Where the row leads. After point work the phase follows from the points as they are after the event. */
function targetOf(row: TransitionRow, ticket: Ticket, occasion: Occasion): TicketState {
  const here = { status: ticket.status, phase: ticket.phase }
  if (row.to === 'same') return here
  if (row.to === 'statusKept/24') return { ...here, phase: execPhase.releasing }
  if (row.to === 'afterIsolation') return { ...here, phase: isolationPhase(ticket, occasion) }
  if (row.to === 'afterVerification') return { ...here, phase: verificationPhase(ticket, occasion) }
  const [status, phase] = row.to.split('/').map(Number)
  // The table's `to` is typed as status/phase, so both numbers are codes.
  return { status, phase } as TicketState
}

/** The points as they will be after the event that is being taken. */
function pointsAfter({ event, facts }: Occasion): PointFact[] {
  return facts.points.map((point) => {
    if (!('pointId' in event) || point.pointId !== event.pointId) return point
    if (event.type === 'pointTag') return { ...point, state: 3, tagHung: true }
    if (event.type === 'pointOperate') {
      return point.kind === 'residual' ? { ...point, state: 4, residualDone: 1 } : { ...point, state: 1 }
    }
    if (event.type === 'pointVerify') return { ...point, state: 5, proof: event.proof }
    return point
  })
}

/** Phase 11 when every mandatory point is secured (G11), else 10; other phases stay (re-locking in 20/21). */
function isolationPhase(ticket: Ticket, occasion: Occasion): Ticket['phase'] {
  if (ticket.phase !== execPhase.isolating) return ticket.phase
  const needed = pointsAfter(occasion).filter((point) => point.mandatory)
  const secured = needed.length > 0 && needed.every((point) => securedGap(point, occasion.facts.now) === null)
  return secured ? execPhase.locked : execPhase.isolating
}

/** Phase 12 when every mandatory point is verified. */
function verificationPhase(ticket: Ticket, occasion: Occasion): Ticket['phase'] {
  if (ticket.phase !== execPhase.locked) return ticket.phase
  const needed = pointsAfter(occasion).filter((point) => point.mandatory)
  return needed.every((point) => point.state === 5) ? execPhase.verified : execPhase.locked
}

function refusalOf(verdicts: readonly Verdict[]): Refusal {
  const failing = verdicts.filter((verdict) => !verdict.pass)
  const stageOf = (verdict: Verdict) => guards[verdict.id as GuardId].stage // verdict ids come from this table
  const stage =
    refusalStages.find((each) => failing.some((verdict) => stageOf(verdict) === each)) ?? 'condition'
  const first = failing.find((verdict) => stageOf(verdict) === stage)
  const code: RefusalCode = first?.code ?? 'LO-4201'
  const texts = failing.filter((verdict) => verdict.code === code).map((verdict) => verdict.text)
  const list = texts.join('；')
  // G11 and G12 say only which points; the catalogue's sentence stands before them once.
  const message = code === 'LO-4203' && !/^\S*(隔离未完成|未完成)/.test(list) ? `隔离未完成：${list}` : list
  return refuse(stage, code, message || refusalTexts[code], verdicts)
}

const roleNames: Readonly<Partial<Record<Role, string>>> = {
  APPLICANT: '申请人',
  EDITOR: '申请部门编辑人员',
  ASSIGNEE: '当前步骤处理人',
  OWNER: '锁主本人',
  SELF: '本人',
  OUTGOING: '交班人本人',
  INCOMING: '接班人本人',
  SYSTEM: '系统',
  ANYONE: '在场任何人',
}

/** Who a role is, in Chinese. */
export function roleName(role: Role): string {
  const label = labelOf('lo_role_tag', role)
  return roleNames[role] ?? (/[人员]$/.test(label) ? label : `${label}人员`)
}

function namesOf(roles: readonly Role[]): string {
  return roles.map(roleName).join('、')
}

function permissionText(rows: readonly TransitionRow[]): string {
  const roles = [...new Set(rows.flatMap((row) => row.by))]
  return `您没有执行此操作的权限，须由${namesOf(roles)}操作`
}

function stateText(ticket: Ticket, event: TicketEvent): string {
  if (event.type === 'reopen') return '已终结的工作票不能重新打开，请复制为新票'
  if (ticket.voidFlag) return `${refusalTexts['LO-4201']}：工作票已作废`
  const phase = ticket.phase === execPhase.none ? '' : `·${labelOf('lo_exec_phase', ticket.phase)}`
  return `${refusalTexts['LO-4201']}：工作票为“${labelOf('lo_work_status', ticket.status)}${phase}”`
}
