import { workReviewEndpoints, type AdoptResult, type InputOf } from '@suoan/contract'
import { reviewedAloneBecause } from '@suoan/domain/work-ticket'
import type { Actor, Context } from '@suoan/platform/context'
import { AppError, RuleRefusal } from '@suoan/platform/fail'
import { advanceTicket } from '../advance-ticket.ts'
import { review } from './review.ts'

type Input = InputOf<(typeof workReviewEndpoints)['adoptMany']>

/**
 * Adopts several review steps one after the other (§6.2), each through the command of a single one, in a transaction of
 * its own: what is refused stays as it was, and holds up none of the others. Only steps of low risk are taken.
 */
export async function adoptMany(
  ctx: Context,
  actor: Actor,
  { rows, opinion, signProof }: Input,
): Promise<AdoptResult[]> {
  const results: AdoptResult[] = []
  // In order: two tickets of one batch may clash, and then the second must meet the first as it is stored.
  for (const row of rows) results.push(await adopt(ctx, actor, row, opinion, signProof))
  return results
}

async function adopt(
  ctx: Context,
  actor: Actor,
  { id, clientOpId, seen, contentHash }: Input['rows'][number],
  opinion: string,
  signProof: string | undefined,
): Promise<AdoptResult> {
  const refused = (reason: string, rules: AdoptResult['rules'] = []): AdoptResult => ({
    id,
    adopted: false,
    reason,
    rules,
  })
  const step = await stepOf(ctx, actor, id)
  if (!step?.workId) return refused('这一步已不存在，请刷新列表')
  const alone = reviewedAloneBecause({
    workType: step.workType ?? '',
    workLevel: step.workLevel ?? '',
    conflictState: step.conflictState ?? 0,
    isolationPlanState: step.isolationPlanState ?? 0,
    onSite: step.onSite === 1,
  })
  if (alone !== null) return refused(alone)
  const input = {
    id,
    clientOpId,
    contentHash,
    opinion,
    reviewStatus: 8,
    reasonCode: null,
    signProof,
  } as const
  try {
    // The same step pressed again after a lost answer is the same press, whatever its words are by then.
    const move = { workId: step.workId, clientOpId, seen, body: { id, contentHash } }
    await advanceTicket(ctx, actor, move, workReviewEndpoints.decide.path, review(input))
    return { id, adopted: true, reason: '', rules: [] }
  } catch (error) {
    if (error instanceof RuleRefusal)
      return refused(
        error.message,
        error.rules.filter((rule) => !rule.pass),
      )
    if (error instanceof AppError) return refused(error.message)
    throw error
  }
}

/** The step and what its ticket says of its risk; nothing for a step of another tenant. */
async function stepOf({ db }: Context, actor: Actor, id: string) {
  return db
    .selectFrom('loWorkReview as r')
    .innerJoin('loWork as w', 'w.id', 'r.workId')
    .select(['r.workId', 'r.onSite', 'w.workType', 'w.workLevel', 'w.conflictState', 'w.isolationPlanState'])
    .where('r.id', '=', id)
    .where('r.tenantId', '=', actor.tenantId)
    .where('r.delFlag', '=', 0)
    .executeTakeFirst()
}
