import type { RoleTag } from '@suoan/domain/dictionaries'
import { accountGap, presenceGap } from '@suoan/domain/work-ticket'
import { groupBy } from '@suoan/kit/group'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { requiredCerts } from './cert-rules.ts'
import { loadExternals } from './external-people/index.ts'
import { loadCerts } from './person-certs.ts'

/** A line of a ticket's people with what says whether the person may be there. */
export interface PresentPerson {
  readonly id: string
  readonly tenantId: number
  readonly personId: string
  readonly hasAccount: boolean
  readonly status: number | null
  readonly delFlag: number | null
  readonly personSource: number
  readonly tags: RoleTag[]
  readonly certRules: unknown
}

/** The columns of `PresentPerson` for the line `p`; they read `presenceJoins` and the ticket's policy as `t`. */
export const presenceColumns: RawBuilder<unknown> = sql`p.id, p.tenant_id, p.person_id, p.user_id is not null as has_account,
  u.status, u.del_flag, coalesce(e.source, p.person_source) as person_source, t.cert_rules,
  array(select o.role_tag from lo_work_person o where o.work_id = p.work_id and o.person_id = p.person_id
    and o.state = 1 order by 1) as tags`

export const presenceJoins: RawBuilder<unknown> = sql`left join sys_user u on u.id = p.user_id
  left join lo_external_person e on e.id = p.external_id`

/** Why each may not be there at `now` (epoch ms), by line; null = he may (`presenceGap`). */
export async function presenceGaps(
  tx: Tx,
  people: readonly PresentPerson[],
  now: number,
): Promise<ReadonlyMap<string, string | null>> {
  const gaps = new Map<string, string | null>()
  for (const [tenantId, group] of groupBy(people, (person) => person.tenantId)) {
    const certs = await loadCerts(
      tx,
      group.map(({ personId }) => personId),
    )
    const externals = await loadExternals(
      tx,
      tenantId,
      group.filter(({ hasAccount }) => !hasAccount).map(({ personId }) => personId),
    )
    for (const person of group) {
      const known = externals.get(person.personId)
      const gap = presenceGap(
        {
          external: person.hasAccount ? null : (known?.fact ?? null),
          isKnown: person.hasAccount || known !== undefined,
          accountGap: person.hasAccount ? accountGap(person) : null,
          certs: [...(certs.get(person.personId) ?? []), ...(known?.training ?? [])],
          requiredCerts: requiredCerts(person.certRules, person.tags),
          isContractor: person.personSource === 2,
        },
        now,
      )
      gaps.set(person.id, gap)
    }
  }
  return gaps
}
