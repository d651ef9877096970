import type { SignedToken } from '@suoan/contract'
import { grantStatus, grantType, lockPurpose, workStatus, type LockPurpose } from '@suoan/domain/dictionaries'
import { canonicalJson } from '@suoan/domain/evidence-chain'
import { decide, standsBeyondMoment, type Snapshot } from '@suoan/domain/interlock'
import { carriedUntil, endsWithPhase } from '@suoan/domain/offline'
import { groupBy } from '@suoan/kit/group'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { holdIn } from '../../hold-sets.ts'
import { loadSnapshot } from '../../locks/index.ts'
import { mustAcknowledge } from '../../must-acknowledge.ts'
import { tokenStatus } from '../../offline-tokens.ts'
import { mustSee } from '../visible.ts'
import { gapOfCarrier, takeCarrier } from './carriers.ts'
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
    await takeCarrier(tx, actor, deviceSn, now)
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

/** Whom a token is for: whoever asks, by his session, or whoever has one. */
interface Holder {
  readonly tenantId: number
  readonly userId: string
  /** Null = a token of his is judged again. */
  readonly sessionId: string | null
}

/** Of the locks that a grant of his names, and his own, those that the interlock lets him open if he stands there now. */
async function allowedNow(tx: Tx, holder: Holder, workId: string, now: number): Promise<Allowed[]> {
  const { tenantId, userId, sessionId } = holder
  const allowed: Allowed[] = []
  for (const one of await candidates(tx, holder, workId)) {
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
    const loaded = await loadSnapshot(tx, asked)
    if (loaded === null) continue
    const snapshot = sessionId === null ? judgedAgain(loaded, one.purpose) : loaded
    const decision = decide(snapshot)
    const { leg } = decision
    const until = (sessionId === null ? standsBeyondMoment(decision) : decision.allow)
      ? carriedUntil(one.purpose, leg, one.maxMin, snapshot)
      : null
    if (until !== null) allowed.push({ ...one, until })
  }
  return allowed
}

/**
 * What a token that is out is judged by. How long his login lasts stands in the token itself (R03): to end the session elsewhere
 * does not end it. The one for his own lock outlives his certificates (decision 0635): he leaves with it.
 */
const judgedAgain = (snapshot: Snapshot, purpose: LockPurpose): Snapshot => ({
  ...snapshot,
  user: {
    ...snapshot.user,
    strongLoginAt: snapshot.at,
    ...(endsWithPhase(purpose) ? {} : { missingCerts: [] }),
  },
})

interface Held {
  readonly tokenId: string
  readonly tenantId: number
  readonly workId: string
  readonly userId: string
  readonly deviceSn: string
  readonly lockIds: readonly string[]
  readonly phase: number | null
}

/** Which of these tokens would be signed now: their ticket lives, in their phase, every one of their locks may be carried, and by this terminal. */
export async function standingTokens(
  tx: Tx,
  tokens: readonly Held[],
  now: number,
): Promise<ReadonlySet<string>> {
  const standing = new Set<string>()
  for (const [first, ...rest] of groupBy(tokens, ({ userId, workId }) => `${userId}/${workId}`).values()) {
    if (first === undefined) continue
    const holder = { tenantId: first.tenantId, userId: first.userId, sessionId: null }
    const ticket = await liveTicket(tx, holder, first.workId)
    if (ticket === null || ticket.end <= now) continue
    const allowed = new Set((await allowedNow(tx, holder, first.workId, now)).map(({ lockId }) => lockId))
    for (const { tokenId, phase, lockIds, deviceSn } of [first, ...rest])
      if (
        (phase === null || phase === ticket.phase) &&
        lockIds.every((lockId) => allowed.has(lockId)) &&
        (await gapOfCarrier(tx, holder, deviceSn)) === null
      )
        standing.add(tokenId)
  }
  return standing
}

/** Locks of the ticket that a grant of his covers, and his own lock, as far as their types allow tokens at all. */
async function candidates(
  tx: Tx,
  { tenantId, userId }: Omit<Holder, 'sessionId'>,
  workId: string,
): Promise<Coverage[]> {
  const { rows } = await sql<Coverage>`
    select distinct on (l.id) l.id as lock_id, l.lock_purpose as purpose, g.id as grant_id,
      least(y.offline_grant_max_min, 720) as max_min, l.rev_epoch::int as rev_epoch
    from lo_lock l
    join lo_lock_type y on y.id = l.lock_type_id and y.offline_grant_max_min > 0
    left join lo_lock_user g on g.lock_id = l.id and g.work_id = ${workId} and g.user_id = ${userId}
      and g.grant_type = any(${[grantType.ticket, grantType.testRun]}) and g.del_flag = 0
      and g.status = ${grantStatus.active}
    where l.tenant_id = ${tenantId} and l.del_flag = 0
      and (g.id is not null or (l.lock_purpose = ${lockPurpose.personal} and coalesce((select min(h.user_id) from lo_point_hold h
            where h.lock_id = l.id and ${holdIn('personal')}), l.owner_user_id) = ${userId}
        and exists (select 1 from lo_work_person p where p.work_id = ${workId} and p.user_id = ${userId}
          and p.state = 1)))
      and not ${mustAcknowledge(sql`${userId}`, tenantId)}
    order by l.id`.execute(tx)
  return rows
}

async function liveTicket(
  tx: Tx,
  { tenantId }: Pick<Holder, 'tenantId'>,
  workId: string,
): Promise<{ readonly end: number; readonly phase: number } | null> {
  const row = await tx
    .selectFrom('loWork')
    .select(['validEnd', 'planEnd', 'execPhase'])
    .where('id', '=', workId)
    .where('tenantId', '=', tenantId)
    .where('voidFlag', '=', 0)
    .where('workStatus', 'in', [workStatus.approved, workStatus.executing])
    .executeTakeFirst()
  const end = (row?.validEnd ?? row?.planEnd)?.getTime()
  return end === undefined ? null : { end, phase: row?.execPhase ?? 0 }
}
