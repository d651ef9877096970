import { measureTemplate, type TemplateMeasure } from '@suoan/contract'
import { decideLevel } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { loadLevel } from './level.ts'
import { ticketOf, type WorkRow } from '../ticket-row.ts'

/** A template that cannot be read offers nothing; nothing is submitted under it (G01, `PolicyFact.unset`). */
const linesOf = (stored: unknown): TemplateMeasure[] => measureTemplate.safeParse(stored ?? []).data ?? []

/** The measures that a kind of work begins with, in their order; empty where the plant has no such kind. */
export async function templateOf(
  tx: Tx,
  tenantId: number,
  typeCode: string,
  levelCodes: readonly string[],
): Promise<TemplateMeasure[]> {
  const rows = await tx
    .selectFrom('loWorkType')
    .select(['levelCode', 'measuresTpl'])
    .where('tenantId', '=', tenantId)
    .where('typeCode', '=', typeCode)
    .where('levelCode', 'in', [...levelCodes])
    .where('status', '=', 1)
    .where('delFlag', '=', 0)
    .execute()
  const lines = levelCodes.flatMap((code) =>
    rows.filter(({ levelCode }) => levelCode === code).flatMap(({ measuresTpl }) => linesOf(measuresTpl)),
  )
  const seen = new Set<string>()
  return lines.filter(({ content }) => seen.size !== seen.add(content).size)
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
  const template = await templateOf(tx, work.tenantId, work.workType ?? '', [...new Set([chosen, decided])])
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
