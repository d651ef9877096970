import { canonicalJson, genesis, type Canonical } from '@suoan/domain/evidence-chain'
import { sql, type Insertable } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { sha256 } from '../evidence/hash.ts'

/** Columns of a decision that its hash covers: all but the two hashes (3-domain.md §0.10). */
export const linkedDecisionColumns = [
  'id',
  'tenantId',
  'decisionId',
  'userId',
  'lockId',
  'workId',
  'action',
  'time',
  'allow',
  'leg',
  'code',
  'rules',
  'fix',
  'engineVersion',
  'inputHash',
  'sysOrgCode',
  'chainSeq',
] as const

type LinkedDecision = { readonly [K in (typeof linkedDecisionColumns)[number]]?: unknown }

/** A decision before its link; `rules` and `fix` as values, not as text. */
export type NewDecision = Omit<Insertable<Database['loDecision']>, 'rules' | 'fix'> & {
  readonly lockId: string
  readonly tenantId: number
  readonly rules: unknown
  readonly fix: unknown
}

/** Where the chain of a lock's decisions begins. */
const decisionGenesis = (lockId: string): string => genesis(sha256, 'decision', lockId)

/** The hashed text of a decision as it is stored: times in epoch ms, columns without a value left out. */
export function canonicalDecision(row: LinkedDecision): string {
  const covered = linkedDecisionColumns.flatMap((name) => {
    const value = row[name] ?? null
    if (value === null) return []
    if (value instanceof Date) return [[name, value.getTime()] as const]
    // The driver gives bigint as text; the JSON columns hold what was written as JSON.
    return [[name, name === 'chainSeq' ? Number(value) : (value as Canonical)] as const]
  })
  return canonicalJson(Object.fromEntries(covered))
}

/**
 * Appends a decision to the chain of its lock. The chain's row is locked until the commit, so each chain has one
 * writer; the row of the lock itself, which every report of the device writes, is not touched.
 */
export async function appendDecision(tx: Tx, decision: NewDecision): Promise<void> {
  const { lockId, tenantId } = decision
  await sql`insert into lo_decision_chain (lock_id, tenant_id, seq, head)
    values (${lockId}, ${tenantId}, 0, ${decisionGenesis(lockId)}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ seq: string; head: string }>`
    select seq, head from lo_decision_chain where lock_id = ${lockId} for update`.execute(tx)
  const [last] = rows
  if (!last) throw new Error('the chain of decisions has no head')
  // As JSON reads it back, so that what is hashed is what is stored.
  const plain = (value: unknown): Canonical => JSON.parse(JSON.stringify(value ?? null)) as Canonical
  const row = { ...decision, chainSeq: Number(last.seq) + 1 }
  const covered = { ...row, rules: plain(decision.rules), fix: plain(decision.fix) }
  const hash = sha256(`${last.head}\n${canonicalDecision(covered)}`)
  await tx
    .insertInto('loDecision')
    .values({
      ...row,
      rules: JSON.stringify(covered.rules),
      fix: JSON.stringify(covered.fix),
      prevHash: last.head,
      hash,
    })
    .execute()
  await sql`update lo_decision_chain set seq = ${row.chainSeq}, head = ${hash} where lock_id = ${lockId}`.execute(
    tx,
  )
}
