import {
  anchorLeafText,
  anchorText,
  logKinds,
  noRoot,
  previousRootLeaf,
  treeBuilder,
  type AnchorLeaf,
  type AnchorStatement,
  type ChainKind,
  type LogKind,
} from '@suoan/domain/evidence-chain'
import { newId } from '@suoan/kit/id'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { treeHash } from '../evidence/hash.ts'
import { installationSigner } from '../evidence/signer.ts'
import { sources } from './chain-rows.ts'
import { loadAnchors } from './anchor-row.ts'
import { sealLogs } from './seal-logs.ts'

/** Chains with rows that no anchor holds yet: the parent's head, and where the newest anchor stopped. */
const ofLog = (kind: LogKind) => (tenantId: number) =>
  sql`select subject_id as subject, seq as to_seq, head from lo_log_chain where tenant_id = ${tenantId} and kind = ${kind}`
const heads: Readonly<Record<ChainKind, (tenantId: number) => RawBuilder<unknown>>> = {
  oplog: ofLog('oplog'),
  datalog: ofLog('datalog'),
  decision: (tenantId) =>
    sql`select lock_id as subject, seq as to_seq, head from lo_decision_chain where tenant_id = ${tenantId}`,
  lock: (tenantId) =>
    sql`select id as subject, chain_seq as to_seq, chain_head as head from lo_lock
      where tenant_id = ${tenantId} and chain_seq > 0`,
  work: (tenantId) =>
    sql`select w.id as subject, t.seq as to_seq, t.hash as head from lo_work w
      join lateral (select seq, hash from lo_work_trans t where t.work_id = w.id order by seq desc limit 1) t on true
      where w.tenant_id = ${tenantId}`,
}
const kinds: readonly ChainKind[] = ['decision', 'lock', 'work', ...logKinds]
const BLOCK = 5000

/**
 * Anchors everything a tenant's chains gained since his last anchor (3-domain.md §4.8, M4): a tree over the rows of
 * each chain, a tree over the chains that begins with the root before, and the signed statement. Every row is in
 * exactly one anchor, whenever it was committed. Null when the day has its anchor already. Throws when another process
 * made one at the same time; a repetition then finds it.
 */
export async function makeAnchor(
  ctx: Context,
  tenantId: number,
  { date, isDaily }: { readonly date: string; readonly isDaily: boolean },
): Promise<string | null> {
  const signer = installationSigner(ctx.config)
  const hash = treeHash(ctx.config.auditHash)
  const now = ctx.clock.now()
  const id = newId()
  await sealLogs(ctx)
  return await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      if (isDaily && (await hasDaily(tx, tenantId, date))) return null
      const [last] = await loadAnchors(tx, tenantId, { limit: 1 })
      const anchorNo = (last?.statement.anchorNo ?? 0) + 1
      const prevRoot = last?.statement.merkleRoot ?? noRoot
      const tree = treeBuilder(hash)
      const leafHashes: string[] = []
      const add = (leafHash: string): void => {
        leafHashes.push(leafHash)
        tree.add(leafHash)
      }
      add(hash.leaf(previousRootLeaf(anchorNo, prevRoot)))
      let rowCount = 0
      for (const kind of kinds) {
        const leaves = await leavesOf(tx, tenantId, kind, hash)
        for (const { leaf, rows } of leaves) {
          add(hash.leaf(anchorLeafText(leaf)))
          rowCount += rows
        }
        await storeLeaves(tx, tenantId, id, tree.size - leaves.length, leaves)
      }
      const statement: AnchorStatement = {
        format: 'suoan-anchor/1',
        tenantId,
        anchorNo,
        date,
        madeAt: now,
        hashName: ctx.config.auditHash,
        leafCount: tree.size,
        rowCount,
        merkleRoot: tree.root(),
        prevRoot,
        kid: signer.kid,
      }
      const sig = signer.sign(anchorText(statement))
      await sql`insert into lo_audit_anchor (id, tenant_id, anchor_no, date, daily, made_time, hash_name, leaf_count,
          row_count, merkle_root, prev_root, sig, kid, export_to, leaf_hashes)
        values (${id}, ${tenantId}, ${anchorNo}, ${date}::date, ${isDaily ? 1 : 0}, ${new Date(now)}, ${statement.hashName},
          ${statement.leafCount}, ${rowCount}, ${statement.merkleRoot}, ${prevRoot}, ${sig}, ${signer.kid},
          ${anchorFileName(statement)}, ${Buffer.from(leafHashes.join(''), 'hex')})`.execute(tx)
      return id
    })
}

/** Name of the file that keeps an anchor outside the database. */
export const anchorFileName = ({
  tenantId,
  anchorNo,
  date,
}: Pick<AnchorStatement, 'tenantId' | 'anchorNo' | 'date'>): string =>
  `anchor-${tenantId}-${String(anchorNo).padStart(6, '0')}-${date}.json`

async function hasDaily(tx: Tx, tenantId: number, date: string): Promise<boolean> {
  const { rows } = await sql`select 1 from lo_audit_anchor
    where tenant_id = ${tenantId} and date = ${date}::date and daily = 1`.execute(tx)
  return rows.length > 0
}

interface Grown {
  leaf: AnchorLeaf
  rows: number
  /** Leaf hashes of the rows, one behind the other: a row deleted later takes no other proof along. */
  rowHashes: Buffer
}

/** The new rows of all chains of a kind, read once in order; only one tree edge per chain is held. */
async function leavesOf(
  tx: Tx,
  tenantId: number,
  kind: ChainKind,
  hash: ReturnType<typeof treeHash>,
): Promise<Grown[]> {
  const { table, subject, seq } = sources[kind]
  await sql`create temporary table if not exists anchored_now (subject text, from_seq bigint, to_seq bigint, head text)
    on commit drop`.execute(tx)
  await sql`truncate anchored_now`.execute(tx)
  await sql`insert into anchored_now
    select h.subject, coalesce(m.to_seq, 0) + 1, h.to_seq, h.head
    from (${heads[kind](tenantId)}) h
    left join lateral (select f.to_seq from lo_audit_leaf f
      where f.kind = ${kind} and f.subject_id = h.subject order by f.to_seq desc limit 1) m on true
    where h.to_seq > coalesce(m.to_seq, 0)`.execute(tx)
  const { rows: grown } = await sql<{ subject: string; fromSeq: string; toSeq: string; head: string }>`
    select subject, from_seq, to_seq, head from anchored_now order by subject`.execute(tx)
  const trees = new Map(grown.map(({ subject: of }) => [of, treeBuilder(hash)]))
  const kept = new Map<string, Buffer[]>(grown.map(({ subject: of }) => [of, []]))
  await sql
    .raw(`declare new_rows no scroll cursor for select g.${subject} as subject, g.hash from anchored_now n
    join ${table} g on g.${subject} = n.subject and g.${seq} between n.from_seq and n.to_seq
    order by g.${subject}, g.${seq}`)
    .execute(tx)
  for (;;) {
    const { rows } = await sql
      .raw<{ subject: string; hash: string }>(`fetch ${BLOCK} from new_rows`)
      .execute(tx)
    for (const row of rows) {
      const leafHash = hash.leaf(row.hash)
      trees.get(row.subject)?.add(leafHash)
      kept.get(row.subject)?.push(Buffer.from(leafHash, 'hex'))
    }
    if (rows.length < BLOCK) break
  }
  await sql.raw('close new_rows').execute(tx)
  return grown.map(({ subject: subjectId, fromSeq, toSeq, head }) => ({
    leaf: {
      kind,
      subjectId,
      fromSeq: Number(fromSeq),
      toSeq: Number(toSeq),
      head,
      rowsRoot: trees.get(subjectId)?.root() ?? hash.empty(),
    },
    rows: trees.get(subjectId)?.size ?? 0,
    rowHashes: Buffer.concat(kept.get(subjectId) ?? []),
  }))
}

async function storeLeaves(
  tx: Tx,
  tenantId: number,
  anchorId: string,
  firstIndex: number,
  leaves: readonly Grown[],
): Promise<void> {
  for (let at = 0; at < leaves.length; at += BLOCK) {
    const rows = leaves.slice(at, at + BLOCK).map(({ leaf, rowHashes }, index) => ({
      anchor_id: anchorId,
      leaf_index: firstIndex + at + index,
      tenant_id: tenantId,
      kind: leaf.kind,
      subject_id: leaf.subjectId,
      from_seq: leaf.fromSeq,
      to_seq: leaf.toSeq,
      head: leaf.head,
      rows_root: leaf.rowsRoot,
      row_hashes: `\\x${rowHashes.toString('hex')}`,
    }))
    await sql`insert into lo_audit_leaf
      select * from json_populate_recordset(null::lo_audit_leaf, ${JSON.stringify(rows)}::json)`.execute(tx)
  }
}
