import type { InputOf, OpenAnswer, lockEndpoints } from '@suoan/contract'
import { usesSecond, type Snapshot } from '@suoan/domain/interlock'
import { second } from '@suoan/domain/verdict'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction, type Emit } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { answered, type Answered } from '@suoan/platform/http/route'
import { claimClientOp, storeAnswer } from '../client-op.ts'
import { decideAndStore, rulesOf, type StoredDecision } from './decide-opening.ts'
import { noteEmergency } from './open-in-emergency.ts'
import { storeCommand, type IssuedCommand } from './issue-command.ts'
import { dispatch } from './send-command.ts'
import { spendScan } from '../site-tags/index.ts'
import { loadSnapshot } from './snapshot/load-snapshot.ts'
import { takeLockProof } from './snapshot/take-lock-proof.ts'
import { spendWitness } from './snapshot/witness.ts'

type OpenInput = InputOf<(typeof lockEndpoints)['open']>

interface Outcome {
  readonly result: OpenAnswer
  readonly message: string
  readonly code: number
  readonly command: IssuedCommand | null
}

/**
 * Asks the interlock and, on a yes, sends the one OPEN (3-domain.md §5.6, §5.8). The decision is stored either way, in
 * the transaction of the command; the command leaves after the commit, lives 10 or 20 seconds, and is never repeated.
 */
export async function openLock(ctx: Context, actor: Actor, input: OpenInput): Promise<Answered<OpenAnswer>> {
  const outcome = await inTransaction(ctx, async (tx, emit): Promise<Outcome> => {
    const first = await firstAnswer(tx, actor, input)
    if (first) return first
    const { decision, snapshot, proof } = await decideNow(ctx, tx, actor, input)
    if (decision.allow && proof?.scan) await spend(tx, proof.scan.scanId, snapshot)
    if (decision.allow && usesSecond(snapshot, decision.leg)) await useSecond(tx, actor.tenantId, snapshot)
    if (decision.allow) await noteEmergency(tx, emit, actor, snapshot)
    const made = decision.allow ? await order(ctx, tx, emit, actor, input, decision) : refused(decision)
    await keepAnswer(tx, actor, input.clientOpId, made)
    return made
  })
  const { result, message, code, command } = outcome
  if (!result.allow) return answered(result, message, code, false)
  if (command === null) return answered(result, message)
  const { status, problem } = await dispatch(ctx, command)
  const sent = { ...result, cmdStatus: status }
  const within = command.ttlMs === null ? '' : `，请在 ${command.ttlMs / second} 秒内操作`
  if (problem === null) return answered(sent, `开锁指令已发出${within}`)
  return answered(sent, `允许开锁，但指令没有送达：${problem}，请到锁具旁重试`, 500, false)
}

async function decideNow(ctx: Context, tx: Tx, actor: Actor, input: OpenInput) {
  const proof = await takeLockProof(tx, actor, input.lockId, input.proof, ctx.clock.now())
  const snapshot = await loadSnapshot(tx, {
    tenantId: actor.tenantId,
    lockId: input.lockId,
    userId: actor.userId,
    sessionId: actor.sessionId,
    workId: input.workId || null,
    action: 'OPEN',
    at: ctx.clock.now(),
    proof,
    rescue: input.rescue,
  })
  if (snapshot === null) throw failUnseen('lo_lock', [input.lockId])
  return { snapshot, proof, decision: await decideAndStore(tx, snapshot, actor) }
}

/** One scan opens one lock once; of two presses with the same scan the slower one is refused. */
async function spend(tx: Tx, scanId: string, { at, ticket }: Snapshot): Promise<void> {
  const use = { question: 'lock.open', workId: ticket?.workId ?? null, now: at }
  if (!(await spendScan(tx, scanId, use))) throw fail('REFUSED', { detail: '该次扫码已用过一次，请重新扫码' })
}

/** One word of the second person opens one lock once; of two openings that rest on it the slower one is refused. */
async function useSecond(tx: Tx, tenantId: number, { lock, second }: Snapshot): Promise<void> {
  if (second === null || !(await spendWitness(tx, tenantId, lock.lockId, second)))
    throw fail('REFUSED', { detail: '第二人的这次验证已用于另一次开锁，请第二人在锁具旁重新验证' })
}

const answerOf = (decision: StoredDecision, cmdId: string | null): OpenAnswer => ({
  decisionId: decision.decisionId,
  allow: decision.allow,
  leg: decision.leg,
  rules: rulesOf(decision),
  fix: [...decision.fix],
  changes: decision.todo,
  never: decision.never,
  cmdId,
  cmdStatus: cmdId === null ? null : 0,
})

const refused = (decision: StoredDecision): Outcome => ({
  result: answerOf(decision, null),
  message: decision.message,
  code: decision.code,
  command: null,
})

async function order(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  actor: Actor,
  input: OpenInput,
  decision: StoredDecision,
): Promise<Outcome> {
  const { rows } = await sql<{ sn: string | null; parentSn: string | null; workId: string | null }>`
    select l.device_sn as sn, d.parent_sn, c.work_id from lo_lock l
    join lo_decision c on c.decision_id = ${decision.decisionId}
    left join lo_device d on d.tenant_id = l.tenant_id and d.device_sn = l.device_sn and d.del_flag = 0
    where l.id = ${input.lockId} and l.tenant_id = ${actor.tenantId}`.execute(tx)
  const [lock] = rows
  // A rescue has stopped the work and raised the alarm whether a command can be sent or not.
  if (!lock?.sn && input.rescue)
    return {
      ...refused(decision),
      result: answerOf(decision, null),
      message: '救援已登记，请用机械方式打开',
      code: 200,
    }
  if (!lock?.sn) throw fail('REFUSED', { detail: '该锁具没有绑定设备，不能远程下发开锁指令' })
  const command = await storeCommand(
    tx,
    emit,
    {
      tenantId: actor.tenantId,
      lockId: input.lockId,
      sn: lock.sn,
      parentSn: lock.parentSn,
      type: 'OPEN',
      by: actor.userId,
      workId: lock.workId,
      decisionId: decision.decisionId,
      params: { grantId: decision.grantId, reason: input.reason ?? null },
      sysOrgCode: actor.orgCode,
    },
    ctx.clock.now(),
  )
  if ('refused' in command) throw fail('REFUSED', { detail: command.refused })
  return { result: answerOf(decision, command.cmdId), message: decision.message, code: 200, command }
}

const endpoint = 'lolock/open'

/** The first answer of a repeated press; the command is not sent again, whatever became of it. */
async function firstAnswer(tx: Tx, actor: Actor, input: OpenInput): Promise<Outcome | null> {
  const press = { clientOpId: input.clientOpId, endpoint, body: input }
  const { stored } = await claimClientOp(tx, actor, press)
  // Written by `keepAnswer`.
  return stored === null ? null : (stored.body as Outcome)
}

const keepAnswer = (tx: Tx, actor: Actor, clientOpId: string, outcome: Outcome): Promise<void> =>
  storeAnswer(tx, actor, clientOpId, { ok: outcome.result.allow, body: { ...outcome, command: null } })
