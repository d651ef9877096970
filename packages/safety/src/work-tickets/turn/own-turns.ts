import { work as workResource, type TicketTurn } from '@suoan/contract'
import { everything, type Filter } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { onOneConnection } from '@suoan/platform/db/together'
import { filterInSql } from '@suoan/platform/resource'
import { waitsForAbsentText } from '../../agencies.ts'
import { ticketInText } from '../../ticket-sets.ts'
import { namedIdsText } from '../named-on.ts'
import { askedAndSeen } from '../visible.ts'
import { loadTurn } from './load-turn.ts'

/** More tickets than one person has in hand at a time; the list of tickets has all of them. */
const mostTickets = 20

/**
 * The tickets in which the caller has a part, or which wait for a post of his: those whose turn is his first, then those
 * where he waits for others, each by its end.
 */
export async function ownTurns(ctx: Context, actor: Actor): Promise<TicketTurn[]> {
  const ofPost = await askedAndSeen(ctx, actor)
  return onOneConnection(ctx.db, async (tx) => {
    const ids = await concerning(tx, actor, ofPost, ctx.clock.now())
    if (ids.length === 0) return []
    const works = await tx
      .selectFrom('loWork')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy(sql`coalesce(valid_end, plan_end)`)
      .orderBy('id')
      .execute()
    const turns: TicketTurn[] = []
    for (const work of works) turns.push(await loadTurn(ctx, tx, actor, work))
    return turns.toSorted((a, b) => rankOf(a) - rankOf(b))
  })
}

/** His turn, then what waits for others, then what only lets him come and go. */
const rankOf = ({ mine }: TicketTurn): number => (mine === null ? 1 : mine.isOwnWay ? 2 : 0)

/** Tickets that are his business by name, as somebody's agent, or by a post whose tickets he may see (`ofPost`). */
async function concerning(tx: Tx, actor: Actor, ofPost: Filter, now: number): Promise<string[]> {
  const { userId, tenantId } = actor
  const { rows } = await sql<{ id: string }>`
    with asked as (select ${userId}::varchar as user_id, ${new Date(now)}::timestamptz as moment),
    mine as (${sql.raw(namedIdsText('(select user_id from asked)'))}),
    of_post as (select t.id from lo_work t where ${filterInSql(workResource, { tenantId, actor, filter: everything }, ofPost)})
    select w.id from lo_work w
    where w.tenant_id = ${tenantId} and ${sql.raw(ticketInText('notEnded', 'w'))} and (
      w.id in (select * from mine)
      or ${sql.raw(waitsForAbsentText('w.id', '(select user_id from asked)', 'w.tenant_id', '(select moment from asked)'))}
      or w.id in (select * from of_post))
    order by case when ${sql.raw(ticketInText('live', 'w'))} then 0 else 1 end, coalesce(w.valid_end, w.plan_end), w.id
    limit ${mostTickets}`.execute(tx)
  return rows.map(({ id }) => id)
}
