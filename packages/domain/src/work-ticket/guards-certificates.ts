import { labelOf, type RoleTag } from '../dictionaries/index.ts'
import { refusalText } from '../verdict/index.ts'
import { placedBy } from './acknowledged.ts'
import { actingFix, actingGap, actingTags, askedBy } from './acting.ts'
import { externalTags, plannedAdmissionGaps } from './admission.ts'
import type { TicketEvent, TicketEventType } from './events.ts'
import type { SignerFact, TicketFacts } from './facts.ts'
import { findings, guard } from './guard.ts'
import { handoverOf, peopleAfter } from './handover.ts'
import type { PersonFact } from './person-fact.ts'
import { certificateGaps } from './presence-gap.ts'
import type { Ticket } from './ticket.ts'

type Facts = Pick<TicketFacts, 'persons' | 'handovers' | 'actor' | 'acting' | 'keys' | 'now'>

/** Decided for the whole plan: everybody on it is asked. */
const ofThePlan: readonly TicketEventType[] = [
  'submit',
  'emergencySubmit',
  'approve',
  'isolateStart',
  'extendAsk',
  'extendApprove',
]
/** Work begins or goes on: whoever is inside is asked, and whoever has signed for it before. */
const goesOn: readonly TicketEventType[] = ['start', 'resume', 'relocked', 'groupRelease']

/** What is missing of a person without an account over the planned days, his tags too. */
function admissionGaps({ external, roleTags }: PersonFact, from: number, to: number): string[] {
  if (external === null) return []
  const acting = roleTags.filter((tag) => !externalTags.includes(tag))
  return [
    ...plannedAdmissionGaps(external, from, to),
    ...acting.map((tag) => `没有账号，不能担任${labelOf('lo_role_tag', tag)}`),
  ]
}

/** Whom an event asks for the certificates of the whole window, beside whoever makes it happen. */
function askedOf(event: TicketEvent, facts: Facts): readonly (PersonFact | SignerFact)[] {
  const { persons } = facts
  if (event.type === 'delegate' || event.type === 'addSigner') return [event.to]
  if (event.type === 'personIn') return persons.filter(({ userId }) => userId === event.userId)
  // Whom a newcomer replaces, and who else is on the list, has been judged before or is judged when he acts.
  if (event.type === 'crewChange') return placedBy(event, persons)
  if (ofThePlan.includes(event.type)) return persons
  const incoming = handoverOf(event, facts.handovers)?.toUserId
  if (incoming === undefined) return []
  return peopleAfter(event, facts).filter(({ userId }) => userId === incoming)
}

/** Who is inside and who has signed for the work to go on: their certificates last from now to the end. */
function goingOn(
  event: TicketEvent,
  tags: readonly RoleTag[],
  { persons, keys, actor }: Facts,
): readonly PersonFact[] {
  if (!goesOn.includes(event.type)) return []
  const signed = [
    ...keys.filter((key) => key.event === event.type).map(({ userId }) => userId),
    ...(event.type === 'relocked' ? [] : [actor.userId]),
  ]
  return persons
    .filter(({ userId, onSite }) => onSite || signed.includes(userId))
    .map((person) => (person.onSite ? person : askedBy(person, tags)))
}

function missing(person: PersonFact | SignerFact, from: number, to: number): string[] {
  const gaps = certificateGaps(person, from, to)
  return gaps.length === 0 ? [] : [refusalText('LO-4206', { name: person.name, cert: gaps.join('、') })]
}

/** An extension (T39) moves the end the people are needed until; the plan keeps its own. */
const endOf = (ticket: Ticket): number => Math.max(ticket.planEnd, ticket.validEnd ?? ticket.planEnd)

/**
 * G03: everybody holds the certificates of his tags on all planned days; at T15 the signer to come does, at T28 whoever
 * enters, at T31 and T34 whoever comes: what was revoked since the start ends his part in the work. Whoever makes something
 * happen at the points, lets in, starts or resumes holds those of the tags he does it by in that moment, whatever
 * has become of the others (`actingTags`); work goes on with nobody inside and nobody's signature without one.
 */
export const certificatesValid = guard({
  id: 'G03',
  code: 'LO-4206',
  reads: ['persons', 'handovers', 'actor', 'acting', 'keys', 'now'],
  check(facts, ticket, event) {
    const { actor, acting, now } = facts
    const until = endOf(ticket)
    const planned = askedOf(event, facts)
    const tags = actingTags(event) ?? []
    const going = goingOn(event, tags, facts)
    // Whoever goes in himself is asked as one who enters.
    const isHimself = event.type === 'personIn' && event.userId === actor.userId
    const gap = tags.length === 0 || isHimself ? null : actingGap(actor, acting, tags)
    const wrong = [
      ...planned.flatMap((person) => [
        ...('external' in person ? admissionGaps(person, ticket.planStart, until) : []).map(
          (text) => `${person.name} ${text}`,
        ),
        ...missing(person, ticket.planStart, until),
      ]),
      ...going.flatMap((person) => missing(person, now, Math.max(now, until))),
      ...(gap === null ? [] : [gap]),
    ]
    const asked = new Set([...planned, ...going].map(({ userId }) => userId))
    if (tags.length > 0 && acting !== null) asked.add(actor.userId)
    return findings([...new Set(wrong)], `${asked.size} 名人员资质有效`, (list) => list, [
      ...(planned.length === 0
        ? []
        : ['更换人员，或在人员资质中补录有效证书；没有账号的人员先在外来人员中登记并开具当日通行证']),
      ...(gap === null && going.length === 0 ? [] : [actingFix]),
      ...(going.some(({ onSite }) => onSite) ? ['资质失效的现场人员先离场登记，再继续作业'] : []),
    ])
  },
})
