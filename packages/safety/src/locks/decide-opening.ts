import type { OpenAnswer } from '@suoan/contract'
import { canonicalJson, type Canonical } from '@suoan/domain/evidence-chain'
import { changeText, decide, engineVersion, type Decision, type Snapshot } from '@suoan/domain/interlock'
import { newId, newUlid } from '@suoan/kit/id'
import type { Tx } from '@suoan/platform/context'
import { sha256 } from '../evidence/hash.ts'
import { appendDecision } from './decision-chain.ts'

/** A decision with its number, stored whole so that it can be replayed and explained (3-domain.md §3.6 LoDecision). */
export interface StoredDecision extends Decision {
  readonly decisionId: string
  /** Who does what to make it a yes. */
  readonly todo: OpenAnswer['changes']
}

/** Decides over a snapshot and keeps the decision with every rule and its evidence. */
export async function decideAndStore(
  tx: Tx,
  snapshot: Snapshot,
  owner: { readonly tenantId: number; readonly orgCode: string },
): Promise<StoredDecision> {
  const decision = decide(snapshot)
  const decisionId = `D${newUlid()}`
  await appendDecision(tx, {
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
    rules: decision.rules,
    fix: decision.fix,
    engineVersion,
    inputHash: hashOf(snapshot),
  })
  await tx
    .insertInto('loDecisionInput')
    .values({ decisionId, tenantId: owner.tenantId, snapshot: JSON.stringify(snapshot) })
    .execute()
  return { ...decision, decisionId, todo: changesOf(snapshot, decision) }
}

/** The list of changes as it travels: who does what. */
export function changesOf(snapshot: Snapshot, { changes }: Decision): OpenAnswer['changes'] {
  return changes.map((change) => ({ kind: change.kind, ...changeText(snapshot, change) }))
}

/** The rules as they travel: those of the leg first, failing ones before passing ones in each answer's own order. */
export function rulesOf(decision: Decision): OpenAnswer['rules'] {
  return decision.rules.map((rule) => ({ ...rule }))
}

/** A snapshot is plain data, so its JSON is canonical input. */
function hashOf(snapshot: Snapshot): string {
  const plain = JSON.parse(JSON.stringify(snapshot)) as Canonical
  return sha256(canonicalJson(plain))
}
