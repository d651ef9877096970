import type { SignatureState } from '@suoan/contract'
import {
  anchorText,
  type AnchorLeaf,
  type AnchorStatement,
  type ChainKind,
} from '@suoan/domain/evidence-chain'
import { sql, type Kysely } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { installationSigner, isSignedBy } from '../evidence/signer.ts'

type Db = Tx | Kysely<Database>

/** A stored anchor: what it says, its signature, and what is known beside it. */
export interface StoredAnchor {
  readonly id: string
  readonly daily: number
  readonly exportTo: string | null
  readonly sig: string
  readonly statement: AnchorStatement
}

interface Row {
  readonly id: string
  readonly tenantId: number
  readonly anchorNo: string
  readonly date: string
  readonly daily: number
  readonly madeTime: Date
  readonly hashName: string
  readonly leafCount: string
  readonly rowCount: string
  readonly merkleRoot: string
  readonly prevRoot: string
  readonly sig: string
  readonly kid: string
  readonly exportTo: string | null
}

const columns =
  sql.raw(`id, tenant_id, anchor_no, date::text as date, daily, made_time, hash_name, leaf_count,
  row_count, merkle_root, prev_root, sig, kid, export_to`)

const stored = (row: Row): StoredAnchor => ({
  id: row.id,
  daily: row.daily,
  exportTo: row.exportTo,
  sig: row.sig,
  statement: {
    format: 'suoan-anchor/1',
    tenantId: row.tenantId,
    anchorNo: Number(row.anchorNo),
    date: row.date,
    madeAt: row.madeTime.getTime(),
    hashName: row.hashName,
    leafCount: Number(row.leafCount),
    rowCount: Number(row.rowCount),
    merkleRoot: row.merkleRoot,
    prevRoot: row.prevRoot,
    kid: row.kid,
  },
})

/** Newest first. */
export async function loadAnchors(
  db: Db,
  tenantId: number,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<StoredAnchor[]> {
  const { rows } = await sql<Row>`select ${columns} from lo_audit_anchor where tenant_id = ${tenantId}
    order by anchor_no desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(stored)
}

/** An anchor by its id, whoever asks: the caller has checked what may be seen. */
export async function loadAnchor(db: Db, id: string): Promise<StoredAnchor | null> {
  const { rows } = await sql<Row>`select ${columns} from lo_audit_anchor where id = ${id}`.execute(db)
  return rows[0] ? stored(rows[0]) : null
}

/** The Merkle root of the anchor before this one; null when there is none. */
export async function rootBefore(db: Db, { tenantId, anchorNo }: AnchorStatement): Promise<string | null> {
  const { rows } = await sql<{ root: string }>`select merkle_root as root from lo_audit_anchor
    where tenant_id = ${tenantId} and anchor_no = ${anchorNo - 1}`.execute(db)
  return rows[0]?.root ?? null
}

/** The leaves of an anchor in order, without the first, which is made from the root before. */
export async function loadLeaves(db: Db, anchorId: string): Promise<AnchorLeaf[]> {
  const { rows } = await sql<{
    kind: ChainKind
    subjectId: string
    fromSeq: string
    toSeq: string
    head: string
    rowsRoot: string
  }>`select kind, subject_id, from_seq, to_seq, head, rows_root from lo_audit_leaf
    where anchor_id = ${anchorId} order by leaf_index`.execute(db)
  return rows.map((row) => ({ ...row, fromSeq: Number(row.fromSeq), toSeq: Number(row.toSeq) }))
}

/** Our own key is taken from where it signs, never from the database: whoever writes there cannot pass as us. */
export async function signatureState(
  ctx: Pick<Context, 'config' | 'db'>,
  { statement, sig }: StoredAnchor,
): Promise<SignatureState> {
  const signer = installationSigner(ctx.config)
  const text = anchorText(statement)
  if (statement.kid === signer.kid) return isSignedBy(signer.publicPem, text, sig) ? 'valid' : 'invalid'
  const { rows } = await sql<{ publicKey: string }>`
    select public_key from lo_audit_key where kid = ${statement.kid}`.execute(ctx.db)
  const [key] = rows
  return key && isSignedBy(key.publicKey, text, sig) ? 'otherKey' : 'invalid'
}
