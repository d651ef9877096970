import type { RoleTag } from '../dictionaries/index.ts'
import { refusalText } from '../verdict/index.ts'
import type { TicketEvent, TicketEventType } from './events.ts'
import type { ActorFact } from './facts.ts'
import type { PersonFact } from './person-fact.ts'
import { certificateGaps } from './presence-gap.ts'

/** What whoever acts holds of certificates, and what the tags ask that he has on the ticket or by his post (G03). */
export interface ActingFact extends Pick<PersonFact, 'certs' | 'requiredCerts' | 'isContractor'> {
  /** When he did it, epoch ms: now, or when it was signed without a network. */
  at: number
}

const leads: readonly RoleTag[] = ['LEAD', 'PERMIT']
const removes: readonly RoleTag[] = ['LEAD', 'PERMIT', 'SAFETY', 'DEPT']

/**
 * By which tags somebody makes an event happen that isolates, proves, lets people in or gives energy back. He holds their
 * certificates in that moment (G03). An event that is not here makes safer, or is decided on paper: it asks him for none.
 */
const actsBy: Readonly<Partial<Record<TicketEventType, readonly RoleTag[]>>> = {
  emergencySubmit: ['PERMIT'],
  isolateStart: ['ISO', 'PERMIT'],
  pointOperate: ['ISO'],
  pointLock: ['ISO'],
  pointTag: ['ISO'],
  pointVerify: ['VERIFY'],
  start: leads,
  personIn: ['LEAD', 'GUARD', 'DEPT'],
  crewChange: ['LEAD'],
  lockAdd: ['LEAD'],
  resume: leads,
  causeClose: ['LEAD', 'GUARD', 'PERMIT', 'SAFETY'],
  testBegin: leads,
  relocked: ['ISO', 'VERIFY'],
  groupRelease: leads,
  extendAsk: ['LEAD'],
  extendApprove: ['PERMIT'],
  removalAsk: removes,
  removalApprove: removes,
  removalDo: removes,
}

/** The tags by which an event is made to happen; null = it asks whoever does it for no certificate. */
export const actingTags = ({ type }: TicketEvent): readonly RoleTag[] | null => actsBy[type] ?? null

/** What these tags of a person ask, and nothing that only another of his tags asks. */
export const askedBy = <P extends Pick<PersonFact, 'requiredCerts'>>(
  person: P,
  tags: readonly RoleTag[],
): P => ({
  ...person,
  requiredCerts: person.requiredCerts.filter(
    (cert) => cert.tags === undefined || cert.tags.some((tag) => tags.includes(tag)),
  ),
})

/** What to do about it. */
export const actingFix = '请由本票持有效证书的人员办理，或由安全管理人员在“人员资质”中补录有效证书后重试'

/** Why somebody may not act by these tags at his moment (G03), naming him and the certificates; null = he may, or nobody acts. */
export function actingGap(
  { name }: Pick<ActorFact, 'name'>,
  acting: ActingFact | null,
  tags: readonly RoleTag[],
): string | null {
  if (acting === null) return null
  const missing = certificateGaps(askedBy(acting, tags), acting.at, acting.at)
  return missing.length === 0 ? null : refusalText('LO-4206', { name, cert: missing.join('、') })
}
