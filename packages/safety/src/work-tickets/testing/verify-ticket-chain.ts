import { verifyChain } from '@suoan/domain/evidence-chain/testing'
import type { Tx } from '@suoan/platform/context'
import { sha256 } from '../../evidence/hash.ts'
import { storedLink, ticketGenesis } from '../ticket-chain.ts'

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
