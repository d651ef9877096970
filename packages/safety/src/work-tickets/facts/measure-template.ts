import { measureTemplate, type TemplateMeasure } from '@suoan/contract'
import { decideLevel } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { PolicyTicket } from '../../ticket-policy.ts'
import { loadLevel } from './level.ts'
import { policyRowsOf } from './policy.ts'
import { ticketOf, type WorkRow } from '../ticket-row.ts'

/** A template that cannot be read offers nothing; nothing is submitted under it (G01, `PolicyFact.unset`). */
const linesOf = (stored: unknown): TemplateMeasure[] => measureTemplate.safeParse(stored ?? []).data ?? []

/**
 * The measures that a ticket begins with at these levels, in their order: of its kind of work, and of those that an emergency
 * repair is underneath; none of a kind that the plant has not.
 */
export async function templateOf(
  tx: Tx,
  work: Omit<PolicyTicket, 'workLevel'>,
  levelCodes: readonly string[],
): Promise<TemplateMeasure[]> {
  const lines: TemplateMeasure[] = []
  for (const workLevel of levelCodes)
    for (const { measuresTpl } of await policyRowsOf(tx, { ...work, workLevel }))
      lines.push(...linesOf(measuresTpl))
  const seen = new Set<string>()
  // What one kind offers another may demand.
  const demanded = new Set(lines.filter(({ must }) => must === 1).map(({ content }) => content))
  return lines
    .filter(({ content }) => seen.size !== seen.add(content).size)
    .map((line) => (demanded.has(line.content) ? { ...line, must: 1 as const } : line))
}

/** What a template demands that is not among the measures that apply. */
export const missingMeasures = (
  template: readonly TemplateMeasure[],
  applying: readonly string[],
): TemplateMeasure[] => {
  const there = new Set(applying.map((content) => content.trim()))
  return template.filter(({ must, content }) => must === 1 && !there.has(content))
}

/**
 * Puts the measures that the kind of work demands back into a draft that leaves them out or says they do not apply, those
 * of the level the rules will raise it to as well (G29): whoever writes a draft cannot remove them.
 */
export async function completeMeasures(tx: Tx, work: WorkRow, now: number): Promise<void> {
  const chosen = work.workLevel ?? ''
  const decided = decideLevel(ticketOf(work), await loadLevel(tx, work)).level
  const template = await templateOf(tx, work, [...new Set([chosen, decided])])
  const demanded = template.filter(({ must }) => must === 1)
  if (demanded.length === 0) return
  const contents = demanded.map(({ content }) => content)
  const { rows: applied } = await sql<{ content: string; orderNum: number }>`
    update lo_work_measure set involve = case when trim(content) = any(${contents}::text[]) then 1 else involve end
    where work_id = ${work.id} returning trim(coalesce(content, '')) as content, coalesce(order_num, 0) as order_num`.execute(
    tx,
  )
  const missing = missingMeasures(
    demanded,
    applied.map(({ content }) => content),
  )
  if (missing.length === 0) return
  const last = Math.max(0, ...applied.map(({ orderNum }) => orderNum))
  await tx
    .insertInto('loWorkMeasure')
    .values(
      missing.map(({ content, controlRank }, index) => ({
        id: newId(),
        tenantId: work.tenantId,
        workId: work.id,
        createBy: work.updateBy ?? work.createBy,
        createTime: new Date(now),
        orderNum: last + 1 + index,
        content,
        involve: 1,
        dualControl: 0,
        result: 0,
        controlRank,
      })),
    )
    .execute()
}
