import { newUlid } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'

/** Makes a mutating call repeatable (3-domain.md §4.5.5): the first answer is stored and given again. */
export interface StoredAnswer {
  readonly ok: boolean
  readonly body: unknown
}

/**
 * Claims a `clientOpId` for this transaction. A second call with the same id waits for the first to end and then gets
 * its answer; an id used by another person or for another call is refused, and for what `isSafe` taken as a new press.
 */
export async function claimClientOp(
  tx: Tx,
  actor: Actor,
  clientOpId: string,
  endpoint: string,
  isSafe = false,
): Promise<{ readonly clientOpId: string; readonly stored: StoredAnswer | null }> {
  const claimed = await sql<{ id: string }>`
    insert into client_op (tenant_id, client_op_id, user_id, endpoint, create_time)
    values (${actor.tenantId}, ${clientOpId}, ${actor.userId}, ${endpoint}, now())
    on conflict (tenant_id, client_op_id) do nothing
    returning client_op_id as id`.execute(tx)
  if (claimed.rows.length > 0) return { clientOpId, stored: null }
  const stored = await sql<{ userId: string; endpoint: string; answer: StoredAnswer | null }>`
    select user_id, endpoint, answer from client_op
    where tenant_id = ${actor.tenantId} and client_op_id = ${clientOpId}`.execute(tx)
  const row = stored.rows[0]
  if (row?.answer && row.userId === actor.userId && row.endpoint === endpoint)
    return { clientOpId, stored: row.answer }
  if (isSafe) return await claimClientOp(tx, actor, newUlid(), endpoint, true)
  throw fail('BAD_INPUT', { detail: '操作号已被使用，请刷新页面后重试' })
}

/** Keeps the answer beside the claim, in the same transaction as the change. */
export async function storeAnswer(
  tx: Tx,
  actor: Actor,
  clientOpId: string,
  answer: StoredAnswer,
): Promise<void> {
  await sql`update client_op set answer = ${JSON.stringify(answer)}::jsonb
    where tenant_id = ${actor.tenantId} and client_op_id = ${clientOpId}`.execute(tx)
}
