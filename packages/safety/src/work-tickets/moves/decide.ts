import { rehearsalEndpoints, workExamineEndpoints, workReviewEndpoints } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import type { Bind } from '@suoan/platform/http/route'
import { adoptMany } from './adopt-many.ts'
import { createBindRowMove } from './bind-move.ts'
import { examine } from './examine.ts'
import { rehearse } from './rehearse.ts'
import { review } from './review.ts'

/** Decisions of reviewers and approvers. They name their own row, and the row names the ticket. */
export function bindDeciding(ctx: Context, bind: Bind): void {
  createBindRowMove(ctx, bind, 'loWorkReview')(workReviewEndpoints.decide, review)
  bind(workReviewEndpoints.adoptMany, ({ input, actor }) => adoptMany(ctx, actor, input))
  createBindRowMove(ctx, bind, 'loWorkExamine')(workExamineEndpoints.decide, examine)
  bind(rehearsalEndpoints.simulate, ({ input, actor }) => rehearse(ctx, actor, input))
}
