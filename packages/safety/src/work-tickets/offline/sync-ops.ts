import type { InputOf, offlineEndpoints, OfflineOpInput, OfflineOpResult } from '@suoan/contract'
import { compareHlc, parseHlc, type Hlc } from '@suoan/domain/offline'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import type { MoveTable } from '../moves/bind-move.ts'
import { applyOp, type Applied } from './apply-op.ts'
import { capsulesOf, moveChain, noteSeen, takeBack, type Capsule } from './capsules.ts'
import { isSigned, opHash } from './read-op.ts'

/**
 * Replays what terminals kept while they had no network, in the order of their stamps (3-domain.md §4.6). Operations of
 * other people may be among them: they are signed, and whoever has network carries them. Each is remembered with its
 * answer; a second upload is answered alike. Nothing is dropped in silence.
 */
export async function syncOps(
  ctx: Context,
  actor: Actor,
  input: InputOf<typeof offlineEndpoints.syncOps>,
  moves: MoveTable,
): Promise<{ results: OfflineOpResult[]; serverTime: number }> {
  const capsules = await capsulesOf(ctx, actor, [...new Set(input.ops.map((op) => op.capsuleId))])
  const answers = new Map<string, OfflineOpResult>()
  for (const { op, hlc } of inOrder(input.ops)) {
    const answer = await takeOp(ctx, actor, op, hlc, capsules.get(op.capsuleId), moves)
    answers.set(op.clientOpId, answer)
  }
  await noteSeen(ctx, actor, input)
  await takeBack(ctx, actor, input.returns)
  return {
    results: input.ops.flatMap((op) => answers.get(op.clientOpId) ?? []),
    serverTime: ctx.clock.now(),
  }
}

/** By stamp. One that cannot be read comes last: the safe direction still counts, from now. */
function inOrder(ops: readonly OfflineOpInput[]): { op: OfflineOpInput; hlc: Hlc | null }[] {
  const stamped = ops.map((op) => ({ op, hlc: parseHlc(op.hlc) }))
  return stamped.toSorted((a, b) =>
    a.hlc && b.hlc ? compareHlc(a.hlc, b.hlc) : Number(a.hlc === null) - Number(b.hlc === null),
  )
}

async function takeOp(
  ctx: Context,
  actor: Actor,
  op: OfflineOpInput,
  hlc: Hlc | null,
  capsule: Capsule | undefined,
  moves: MoveTable,
): Promise<OfflineOpResult> {
  const hash = opHash(op)
  const follows = capsule?.workId === op.workId && capsule.chainHead === op.prevHash
  const signed = hlc !== null && capsule?.workId === op.workId && isSigned(capsule.publicKey, hash, op.sig)
  const authentic = signed && follows
  const known = await storedAnswer(ctx, actor, op, hash)
  if (known === null) {
    const applied = await applyOp(ctx, actor, { op, hlc, capsule, signed, authentic, moves })
    // One that only came too early is not remembered: it is taken when the one before it has arrived.
    if (!applied.keep) return answer(op, applied, false)
    await remember(ctx, actor, op, hash, signed ? capsule : undefined, authentic, applied)
    if (authentic) await moveChain(ctx, capsule, hash)
    return answer(op, applied, false)
  }
  if (authentic) await moveChain(ctx, capsule, hash)
  return answer(op, known, true)
}

const answer = (
  { clientOpId }: OfflineOpInput,
  { result, reason, transId }: Pick<OfflineOpResult, 'result' | 'reason' | 'transId'>,
  repeated: boolean,
): OfflineOpResult => ({ clientOpId, result, repeated, reason, transId })

type Stored = Pick<OfflineOpResult, 'result' | 'reason' | 'transId'>

async function storedAnswer(
  ctx: Context,
  actor: Actor,
  op: OfflineOpInput,
  hash: string,
): Promise<Stored | null> {
  const { rows } = await sql<Stored & { hash: string }>`
    select result, reason, trans_id, hash from lo_offline_op
    where tenant_id = ${actor.tenantId} and client_op_id = ${op.clientOpId}`.execute(ctx.db)
  const [row] = rows
  if (!row) return await doneOnline(ctx, actor, op)
  if (row.hash !== hash) return { result: 'rejected', reason: '操作号已用于另一项操作', transId: null }
  return row
}

/** It went out while there was still a network, and only the answer was lost. */
async function doneOnline(ctx: Context, actor: Actor, op: OfflineOpInput): Promise<Stored | null> {
  const { rows } = await sql<{ ok: boolean | null }>`
    select (answer ->> 'ok')::boolean as ok from client_op
    where tenant_id = ${actor.tenantId} and client_op_id = ${op.clientOpId} and endpoint like ${`%/${op.event}`}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) return null
  return { result: 'duplicate', reason: row.ok === true ? '' : '该操作联网时已被拒绝', transId: null }
}

async function remember(
  ctx: Context,
  actor: Actor,
  op: OfflineOpInput,
  hash: string,
  capsule: Capsule | undefined,
  authentic: boolean,
  { result, reason, transId }: Applied,
): Promise<void> {
  await sql`insert into lo_offline_op (id, tenant_id, client_op_id, capsule_id, work_id, user_id, event, args, hlc, hash,
      sig, authentic, received_time, carried_by, result, reason, trans_id)
    values (${newId()}, ${actor.tenantId}, ${op.clientOpId}, ${op.capsuleId}, ${op.workId},
      ${capsule?.userId ?? actor.userId}, ${op.event}, ${JSON.stringify(op.args)}::jsonb, ${op.hlc}, ${hash}, ${op.sig},
      ${authentic}, ${new Date(ctx.clock.now())}, ${actor.userId}, ${result}, ${reason.slice(0, 500)}, ${transId})
    on conflict (tenant_id, client_op_id) do nothing`.execute(ctx.db)
}
