import type { OfflineOpInput, OfflineOpResult } from '@suoan/contract'
import {
  classOfOp,
  clockAheadMs,
  isOfflineCall,
  offlineGap,
  type Hlc,
  type OpClass,
} from '@suoan/domain/offline'
import type { Actor, Context } from '@suoan/platform/context'
import { AppError, fail, RuleRefusal } from '@suoan/platform/fail'
import { advanceTicket, type Move } from '../advance-ticket.ts'
import type { BoundMove, MoveTable } from '../moves/bind-move.ts'
import { auditOf, type TicketCommand } from '../ticket-command.ts'
import { actorOfCapsule } from './actor-of-capsule.ts'
import type { Capsule } from './capsules.ts'
import { gapOfCapsule } from './carriers.ts'
import { overtaken } from './later-facts.ts'
import { recordLate, reportRejected } from './late.ts'
import { useToken } from './use-token.ts'

export interface Applied extends Pick<OfflineOpResult, 'result' | 'reason' | 'transId'> {
  /** False when it may be sent again: it only came before its turn. */
  readonly keep: boolean
}

interface Arrival {
  readonly op: OfflineOpInput
  readonly hlc: Hlc | null
  readonly capsule: Capsule | undefined
  /** Signed by the capsule's terminal: its owner did it. */
  readonly signed: boolean
  /** Signed, and the next in its chain. */
  readonly authentic: boolean
  readonly moves: MoveTable
}

/** A stop that took effect later than this did not stop anything when it was meant to. */
const lateAfterMs = 60_000

/**
 * Offers one offline operation to the ticket, through the same command as the call it stands for. The safe direction
 * always leaves its mark: where the ticket has moved on, as a note in its chain. Energising ones that are refused raise
 * an alarm, for somebody may have acted on them.
 */
export async function applyOp(ctx: Context, carrier: Actor, arrival: Arrival): Promise<Applied> {
  const { op, signed, authentic, moves } = arrival
  // Whose word an operation is says the signature alone; the number of a capsule is no secret.
  const capsule = signed ? arrival.capsule : undefined
  const opClass = classOfOp(op.event)
  const actor = await actorOfCapsule(ctx, carrier, capsule)
  const refusal = await paperGap(ctx, actor, arrival, opClass)
  if (refusal !== null) return await refuse(ctx, actor, arrival, opClass, refusal)
  const bound = moves.get(op.event)
  const parsed = bound?.endpoint.input.safeParse({ ...op.args, workId: op.workId, clientOpId: op.clientOpId })
  if (!bound || !parsed?.success || !bound.mayMake(actor, parsed.data))
    return await refuse(ctx, actor, arrival, opClass, wrongCall(bound, parsed))
  const at = occurredAt(ctx, arrival)
  try {
    const command = withStamp(bound.command(parsed.data), arrival, carrier, at)
    // A stop of somebody who was replaced meanwhile is a stop.
    const move: Move = { ...parsed.data, body: parsed.data, tookItAlong: signed && opClass === 'safe' }
    const done = await advanceTicket(ctx, actor, move, bound.endpoint.path, command, at)
    const late = (op.event === 'stop' || op.event === 'suspend') && ctx.clock.now() - at > lateAfterMs
    return {
      keep: true,
      result: late ? 'late-safe' : 'applied',
      reason: late
        ? '停止指令到达时已过时，已按当前时间生效'
        : authentic
          ? ''
          : signed
            ? '前面的操作尚未上传，已先按本人签名办理'
            : '终端签名不符，已按上传人本人的操作办理',
      transId: done.transId,
    }
  } catch (error) {
    if (!(error instanceof RuleRefusal || error instanceof AppError)) throw error
    return await refuse(ctx, actor, arrival, opClass, error.message)
  }
}

/** Why its papers are not in order, null when they are. */
async function paperGap(
  ctx: Context,
  actor: Actor,
  { op, hlc, capsule, authentic }: Arrival,
  opClass: OpClass,
): Promise<string | null> {
  const now = ctx.clock.now()
  if (opClass === 'safe') return null
  if (opClass !== 'never' && capsule !== undefined && capsule.chainHead !== op.prevHash) return outOfTurn
  const lost = capsule === undefined ? null : await gapOfCapsule(ctx, actor, capsule)
  if (lost !== null) return lost
  const at = hlc?.ms ?? now
  const tokenGap = opClass === 'energising' ? await useToken(ctx, actor, op, capsule, at) : null
  const window = { issuedAt: capsule?.issuedAt ?? now, expireAt: capsule?.expireAt ?? now }
  return offlineGap({ opClass, at, now, authentic, capsule: window, tokenGap })
}

const outOfTurn = '前一项操作尚未上传，请从最早的一项开始按顺序同步'

/** A stamp from the future says nothing; then the arrival is what we know. */
function occurredAt(ctx: Context, { hlc, signed }: Arrival): number {
  const now = ctx.clock.now()
  return hlc === null || !signed || hlc.ms > now + clockAheadMs ? now : Math.min(hlc.ms, now)
}

function wrongCall(
  bound: BoundMove | undefined,
  parsed: { success: boolean; error?: { issues: readonly { message: string }[] } } | undefined,
): string {
  if (!bound) return '平台没有这项操作，请更新客户端后重新办理'
  if (parsed && !parsed.success) return parsed.error?.issues[0]?.message ?? '操作内容不完整'
  return '您没有此操作的权限，请联系管理员'
}

/**
 * The same command as it came from elsewhere: refused where something newer is known of its subject; the audit row says where
 * and when it happened, and who carried it.
 */
function withStamp(
  command: TicketCommand,
  { op, capsule, signed }: Arrival,
  carrier: Actor,
  at: number,
): TicketCommand {
  return {
    ...command,
    // Before the call writes anything: what it writes itself is not newer than it.
    prepare: async (scene) => {
      const gap = isOfflineCall(op.event) ? await overtaken(scene, op.event, op.args, at) : null
      if (gap !== null) throw fail('REFUSED', { detail: gap })
      return command.prepare?.(scene)
    },
    act: async (scene) => {
      const action = await command.act(scene)
      return {
        ...action,
        audit: async (done) => ({
          said: await auditOf(action, done),
          offline: {
            hlc: op.hlc,
            capsuleId: signed ? op.capsuleId : null,
            terminal: signed ? (capsule?.deviceId ?? null) : null,
            carriedBy: carrier.userId,
          },
        }),
      }
    },
  }
}

async function refuse(
  ctx: Context,
  actor: Actor,
  { op, signed }: Arrival,
  opClass: OpClass,
  reason: string,
): Promise<Applied> {
  const move: Move = { workId: op.workId, clientOpId: op.clientOpId, body: op, tookItAlong: signed }
  if (opClass === 'safe') {
    const recorded = await recordLate(ctx, actor, move, op, reason)
    return { keep: recorded, result: recorded ? 'late-safe' : 'rejected', reason, transId: null }
  }
  if (reason === outOfTurn) return { keep: false, result: 'rejected', reason, transId: null }
  if (opClass === 'energising') await reportRejected(ctx, actor, op, { reason, signed })
  return { keep: true, result: 'rejected', reason, transId: null }
}
