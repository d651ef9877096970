import { linkHash, type Canonical } from '@suoan/domain/evidence-chain'
import type { Verdict } from '@suoan/domain/verdict'
import type { ActorFact, Ticket } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import type { Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { together } from '@suoan/platform/db/together'
import { sha256 } from '../evidence/hash.ts'
import { packDiff } from './audit-diff.ts'
import { deltaSinceLog, rememberRecorded } from './replay/recorded-rows.ts'
import { linkRow, ticketGenesis } from './ticket-chain.ts'
import type { WorkRow } from './ticket-row.ts'

export interface TransitionRecord {
  readonly transId: string
  readonly event: string
  readonly before: Ticket | null
  readonly after: Ticket
  readonly verdicts: readonly Verdict[]
  /** The assignee in whose place the actor decided (T15). */
  readonly onBehalfOf?: string | null
  readonly diff: Canonical
  readonly clientOpId: string | null
  readonly now: number
}

/**
 * Appends the audit row of one event to the ticket's chain (3-domain.md §4.8). The caller holds the row lock of the
 * ticket, so sequence and chain have one writer. Call it last: with the event it keeps every row the event changed, so
 * that the log alone tells what was true at any second (M5).
 */
export async function recordTransition(
  tx: Tx,
  work: Pick<WorkRow, 'id' | 'tenantId'>,
  actor: ActorFact,
  record: TransitionRecord,
): Promise<void> {
  const { last, delta, look } = await together(tx, async (reading) => {
    const newest = lastLink(reading, work)
    return { ...(await deltaSinceLog(reading, work, newest)), last: await newest }
  })
  const prevHash = last?.hash ?? ticketGenesis(work.id)
  const row = {
    id: newId(),
    tenantId: work.tenantId,
    workId: work.id,
    // The driver gives bigint as text.
    seq: Number(last?.seq ?? 0) + 1,
    event: record.event,
    transId: record.transId,
    fromStatus: record.before?.status ?? record.after.status,
    toStatus: record.after.status,
    fromPhase: record.before?.phase ?? record.after.phase,
    toPhase: record.after.phase,
    actorId: actor.userId,
    actorName: actor.name,
    actorRole: actor.roleTags.join(',').slice(0, 100),
    onBehalfOf: record.onBehalfOf ?? null,
    clientOpId: record.clientOpId,
    chainForm: 2,
  }
  // As JSON reads it back, so that what is hashed is what is stored.
  const plain = (value: unknown): Canonical => JSON.parse(JSON.stringify(value ?? null)) as Canonical
  const guards = plain(record.verdicts.map(({ id, pass, text, evidence }) => ({ id, pass, text, evidence })))
  const diff = plain(packDiff(record.diff, delta))
  const hash = linkHash(sha256, prevHash, linkRow({ ...row, serverTime: record.now, guards, diff }))
  const linking = tx
    .with('link', (db) =>
      db.insertInto('loWorkTrans').values({
        ...row,
        serverTime: new Date(record.now),
        guards: JSON.stringify(guards),
        diff: JSON.stringify(diff),
        prevHash,
        hash,
      }),
    )
    .updateTable('loWork')
    .set({ chainHead: hash })
    .where('id', '=', work.id)
  await askNamed(tx, linking)
  rememberRecorded(work.id, hash, look)
}

async function lastLink(tx: Tx, { id, tenantId }: Pick<WorkRow, 'id' | 'tenantId'>) {
  return tx
    .selectFrom('loWorkTrans')
    .select(['seq', 'hash'])
    .where('tenantId', '=', tenantId)
    .where('workId', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
