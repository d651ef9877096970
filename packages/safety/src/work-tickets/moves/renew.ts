import { emergencyEndpoints, type InputOf } from '@suoan/contract'
import { workStatus } from '@suoan/domain/dictionaries'
import { isTerminal } from '@suoan/domain/work-ticket'
import type { Actor, Context } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import type { Bind } from '@suoan/platform/http/route'
import { engineOf } from '@suoan/platform/resource'
import { advanceTicket } from '../advance-ticket.ts'
import { draftFrom } from '../draft/copy-ticket.ts'
import { writeDraft } from '../draft/save-draft.ts'
import { systemActor } from '../facts/actor.ts'
import { loadDetail } from '../load-detail.ts'
import { takeEvent } from '../take-event.ts'
import { just, type Done, type TicketCommand } from '../ticket-command.ts'
import { lockPointsAndLocks, lockTicket, ticketOf } from '../ticket-row.ts'
import { refusalOf } from '../transition-answer.ts'

type Input = InputOf<typeof emergencyEndpoints.renew>

/** 办理续票 (T46): the applicant gets a new draft that will take over this ticket's holds when it starts. */
export function bindRenewing(ctx: Context, bind: Bind): void {
  bind(emergencyEndpoints.renew, async ({ input, actor }) => {
    await advanceTicket(ctx, actor, input, emergencyEndpoints.renew.path, renewal(ctx, actor, input))
    return loadDetail(ctx, actor, await childOf(ctx, actor, input.workId))
  })
}

function renewal(ctx: Context, actor: Actor, input: Input): TicketCommand {
  const { planStart, planEnd } = input
  let childNo = ''
  return {
    act: () => ({
      event: { type: 'renew' },
      // Only an accepted renewal writes its draft; both stand in the transaction of the old ticket's audit row.
      afterEffects: async ({ tx, work, now }) => {
        const childId = await writeDraft(
          tx,
          engineOf(ctx).fillRules,
          actor,
          await draftFrom(tx, work, { planStart, planEnd }),
          now,
          null,
        )
        const child = await tx
          .updateTable('loWork')
          .set({ parentWorkId: work.id })
          .where('id', '=', childId)
          .returning('workNo')
          .executeTakeFirstOrThrow()
        childNo = child.workNo ?? ''
      },
      audit: () => ({ renewedBy: childNo, planStart, planEnd }),
    }),
  }
}

async function childOf(ctx: Context, actor: Actor, workId: string): Promise<string> {
  const child = await ctx.db
    .selectFrom('loWork')
    .select('id')
    .where('parentWorkId', '=', workId)
    .where('tenantId', '=', actor.tenantId)
    .where('delFlag', '=', 0)
    .orderBy('createTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!child) throw failUnseen([['lo_work', 'parent_work_id']], [workId])
  return child.id
}

/**
 * The old ticket ends in the transaction in which the new one starts (T45 续票). Rows are always locked child first, then
 * parent, and nothing locks the other way round. A parent that cannot end takes the start back.
 */
export async function endRenewed({ tx, work, after, now, emit }: Done): Promise<void> {
  if (work.parentWorkId === null || after.status !== workStatus.executing) return
  const parent = await lockTicket(tx, work.tenantId, work.parentWorkId)
  if (!parent || isTerminal(ticketOf(parent))) return
  await lockPointsAndLocks(tx, parent.id)
  const ending = just({ type: 'handOver' }, { renewedBy: work.workNo })
  const ended = await takeEvent({ tx, work: parent, actor: systemActor, now }, emit, null, ending)
  if (!ended.ok) throw refusalOf(ended.refusal)
}
