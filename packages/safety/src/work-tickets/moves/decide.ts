import { workExamineEndpoints, workReviewEndpoints } from '@suoan/contract'
import type { Kysely } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { fail } from '@suoan/platform/fail'
import type { Bind } from '@suoan/platform/http/route'
import { advanceTicket } from '../advance-ticket.ts'
import { adoptMany } from './adopt-many.ts'
import { examine } from './examine.ts'
import { review } from './review.ts'

/** Decisions of reviewers and approvers. They name their own row, and the row names the ticket. */
export function bindDeciding(ctx: Context, bind: Bind): void {
  bind(workReviewEndpoints.decide, async ({ input, actor }) => {
    const workId = await workOfRow(ctx.db, actor, 'loWorkReview', input.id)
    const move = { workId, clientOpId: input.clientOpId }
    return advanceTicket(ctx, actor, move, workReviewEndpoints.decide.path, review(input))
  })
  bind(workReviewEndpoints.adoptMany, ({ input, actor }) => adoptMany(ctx, actor, input))
  bind(workExamineEndpoints.decide, async ({ input, actor }) => {
    const workId = await workOfRow(ctx.db, actor, 'loWorkExamine', input.id)
    const move = { workId, clientOpId: input.clientOpId }
    return advanceTicket(ctx, actor, move, workExamineEndpoints.decide.path, examine(input))
  })
}

/** The ticket of a step row of the caller's tenant. */
export async function workOfRow(
  db: Kysely<Database>,
  actor: Actor,
  table: 'loWorkReview' | 'loWorkExamine',
  id: string,
): Promise<string> {
  const row = await db
    .selectFrom(table)
    .select('workId')
    .where('id', '=', id)
    .where('tenantId', '=', actor.tenantId)
    .executeTakeFirst()
  if (!row?.workId) throw fail('NOT_FOUND')
  return row.workId
}
