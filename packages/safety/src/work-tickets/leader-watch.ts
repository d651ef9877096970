import { isTicketIn } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { presenceGaps, type PresentPerson } from '../presence-gaps.ts'
import { policyJoin } from '../ticket-policy.ts'
import { ticketIn } from '../ticket-sets.ts'
import { takeBySystemIn } from './advance-ticket.ts'
import { sendNotice } from './effects/notices.ts'
import { just, type TicketCommand } from './ticket-command.ts'
import { lockTicket, ticketOf } from './ticket-row.ts'

/** How often it is looked for leaders who may not lead any more, ms. */
const lookMs = 5000

interface Led extends PresentPerson {
  readonly workNo: string | null
  readonly leaderGap: string | null
}

/** Looks, on every server, for running work whose leader may not lead it any more. */
export function watchLeaders(ctx: Context): void {
  let nextAt = Number.NEGATIVE_INFINITY
  ctx.timers.onLook(async (looking) => {
    const now = looking.clock.now()
    if (now < nextAt) return
    nextAt = now + lookMs
    await noteUnfitLeaders(looking)
  })
}

/**
 * Tells leader, permitter and safety officer once, and the ticket, when the certificate or account of whoever leads running
 * work has ended (decision 0665). It is a state, whatever ended it; his acts are refused anyway (G03), and the work is not
 * stopped by it. Returns how many tickets were told something. Safe to repeat.
 */
export async function noteUnfitLeaders(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const { led, gaps } = await ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Led>`
      select w.id, w.tenant_id, w.work_no, w.leader_gap, w.leader_id as person_id, true as has_account, u.status, u.del_flag,
        coalesce((select max(p.person_source) from lo_work_person p
          where p.work_id = w.id and p.user_id = w.leader_id and p.state = 1), 1) as person_source,
        t.cert_rules, array['LEAD'] as tags
      from lo_work w ${policyJoin} left join sys_user u on u.id = w.leader_id
      where ${ticketIn('executing')} and w.leader_id is not null order by w.id`.execute(tx)
    return { led: rows, gaps: await presenceGaps(tx, rows, now) }
  })
  let told = 0
  for (const { id, tenantId, workNo, personId, leaderGap } of led) {
    const gap = gaps.get(id) ?? null
    if (gap === leaderGap) continue
    const isTold = await inTransaction(ctx, async (tx, emit) => {
      // Under the row lock: another server may have told it, and the work may have another leader.
      const work = await lockTicket(tx, tenantId, id)
      if (!work || work.leaderId !== personId || work.leaderGap !== leaderGap) return false
      if (!isTicketIn('executing', ticketOf(work))) return false
      return (await takeBySystemIn({ ctx, tx, emit, now }, tenantId, id, noted(gap, workNo ?? ''))) !== null
    })
    if (isTold) told += 1
  }
  return told
}

/** The ticket is told what its leader lacks, or that he lacks nothing any more (null), and people of the former. */
const noted = (gap: string | null, workNo: string): TicketCommand =>
  just(
    null,
    { note: gap === null ? 'leaderFit' : 'leaderUnfit', ...(gap === null ? {} : { reason: gap }) },
    async (done) => {
      const { tx, work, after } = done
      await tx.updateTable('loWork').set({ leaderGap: gap }).where('id', '=', work.id).execute()
      if (gap === null) return
      await sendNotice(
        { ...done, ticket: after, event: 'timer', pointId: null, at: done.now },
        {
          do: 'notice.send',
          roles: ['LEAD', 'PERMIT', 'SAFETY'],
          text: `工作票 ${workNo} 的负责人${gap}，请交接给具备资质的负责人或停止作业`.slice(0, 100),
          status: after.status,
          urgent: true,
        },
      )
    },
  )
