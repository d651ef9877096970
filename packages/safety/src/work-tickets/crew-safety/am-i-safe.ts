import type { AmISafe, MySafety } from '@suoan/contract'
import { safetyCard } from '@suoan/domain/crew-safety'
import { itemState, labelOf, lockStatus } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { ticketIn } from '../../ticket-sets.ts'
import { loadActor } from '../facts/actor.ts'
import { gasPolicyOf, loadPolicy } from '../facts/policy.ts'
import { loadFacts } from '../load-facts.ts'
import type { WorkRow } from '../ticket-row.ts'
import { releasesOf, safetyTicketOf } from './load-safety.ts'

/**
 * The card of a person on each of his live tickets, the worst first (M13): the caller himself, or whoever's badge he
 * shows. Reads only what concerns that person.
 */
export async function amISafe(ctx: Context, actor: Actor, personId = actor.userId): Promise<AmISafe> {
  const now = ctx.clock.now()
  // One consistent picture: a point that opens while we read must not be seen shut on one ticket and open on the next.
  const cards = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const found: MySafety[] = []
      for (const work of await liveTicketsOf(tx, actor, personId))
        found.push(await cardOf(tx, work, actor, personId, now))
      return found
    })
  const order = { red: 0, amber: 1, green: 2 }
  return { serverTime: now, cards: cards.toSorted((a, b) => order[a.colour] - order[b.colour]) }
}

async function liveTicketsOf(tx: Tx, actor: Actor, personId: string): Promise<WorkRow[]> {
  return tx
    .selectFrom('loWork as w')
    .selectAll('w')
    .where('w.tenantId', '=', actor.tenantId)
    .where(
      sql<boolean>`${ticketIn('live')}
        and exists (select 1 from lo_work_person p where p.work_id = w.id and p.person_id = ${personId} and p.state = 1)`,
    )
    .orderBy('w.planStart')
    .limit(20)
    .execute()
}

async function cardOf(tx: Tx, work: WorkRow, actor: Actor, personId: string, now: number): Promise<MySafety> {
  const facts = await loadFacts(tx, work, await loadActor(tx, work, actor), now)
  const { rows } = await sql<{ areaName: string | null }>`
    select area_name from lo_area where id = ${work.areaId}`.execute(tx)
  const { repeatMin } = await gasPolicyOf(tx, work, await loadPolicy(tx, work))
  const card = safetyCard(personId, {
    facts,
    ticket: await safetyTicketOf(tx, work, facts),
    releases: await releasesOf(tx, work.id),
    gasRepeatMin: repeatMin,
  })
  const person = facts.persons.find((each) => each.userId === personId)
  return {
    ...card,
    workId: work.id,
    workNo: work.workNo ?? '',
    workName: work.workName ?? '',
    areaName: rows[0]?.areaName ?? null,
    place: work.place ?? '',
    workStatus: work.workStatus ?? 0,
    execPhase: work.execPhase ?? 0,
    roleTags: [...(person?.roleTags ?? [])],
    isOnSite: person?.onSite === true,
    points: facts.points
      .filter((point) => point.mandatory)
      .map((point) => ({
        pointCode: point.pointCode,
        pointName: point.pointName,
        isSafe:
          point.state === itemState.verified &&
          (point.kind === 'residual' || point.closure?.lockStatus === lockStatus.closed),
        stateText: labelOf('lo_point_item_state', point.state),
      })),
  }
}
