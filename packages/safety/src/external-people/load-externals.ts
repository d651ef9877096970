import { dayPass, type CertFact, type ExternalFact } from '@suoan/domain/work-ticket'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** What the register says of somebody, and his training as the certificate it is (`lo_cert_type` 09). */
export interface External {
  readonly fact: ExternalFact
  readonly training: readonly CertFact[]
}

interface Stored {
  id: string
  blackFlag: number
  blackReason: string | null
  status: number
  admitFrom: string | null
  admitTo: string | null
  trainFrom: string | null
  trainTo: string | null
  passes: { from: number; to: number }[] | null
}

const day = 86_400_000

/** The register's lines of these people, by id; who is missing stands in no register of this tenant (G03, G13). */
export async function loadExternals(
  tx: Tx,
  tenantId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, External>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Stored>`
    select e.id, e.black_flag, e.black_reason, e.status, e.admit_from::text, e.admit_to::text, e.train_from::text,
      e.train_to::text, (select jsonb_agg(jsonb_build_object('from', extract(epoch from p.valid_from) * 1000,
          'to', extract(epoch from p.valid_to) * 1000))
        from lo_day_pass p where p.external_id = e.id and p.tenant_id = e.tenant_id and p.revoke_time is null) as passes
    from lo_external_person e
    where e.id = any(${[...ids]}) and e.tenant_id = ${tenantId} and e.del_flag = 0`.execute(tx)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        fact: {
          registered: true,
          blacklisted: row.blackFlag === 1 ? (row.blackReason ?? '') : null,
          enabled: row.status === 1,
          admitFrom: row.admitFrom === null ? null : shanghaiMoment(row.admitFrom),
          admitTo: row.admitTo === null ? null : shanghaiMoment(row.admitTo) + day,
          passes: row.passes ?? [],
        },
        training:
          row.trainFrom === null || row.trainTo === null
            ? []
            : [
                {
                  ...dayPass,
                  validFrom: shanghaiMoment(row.trainFrom),
                  validTo: shanghaiMoment(row.trainTo) + day,
                  revoked: false,
                },
              ],
      },
    ]),
  )
}
