import { lastShiftChange, notFullyLockedSec } from '@suoan/domain/warning'
import { sql } from 'kysely'
import type { Tx } from '../../../context.ts'
import { ticketIn } from '../../../ticket-sets.ts'
import type { Candidate } from '../candidate.ts'
import { openSessions, sessionColumns } from './open-sessions.ts'

type Found = Omit<Candidate, 'warnType'>

/** W01: open longer than the limit of its lock type or of the ticket's item (`allowOpenMin`, in `limitSec`). */
export async function findOvertime(tx: Tx, now: number): Promise<Candidate[]> {
  const { rows } = await sql<Found>`
    select ${sessionColumns}, coalesce(s.limit_sec, 900) as threshold_sec,
      s.open_time + make_interval(secs => coalesce(s.limit_sec, 900)) as raise_time
    from ${openSessions('W01')}
      and s.open_time + make_interval(secs => coalesce(s.limit_sec, 900)) <= ${new Date(now)}
    order by s.open_time limit 500`.execute(tx)
  return rows.map((row) => ({ ...row, warnType: 'W01' }))
}

/** W05: latch and shackle have disagreed for a minute. */
export async function findNotFullyLocked(tx: Tx, now: number): Promise<Candidate[]> {
  const { rows } = await sql<Found>`
    select ${sessionColumns}, ${notFullyLockedSec}::int as threshold_sec,
      l.state_time + make_interval(secs => ${notFullyLockedSec}) as raise_time
    from ${openSessions('W05')} and l.lock_status = 3
      and l.state_time + make_interval(secs => ${notFullyLockedSec}) <= ${new Date(now)}
    order by s.open_time limit 500`.execute(tx)
  return rows.map((row) => ({ ...row, warnType: 'W05' }))
}

/** W07: still open at the last shift change (dictionary `lo_shift_start`, value = shift, text = `HH:mm`). */
export async function findOpenAtShiftChange(tx: Tx, now: number): Promise<Candidate[]> {
  const { rows: starts } = await sql<{ itemText: string }>`
    select i.item_text from sys_dict_item i join sys_dict d on d.id = i.dict_id
    where d.dict_code = 'lo_shift_start' and d.del_flag = 0 and i.status = 1`.execute(tx)
  const change = lastShiftChange(
    starts.map(({ itemText }) => itemText),
    now,
  )
  if (change === null) return []
  const { rows } = await sql<Found>`
    select ${sessionColumns}, 0 as threshold_sec, ${new Date(change)}::timestamptz as raise_time
    from ${openSessions('W07')} and s.open_time < ${new Date(change)}
    order by s.open_time limit 500`.execute(tx)
  return rows.map((row) => ({ ...row, warnType: 'W07' }))
}

/** W03: the ticket's time has ended and a lock of it is open. */
export async function findOpenAtTicketEnd(tx: Tx, now: number): Promise<Candidate[]> {
  const { rows } = await sql<Found>`
    select ${sessionColumns}, 0 as threshold_sec, greatest(w.valid_end, s.open_time) as raise_time
    from ${openSessions('W03')} and w.valid_end <= ${new Date(now)} and ${ticketIn('notEnded')}
    order by s.open_time limit 500`.execute(tx)
  return rows.map((row) => ({ ...row, warnType: 'W03' }))
}
