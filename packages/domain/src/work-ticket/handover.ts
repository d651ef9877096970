import type { TicketEvent } from './events.ts'
import type { HandoverFact } from './execution-facts.ts'
import type { TicketFacts } from './facts.ts'
import type { PersonFact } from './person-fact.ts'

/** What outgoing and incoming look at together before the tag changes hands (T34); all of it, or it is not done. */
export const handoverChecks = [
  { code: 'points', text: '逐点核对隔离点、锁具与挂牌' },
  { code: 'people', text: '核对现场人员与个人锁' },
  { code: 'gas', text: '交代气体检测与监护情况' },
  { code: 'risk', text: '交代作业进度、剩余工作与风险' },
] as const

/** The open handover an event speaks of (T34). */
export function handoverOf(event: TicketEvent, handovers: readonly HandoverFact[]): HandoverFact | undefined {
  return 'handoverId' in event ? handovers.find((each) => each.handoverId === event.handoverId) : undefined
}

/** The people as they would be once the handover is done: its tag at the incoming, gone from the outgoing (G03, G04). */
export function peopleAfter(
  event: TicketEvent,
  { persons, handovers }: Pick<TicketFacts, 'persons' | 'handovers'>,
): readonly PersonFact[] {
  const deal = handoverOf(event, handovers)
  if (!deal?.incoming) return persons
  const { roleTag, fromUserId, toUserId, incoming } = deal
  const others = persons.filter((person) => person.userId !== toUserId)
  return [
    ...others.map((person) =>
      person.userId === fromUserId
        ? { ...person, roleTags: person.roleTags.filter((tag) => tag !== roleTag) }
        : person,
    ),
    { ...incoming, roleTags: [...new Set([...incoming.roleTags, roleTag])] },
  ]
}
