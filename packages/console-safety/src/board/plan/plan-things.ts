import type { BoardPlan, PlanBranch, PlanLock, PlanPoint, PlanTicket } from '@suoan/contract'
import { gasState, lockStatus } from '@suoan/domain/dictionaries'
import type { Spot } from '@suoan/kit/ground'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'
import { lockLook } from '../../status/lock-look.ts'
import { gasLook, pointLook } from '../../status/point-look.ts'
import { ticketLook } from '../../status/ticket-look.ts'

/** What may be shown on a plan, each for itself. */
export const layers = ['tickets', 'people', 'gas', 'points', 'locks'] as const
export type Layer = (typeof layers)[number]
export const layerNames: Readonly<Record<Layer, string>> = {
  tickets: '工作票',
  people: '人员',
  gas: '气体',
  points: '隔离点',
  locks: '锁具',
}

/** A thing of an area, on its plan or beside it: what it is called, how it stands and what else is to be said of it. */
export interface PlanThing {
  readonly id: string
  readonly kind: 'ticket' | 'point' | 'lock' | 'branch'
  readonly name: string
  readonly look: Look
  /** In words, the first the weightiest. */
  readonly facts: readonly string[]
  readonly spot: Spot | null
  /** Where it leads: a page, or the plan of the area. */
  readonly to: string
}

const rank = { error: 0, warning: 1, processing: 2, success: 3, default: 4 } as const
const harmOf = (look: Look): number => rank[look.tone]

/** The state that most asks for somebody. */
export const worstLook = (looks: readonly [Look, ...Look[]]): Look =>
  looks.reduce((worst, each) => (harmOf(each) < harmOf(worst) ? each : worst))

/** Everything of the area that the layers show, what most needs somebody first. */
export function thingsOf(plan: BoardPlan, shown: ReadonlySet<Layer>): PlanThing[] {
  const tickets = plan.tickets.filter(
    ({ people, gasState: gas }) =>
      shown.has('tickets') ||
      (shown.has('people') && people.length > 0) ||
      (shown.has('gas') && gas !== gasState.notNeeded),
  )
  const things = [
    ...tickets.map((ticket) => ticketThing(ticket, shown)),
    ...(shown.has('points')
      ? plan.points.map((point) => pointThing(point, shown.has('locks')))
      : shown.has('locks')
        ? plan.points.flatMap(({ locks, spot, pointCode }) =>
            locks.map((lock) => lockThing({ ...lock, spot }, `在隔离点 ${pointCode}`)),
          )
        : []),
    ...(shown.has('locks') ? plan.locks.map((lock) => lockThing(lock)) : []),
  ]
  const kinds = ['ticket', 'point', 'lock', 'branch'] as const
  return [
    ...things.toSorted(
      (a, b) =>
        kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
        harmOf(a.look) - harmOf(b.look) ||
        (a.name < b.name ? -1 : 1),
    ),
    ...plan.below.map((branch) => branchThing(branch, shown)),
  ]
}

function ticketThing(ticket: PlanTicket, shown: ReadonlySet<Layer>): PlanThing {
  const { people, gas, gasState: state } = ticket
  const failed = gas.filter(({ isPassed }) => !isPassed)
  const facts = [
    ...(shown.has('gas') && state !== gasState.notNeeded
      ? [
          `${gasLook(state).text}${failed.map((each) => `：${each.pointDesc} ${each.gasCode} ${each.value} ${each.unit}`).join('')}`,
        ]
      : []),
    ...(shown.has('people') && people.length > 0 ? [`在场 ${people.length} 人：${people.join('、')}`] : []),
    ...(shown.has('tickets')
      ? [
          `${ticket.planStart.slice(5, 16)} 至 ${ticket.validEnd.slice(5, 16)}`,
          ...(ticket.leaderName === null ? [] : [`负责人 ${ticket.leaderName}`]),
        ]
      : []),
    ticket.workNo,
  ]
  const looks: [Look, ...Look[]] = [ticketLook(ticket)]
  if (shown.has('gas') && ticket.gasWaits) looks.push(gasLook(state))
  return {
    id: ticket.id,
    kind: 'ticket',
    name: ticket.workName,
    look: worstLook(looks),
    facts,
    spot: ticket.spot,
    to: `/isps/loWorkView/${encodeURIComponent(ticket.id)}`,
  }
}

function pointThing(point: PlanPoint, withLocks: boolean): PlanThing {
  const locks = withLocks ? point.locks : []
  const own = pointLook(point.currState)
  // A lock that is shut says nothing that the point does not say.
  const look = worstLook([own, ...locks.map(lookOf).filter((each) => rank[each.tone] < rank.processing)])
  return {
    id: point.id,
    kind: 'point',
    name: `${point.pointCode} ${point.pointName}`,
    look,
    facts: [
      ...(look === own ? [] : [own.text]),
      ...locks.map((lock) => `${lock.lockCode} ${lookOf(lock).text}`),
      ...(point.holders.length > 0 ? [`${point.holders.join('、')} 挂锁`] : []),
      ...(point.workNos.length > 0 ? [point.workNos.join('、')] : []),
    ],
    spot: point.spot,
    to: `/isps/loPointList?pointCode=${encodeURIComponent(point.pointCode)}`,
  }
}

const lookOf = ({ lockStatus: status, stateTrust }: PlanLock): Look => lockLook(status, stateTrust)

function lockThing(lock: PlanLock & { readonly spot: Spot | null }, where = ''): PlanThing {
  return {
    id: lock.id,
    kind: 'lock',
    name: `${lock.lockCode} ${lock.lockName}`,
    look: lookOf(lock),
    facts: [
      ...(where === '' ? [] : [where]),
      ...(lock.stateTime === null || lock.lockStatus === lockStatus.unknown
        ? []
        : [`${lock.stateTime.slice(5, 16)} 的状态`]),
    ],
    spot: lock.spot,
    to: `/isps/loLockList?lockCode=${encodeURIComponent(lock.lockCode)}`,
  }
}

function branchThing(branch: PlanBranch, shown: ReadonlySet<Layer>): PlanThing {
  const { openLocks, badGas, isolated, tickets, people } = branch
  const facts = [
    ...(shown.has('locks') && openLocks > 0 ? [`${openLocks} 把锁开着`] : []),
    ...(shown.has('gas') && badGas > 0 ? [`${badGas} 张票气体待检或不合格`] : []),
    ...(shown.has('tickets') && tickets > 0 ? [`${tickets} 张工作票`] : []),
    ...(shown.has('people') && people > 0 ? [`在场 ${people} 人`] : []),
    ...(shown.has('points') && isolated > 0 ? [`${isolated} 个点已隔离`] : []),
  ]
  const isBad = (shown.has('locks') && openLocks > 0) || (shown.has('gas') && badGas > 0)
  return {
    id: branch.id,
    kind: 'branch',
    name: branch.areaName,
    look: isBad
      ? { text: '需处理', icon: 'warn', tone: 'error' }
      : facts.length > 0
        ? { text: '有作业', icon: 'run', tone: 'processing' }
        : { text: '无作业', icon: 'none', tone: 'default' },
    facts,
    spot: branch.spot,
    to: branch.id,
  }
}
