import type { ActingFact, ActorFact } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { requiredCerts } from '../../cert-rules.ts'
import { loadCerts } from '../../person-certs.ts'
import type { WorkRow } from '../ticket-row.ts'
import type { RulesOf } from './people.ts'

/** What whoever acts at `at` (epoch ms) holds of certificates, and what his tags ask of him (G03); null = the system acts. */
export async function loadActing(
  tx: Tx,
  work: WorkRow,
  actor: ActorFact,
  rulesOf: RulesOf,
  at: number,
): Promise<ActingFact | null> {
  if (actor.isSystem) return null
  return (await loadActingOfAll(tx, work, [actor], rulesOf, at))(actor)
}

/** The same of several people, asked once. */
export async function loadActingOfAll(
  tx: Tx,
  work: WorkRow,
  actors: readonly ActorFact[],
  rulesOf: RulesOf,
  at: number,
): Promise<(actor: ActorFact) => ActingFact> {
  const userIds = actors.map(({ userId }) => userId)
  const [certs, foreign, rules] = await Promise.all([
    loadCerts(tx, userIds),
    tx
      .selectFrom('loWorkPerson')
      .select('userId')
      .where('workId', '=', work.id)
      .where('userId', '=', sql<string>`any(${userIds}::text[])`)
      .where('state', '=', 1)
      .where('personSource', '=', 2)
      .execute(),
    rulesOf(),
  ])
  const contractors = new Set(foreign.map(({ userId }) => userId))
  return ({ userId, roleTags }) => ({
    at,
    certs: certs.get(userId) ?? [],
    requiredCerts: requiredCerts(rules, roleTags),
    isContractor: contractors.has(userId),
  })
}
