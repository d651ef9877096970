import type { ReleaseFact, SafetyTicket } from '@suoan/domain/invariants'
import { execPhase, holdState } from '@suoan/domain/dictionaries'
import { holdSets } from '@suoan/domain/isolation'
import type { TicketFacts } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { ticketOf, type WorkRow } from '../ticket-row.ts'

/** A ticket as the invariants see it: what `loadFacts` found, with what its signers signed and the chain sealed. */
export async function safetyTicketOf(tx: Tx, work: WorkRow, facts: TicketFacts): Promise<SafetyTicket> {
  const ticket = ticketOf(work)
  const { rows: signatures } = await sql<{ rowId: string; contentHash: string }>`
    select id as row_id, coalesce(content_hash, '') as content_hash from lo_work_review
      where work_id = ${work.id} and round = ${ticket.round} and review_status = 8
    union all
    select id, coalesce(content_hash, '') from lo_work_examine
      where work_id = ${work.id} and round = ${ticket.round} and approve_status = 8`.execute(tx)
  return {
    ticket,
    picture: facts,
    evacuationOrdered: ticket.phase === execPhase.suspended || ticket.phase === execPhase.heldExpired,
    signatures,
    sealedHashes: await sealedHashes(tx, work),
  }
}

/**
 * The content's hashes of this round as the audit rows tell them: the one it was submitted with, then one for each edit
 * of an approver. A ticket from before the rows were recorded has only its own.
 */
async function sealedHashes(tx: Tx, work: WorkRow): Promise<string[]> {
  const { rows } = await sql<{ opensRound: boolean; hash: string | null }>`
    select (to_status = 1 and from_status in (0, 2, 3, 5)) as opens_round,
      diff #>> array['_rows', 'ticket', work_id, 'contentHash'] as hash
    from lo_work_trans where work_id = ${work.id} order by seq`.execute(tx)
  let current = ''
  let sealed: string[] = []
  for (const { opensRound, hash } of rows) {
    if (hash !== null) current = hash
    if (opensRound) sealed = [current]
    else if (hash !== null && sealed.length > 0) sealed.push(current)
  }
  const isRecorded = sealed.length > 0 && sealed.every((hash) => hash !== '')
  return isRecorded ? sealed : [work.contentHash ?? '']
}

/** Personal locks of the ticket that were taken off, by whom and how (I3). */
export async function releasesOf(tx: Tx, workId: string): Promise<ReleaseFact[]> {
  const { rows } = await sql<Omit<ReleaseFact, 'personal' | 'acceptedBy'>>`
    select id as hold_id, work_id, user_id as owner_id, coalesce(removed_by, '') as removed_by,
      coalesce(remove_mode, 1) as mode
    from lo_point_hold where work_id = ${workId} and state = ${holdState.released} and hold_type in (${sql.join(holdSets.personal.types)}) and placed_time is not null
      and removed_time is not null`.execute(tx)
  // A transfer is written only once its new holder has accepted; who took it over stands as the one who removed it.
  return rows.map((row) => ({
    ...row,
    personal: true,
    acceptedBy: row.mode === 3 && row.removedBy !== '' ? row.removedBy : null,
  }))
}
