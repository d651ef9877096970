import { minute } from '@suoan/domain/verdict'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { audienceFor } from '../alarms/index.ts'
import { openTicket } from '../open-ticket.ts'
import { presenceColumns, presenceGaps, presenceJoins, type PresentPerson } from '../presence-gaps.ts'
import { policyJoin } from '../ticket-policy.ts'

/** How often it is looked for people inside who may not be there, ms. */
const lookMs = 5000
/** As long as he is inside it is told again so often, ms. */
const againMs = 30 * minute
/** Whom it concerns to bring him out. */
const told: readonly string[] = ['leader', 'guardian', 'areaOwner']

interface Inside extends PresentPerson {
  readonly workId: string
  readonly workNo: string | null
  readonly areaCode: string | null
  readonly name: string
  readonly unfitWhy: string | null
  readonly unfitTold: Date | null
}

/** Looks, on every server, for people inside who may not be there any more. */
export function watchUnfit(ctx: Context): void {
  let nextAt = Number.NEGATIVE_INFINITY
  ctx.timers.onLook(async (looking) => {
    const now = looking.clock.now()
    if (now < nextAt) return
    nextAt = now + lookMs
    await tellOfUnfit(looking)
  })
}

/**
 * Tells leader, guardian and owner of the area of everybody who is inside and may not be any more (decision 0549): on the
 * blacklist, admission, pass, training or a certificate ended, account frozen or removed. It is a state: whatever ended it,
 * and told again while he is inside. He is let in nowhere (G03, G13) and leaves as anybody does. Returns how many were told.
 */
export async function tellOfUnfit(ctx: Context): Promise<number> {
  return await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const people = await loadInside(tx)
    const gaps = await presenceGaps(tx, people, now)
    const due = people.flatMap((person) => {
      const gap = gaps.get(person.id) ?? null
      const isNews = gap !== person.unfitWhy
      const again = person.unfitTold !== null && now - person.unfitTold.getTime() >= againMs
      return isNews || (gap !== null && again) ? [{ ...person, gap }] : []
    })
    if (due.length === 0) return 0
    await sql`update lo_work_person p set unfit_why = g.why,
        unfit_told = case when g.why is null then null else ${new Date(now)}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(due.map(({ id, gap }) => ({ id, why: gap })))}::jsonb) as g(id text, why text)
      where p.id = g.id`.execute(tx)
    const unfit = due.filter(({ gap }) => gap !== null)
    const audience = await audienceFor(
      tx,
      unfit.map((each) => ({ ...each, lockId: null, openUserId: null })),
      now,
    )
    for (const { id, tenantId, workId, workNo, name, gap } of unfit)
      await notifyUsers(tx, emit, {
        tenantId,
        userIds: (audience.get(id) ?? []).flatMap((each) =>
          told.includes(each.audience) ? [each.userId] : [],
        ),
        title: `工作票 ${workNo ?? ''} 现场有人员须立即离场`,
        text: `${name} 仍在工作票 ${workNo ?? ''} 现场，但${gap ?? ''}。请立即安排其离场并登记，其不得再次进场。`,
        level: 3,
        open: openTicket(workId),
        about: { type: 'unfitInside', id },
        event: 'ticketUrgent',
        variables: { workNo: workNo ?? '' },
        now,
      })
    return unfit.length
  })
}

/** One row a person and ticket, locked: two servers tell once. */
async function loadInside(tx: Tx): Promise<Inside[]> {
  const { rows } = await sql<Inside>`
    select ${presenceColumns}, p.work_id, w.work_no, w.area_code,
      coalesce(u.realname, e.person_name, p.person_name, '') as name, p.unfit_why, p.unfit_told
    from lo_work_person p join lo_work w on w.id = p.work_id and w.del_flag = 0 ${policyJoin} ${presenceJoins}
    where p.on_state = 1 and not exists (select 1 from lo_work_person first where first.work_id = p.work_id
      and first.person_id = p.person_id and first.on_state = 1 and first.id < p.id)
    order by p.id for update of p skip locked`.execute(tx)
  return rows
}
