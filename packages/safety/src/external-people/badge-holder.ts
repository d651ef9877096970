import type { BadgeHolder } from '@suoan/contract'
import { admissionGap, barredGap, shownPassGap } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { mustAcknowledge } from '../must-acknowledge.ts'
import { ticketIn } from '../ticket-sets.ts'
import { loadExternals } from './load-externals.ts'
import { readBadge } from './passes.ts'

/** Whose badge it is, whether he may be inside now, and on which live tickets he is named. Throws REFUSED for no badge. */
export async function holderOf(ctx: Context, actor: Actor, code: string): Promise<BadgeHolder> {
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (tx) => {
    const badge = await readBadge(tx, actor.tenantId, code)
    if (badge === null) throw unknownBadge()
    const id = badge.externalId
    const known = (await loadExternals(tx, actor.tenantId, [id])).get(id)
    if (known === undefined) throw unknownBadge()
    const { rows } = await sql<Omit<BadgeHolder, 'gap' | 'tickets' | 'removals'>>`
      select id as external_id, person_name, coalesce(company, '') as company, source, id_mask, photo
      from lo_external_person where id = ${id}`.execute(tx)
    const [person] = rows
    if (!person) throw unknownBadge()
    const { rows: tickets } = await sql<BadgeHolder['tickets'][number]>`
      select distinct on (w.id) w.id as work_id, w.work_no, w.work_name, w.place, p.id as person_id, p.role_tag, p.on_state
      from lo_work_person p join lo_work w on w.id = p.work_id
      where p.person_id = ${id} and p.tenant_id = ${actor.tenantId} and (p.state = 1 or p.on_state = 1)
        and (${ticketIn('live')} or p.on_state = 1)
      order by w.id, p.on_state desc limit 20`.execute(tx)
    const { rows: removals } = await sql<BadgeHolder['removals'][number]>`
      select r.id, r.work_id, w.work_no, coalesce(l.lock_code, '') as lock_code, r.reason
      from lo_emergency_removal r join lo_work w on w.id = r.work_id left join lo_lock l on l.id = r.lock_id
      where r.owner_id = ${id} and r.tenant_id = ${actor.tenantId} and ${mustAcknowledge(sql.ref('r.owner_id'), actor.tenantId)}
        and r.state = 2 order by r.remove_time`.execute(tx)
    // What bars the person comes first: it holds whatever badge he shows.
    const gap = barredGap(known.fact) ?? shownPassGap(badge, 'in', now) ?? admissionGap(known.fact, now)
    return { ...person, removals, gap, tickets }
  })
}

const unknownBadge = () => fail('REFUSED', { detail: '没有这张通行码，请核对，或到门岗重新签发当日通行证' })
