import { dueWarnings, lastShiftChange, type DueWarning } from '@suoan/domain/warning'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Candidate } from '../candidate.ts'
import { loadOpenSessions, type OpenSession } from './open-sessions.ts'

/** W01, W03, W05, W07: open locks of which a rule holds now that has not warned of them yet. */
export async function findByTime(tx: Tx, now: number): Promise<Candidate[]> {
  const change = lastShiftChange(await shiftStarts(tx), now)
  const sessions = await loadOpenSessions(tx)
  return sessions.flatMap((session) =>
    dueWarnings(session.facts, change, now)
      // The silent ones are looked for by gateway.
      .filter(({ warnType }) => warnType !== 'W06' && !session.warned.includes(warnType))
      .map((due) => candidateOf(session, due)),
  )
}

/** A session as a candidate of a rule. */
export function candidateOf(session: OpenSession, due: DueWarning): Candidate {
  const { tenantId, lockId, sessionId, areaCode, sysOrgCode, workId, openUserId, openTime } = session
  const { warnType, thresholdSec, raisedAt } = due
  const about = { tenantId, lockId, sessionId, areaCode, sysOrgCode, workId, openUserId, openTime }
  return { ...about, warnType, thresholdSec, raiseTime: new Date(raisedAt) }
}

/** When shifts begin, `HH:mm` (dictionary `lo_shift_start`: value = shift, text = time). */
export async function shiftStarts(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ itemText: string }>`
    select i.item_text from sys_dict_item i join sys_dict d on d.id = i.dict_id
    where d.dict_code = 'lo_shift_start' and d.del_flag = 0 and i.status = 1`.execute(tx)
  return rows.map(({ itemText }) => itemText)
}
