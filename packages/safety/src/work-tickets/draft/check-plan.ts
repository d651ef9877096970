import type { PlanCheck } from '@suoan/contract'
import { liveSources, minCut, suggestPoints } from '@suoan/domain/isolation'
import {
  cuttingPoints,
  guards,
  type FactName,
  type GuardId,
  type TicketFacts,
} from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { engineOf } from '@suoan/platform/resource'
import { detectConflicts } from '../detect-conflicts.ts'
import { loadActor } from '../facts/actor.ts'
import { raiseLevel } from '../facts/level.ts'
import { loadFacts } from '../load-facts.ts'
import { lockTicket, ticketOf } from '../ticket-row.ts'
import { mustSee } from '../visible.ts'
import type { Draft } from './draft-fields.ts'
import { writeDraft } from './save-draft.ts'

const planGuards: readonly GuardId[] = ['G01', 'G02', 'G29', 'G03', 'G04', 'G05', 'G06', 'G07']

/**
 * The plan report before submitting (3-domain.md §3.7 `checkPlan`): G01–G07 and the level (G29) as they would judge now, the proof that the
 * points cut every source off, and which points are missing if they do not. It changes nothing: an unsaved plan is
 * written, judged like a stored one, and taken back.
 */
export async function checkPlan(
  ctx: Context,
  actor: Actor,
  plan: { id: string } | Draft,
): Promise<PlanCheck> {
  if (plan.id !== undefined) await mustSee(ctx, actor, plan.id)
  return ctx.db.transaction().execute(async (tx) => {
    const now = ctx.clock.now()
    await sql`savepoint plan_check`.execute(tx)
    const id =
      'workName' in plan
        ? await writeDraft(tx, engineOf(ctx).fillRules, actor, await overStored(tx, actor, plan), now, null)
        : plan.id
    const report = await judge(tx, actor, id, now)
    await sql`rollback to savepoint plan_check`.execute(tx)
    return report
  })
}

/** A question about a plan overwrites nobody, so it is asked on whatever revision is stored. */
async function overStored(tx: Tx, actor: Actor, plan: Draft): Promise<Draft> {
  if (plan.id === undefined) return plan
  return { ...plan, revision: (await lockTicket(tx, actor.tenantId, plan.id))?.revision }
}

async function judge(tx: Tx, actor: Actor, workId: string, now: number): Promise<PlanCheck> {
  const asSaved = await lockTicket(tx, actor.tenantId, workId)
  if (!asSaved) throw failUnseen('lo_work', [workId])
  await raiseLevel(tx, asSaved)
  const work = (await lockTicket(tx, actor.tenantId, workId)) ?? asSaved
  await detectConflicts(tx, work, now)
  const reads = [...planReads, ...planGuards.flatMap((id) => guards[id].reads)]
  const facts = await loadFacts(tx, work, await loadActor(tx, work, actor), now, { reads })
  const ticket = ticketOf(work)
  const rules = planGuards
    .map((id) => guards[id].check(ticket, { type: 'submit', assignees: [] }, facts))
    .map(({ id, pass, text, evidence }) => ({ id, pass, text, evidence }))
  return { rules, cut: await cutReport(tx, facts) }
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

/** Facts that say whether a plan cuts every source off. */
export const planReads = ['energy', 'zoneIds', 'points'] as const satisfies readonly FactName[]

/** `lo_plan_state`: 无, 已编, 割集成立, 不完整. Kept with the ticket when it is submitted. */
export function planStateOf({
  energy,
  zoneIds,
  points,
}: Pick<TicketFacts, (typeof planReads)[number]>): 0 | 1 | 2 | 3 {
  if (points.length === 0) return 0
  if (energy === null) return 1
  return liveSources(energy, zoneIds, cuttingPoints(points)).length === 0 ? 2 : 3
}
