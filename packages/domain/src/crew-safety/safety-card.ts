import {
  execPhase,
  gasState,
  itemState,
  labelOf,
  stateTrust,
  workStatus,
  type RoleTag,
} from '../dictionaries/index.ts'
import { breachesOf, type ReleaseFact, type SafetyTicket } from '../invariants/index.ts'
import { minute, minutesBetween } from '../verdict/index.ts'
import {
  entryGap,
  guardiansAt,
  isTerminal,
  proofGap,
  unheardGas,
  type PersonFact,
  type TicketFacts,
} from '../work-ticket/index.ts'

/** Red: get out, stay out. Amber: not yet, something is missing. Green: every promise holds for this person now. */
export type SafetyColour = 'green' | 'amber' | 'red'

/** One thing that is missing, and who can put it right. */
export interface SafetyGap {
  /** The rule or promise it comes from: G12, G13, G14, G15, G16, I1 … I4, T27, T32. */
  id: string
  /** `stop` makes the card red, `wait` amber. */
  level: 'stop' | 'wait'
  text: string
  /** Role and names, e.g. `验证 冯验`. */
  fixBy: string
}

export interface SafetyCard {
  colour: SafetyColour
  gaps: readonly SafetyGap[]
}

/** What the card is computed from: one consistent snapshot of the ticket. */
export interface SafetyFacts {
  facts: TicketFacts
  ticket: SafetyTicket
  /** Personal holds of the ticket that were taken away (I3). */
  releases: readonly ReleaseFact[]
  /** Minutes after which gas is tested again during work; 0 = the test before work counts. */
  gasRepeatMin: number
}

/**
 * "Am I safe?" for one person on one ticket (3-domain.md §6.3, M13). Green only while nothing is missing, and then the
 * promises I1–I4 hold as if he were inside: the ticket runs, every mandatory point is locked and proven, nobody took a
 * lock that was not his, the signatures stand. What is not known is missing.
 */
export function safetyCard(userId: string, given: SafetyFacts): SafetyCard {
  const person = given.facts.persons.find((each) => each.userId === userId)
  const gaps = person
    ? [
        ...ticketGaps(given),
        ...promiseGaps(given),
        ...pointGaps(given),
        ...personGaps(person, given),
        ...gasGaps(given),
        ...surroundingGaps(given),
      ]
    : [gap('G13', 'stop', '您不在本票人员名单中', given, ['LEAD'])]
  const unique = gaps.filter((each, index) => gaps.findIndex((other) => other.text === each.text) === index)
  const colour = unique.some((each) => each.level === 'stop') ? 'red' : unique.length > 0 ? 'amber' : 'green'
  return { colour, gaps: unique.toSorted((a, b) => Number(a.level === 'wait') - Number(b.level === 'wait')) }
}

function gap(
  id: string,
  level: SafetyGap['level'],
  text: string,
  { facts }: SafetyFacts,
  tags: readonly RoleTag[],
): SafetyGap {
  const who = tags.map((tag) => {
    const names = facts.persons.filter((each) => each.roleTags.includes(tag)).map((each) => each.name)
    return [labelOf('lo_role_tag', tag), names.join('、')].filter((part) => part !== '').join(' ')
  })
  return { id, level, text, fixBy: who.join(' / ') }
}

/** Does the ticket stand for work now? */
function ticketGaps(given: SafetyFacts): SafetyGap[] {
  const { ticket } = given.ticket
  const { now } = given.facts
  if (isTerminal(ticket)) return [gap('T44', 'stop', '工作票已结束，请勿再进入', given, ['LEAD'])]
  if (ticket.status === workStatus.expired)
    return [gap('T40', 'stop', '工作票已过期，请立即离开', given, ['LEAD', 'PERMIT'])]
  if (ticket.status !== workStatus.executing)
    return [gap('T27', 'wait', '作业尚未开始，请勿进入', given, ['LEAD', 'PERMIT'])]
  if (ticket.validEnd === null || now >= ticket.validEnd)
    return [gap('G10', 'stop', '工作票有效时间已过，请立即离开', given, ['LEAD', 'PERMIT'])]
  if (ticket.phase === execPhase.working) return []
  return ticket.phase === execPhase.suspended
    ? [gap('T32', 'stop', '作业已中断，请立即离开', given, ['LEAD', 'PERMIT'])]
    : [
        gap('T27', 'stop', `现为“${labelOf('lo_exec_phase', ticket.phase)}”，请勿进入`, given, [
          'LEAD',
          'PERMIT',
        ]),
      ]
}

/** I1–I4 as if he were inside and nobody had been told to leave. */
function promiseGaps(given: SafetyFacts): SafetyGap[] {
  const { ticket } = given.ticket
  const inside: SafetyTicket = {
    ...given.ticket,
    evacuationOrdered: false,
    ticket: { ...ticket, onSiteCount: Math.max(1, ticket.onSiteCount) },
  }
  const snapshot = { tickets: [inside], releases: given.releases, openings: [], chains: [] }
  // Before the work a point that is not finished yet is simply not finished.
  const level = ticket.status === workStatus.executing ? 'stop' : 'wait'
  const fixers: Readonly<Record<string, readonly RoleTag[]>> = {
    I1: ['ISO', 'VERIFY'],
    I2: ['ISO', 'PERMIT'],
    I3: ['SAFETY'],
    I4: ['PERMIT', 'SAFETY'],
  }
  return breachesOf(snapshot, ['I1', 'I2', 'I3', 'I4']).map((breach) =>
    gap(
      breach.id,
      breach.id === 'I1' ? level : 'stop',
      breach.text.replace(/^工作票 \S+ 现场有 \d+ 人，但/, ''),
      given,
      fixers[breach.id] ?? ['SAFETY'],
    ),
  )
}

/** Proofs that have run out, and closures nobody has heard of for too long. */
function pointGaps(given: SafetyFacts): SafetyGap[] {
  const { points, persons, now } = given.facts
  return points
    .filter((point) => point.mandatory && point.state === itemState.verified)
    .flatMap((point) => {
      const proof = proofGap(point, point.proof, persons, now)
      const trust = point.closure?.trust ?? stateTrust.confirmed
      return [
        ...(proof === null
          ? []
          : [gap('G12', 'stop', `隔离点 ${point.pointCode} ${proof}`, given, ['VERIFY'])]),
        ...(trust === stateTrust.stale || trust === stateTrust.unknown
          ? [
              gap(
                'G11',
                'wait',
                `隔离点 ${point.pointCode} 的锁具状态${labelOf('lo_state_trust', trust)}，须确认关锁`,
                given,
                ['ISO', 'VERIFY'],
              ),
            ]
          : []),
      ]
    })
}

/**
 * His own part: briefing, signature, personal lock, a lock of his that somebody took. Asked of everybody, the leader and
 * the guardian too: who stands outside by his role and walks in is protected by nothing but his own lock (§6.3).
 */
function personGaps(person: PersonFact, given: SafetyFacts): SafetyGap[] {
  const { policy } = given.facts
  if (person.mustAck) return [gap('T49', 'stop', '您的锁曾被他人拆除，请先确认知悉', given, ['SAFETY'])]
  const missing = entryGap(person, policy, given.ticket.ticket.needIsolation, given.facts.now)
  if (missing === null) return []
  const isLock = missing.includes('个人锁')
  return [
    {
      id: 'G13',
      level: person.onSite ? 'stop' : 'wait',
      text: missing === '未上个人锁' ? '您的个人锁还没有挂上' : `您${isLock ? '的' : ''}${missing}`,
      fixBy: isLock ? '您本人' : gap('G13', 'wait', '', given, ['LEAD']).fixBy,
    },
  ]
}

/** The last test of every gas at every place, and whether it is time for the next. */
function gasGaps(given: SafetyFacts): SafetyGap[] {
  const { gas, gasWatch, now } = given.facts
  const tester: readonly RoleTag[] = ['GASTEST', 'GUARD']
  if (given.ticket.ticket.gasState === gasState.failed)
    return [gap('G14', 'stop', '气体检测不合格，请立即离开', given, tester)]
  if (!gas.required) return []
  if (gas.needed.length === 0) return [gap('G14', 'wait', '还没有气体检测', given, tester)]
  const unheard = gasWatch.required ? unheardGas(gas.needed, gasWatch, now) : []
  const untested = gas.needed.flatMap(({ gasCode, position }) => {
    const last = gas.tests
      .filter(
        (test) => test.gasCode === gasCode && test.position === position && test.sampleTime <= now + minute,
      )
      .toSorted((a, b) => b.sampleTime - a.sampleTime)[0]
    const where = `${position} ${gasCode}`
    if (!last) return [gap('G14', 'wait', `${where} 未检测`, given, tester)]
    if (!last.pass) return [gap('G14', 'stop', `${where} 不合格，请立即离开`, given, tester)]
    if (last.calibValidTo < last.sampleTime)
      return [gap('G14', 'wait', `${where} 检测仪已过检定有效期`, given, tester)]
    const age = minutesBetween(last.sampleTime, now)
    return given.gasRepeatMin > 0 && now - last.sampleTime > given.gasRepeatMin * minute
      ? [gap('G14', 'wait', `${where} 检测已 ${age} 分钟，超过 ${given.gasRepeatMin} 分钟`, given, tester)]
      : []
  })
  return [...untested, ...unheard.map((text) => gap('G30', 'wait', text, given, tester))]
}

/** Guardian, alarms, stop orders. */
function surroundingGaps(given: SafetyFacts): SafetyGap[] {
  const { alarms, stopOrder } = given.facts
  const guards = guardiansAt(given.facts)
  return [
    ...alarms
      .filter((alarm) => alarm.level === 3)
      .map((alarm) =>
        gap('G16', 'stop', `报警：${labelOf('lo_alarm_type', alarm.alarmType)}（${alarm.source}）`, given, [
          'SAFETY',
        ]),
      ),
    ...(stopOrder === null ? [] : [gap('G16', 'stop', `停工指令：${stopOrder}`, given, ['SAFETY'])]),
    ...(guards.there.length < guards.required ? [gap('G15', 'wait', '监护人未到位', given, ['GUARD'])] : []),
  ]
}
