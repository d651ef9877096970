import type { OfflineOpInput } from '@suoan/contract'
import { tokenGap, type OfflineToken, type TokenAction } from '@suoan/domain/offline'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { tokenStatus } from '../../offline-tokens.ts'
import { endUnfounded } from '../end-tokens.ts'
import type { Capsule } from './capsules.ts'

/** Which lock an energising operation needs, as its call names it. */
async function lockOf(ctx: Context, op: OfflineOpInput): Promise<string> {
  if (op.event === 'personalLockOff') return String(op.args['lockId'] ?? '')
  const { rows } = await sql<{
    lockId: string | null
  }>`select coalesce(actual_lock_id, planned_lock_id) as lock_id
    from lo_work_point where work_id = ${op.workId} and point_id = ${String(op.args['pointId'] ?? '')}`.execute(
    ctx.db,
  )
  return rows[0]?.lockId ?? ''
}

/**
 * Looks for a token that covers an energising operation, and notes its use. Why there is none, or null. Entering needs
 * the server: other people's locks and gas decide it.
 */
export async function useToken(
  ctx: Context,
  actor: Actor,
  op: OfflineOpInput,
  capsule: Capsule | undefined,
  at: number,
): Promise<string | null> {
  if (!capsule) return '没有离线任务包'
  if (op.event === 'personIn') return '进场须联网登记，离线进场只计入在场人数'
  const lockId = await lockOf(ctx, op)
  // What was ended meanwhile, an account above all, ends it now at the latest.
  await inTransaction(ctx, (tx) => endUnfounded(tx, sql`t.user_id = ${actor.userId}`, ctx.clock.now()))
  const { rows } = await sql<
    Omit<OfflineToken, 'actions' | 'nbf' | 'exp' | 'usedCount' | 'revoked'> & {
      actions: string
      nbf: string
      exp: string
      used: number
      status: number
      epoch: number | null
    }
  >`select t.token_id, t.work_id, t.user_id, t.device_sn, t.lock_ids, t.actions, t.nbf, t.exp, t.max_uses, t.rev_epochs,
      jsonb_array_length(t.used_events) as used, t.status,
      (select rev_epoch::int from lo_lock where id = ${lockId}) as epoch
    from lo_grant_token t where t.tenant_id = ${actor.tenantId} and t.work_id = ${op.workId}
      and t.user_id = ${actor.userId} and t.device_sn = ${capsule.deviceId} order by t.issued_time desc`.execute(
    ctx.db,
  )
  const gaps = rows.map((row) => ({
    tokenId: row.tokenId,
    gap: tokenGap(
      {
        ...row,
        // Written by issueTokens from this very list.
        actions: row.actions.split(',') as TokenAction[],
        nbf: Number(row.nbf),
        exp: Number(row.exp),
        usedCount: row.used,
        revoked: row.status === tokenStatus.revoked,
      },
      {
        workId: op.workId,
        userId: actor.userId,
        deviceSn: capsule.deviceId,
        action: 'OPEN',
        lockId,
        at,
        epoch: row.epoch ?? 0,
      },
    ),
  }))
  const fit = gaps.find(({ gap }) => gap === null)
  if (!fit) return gaps[0]?.gap ?? '没有离线令牌'
  await sql`update lo_grant_token set status = ${tokenStatus.used},
      used_events = used_events || ${JSON.stringify([op.clientOpId])}::jsonb
    where token_id = ${fit.tokenId} and not used_events @> ${JSON.stringify([op.clientOpId])}::jsonb`.execute(
    ctx.db,
  )
  return null
}
