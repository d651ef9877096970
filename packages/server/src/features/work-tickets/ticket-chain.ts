import { createHash } from 'node:crypto'
import { genesis, verifyChain, type Canonical } from '@suoan/domain/evidence-chain'
import type { Selectable } from 'kysely'
import type { Tx } from '../../context.ts'
import type { Database } from '../../db/schema.ts'

/** What of an audit row its hash covers (3-domain.md §4.8); written and verified through this one shape. */
export interface LinkedTransition {
  readonly workId: string
  readonly seq: number
  readonly event: string | null
  readonly transId: string | null
  readonly fromStatus: number | null
  readonly toStatus: number | null
  readonly fromPhase: number | null
  readonly toPhase: number | null
  readonly actorId: string | null
  readonly actorName: string | null
  readonly actorRole: string | null
  readonly clientOpId: string | null
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Where the chain of a ticket begins. */
export const ticketGenesis = (workId: string): string => genesis(sha256, 'work', workId)

/** The hashed form of a row: its columns, the server's time in epoch ms, every guard, and the difference. */
export function linkRow(
  row: LinkedTransition,
  serverTime: number,
  guards: Canonical,
  diff: Canonical,
): Canonical {
  return { ...row, serverTime, guards, diff }
}

/** Walks the audit rows of a ticket from its genesis; `firstBreak` is the index of the first that does not follow. */
export async function verifyTicketChain(tx: Tx, workId: string): Promise<ReturnType<typeof verifyChain>> {
  const rows = await tx
    .selectFrom('loWorkTrans')
    .selectAll()
    .where('workId', '=', workId)
    .orderBy('seq')
    .execute()
  const links = rows.map((row) => ({
    row: storedLink(row),
    prevHash: row.prevHash ?? '',
    hash: row.hash ?? '',
  }))
  return verifyChain(sha256, ticketGenesis(workId), links)
}

function storedLink(row: Selectable<Database['loWorkTrans']>): Canonical {
  const { workId, event, transId, fromStatus, toStatus, fromPhase, toPhase } = row
  const { actorId, actorName, actorRole, clientOpId } = row
  const linked = {
    workId: workId ?? '',
    // The driver gives bigint as text.
    seq: Number(row.seq),
    event,
    transId,
    fromStatus,
    toStatus,
    fromPhase,
    toPhase,
    actorId,
    actorName,
    actorRole,
    clientOpId,
  }
  // Both columns hold JSON that this feature wrote.
  return linkRow(linked, row.serverTime?.getTime() ?? 0, row.guards as Canonical, row.diff as Canonical)
}
