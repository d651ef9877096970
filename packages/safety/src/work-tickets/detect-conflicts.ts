import { findConflicts, type Conflict } from '@suoan/domain/isolation'
import { newId } from '@suoan/kit/id'
import type { Tx } from '@suoan/platform/context'
import { together } from '@suoan/platform/db/together'
import { hazardMatrix } from './conflicts/hazard-matrix.ts'
import { energyBetween, plannedWorks, worksBeside } from './conflicts/planned-works.ts'
import type { WorkRow } from './ticket-row.ts'

/**
 * Finds the clashes of a ticket with every other live one and stores them (3-domain.md §4.5.3–4.5.4). A clash that is
 * gone is closed; a decision already made stays while the clash is no longer and no worse than what was decided on.
 * `editedEnd`: the end an approver is about to give it (epoch ms).
 */
export async function detectConflicts(tx: Tx, work: WorkRow, now: number, editedEnd?: number): Promise<void> {
  const [found, known] = await together(tx, (reading) =>
    Promise.all([clashesOf(reading, work, editedEnd), knownClashes(reading, work.id)]),
  )
  const kept = new Set<string>()
  let open = 0
  let accepted = 0
  const added: Conflict[] = []
  for (const conflict of found) {
    const same = known.find(
      (row) =>
        row.otherWorkId === conflict.otherWorkId &&
        row.ruleCode === conflict.ruleCode &&
        row.detail === conflict.reason &&
        row.severity === conflict.severity &&
        !kept.has(row.id) &&
        // What was decided covers no more time than it named; an open row merely follows the clash.
        (row.state === 0 ||
          ((row.overlapFrom?.getTime() ?? Infinity) <= conflict.overlapFrom &&
            (row.overlapTo?.getTime() ?? 0) >= conflict.overlapTo)),
    )
    if (same) {
      kept.add(same.id)
      if (same.state !== 0) accepted += 1
      else if (conflict.severity >= 2) open += 1
      await tx
        .updateTable('loWorkConflict')
        .set({ overlapFrom: new Date(conflict.overlapFrom), overlapTo: new Date(conflict.overlapTo) })
        .where('id', '=', same.id)
        .where('state', '=', 0)
        .execute()
      continue
    }
    if (conflict.severity >= 2) open += 1
    added.push(conflict)
  }
  if (added.length > 0) await insert(tx, work, added, now)
  const gone = known.filter((row) => !kept.has(row.id)).map((row) => row.id)
  if (gone.length > 0)
    await tx.updateTable('loWorkConflict').set({ state: 2 }).where('id', 'in', gone).execute()
  await tx
    .updateTable('loWork')
    .set({ conflictState: open > 0 ? 2 : accepted > 0 ? 1 : 0 })
    .where('id', '=', work.id)
    .execute()
}

async function knownClashes(tx: Tx, workId: string) {
  return tx
    .selectFrom('loWorkConflict')
    .selectAll()
    .where('workId', '=', workId)
    .where('state', '<>', 2)
    .execute()
}

/** The clashes as they are now, nothing stored. */
async function clashesOf(tx: Tx, work: WorkRow, editedEnd?: number): Promise<Conflict[]> {
  const [[stored], matrix] = await Promise.all([plannedWorks(tx, [work.id]), hazardMatrix(tx, work.tenantId)])
  if (!stored) return []
  const plan = editedEnd === undefined ? stored : { ...stored, end: editedEnd }
  const others = await worksBeside(tx, work.tenantId, plan)
  const graph = await energyBetween(tx, work.tenantId, [plan, ...others])
  const found = findConflicts(plan, others, matrix, graph)
  return found.map((each) => ({ ...each, reason: each.reason.slice(0, 300) }))
}

async function insert(tx: Tx, work: WorkRow, conflicts: readonly Conflict[], now: number): Promise<void> {
  await tx
    .insertInto('loWorkConflict')
    .values(
      conflicts.map((conflict) => ({
        id: newId(),
        tenantId: work.tenantId,
        workId: work.id,
        otherWorkId: conflict.otherWorkId,
        kind: conflict.kind,
        ruleCode: conflict.ruleCode,
        severity: conflict.severity,
        overlapFrom: new Date(conflict.overlapFrom),
        overlapTo: new Date(conflict.overlapTo),
        detail: conflict.reason,
        state: 0,
        createTime: new Date(now),
      })),
    )
    .execute()
}
