import type { OfflineOpInput, SignedToken } from '@suoan/contract'
import { grantStatus, grantType, lockPurpose, workStatus } from '@suoan/domain/dictionaries'
import { canonicalJson } from '@suoan/domain/evidence-chain'
import { tokenGap, type OfflineToken, type TokenAction } from '@suoan/domain/offline'
import { minute } from '@suoan/domain/verdict'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { holdIn } from '../../hold-sets.ts'
import { mustAcknowledge } from '../../must-acknowledge.ts'
import { mustSee } from '../visible.ts'
import type { Capsule } from './capsules.ts'
import { tokenKey } from './token-key.ts'

/** `lo_grant_token.status`. */
const tokenStatus = { issued: 0, used: 2, revoked: 4 } as const

interface Coverage {
  readonly lockId: string
  readonly grantId: string | null
  readonly maxMin: number
  readonly revEpoch: number
}

/**
 * A signed token for the locks that the person may open on this ticket, on one terminal (3-domain.md §3.3, §5.8 offline
 * grants): minute by minute, no longer than the lock's type allows nor than the ticket lives, revocable by each lock's
 * epoch. None when no lock of his allows it, or when he has yet to acknowledge that his lock was removed.
 */
export async function issueTokens(
  ctx: Context,
  actor: Actor,
  workId: string,
  deviceSn: string,
): Promise<SignedToken[]> {
  await mustSee(ctx, actor, workId)
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (tx) => {
    const covered = await coverage(tx, actor, workId)
    const end = await ticketEnd(tx, actor, workId)
    if (covered.length === 0 || end === null || end <= now) return []
    const exp = Math.min(end, ...covered.map(({ maxMin }) => now + maxMin * minute))
    const token = {
      tokenId: newId(),
      workId,
      userId: actor.userId,
      deviceSn,
      lockIds: covered.map(({ lockId }) => lockId),
      actions: ['OPEN'],
      nbf: now,
      exp,
      maxUses: 0,
      revEpochs: Object.fromEntries(covered.map(({ lockId, revEpoch }) => [lockId, revEpoch])),
    }
    const key = await tokenKey(tx)
    const sig = key.sign(canonicalJson(token))
    const grantIds = covered.flatMap(({ grantId }) => grantId ?? [])
    await sql`insert into lo_grant_token (id, tenant_id, token_id, grant_ids, work_id, user_id, device_sn, lock_ids,
        actions, nbf, exp, max_uses, rev_epochs, alg, kid, sig, issued_time, status)
      values (${newId()}, ${actor.tenantId}, ${token.tokenId}, ${JSON.stringify(grantIds)}::jsonb, ${workId},
        ${actor.userId}, ${deviceSn}, ${JSON.stringify(token.lockIds)}::jsonb, ${token.actions.join(',')},
        ${token.nbf}, ${token.exp}, 0, ${JSON.stringify(token.revEpochs)}::jsonb, ${key.alg}, ${key.kid}, ${sig},
        ${new Date(now)}, ${tokenStatus.issued})`.execute(tx)
    return [{ token, alg: key.alg, kid: key.kid, sig }]
  })
}

/** Locks of the ticket that a grant of his covers, and his own lock, as far as their types allow tokens at all. */
async function coverage(tx: Tx, actor: Actor, workId: string): Promise<Coverage[]> {
  const { rows } = await sql<Coverage>`
    select distinct on (l.id) l.id as lock_id, g.id as grant_id, least(y.offline_grant_max_min, 720) as max_min,
      l.rev_epoch::int as rev_epoch
    from lo_lock l
    join lo_lock_type y on y.id = l.lock_type_id and y.offline_grant_max_min > 0
    left join lo_lock_user g on g.lock_id = l.id and g.work_id = ${workId} and g.user_id = ${actor.userId}
      and g.grant_type = any(${[grantType.ticket, grantType.testRun]}) and g.del_flag = 0
      and g.status = any(${[grantStatus.pending, grantStatus.active]})
    where l.tenant_id = ${actor.tenantId} and l.del_flag = 0 and l.freeze_flag is distinct from 1
      and (g.id is not null or (l.lock_purpose = ${lockPurpose.personal} and coalesce((select min(h.user_id) from lo_point_hold h
            where h.lock_id = l.id and ${holdIn('personal')}), l.owner_user_id) = ${actor.userId}
        and exists (select 1 from lo_work_person p where p.work_id = ${workId} and p.user_id = ${actor.userId}
          and p.state = 1)))
      and not ${mustAcknowledge(sql`${actor.userId}`, actor.tenantId)}
    order by l.id`.execute(tx)
  return rows
}

async function ticketEnd(tx: Tx, actor: Actor, workId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('loWork')
    .select(['validEnd', 'planEnd'])
    .where('id', '=', workId)
    .where('tenantId', '=', actor.tenantId)
    .where('voidFlag', '=', 0)
    .where('workStatus', 'in', [workStatus.approved, workStatus.executing])
    .executeTakeFirst()
  return (row?.validEnd ?? row?.planEnd)?.getTime() ?? null
}

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
