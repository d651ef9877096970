import {
  mostHandedIn,
  type HandedIn,
  type InputOf,
  type offlineEndpoints,
  type OfflineOpInput,
  type OfflineOpResult,
} from '@suoan/contract'
import { classOfOp, compareHlc, parseHlc, type Hlc } from '@suoan/domain/offline'
import { newId, newUlid } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { callHash } from '../../client-op.ts'
import type { BoundMove, MoveTable } from '../moves/bind-move.ts'
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
  const ops = input.ops
    .slice(0, mostHandedIn)
    .flatMap((each) => (readGap(each) === null ? (each.op ?? []) : []))
  const capsules = await capsulesOf(ctx, actor, [...new Set(ops.map((op) => op.capsuleId))])
  // By operation, not by its number: two operations of a faulty terminal may bear the same.
  const answers = new Map<OfflineOpInput, OfflineOpResult>()
  for (const { op, hlc } of inOrder(ops)) {
    answers.set(op, await takeOrLog(ctx, actor, op, hlc, capsules.get(op.capsuleId), moves))
  }
  await noteSeen(ctx, actor, input)
  await takeBack(ctx, actor, input.returns)
  return {
    results: input.ops.map((each, n) => {
      const taken = each.op === null ? undefined : answers.get(each.op)
      return taken === undefined ? notTaken(each, n) : { ...taken, clientOpId: each.number }
    }),
    serverTime: ctx.clock.now(),
  }
}

/** Why an item cannot be taken as it is; null when it can: the safe direction with whatever papers (decision 0609). */
function readGap({ op, isWhole }: HandedIn): string | null {
  return op !== null && (isWhole || isSafe(op))
    ? null
    : '操作无法读取，请更新客户端，或联网后在工作票中重新办理'
}

/** The answer for an item that was not offered to its ticket; it is not remembered. `n` counts from 0. */
function notTaken(item: HandedIn, n: number): OfflineOpResult {
  const rest = n >= mostHandedIn ? `本次只办理前 ${mostHandedIn} 项操作，请再次同步其余操作` : null
  const reason = rest ?? `第 ${n + 1} 项${readGap(item) ?? '操作没有办理，请再次同步'}`
  return {
    clientOpId: item.number,
    result: 'rejected',
    repeated: false,
    reason,
    transId: null,
    retry: rest !== null,
  }
}

/** By stamp. One that cannot be read comes last: the safe direction still counts, from now. */
function inOrder(ops: readonly OfflineOpInput[]): { op: OfflineOpInput; hlc: Hlc | null }[] {
  const stamped = ops.map((op) => ({ op, hlc: parseHlc(op.hlc) }))
  return stamped.toSorted((a, b) =>
    a.hlc && b.hlc ? compareHlc(a.hlc, b.hlc) : Number(a.hlc === null) - Number(b.hlc === null),
  )
}

/**
 * One operation, answered by itself: a defect of the server in it is logged and holds up none of the others, a leaving or
 * a stop least of all (3-domain.md §0.2). It is not remembered, so the terminal keeps it and sends it again.
 */
async function takeOrLog(
  ctx: Context,
  actor: Actor,
  op: OfflineOpInput,
  hlc: Hlc | null,
  capsule: Capsule | undefined,
  moves: MoveTable,
): Promise<OfflineOpResult> {
  try {
    return await takeOp(ctx, actor, op, hlc, capsule, moves)
  } catch (error) {
    const { clientOpId, event, workId, capsuleId } = op
    ctx.log.error({ err: error, clientOpId, event, workId, capsuleId }, 'an offline operation was not taken')
    return answer(op, { result: 'rejected', reason: retryLater, transId: null }, { retry: true })
  }
}

const retryLater = '平台处理这一项时出错，尚未办理，请稍后再次同步；仍不成功请联系管理员'

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
  const owner = signed ? (capsule?.userId ?? actor.userId) : actor.userId
  const known = await storedAnswer(ctx, actor, { op, hash, owner, bound: moves.get(op.event) })
  if (known === null) {
    const applied = await applyOp(ctx, actor, { op, hlc, capsule, signed, authentic, moves })
    // One that only came too early is not remembered: it is taken when the one before it has arrived.
    if (!applied.keep) return answer(op, applied, { retry: true })
    await remember(ctx, actor, op, hash, signed ? capsule : undefined, authentic, applied)
    if (authentic) await moveChain(ctx, capsule, hash)
    return answer(op, applied)
  }
  if (authentic) await moveChain(ctx, capsule, hash)
  return answer(op, known, { repeated: true })
}

const answer = (
  { clientOpId }: OfflineOpInput,
  { result, reason, transId }: Pick<OfflineOpResult, 'result' | 'reason' | 'transId'>,
  { repeated = false, retry = false } = {},
): OfflineOpResult => ({ clientOpId, result, repeated, reason, transId, retry })

type Stored = Pick<OfflineOpResult, 'result' | 'reason' | 'transId'>

interface Sought {
  readonly op: OfflineOpInput
  readonly hash: string
  /** Whose word it is. */
  readonly owner: string
  readonly bound: BoundMove | undefined
}

/**
 * What was answered to this very operation. Another one under its number refuses it, but for the safe direction, which is
 * never lost to a number (3-domain.md §0.2, decision 0621).
 */
async function storedAnswer(ctx: Context, actor: Actor, sought: Sought): Promise<Stored | null> {
  const { op, hash } = sought
  const { rows } = await sql<Stored & { hash: string }>`
    select result, reason, trans_id, hash from lo_offline_op
    where tenant_id = ${actor.tenantId} and (client_op_id = ${op.clientOpId}
      or (work_id = ${op.workId} and hlc = ${op.hlc} and hash = ${hash}))
    order by hash = ${hash} desc limit 1`.execute(ctx.db)
  const [row] = rows
  if (!row) return await doneOnline(ctx, actor, sought)
  if (row.hash === hash) return row
  if (isSafe(op)) return null
  return { result: 'rejected', reason: '操作号已用于另一项操作', transId: null }
}

const isSafe = (op: OfflineOpInput): boolean => classOfOp(op.event) === 'safe'

/** It went out while there was still a network, and only the answer was lost. */
async function doneOnline(ctx: Context, actor: Actor, { op, owner, bound }: Sought): Promise<Stored | null> {
  const { rows } = await sql<{ ok: boolean | null; isSame: boolean }>`
    select (answer ->> 'ok')::boolean as ok,
      user_id = ${owner} and endpoint = ${bound?.endpoint.path ?? ''}
        and (call_hash is null or call_hash = ${hashOnline(op, bound)}) as is_same
    from client_op where tenant_id = ${actor.tenantId} and client_op_id = ${op.clientOpId}`.execute(ctx.db)
  const [row] = rows
  // Under another one's number the call itself refuses, or takes it as a new press (`claimClientOp`).
  if (!row?.isSame) return null
  if (row.ok === true) return { result: 'duplicate', reason: '', transId: null }
  return isSafe(op) ? null : { result: 'duplicate', reason: '该操作联网时已被拒绝', transId: null }
}

/** The hash under which the call itself would have kept it. */
function hashOnline(op: OfflineOpInput, bound: BoundMove | undefined): string {
  const parsed = bound?.endpoint.input.safeParse({ ...op.args, workId: op.workId, clientOpId: op.clientOpId })
  return parsed?.success ? callHash(parsed.data) : ''
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
  const kept = async (clientOpId: string): Promise<boolean> => {
    const { rows } =
      await sql`insert into lo_offline_op (id, tenant_id, client_op_id, capsule_id, work_id, user_id, event, args, hlc, hash,
      sig, authentic, received_time, carried_by, result, reason, trans_id)
    values (${newId()}, ${actor.tenantId}, ${clientOpId}, ${op.capsuleId}, ${op.workId},
      ${capsule?.userId ?? actor.userId}, ${op.event}, ${JSON.stringify(op.args)}::jsonb, ${op.hlc}, ${hash}, ${op.sig},
      ${authentic}, ${new Date(ctx.clock.now())}, ${actor.userId}, ${result}, ${reason.slice(0, 500)}, ${transId})
    on conflict (tenant_id, client_op_id) do nothing returning 1`.execute(ctx.db)
    return rows.length > 0
  }
  // Its number is another operation's: it is kept under one of its own, and found again by its hash.
  if (!(await kept(op.clientOpId))) await kept(newUlid())
}
