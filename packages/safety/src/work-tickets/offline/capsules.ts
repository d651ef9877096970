import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { isSigned, returnHash } from './read-op.ts'

/** A capsule that is or was out; times are epoch ms. */
export interface Capsule {
  readonly id: string
  readonly workId: string
  readonly userId: string
  readonly deviceId: string
  readonly publicKey: string
  readonly issuedAt: number
  readonly expireAt: number
  /** Hash of the last operation that followed; moves while operations are replayed. */
  chainHead: string
}

/** The capsules of these numbers, of the caller's tenant. */
export async function capsulesOf(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, Capsule>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<Capsule, 'issuedAt' | 'expireAt'> & { issuedTime: Date; expireTime: Date }>`
    select id, work_id, user_id, device_id, public_key, issued_time, expire_time, chain_head from lo_capsule
    where tenant_id = ${actor.tenantId} and id = any(${[...ids]}::text[])`.execute(ctx.db)
  return new Map(
    rows.map(({ issuedTime, expireTime, ...row }) => [
      row.id,
      { ...row, issuedAt: issuedTime.getTime(), expireAt: expireTime.getTime() },
    ]),
  )
}

/** The next operation of this capsule must name `hash`. Two uploads at once move it once. */
export async function moveChain(ctx: Context, capsule: Capsule | undefined, hash: string): Promise<void> {
  if (!capsule) return
  await sql`update lo_capsule set chain_head = ${hash} where id = ${capsule.id} and chain_head = ${capsule.chainHead}`.execute(
    ctx.db,
  )
  capsule.chainHead = hash
}

/** The terminal has been heard, by whoever is signed in on it: how much it says that it still keeps. It clears nothing (G27). */
export async function noteSeen(
  ctx: Context,
  actor: Actor,
  { deviceId, pending }: { deviceId: string; pending: number },
): Promise<void> {
  await sql`update lo_capsule set last_seen = ${new Date(ctx.clock.now())}, pending = ${pending}
    where tenant_id = ${actor.tenantId} and user_id = ${actor.userId} and device_id = ${deviceId}
      and returned_time is null`.execute(ctx.db)
}

/**
 * Capsules that are given back (G27, decision 0547): only the terminal that holds one says that nothing follows, by its
 * signature over the last operation that we know of it; whoever has network carries its word. Any other word is none.
 */
export async function takeBack(
  ctx: Context,
  actor: Actor,
  returns: readonly { readonly capsuleId: string; readonly sig: string }[],
): Promise<void> {
  const capsules = await capsulesOf(ctx, actor, [...new Set(returns.map(({ capsuleId }) => capsuleId))])
  for (const { capsuleId, sig } of returns) {
    const capsule = capsules.get(capsuleId)
    if (!capsule || !isSigned(capsule.publicKey, returnHash(capsule.id, capsule.chainHead), sig)) continue
    await sql`update lo_capsule set returned_time = ${new Date(ctx.clock.now())}, pending = 0
      where id = ${capsule.id} and chain_head = ${capsule.chainHead} and returned_time is null`.execute(
      ctx.db,
    )
  }
}
