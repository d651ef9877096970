import {
  examineStepEndpoints,
  recallEndpoints,
  reviewStepEndpoints,
  type SignerChoice,
} from '@suoan/contract'
import type { Stage, StepRow } from '@suoan/domain/work-ticket'
import type { Actor, Context } from '@suoan/platform/context'
import { fail, failUnseen } from '@suoan/platform/fail'
import type { Bind } from '@suoan/platform/http/route'
import { loadSteps } from '../facts/flow.ts'
import { listSigners, loadSigner } from '../facts/signer.ts'
import { command, just, type TicketCommand } from '../ticket-command.ts'
import { mustSee } from '../visible.ts'
import { createBindRowMove, workOfRow, type BindMove } from './bind-move.ts'
import { sign, type GivenSign } from './sign.ts'
import { takeForAbsent } from './take-for-absent.ts'

/** Delegation, added signers, urging, return to review (T14–T16) and recall (T19). Rows name their ticket. */
export function bindApprovalLife(ctx: Context, bind: Bind, bindMove: BindMove): void {
  const stages = [
    { life: reviewStepEndpoints, table: 'loWorkReview', stage: 1 },
    { life: examineStepEndpoints, table: 'loWorkExamine', stage: 2 },
  ] as const
  for (const { life, table, stage } of stages) {
    const bindRowMove = createBindRowMove(ctx, bind, table)
    bind(life.signers, async ({ input, actor }) =>
      signersOf(ctx, actor, await workOfRow(ctx.db, actor, table, input.id), input.id, stage),
    )
    bindRowMove(life.delegate, (input) => handOn('delegate', input.id, input.toUserId, input.reason))
    bindRowMove(life.addSigner, (input) => handOn('addSigner', input.id, input.toUserId, input.reason))
    bindRowMove(life.urge, ({ id: rowId }) => just({ type: 'urge', rowId }, { rowId }))
  }
  createBindRowMove(ctx, bind, 'loWorkExamine')(examineStepEndpoints.returnReview, returnReview)
  bindMove(recallEndpoints.recall, ({ reason }) =>
    just({ type: 'recall', reason }, { reason }, async ({ tx, work }) => {
      await tx
        .updateTable('loWorkExamine')
        .set({ opinion: `撤销批准：${reason}` })
        .where('workId', '=', work.id)
        .where('round', '=', work.round ?? 1)
        .where('approveStatus', '=', 9)
        .execute()
    }),
  )
}

/** The step goes to, or is shared with, somebody the tenant has; an unknown person changes nothing. */
function handOn(
  type: 'delegate' | 'addSigner',
  rowId: string,
  toUserId: string,
  reason: string,
): TicketCommand {
  return command({
    reads: ['steps'],
    act: async ({ tx, work, facts }) => {
      const row = facts.steps.find((each) => each.id === rowId)
      const to = row ? await loadSigner(tx, work, toUserId, row.roleTag) : null
      if (!to) throw fail('BAD_INPUT', { detail: '未找到该人员，或其账号已停用，请重新选择' })
      return { event: { type, rowId, to }, audit: { rowId, to: to.userId, toName: to.name, reason } }
    },
  })
}

interface Return extends GivenSign {
  readonly id: string
  readonly opinion: string
  readonly stepNo: number
  readonly contentHash: string
  readonly onSite?: { lng: number; lat: number } | undefined
}

/** T14: the approver's words stay on his row, which waits until the review is done again. */
function returnReview({ id: rowId, opinion, stepNo, contentHash, onSite, ...given }: Return): TicketCommand {
  return {
    position: onSite,
    prepare: (scene) => takeForAbsent(scene, rowId),
    ...just(
      { type: 'returnReview', rowId, contentHash, opinion, stepNo },
      { rowId, stepNo, opinion },
      async (done) => {
        const signId = await sign(done, {
          bizId: rowId,
          role: 'APPROVE',
          // Sending back makes nothing possible: it is never refused for want of a proof.
          demand: 'SESSION',
          given,
          contentHash,
          position: onSite,
        })
        await done.tx
          .updateTable('loWorkExamine')
          .set({ opinion, signId, contentHash, actTime: new Date(done.now) })
          .where('id', '=', rowId)
          .execute()
      },
    ),
  }
}

async function signersOf(
  ctx: Context,
  actor: Actor,
  workId: string,
  rowId: string,
  stage: Stage,
): Promise<SignerChoice[]> {
  await mustSee(ctx, actor, workId)
  return ctx.db.transaction().execute(async (tx) => {
    const work = await tx
      .selectFrom('loWork')
      .select(['tenantId', 'applicantId'])
      .where('id', '=', workId)
      .executeTakeFirstOrThrow()
    const steps = await loadSteps(tx, workId, () => Promise.resolve([]))
    const row = steps.find((each) => each.id === rowId)
    if (!row) throw failUnseen('lo_work_examine', [rowId])
    const isSameStep = (each: StepRow) =>
      each.stage === stage && each.round === row.round && each.stepNo === row.stepNo
    const inStep = steps
      .filter(isSameStep)
      .flatMap((each) => [each.userId, ...each.delegatePath.map(({ userId }) => userId)])
    return listSigners(tx, work, row.roleTag, inStep)
  })
}
