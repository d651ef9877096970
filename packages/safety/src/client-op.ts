import { createHash } from 'node:crypto'
import { canonicalJson, type Canonical } from '@suoan/domain/evidence-chain'
import { newUlid } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { fail } from '@suoan/platform/fail'

/** Makes a mutating call repeatable (3-domain.md §4.5.5): the first answer is stored and given again. */
export interface StoredAnswer {
  readonly ok: boolean
  readonly body: unknown
}

/** One press as it arrived. */
export interface Press {
  readonly clientOpId: string
  /** Names the call. */
  readonly endpoint: string
  /** What it said: the same id with another body is another press. */
  readonly body: unknown
}

/** What may differ between a press and its repetition: what was looked at, and the secret it was signed with anew. */
const besideTheCall: ReadonlySet<string> = new Set(['clientOpId', 'revision', 'seen', 'signProof'])

/** SHA-256 (hex) of what a call asks for, without what a repetition may say differently. */
export function callHash(body: unknown): string {
  // What has no JSON form (undefined) is not said.
  const said = JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (besideTheCall.has(key) ? undefined : value)),
  ) as Canonical
  return createHash('sha256').update(canonicalJson(said)).digest('hex')
}

/**
 * Claims a `clientOpId` for this transaction. The same call with the same id waits for the first to end and then gets
 * its answer; an id used by another person, for another call or with another body is refused (BAD_INPUT). For what
 * `isSafe` (3-domain.md §0.2) such an id, and one under which the call was refused, is a new press: a stop is never lost
 * to a number. `stillHolds` says of a stored answer whether it is true yet (decision 0621).
 */
export async function claimClientOp(
  tx: Tx,
  actor: Actor,
  { clientOpId, endpoint, body }: Press,
  safe: {
    readonly isSafe: boolean
    readonly stillHolds: (stored: StoredAnswer) => Promise<boolean>
  } = { isSafe: false, stillHolds: async () => true },
): Promise<{ readonly clientOpId: string; readonly stored: StoredAnswer | null }> {
  const hash = callHash(body)
  const claim = async (id: string): Promise<boolean> => {
    const rows = await askNamed(
      tx,
      sql`
      insert into client_op (tenant_id, client_op_id, user_id, endpoint, call_hash, create_time)
      values (${actor.tenantId}, ${id}, ${actor.userId}, ${endpoint}, ${hash}, now())
      on conflict (tenant_id, client_op_id) do nothing
      returning client_op_id`,
    )
    return rows.length > 0
  }
  if (await claim(clientOpId)) return { clientOpId, stored: null }
  const first = await pressOf(tx, actor.tenantId, clientOpId)
  const isRepeated =
    first !== null &&
    first.userId === actor.userId &&
    first.endpoint === endpoint &&
    (first.callHash === null || first.callHash === hash)
  const { isSafe, stillHolds } = safe
  if (isRepeated && first.answer && (!isSafe || (first.answer.ok && (await stillHolds(first.answer)))))
    return { clientOpId, stored: first.answer }
  if (!isSafe) throw fail('BAD_INPUT', { detail: '操作号已被使用，请刷新页面后重试' })
  const own = newUlid()
  await claim(own)
  return { clientOpId: own, stored: null }
}

async function pressOf(tx: Tx, tenantId: number, clientOpId: string) {
  const { rows } = await sql<{
    userId: string
    endpoint: string
    callHash: string | null
    answer: StoredAnswer | null
  }>`select user_id, endpoint, call_hash, answer from client_op
    where tenant_id = ${tenantId} and client_op_id = ${clientOpId}`.execute(tx)
  return rows[0] ?? null
}

/** Keeps the answer beside the claim, in the same transaction as the change. */
export async function storeAnswer(
  tx: Tx,
  actor: Actor,
  clientOpId: string,
  answer: StoredAnswer,
): Promise<void> {
  await askNamed(
    tx,
    sql`update client_op set answer = ${JSON.stringify(answer)}::jsonb
      where tenant_id = ${actor.tenantId} and client_op_id = ${clientOpId}`,
  )
}
