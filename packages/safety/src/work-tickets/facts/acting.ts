import type { ActingFact, ActorFact } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
import { requiredCerts } from '../../cert-rules.ts'
import { loadCerts } from '../../person-certs.ts'
import type { WorkRow } from '../ticket-row.ts'
import type { RulesOf } from './people.ts'

/** What whoever acts at `at` (epoch ms) holds of certificates, and what his tags ask of him (G03); null = the system acts. */
export async function loadActing(
  tx: Tx,
  work: WorkRow,
  { userId, roleTags, isSystem }: ActorFact,
  rulesOf: RulesOf,
  at: number,
): Promise<ActingFact | null> {
  if (isSystem) return null
  const [certs, foreign, rules] = await Promise.all([
    loadCerts(tx, [userId]),
    tx
      .selectFrom('loWorkPerson')
      .select('id')
      .where('workId', '=', work.id)
      .where('userId', '=', userId)
      .where('state', '=', 1)
      .where('personSource', '=', 2)
      .limit(1)
      .executeTakeFirst(),
    rulesOf(),
  ])
  return {
    at,
    certs: certs.get(userId) ?? [],
    requiredCerts: requiredCerts(rules, roleTags),
    isContractor: foreign !== undefined,
  }
}
