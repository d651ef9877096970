import type { InclusionProof } from '@suoan/contract'
import {
  anchorLeafText,
  inclusionPath,
  previousRootLeaf,
  type AnchorLeaf,
  type ChainKind,
  type ChainRow,
} from '@suoan/domain/evidence-chain'
import type { PoolClient } from 'pg'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { mayKnowOfDuress } from '../alarms/index.ts'
import { hasHash, treeHash, type HashName } from '../evidence/hash.ts'
import { loadAnchor, loadLeaves, type StoredAnchor } from './anchor-row.ts'
import { chainRows } from './chain-rows.ts'
import { findSubject } from './subjects.ts'

/** The place of one event in its anchor (3-domain.md §3.7 `/proof`), for a row of a chain the caller may see. */
export async function proveRow(ctx: Context, actor: Actor, logId: string): Promise<InclusionProof> {
  const place = await findRow(ctx, actor, logId)
  if (!place) throw fail('NOT_FOUND')
  await findSubject(ctx, actor, place.kind, place.subjectId)
  return await inSnapshot(ctx, (client) => proofOf(ctx, client, place.kind, place.subjectId, place.seq))
}

/** Runs a read on one connection in one snapshot, with cursors at hand. */
export async function inSnapshot<T>(ctx: Context, read: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await ctx.pool.connect()
  let isBroken = true
  try {
    await client.query('begin isolation level repeatable read read only')
    const result = await read(client)
    await client.query('commit')
    isBroken = false
    return result
  } finally {
    client.release(isBroken)
  }
}

interface Place {
  readonly kind: ChainKind
  readonly subjectId: string
  readonly seq: number
}

async function findRow(ctx: Context, actor: Actor, logId: string): Promise<Place | null> {
  const { tenantId } = actor
  const { rows } = await sql<{ kind: ChainKind; subjectId: string; seq: string }>`
    select 'lock' as kind, lock_id as subject_id, chain_seq as seq from lo_lock_log
      where id = ${logId} and tenant_id = ${tenantId} and chain_seq is not null
        -- Who may not know of a duress report finds none by its number either (A15).
        and (event_type <> 'DURESS' or ${mayKnowOfDuress(actor)})
    union all select 'work', work_id, seq from lo_work_trans where id = ${logId} and tenant_id = ${tenantId}
    union all select 'decision', lock_id, chain_seq from lo_decision
      where (id = ${logId} or decision_id = ${logId}) and tenant_id = ${tenantId} and chain_seq is not null
    limit 1`.execute(ctx.db)
  return rows[0] ? { ...rows[0], seq: Number(rows[0].seq) } : null
}

/** The proof of row `seq` of a chain; `anchor` is null while no anchor holds it. */
export async function proofOf(
  ctx: Context,
  client: PoolClient,
  kind: ChainKind,
  subjectId: string,
  seq: number,
): Promise<InclusionProof> {
  const held = await anchorOf(ctx, client, kind, subjectId, seq)
  const hash = treeHash(held?.hashName ?? 'sha256')
  const from = held?.leaf.fromSeq ?? seq
  let row: ChainRow | undefined
  const rowLeaves: string[] = []
  for await (const rows of chainRows(client, kind, subjectId, from, held?.leaf.toSeq ?? seq)) {
    for (const each of rows) {
      rowLeaves.push(hash.leaf(each.hash))
      if (each.seq === seq) row = each
    }
  }
  if (!row) throw fail('NOT_FOUND')
  const rowIndex = seq - from
  return {
    format: 'suoan-proof/1',
    kind,
    subjectId,
    rowId: row.id,
    seq,
    row: row.canonical,
    prevHash: row.prevHash,
    hash: row.hash,
    anchor: held && {
      leaf: held.leaf,
      rowIndex,
      rowCount: rowLeaves.length,
      // Rows that are gone leave no path; the chain's own check names them.
      rowPath: rowIndex < rowLeaves.length ? inclusionPath(hash, rowLeaves, rowIndex) : [],
      leafIndex: held.index,
      leafPath: inclusionPath(hash, held.leafHashes, held.index),
      statement: held.anchor.statement,
      sig: held.anchor.sig,
    },
  }
}

interface Held {
  readonly anchor: StoredAnchor
  readonly leaf: AnchorLeaf
  /** Among all leaves; the first is the root before. */
  readonly index: number
  readonly leafHashes: readonly string[]
  readonly hashName: HashName
}

async function anchorOf(
  ctx: Context,
  client: PoolClient,
  kind: ChainKind,
  subjectId: string,
  seq: number,
): Promise<Held | null> {
  const { rows } = await client.query<{ anchor_id: string; leaf_index: string }>(
    `select anchor_id, leaf_index from lo_audit_leaf
    where kind = $1 and subject_id = $2 and from_seq <= $3 and to_seq >= $3 order by to_seq limit 1`,
    [kind, subjectId, seq],
  )
  const [found] = rows
  const anchor = found ? await loadAnchor(ctx.db, found.anchor_id) : null
  if (!found || !anchor) return null
  const { statement } = anchor
  const { hashName } = statement
  if (!hasHash(hashName)) return null
  const hash = treeHash(hashName)
  const leaves = await loadLeaves(ctx.db, anchor.id)
  const index = Number(found.leaf_index)
  const leaf = leaves[index - 1]
  if (!leaf) return null
  const first = hash.leaf(previousRootLeaf(statement.anchorNo, statement.prevRoot))
  const leafHashes = [first, ...leaves.map((each) => hash.leaf(anchorLeafText(each)))]
  return { anchor, leaf, index, leafHashes, hashName }
}
