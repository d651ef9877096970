import type { OfflineOpInput, SignedToken } from '@suoan/contract'
import { grantStatus, grantType, lockPurpose, workStatus, type LockPurpose } from '@suoan/domain/dictionaries'
import { canonicalJson } from '@suoan/domain/evidence-chain'
import { decide } from '@suoan/domain/interlock'
import {
  carriedUntil,
  endsWithPhase,
  tokenGap,
  type OfflineToken,
  type TokenAction,
} from '@suoan/domain/offline'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { holdIn } from '../../hold-sets.ts'
import { loadSnapshot } from '../../locks/index.ts'
import { mustAcknowledge } from '../../must-acknowledge.ts'
import { mustSee } from '../visible.ts'
import type { Capsule } from './capsules.ts'
import { tokenStatus } from '../end-tokens.ts'
import { tokenKey } from './token-key.ts'

interface Coverage {
  readonly lockId: string
  readonly purpose: LockPurpose
  readonly grantId: string | null
  readonly maxMin: number
  readonly revEpoch: number
}

/** A lock that a token may open, until when, epoch ms. */
interface Allowed extends Coverage {
  readonly until: number
}

/**
 * Signed tokens for the locks that the person may open on this ticket right now, on one terminal (3-domain.md §3.3, §5.8
 * offline grants): what the interlock allows him standing there, and of that only what nobody else may rely on; no longer than
 * the lock's type allows nor than the ticket lives; revocable by each lock's epoch. One for his own lock, one for access locks,
 * which ends with the phase and lives for half an hour at most (0574). None when nothing is left.
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
    const ticket = await liveTicket(tx, actor, workId)
    if (ticket === null || ticket.end <= now) return []
    const allowed = await allowedNow(tx, actor, workId, now)
    const ofPhase = allowed.filter(({ purpose }) => endsWithPhase(purpose))
    const own = allowed.filter(({ purpose }) => !endsWithPhase(purpose))
    const signed = []
    for (const [covered, phase] of [[ofPhase, ticket.phase] as const, [own, null] as const])
      if (covered.length > 0)
        signed.push(await signToken(tx, actor, { workId, deviceSn, covered, phase, end: ticket.end, now }))
    return signed
  })
}

async function signToken(
  tx: Tx,
  actor: Actor,
  made: {
    readonly workId: string
    readonly deviceSn: string
    readonly covered: readonly Allowed[]
    readonly phase: number | null
    readonly end: number
    readonly now: number
  },
): Promise<SignedToken> {
  const { workId, deviceSn, covered, phase, end, now } = made
  const token = {
    tokenId: newId(),
    workId,
    userId: actor.userId,
    deviceSn,
    lockIds: covered.map(({ lockId }) => lockId),
    actions: ['OPEN'],
    nbf: now,
    exp: Math.min(end, ...covered.map(({ until }) => until)),
    maxUses: 0,
    ph: phase === null ? [] : [phase],
    revEpochs: Object.fromEntries(covered.map(({ lockId, revEpoch }) => [lockId, revEpoch])),
  }
  const key = await tokenKey(tx)
  const sig = key.sign(canonicalJson(token))
  const grantIds = covered.flatMap(({ grantId }) => grantId ?? [])
  await sql`insert into lo_grant_token (id, tenant_id, token_id, grant_ids, work_id, user_id, device_sn, lock_ids,
      actions, nbf, exp, max_uses, rev_epochs, alg, kid, sig, issued_time, status, phase)
    values (${newId()}, ${actor.tenantId}, ${token.tokenId}, ${JSON.stringify(grantIds)}::jsonb, ${workId},
      ${actor.userId}, ${deviceSn}, ${JSON.stringify(token.lockIds)}::jsonb, ${token.actions.join(',')},
      ${token.nbf}, ${token.exp}, 0, ${JSON.stringify(token.revEpochs)}::jsonb, ${key.alg}, ${key.kid}, ${sig},
      ${new Date(now)}, ${tokenStatus.issued}, ${phase})`.execute(tx)
  return { token, alg: key.alg, kid: key.kid, sig }
}

/** Of the locks that a grant of his names, and his own, those that the interlock lets him open if he stands there now. */
async function allowedNow(tx: Tx, actor: Actor, workId: string, now: number): Promise<Allowed[]> {
  const { tenantId, userId, sessionId } = actor
  const allowed: Allowed[] = []
  for (const one of await candidates(tx, actor, workId)) {
    const { lockId } = one
    // Whoever shows a token to a lock stands at it; that is all the proof of presence there is without the network.
    const asked = {
      tenantId,
      lockId,
      userId,
      sessionId,
      workId,
      action: 'OPEN',
      at: now,
      proof: 'assumed',
    } as const
    const snapshot = await loadSnapshot(tx, asked)
    if (snapshot === null) continue
    const { allow, leg } = decide(snapshot)
    const until = allow ? carriedUntil(one.purpose, leg, one.maxMin, snapshot) : null
    if (until !== null) allowed.push({ ...one, until })
  }
  return allowed
}

/** Locks of the ticket that a grant of his covers, and his own lock, as far as their types allow tokens at all. */
async function candidates(tx: Tx, actor: Actor, workId: string): Promise<Coverage[]> {
  const { rows } = await sql<Coverage>`
    select distinct on (l.id) l.id as lock_id, l.lock_purpose as purpose, g.id as grant_id,
      least(y.offline_grant_max_min, 720) as max_min, l.rev_epoch::int as rev_epoch
    from lo_lock l
    join lo_lock_type y on y.id = l.lock_type_id and y.offline_grant_max_min > 0
    left join lo_lock_user g on g.lock_id = l.id and g.work_id = ${workId} and g.user_id = ${actor.userId}
      and g.grant_type = any(${[grantType.ticket, grantType.testRun]}) and g.del_flag = 0
      and g.status = ${grantStatus.active}
    where l.tenant_id = ${actor.tenantId} and l.del_flag = 0
      and (g.id is not null or (l.lock_purpose = ${lockPurpose.personal} and coalesce((select min(h.user_id) from lo_point_hold h
            where h.lock_id = l.id and ${holdIn('personal')}), l.owner_user_id) = ${actor.userId}
        and exists (select 1 from lo_work_person p where p.work_id = ${workId} and p.user_id = ${actor.userId}
          and p.state = 1)))
      and not ${mustAcknowledge(sql`${actor.userId}`, actor.tenantId)}
    order by l.id`.execute(tx)
  return rows
}

async function liveTicket(
  tx: Tx,
  actor: Actor,
  workId: string,
): Promise<{ readonly end: number; readonly phase: number } | null> {
  const row = await tx
    .selectFrom('loWork')
    .select(['validEnd', 'planEnd', 'execPhase'])
    .where('id', '=', workId)
    .where('tenantId', '=', actor.tenantId)
    .where('voidFlag', '=', 0)
    .where('workStatus', 'in', [workStatus.approved, workStatus.executing])
    .executeTakeFirst()
  const end = (row?.validEnd ?? row?.planEnd)?.getTime()
  return end === undefined ? null : { end, phase: row?.execPhase ?? 0 }
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
