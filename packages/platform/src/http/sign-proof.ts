import { sql } from 'kysely'
import type { Actor, Tx } from '../context.ts'
import { newToken, tokenHash } from './token.ts'

/** How somebody has proved who he is. */
export type ProvedBy = 'PWD' | 'PIN' | 'TOTP'

/** What a proof is for: the row that is signed, and the hash of the content its signer saw. */
export interface SignSubject {
  readonly bizId: string
  readonly contentHash: string
}

/** Life of a proof, seconds: long enough to press the button, too short to be kept for later. */
export const SIGN_PROOF_SECONDS = 300

/**
 * Makes a proof that this person, in this session, has just typed his secret for these contents: a token of 32 random
 * bytes that exists only in the answer. Only whoever has checked the secret may call it.
 */
export async function issueSignProof(
  tx: Tx,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  method: ProvedBy,
  subjects: readonly SignSubject[],
  now: number,
): Promise<string> {
  const token = newToken()
  await sql`delete from sys_sign_proof where expires_at < ${new Date(now)}`.execute(tx)
  await sql`insert into sys_sign_proof (token_hash, biz_id, content_hash, user_id, session_id, method, expires_at)
    select distinct ${tokenHash(token)}, s.biz_id, s.content_hash, ${userId}, ${sessionId}, ${method},
      ${new Date(now + SIGN_PROOF_SECONDS * 1000)}::timestamptz
    from unnest(${subjects.map((each) => each.bizId)}::text[], ${subjects.map((each) => each.contentHash)}::text[])
      as s(biz_id, content_hash)`.execute(tx)
  return token
}

/**
 * Spends a proof on one content, in the transaction of what is signed: a refusal gives it back. Null when there is none
 * of this person, session and content, or when it is too old or used.
 */
export async function spendSignProof(
  tx: Tx,
  token: string,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  { bizId, contentHash }: SignSubject,
  now: number,
): Promise<ProvedBy | null> {
  const { rows } = await sql<{ method: ProvedBy }>`
    delete from sys_sign_proof where token_hash = ${tokenHash(token) ?? '-'} and biz_id = ${bizId}
      and content_hash = ${contentHash} and user_id = ${userId} and session_id = ${sessionId}
      and expires_at > ${new Date(now)}
    returning method`.execute(tx)
  return rows[0]?.method ?? null
}
