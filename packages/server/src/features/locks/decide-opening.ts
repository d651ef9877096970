import type { OpenAnswer } from '@suoan/contract'
import { canonicalJson, type Canonical } from '@suoan/domain/evidence-chain'
import { decide, engineVersion, type Decision, type Snapshot } from '@suoan/domain/interlock'
import { newId, newUlid } from '@suoan/kit/id'
import { createHash } from 'node:crypto'
import type { Tx } from '../../context.ts'

/** A decision with its number, stored whole so that it can be replayed and explained (3-domain.md §3.6 LoDecision). */
export interface StoredDecision extends Decision {
  readonly decisionId: string
}

/** Decides over a snapshot and keeps the decision with every rule and its evidence. */
export async function decideAndStore(
  tx: Tx,
  snapshot: Snapshot,
  owner: { readonly tenantId: number; readonly orgCode: string },
): Promise<StoredDecision> {
  const decision = decide(snapshot)
  const decisionId = `D${newUlid()}`
  await tx
    .insertInto('loDecision')
    .values({
      id: newId(),
      tenantId: owner.tenantId,
      sysOrgCode: owner.orgCode,
      decisionId,
      userId: snapshot.user.userId,
      lockId: snapshot.lock.lockId,
      workId: snapshot.ticket?.workId ?? null,
      action: snapshot.action,
      time: new Date(snapshot.at),
      allow: decision.allow ? 1 : 0,
      leg: decision.leg,
      code: String(decision.code),
      rules: JSON.stringify(decision.rules),
      fix: JSON.stringify(decision.fix),
      engineVersion,
      inputHash: hashOf(snapshot),
    })
    .execute()
  return { ...decision, decisionId }
}

/** The rules as they travel: those of the leg first, failing ones before passing ones in each answer's own order. */
export function rulesOf(decision: Decision): OpenAnswer['rules'] {
  return decision.rules.map(({ id, applies, pass, text, evidence }) => ({
    id,
    applies,
    pass,
    text,
    evidence,
  }))
}

/** A snapshot is plain data, so its JSON is canonical input. */
function hashOf(snapshot: Snapshot): string {
  const plain = JSON.parse(JSON.stringify(snapshot)) as Canonical
  return createHash('sha256').update(canonicalJson(plain), 'utf8').digest('hex')
}
