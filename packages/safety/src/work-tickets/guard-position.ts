import type { GuardPlace, InputOf, workExecutionEndpoints } from '@suoan/contract'
import { workStatus } from '@suoan/domain/dictionaries'
import type { Actor, Context } from '@suoan/platform/context'
import { fail, failUnseen } from '@suoan/platform/fail'
import { advanceTicket } from './advance-ticket.ts'
import { standsInside } from './facts/fence.ts'
import { awayFromPost, backAtPost, confirmPost } from './guard-post.ts'
import { just, type TicketCommand } from './ticket-command.ts'
import { mustSee } from './visible.ts'

type Input = InputOf<(typeof workExecutionEndpoints)['guardPosition']>

/**
 * Where a guardian is, as his phone knows it. Phones tell often and mostly the same, so only leaving and coming back are
 * written, each with its audit row; leaving starts the clocks, coming back stops them.
 */
export async function reportGuard(
  ctx: Context,
  actor: Actor,
  input: Input,
  path: string,
): Promise<GuardPlace> {
  await mustSee(ctx, actor, input.workId)
  const work = await ctx.db
    .selectFrom('loWork')
    .selectAll()
    .where('id', '=', input.workId)
    .where('tenantId', '=', actor.tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!work) throw failUnseen('lo_work', [input.workId])
  const post = await ctx.db
    .selectFrom('loWorkPerson')
    .select(['id', 'awaySince', 'awayWhy'])
    .where('workId', '=', work.id)
    .where('userId', '=', actor.userId)
    .where('roleTag', '=', 'GUARD')
    .where('state', '=', 1)
    .where('checkInTime', 'is not', null)
    .executeTakeFirst()
  if (!post || work.workStatus !== workStatus.executing)
    throw fail('REFUSED', { detail: '只有作业中的到岗监护人上报位置，请先登记监护到位' })
  const inside = await ctx.db.transaction().execute((tx) => standsInside(tx, work, input))
  // Without a fence nobody can be shown to have left or come back; his own word stands (`confirmPost`).
  if (inside === null || inside === (post.awaySince === null)) {
    if (inside) await confirmPost(ctx, actor, { ...input, onSite: input }, path)
    return { inside }
  }
  // Being there does not make him a guardian again.
  if (inside && (post.awayWhy === 'MOVED' || post.awayWhy === 'UNFIT')) return { inside }
  await advanceTicket(ctx, actor, input, path, inside ? returned(post.id) : left(post.id))
  return { inside }
}

function left(personId: string): TicketCommand {
  return {
    prepare: ({ tx, work, now }) => awayFromPost(tx, work, { personId, since: now, why: 'FENCE' }),
    ...just(null, { note: 'guardAway', personId, why: 'FENCE' }),
  }
}

function returned(personId: string): TicketCommand {
  return {
    prepare: ({ tx, work, now, sessionId = null }) =>
      backAtPost(tx, { work, personId, now, sessionId, signsIn: false }),
    ...just(null, { note: 'guardBack', personId }),
  }
}
