import type { InclusionProof } from '@suoan/contract'
import {
  anchorLeafText,
  inclusionPath,
  logKinds,
  previousRootLeaf,
  treeBuilder,
  type AnchorLeaf,
  type ChainKind,
  type ChainRow,
} from '@suoan/domain/evidence-chain'
import type { PoolClient } from 'pg'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { failAbsent, failUnseen } from '@suoan/platform/fail'
import { mayKnowOfDuress } from '../alarms/index.ts'
import { hasHash, sha256, treeHash, type HashName } from '../evidence/hash.ts'
import { loadAnchor, loadLeaves, signatureState, type StoredAnchor } from './anchor-row.ts'
import { announceBreak } from './announce-break.ts'
import { chainRows, sources } from './chain-rows.ts'
import { inSnapshot } from './in-snapshot.ts'
import { findEntries, type FoundEntry } from './log-entries.ts'
import { sealLogs } from './seal-logs.ts'
import { findSubject } from './subjects.ts'

/** Where the rows stand that a proof may be asked for. */
const provable = [
  ['lo_lock_log', 'id'],
  ['lo_work_trans', 'id'],
  ['lo_decision', 'id'],
  ['lo_decision', 'decision_id'],
  ['sys_log', 'id'],
  ['sys_data_log', 'id'],
] as const

/** The place of one event in its anchor (3-domain.md §3.7 `/proof`), for a row of a chain the caller may see. */
export async function proveRow(ctx: Context, actor: Actor, logId: string): Promise<InclusionProof> {
  const place = (await findRow(ctx, actor, logId)) ?? (await findLogRow(ctx, actor, logId))
  if (!place) throw failUnseen(provable, [logId])
  const { kind, subjectId, seq, inLog } = place
  const subject = await findSubject(ctx, actor, kind, subjectId)
  const { proof, gap } = await inSnapshot(ctx, async (client) => {
    const link = await proofOf(ctx, client, kind, subjectId, seq)
    const made = inLog ? { ...link, entry: inLog.entry, problem: inLog.problem ?? link.problem } : link
    return { proof: made, gap: made.problem ?? (await missingBeside(client, made)) }
  })
  // A proof that fails, or a stretch that lost rows, is a break that somebody has found.
  if (gap !== null)
    await announceBreak(ctx, actor.tenantId, { kind, subjectId, label: `${subject.no}：${gap}` })
  return proof
}

/** Rows of the anchored stretch that are gone: they do not touch this proof, and somebody must hear of them. */
async function missingBeside(client: PoolClient, proof: InclusionProof): Promise<string | null> {
  if (proof.anchor === null) return null
  const { table, subject, seq } = sources[proof.kind]
  const { fromSeq, toSeq } = proof.anchor.leaf
  const { rows } = await client.query<{ n: string }>(
    `select count(*) as n from ${table} where ${subject} = $1 and ${seq} between $2 and $3`,
    [proof.subjectId, fromSeq, toSeq],
  )
  const missing = toSeq - fromSeq + 1 - Number(rows[0]?.n ?? 0)
  return missing > 0 ? `第 ${fromSeq} 至 ${toSeq} 行中缺少 ${missing} 行` : null
}

interface Place {
  readonly kind: ChainKind
  readonly subjectId: string
  readonly seq: number
  /** Of a row of a log; `seq` is then its link. */
  readonly inLog?: FoundEntry
}

/** A row of the operation log or of the versions of rows, in the link that holds it. */
async function findLogRow(ctx: Context, { tenantId }: Actor, logId: string): Promise<Place | null> {
  await sealLogs(ctx)
  return inSnapshot(ctx, async (client) => {
    for (const kind of logKinds) {
      const [inLog] = await findEntries(client, kind, tenantId, [logId])
      if (inLog) return { kind, subjectId: inLog.subjectId, seq: inLog.seq, inLog }
    }
    return null
  })
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

/**
 * The proof of row `seq` of a chain; `anchor` is null while no anchor holds it. The path is built from the hashes that
 * the anchor kept, so that a row or a leaf that somebody has deleted takes no other proof along. `problem` says why the
 * proof does not hold, null when it does.
 */
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
  const kept = held?.rowHashes ?? null
  let row: ChainRow | undefined
  const read: string[] = []
  const stretch = kept === null ? ([from, held?.leaf.toSeq ?? seq] as const) : ([seq, seq] as const)
  for await (const rows of chainRows(client, kind, subjectId, ...stretch)) {
    for (const each of rows) {
      read.push(hash.leaf(each.hash))
      if (each.seq === seq) row = each
    }
  }
  if (!row) throw failAbsent()
  const rowIndex = seq - from
  const rowLeaves = kept ?? read
  const problem = held === null ? null : await problemOf(ctx, held, row, rowLeaves, rowIndex)
  return {
    format: 'suoan-proof/1',
    kind,
    subjectId,
    rowId: row.id,
    seq,
    row: row.canonical,
    prevHash: row.prevHash,
    hash: row.hash,
    problem,
    entry: null,
    anchor: held && {
      leaf: held.leaf,
      rowIndex,
      rowCount: rowLeaves.length,
      rowPath: rowIndex < rowLeaves.length ? inclusionPath(hash, rowLeaves, rowIndex) : [],
      leafIndex: held.index,
      leafPath: held.index < held.leafHashes.length ? inclusionPath(hash, held.leafHashes, held.index) : [],
      statement: held.anchor.statement,
      sig: held.anchor.sig,
    },
  }
}

/** Why the row does not lead to the signed root; null when it does. Chinese. */
async function problemOf(
  ctx: Context,
  { leaf, leafHashes, index, anchor, hashName }: Held,
  row: ChainRow,
  rowLeaves: readonly string[],
  rowIndex: number,
): Promise<string | null> {
  const hash = treeHash(hashName)
  const rootOf = (leaves: readonly string[]) => {
    const tree = treeBuilder(hash)
    for (const each of leaves) tree.add(each)
    return tree.root()
  }
  if (sha256(`${row.prevHash}\n${row.canonical}`) !== row.hash)
    return `第 ${row.seq} 行的内容与摘要不符（内容被修改）`
  if (rowLeaves[rowIndex] !== hash.leaf(row.hash)) return `第 ${row.seq} 行与锚点登记的摘要不符（被改写）`
  if (rootOf(rowLeaves) !== leaf.rowsRoot) return `第 ${leaf.fromSeq} 至 ${leaf.toSeq} 行与锚点登记的根不符`
  if (
    leafHashes[index] !== hash.leaf(anchorLeafText(leaf)) ||
    rootOf(leafHashes) !== anchor.statement.merkleRoot
  )
    return `第 ${anchor.statement.anchorNo} 号锚点的叶子与签名的根不符`
  if ((await signatureState(ctx, anchor)) === 'invalid')
    return `第 ${anchor.statement.anchorNo} 号锚点的签名无效`
  return null
}

interface Held {
  readonly anchor: StoredAnchor
  readonly leaf: AnchorLeaf
  /** Among all leaves; the first is the root before. */
  readonly index: number
  readonly leafHashes: readonly string[]
  /** Of the rows of the stretch, as the anchor kept them; null for anchors from before they did. */
  readonly rowHashes: readonly string[] | null
  readonly hashName: HashName
}

async function anchorOf(
  ctx: Context,
  client: PoolClient,
  kind: ChainKind,
  subjectId: string,
  seq: number,
): Promise<Held | null> {
  const { rows } = await client.query<{
    anchor_id: string
    leaf_index: string
    from_seq: string
    to_seq: string
    head: string
    rows_root: string
    row_hashes: Buffer | null
    leaf_hashes: Buffer | null
  }>(
    `select f.anchor_id, f.leaf_index, f.from_seq, f.to_seq, f.head, f.rows_root, f.row_hashes, a.leaf_hashes
    from lo_audit_leaf f join lo_audit_anchor a on a.id = f.anchor_id
    where f.kind = $1 and f.subject_id = $2 and f.from_seq <= $3 and f.to_seq >= $3 order by f.to_seq limit 1`,
    [kind, subjectId, seq],
  )
  const [found] = rows
  const anchor = found ? await loadAnchor(ctx.db, found.anchor_id) : null
  if (!found || !anchor) return null
  const { statement } = anchor
  const { hashName } = statement
  if (!hasHash(hashName)) return null
  const index = Number(found.leaf_index)
  const leaf: AnchorLeaf = {
    kind,
    subjectId,
    fromSeq: Number(found.from_seq),
    toSeq: Number(found.to_seq),
    head: found.head,
    rowsRoot: found.rows_root,
  }
  const hash = treeHash(hashName)
  const leafHashes =
    found.leaf_hashes === null
      ? [
          hash.leaf(previousRootLeaf(statement.anchorNo, statement.prevRoot)),
          ...(await loadLeaves(ctx.db, anchor.id)).map((each) => hash.leaf(anchorLeafText(each))),
        ]
      : hexes(found.leaf_hashes)
  return { anchor, leaf, index, leafHashes, rowHashes: found.row_hashes && hexes(found.row_hashes), hashName }
}

/** Hashes of 32 bytes each, one behind the other, as hex. */
function hexes(bytes: Buffer): string[] {
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.toString('hex', at * 32, at * 32 + 32))
}
