import { labelOf } from '@suoan/domain/dictionaries'
import type { CertFact } from '@suoan/domain/work-ticket'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** Certificates by person, with an account or without one; each is valid through the whole of its last day. */
export async function loadCerts(
  tx: Tx,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, CertFact[]>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<{
    personId: string
    certType: string
    validFrom: string
    validTo: string
    status: number
  }>`
    select coalesce(user_id, external_id) as person_id, cert_type, valid_from::text, valid_to::text, status
    from lo_person_cert
    where (user_id = any(${personIds}) or external_id = any(${personIds})) and del_flag = 0`.execute(tx)
  const certOf = (cert: (typeof rows)[number]): CertFact => ({
    certType: cert.certType,
    certName: labelOf('lo_cert_type', cert.certType),
    validFrom: shanghaiMoment(cert.validFrom),
    validTo: shanghaiMoment(cert.validTo) + 86_400_000,
    revoked: cert.status === 3,
  })
  return new Map(personIds.map((id) => [id, rows.filter((row) => row.personId === id).map(certOf)]))
}
