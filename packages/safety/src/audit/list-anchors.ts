import type { AnchorRow, Page, PublicKeys } from '@suoan/contract'
import { noRoot } from '@suoan/domain/evidence-chain'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { installationSigner } from '../evidence/signer.ts'
import { loadAnchor, loadAnchors, rootBefore, signatureState, type StoredAnchor } from './anchor-row.ts'
import { exportAnchors, registerKey } from './anchor-files.ts'
import { makeAnchor } from './make-anchor.ts'

/** A page of the caller's tenant's anchors, newest first, each with the state of its signature. */
export async function listAnchors(
  ctx: Context,
  { tenantId }: Actor,
  { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number },
): Promise<Page<AnchorRow>> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from lo_audit_anchor where tenant_id = ${tenantId}`.execute(ctx.db)
  const total = Number(rows[0]?.n ?? 0)
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize }
  const records: AnchorRow[] = []
  for (const anchor of await loadAnchors(ctx.db, tenantId, page)) records.push(await shown(ctx, anchor))
  return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
}

/** Anchors now what was not yet anchored, beside the nightly one. */
export async function anchorNow(ctx: Context, { tenantId }: Actor): Promise<AnchorRow> {
  await registerKey(ctx)
  const date = shanghaiTime(ctx.clock.now()).slice(0, 10)
  const id = await makeAnchor(ctx, tenantId, { date, isDaily: false })
  const anchor = id === null ? null : await loadAnchor(ctx.db, id)
  if (!anchor) throw new Error('the anchor was not stored')
  await exportAnchors(ctx, tenantId)
  return await shown(ctx, anchor)
}

/** An anchor of the caller's tenant; any other is not there. */
export async function mustOwnAnchor(ctx: Context, { tenantId }: Actor, id: string): Promise<StoredAnchor> {
  const anchor = await loadAnchor(ctx.db, id)
  if (anchor?.statement.tenantId !== tenantId) throw failUnseen('lo_audit_anchor', [id])
  return anchor
}

/** The key that signs now, and every key that ever signed here with the time it was first seen. */
export async function publicKeys(ctx: Context): Promise<PublicKeys> {
  await registerKey(ctx)
  const signer = installationSigner(ctx.config)
  const { rows } = await sql<{ kid: string; publicKey: string; firstTime: Date }>`
    select kid, public_key, first_time from lo_audit_key order by first_time`.execute(ctx.db)
  const all = rows.map((row) => ({ ...row, firstTime: shanghaiTime(row.firstTime.getTime()) }))
  return { kid: signer.kid, publicKey: signer.publicPem, all }
}

async function shown(ctx: Context, anchor: StoredAnchor): Promise<AnchorRow> {
  const { statement } = anchor
  const { anchorNo, date, hashName, leafCount, rowCount, merkleRoot, prevRoot, kid, madeAt } = statement
  const before = anchorNo === 1 ? noRoot : await rootBefore(ctx.db, statement)
  return {
    id: anchor.id,
    anchorNo,
    date,
    daily: anchor.daily,
    madeTime: shanghaiTime(madeAt),
    hashName,
    leafCount,
    rowCount,
    merkleRoot,
    prevRoot,
    kid,
    exportTo: anchor.exportTo,
    signature: await signatureState(ctx, anchor),
    linked: before === prevRoot,
  }
}
