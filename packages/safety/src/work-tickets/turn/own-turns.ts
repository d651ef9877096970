import type { TicketTurn } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { onOneConnection } from '@suoan/platform/db/together'
import { waitsForAbsentText } from '../../agencies.ts'
import { ticketInText } from '../../ticket-sets.ts'
import { namedIdsText } from '../named-on.ts'
import { loadTurn } from './load-turn.ts'

/** More tickets than one person has in hand at a time; the list of tickets has all of them. */
const mostTickets = 20

/**
 * The tickets in which the caller has a part, or which wait for a post of his: those whose turn is his first, then those
 * where he waits for others, each by its end.
 */
export async function ownTurns(ctx: Context, actor: Actor): Promise<TicketTurn[]> {
  return onOneConnection(ctx.db, async (tx) => {
    const ids = await concerning(tx, actor, ctx.clock.now())
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

/**
 * Tickets that are his business by name, as somebody's agent, or by a post: a post is asked where somebody asks for its
 * signature, where work stands still, where locks are lifted for a test, where an extension waits, and where isolation may
 * begin within the day.
 */
async function concerning(
  tx: Tx,
  { userId, tenantId, roleCodes, orgCodes }: Actor,
  now: number,
): Promise<string[]> {
  const has = (...codes: readonly string[]) => codes.some((code) => roleCodes.includes(code))
  const inTerritory = sql`exists (
            select 1 from sys_depart top, unnest(${[...orgCodes]}::text[]) as own(code)
            where top.id = w.territory_depart_id and own.code like top.org_code || '%')`
  const { rows } = await sql<{ id: string }>`
    with asked as (select ${userId}::varchar as user_id, ${new Date(now)}::timestamptz as moment),
    mine as (${sql.raw(namedIdsText('(select user_id from asked)'))})
    select w.id from lo_work w
    where w.tenant_id = ${tenantId} and ${sql.raw(ticketInText('notEnded', 'w'))} and (
      w.id in (select * from mine)
      or ${sql.raw(waitsForAbsentText('w.id', '(select user_id from asked)', 'w.tenant_id', '(select moment from asked)'))}
      or ((jsonb_typeof(w.ask_state) = 'array' and w.ask_state <> '[]'::jsonb or ${sql.raw(ticketInText('waitingForPost', 'w'))}
          or exists (select 1 from lo_work_extend x where x.work_id = w.id and x.result = 0 and x.del_flag = 0))
        and (${has('SAFETY')} or ${has('PERMIT', 'DEPT')} and ${inTerritory}
          or exists (select 1 from lo_area a where a.tenant_id = w.tenant_id and a.del_flag = 0
            and a.manager_id = ${userId} and w.area_code like a.area_code || '%')))
      or ${sql.raw(ticketInText('awaitingIsolation', 'w'))} and w.plan_start < (select moment from asked) + interval '1 day'
        and ${has('PERMIT')} and ${inTerritory})
    order by case when ${sql.raw(ticketInText('live', 'w'))} then 0 else 1 end, coalesce(w.valid_end, w.plan_end), w.id
    limit ${mostTickets}`.execute(tx)
  return rows.map(({ id }) => id)
}
