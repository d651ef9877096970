import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '@suoan/platform/context'
import { sql } from 'kysely'
import { installationSigner } from '../evidence/signer.ts'
import { loadAnchors, type StoredAnchor } from './anchor-row.ts'
import { anchorFileName } from './make-anchor.ts'

/** Older anchors than these are not looked for again; a directory that was away for a month is caught up. */
const CAUGHT_UP = 60

/** What an anchor file says: enough to check the signature, and every later proof against the root. */
export interface AnchorFile {
  readonly format: 'suoan-anchor-file/1'
  readonly statement: StoredAnchor['statement']
  readonly sig: string
  readonly publicKey: string
}

/** An anchor with the public key it is checked by, as it is kept outside and given away. */
export async function anchorFile(ctx: Context, { statement, sig }: StoredAnchor): Promise<AnchorFile> {
  const { rows } = await sql<{ publicKey: string }>`
    select public_key from lo_audit_key where kid = ${statement.kid}`.execute(ctx.db)
  return { format: 'suoan-anchor-file/1', statement, sig, publicKey: rows[0]?.publicKey ?? '' }
}

/** Notes our public key beside the anchors, so that they can be checked when another key signs. */
export async function registerKey(ctx: Context): Promise<void> {
  const { kid, publicPem } = installationSigner(ctx.config)
  await sql`insert into lo_audit_key (kid, public_key, first_time)
    values (${kid}, ${publicPem}, ${new Date(ctx.clock.now())}) on conflict do nothing`.execute(ctx.db)
}

/** Writes the anchors that the export directory does not have yet; returns how many. */
export async function exportAnchors(ctx: Context, tenantId: number): Promise<number> {
  const folder = ctx.config.auditExportDir
  await mkdir(folder, { recursive: true })
  let written = 0
  for (const anchor of await loadAnchors(ctx.db, tenantId, { limit: CAUGHT_UP })) {
    const file = path.join(folder, anchorFileName(anchor.statement))
    if ((await stat(file).catch(() => null)) !== null) continue
    const text = `${JSON.stringify(await anchorFile(ctx, anchor), null, 2)}\n`
    // Seen whole or not at all by whoever copies the directory.
    await writeFile(`${file}.part`, text)
    await rename(`${file}.part`, file)
    written += 1
  }
  return written
}
