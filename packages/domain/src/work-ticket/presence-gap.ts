import { admissionGap, barredGap, unregistered } from './admission.ts'
import type { PersonFact } from './person-fact.ts'

/** `lo_cert_type` of a contractor's admission, the day pass of G03; like every certificate it ends and is revoked. */
export const dayPass = { certType: '09', certName: '承包商入场证' } as const

/** Names of the certificates that a person lacks over the whole of a window (epoch ms). */
export function certificateGaps(
  person: Pick<PersonFact, 'requiredCerts' | 'certs' | 'isContractor'>,
  from: number,
  to: number,
): string[] {
  const asked = person.requiredCerts.filter(({ certType }) => certType !== dayPass.certType)
  const listed = asked.length < person.requiredCerts.length
  return [...asked, ...(person.isContractor || listed ? [dayPass] : [])]
    .filter(
      ({ certType }) =>
        !person.certs.some(
          (cert) =>
            cert.certType === certType && !cert.revoked && cert.validFrom <= from && cert.validTo >= to,
        ),
    )
    .map(({ certName }) => certName)
}

/** What decides whether somebody may be inside now. */
export interface Presence extends Pick<
  PersonFact,
  'external' | 'accountGap' | 'certs' | 'requiredCerts' | 'isContractor'
> {
  /** He has an account or a line of the register. */
  readonly isKnown: boolean
}

/** Why somebody who is inside may not be there at `now` (epoch ms), or null: what T28 would refuse him for, whatever his crew. */
export function presenceGap(person: Presence, now: number): string | null {
  if (!person.isKnown) return barredGap(unregistered)
  const gap = person.accountGap ?? admissionGap(person.external, now)
  if (gap !== null) return gap
  const missing = certificateGaps(person, now, now)
  return missing.length === 0 ? null : `${missing.join('、')}缺失或已失效`
}
