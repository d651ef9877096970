import type { PlanCheck } from '@suoan/contract'
import { liveSources, minCut, suggestPoints } from '@suoan/domain/isolation'
import { cuttingPoints, guards, type GuardId, type TicketFacts } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '../../context.ts'
import { fail } from '../../http/fail.ts'
import { detectConflicts } from './detect-conflicts.ts'
import { loadActor } from './facts/people.ts'
import { loadFacts } from './load-facts.ts'
import { writeDraft, type Draft } from './save-draft.ts'
import { lockTicket, ticketOf } from './ticket-row.ts'

const planGuards: readonly GuardId[] = ['G01', 'G02', 'G03', 'G04', 'G05', 'G06', 'G07']

/**
 * The plan report before submitting (3-domain.md §3.7 `checkPlan`): G01–G07 as they would judge now, the proof that the
 * points cut every source off, and which points are missing if they do not.
 */
export async function checkPlan(
  ctx: Context,
  actor: Actor,
  plan: { id: string } | Draft,
): Promise<PlanCheck> {
  return ctx.db.transaction().execute(async (tx) => {
    const now = ctx.clock.now()
    if (!('workName' in plan)) return checkStored(tx, actor, plan.id, now)
    // An unsaved plan is written, judged like a stored one, and taken back: one way to judge, nothing left behind.
    await sql`savepoint unsaved_plan`.execute(tx)
    const report = await checkStored(tx, actor, await writeDraft(tx, actor, plan, now), now)
    await sql`rollback to savepoint unsaved_plan`.execute(tx)
    return report
  })
}

async function checkStored(tx: Tx, actor: Actor, workId: string, now: number): Promise<PlanCheck> {
  const work = await lockTicket(tx, actor.tenantId, workId)
  if (!work) throw fail('NOT_FOUND')
  await detectConflicts(tx, work)
  const facts = await loadFacts(tx, work, await loadActor(tx, work, actor), now)
  const ticket = ticketOf(work)
  const rules = planGuards
    .map((id) => guards[id].check(ticket, { type: 'submit', assignees: [] }, facts))
    .map(({ id, pass, text, evidence }) => ({ id, pass, text, evidence }))
  const cut = await cutReport(tx, facts)
  const state = !ticket.needIsolation || !cut.modelled ? 1 : cut.holds ? 2 : 3
  await tx.updateTable('loWork').set({ isolationPlanState: state }).where('id', '=', workId).execute()
  return { rules, cut }
}

async function cutReport(tx: Tx, facts: TicketFacts): Promise<PlanCheck['cut']> {
  if (facts.energy === null) return { holds: false, modelled: false, paths: [], missing: [], minimalCut: [] }
  const planned = cuttingPoints(facts.points)
  const live = liveSources(facts.energy, facts.zoneIds, planned)
  const missing = live.length === 0 ? [] : suggestPoints(facts.energy, facts.zoneIds, planned).pointIds
  const smallest = minCut(facts.energy, facts.zoneIds)
  const names = await pointNames(tx, [...missing, ...smallest.pointIds])
  return {
    holds: live.length === 0,
    modelled: true,
    paths: live.map((source) => source.path),
    missing: missing.flatMap((id) => names.get(id) ?? []),
    minimalCut: smallest.pointIds.flatMap((id) => names.get(id) ?? []),
  }
}

async function pointNames(tx: Tx, ids: readonly string[]) {
  const { rows } = await sql<PlanCheck['cut']['missing'][number]>`
    select id as point_id, point_code, point_name from lo_point where id = any(${[...ids]})`.execute(tx)
  return new Map(rows.map((row) => [row.pointId, row]))
}
