import type { InclusionProof } from '@suoan/contract'
import { canonicalJson, type Canonical, type LogKind } from '@suoan/domain/evidence-chain'
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context } from '@suoan/platform/context'
import { zipWriter } from '@suoan/platform/resource/sheet-writer-zip'
import { installationSigner } from '../evidence/signer.ts'
import { inSnapshot } from './in-snapshot.ts'
import { findEntries } from './log-entries.ts'
import { logSubject, logTable } from './log-rows.ts'
import { proofOf } from './prove-row.ts'

/** Rows of one archive: what is read, proven and packed in memory. */
export const ARCHIVED_ROWS = 1_000

/**
 * Writes the oldest rows of a tenant's log that may be removed into a file of its own, with their places in the links
 * and the links' places in the signed anchors, so that `apps/verify` checks them when the rows are gone. Answers how many
 * rows it holds; a file that stands already is written anew, the same. The rows are those that `lo_remove_old_logs` takes
 * next.
 */
export async function archiveOldLogs(ctx: Context, kind: LogKind, tenantId: number): Promise<number> {
  const subjectId = logSubject(kind, tenantId)
  const found = await inSnapshot(ctx, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${logTable[kind]} where tenant_id = $1
        and log_no <= (select max(removed_no) from lo_log_link where subject_id = $2)
        and create_time < now() - interval '180 days' order by log_no limit $3`,
      [tenantId, subjectId, ARCHIVED_ROWS],
    )
    if (rows.length === 0) return null
    const entries = await findEntries(
      client,
      kind,
      tenantId,
      rows.map(({ id }) => id),
    )
    // A row that no link holds would be lost with its proof: nothing is removed before somebody has looked at it.
    if (entries.length !== rows.length)
      throw new Error(
        `${rows.length - entries.length} rows of ${subjectId} stand in no link and are not archived`,
      )
    const links = new Map<string, InclusionProof>()
    for (const { seq } of entries) {
      const link = `${kind}/${seq}`
      if (!links.has(link)) links.set(link, await proofOf(ctx, client, kind, subjectId, seq))
    }
    return { links, entries }
  })
  if (found === null) return 0
  const { links, entries } = found
  const signer = installationSigner(ctx.config)
  const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`, 'utf8')
  const files = new Map<string, Buffer>([
    [
      'logs.json',
      json({
        links: Object.fromEntries(links),
        rows: entries.map(({ seq, entry, text }) => ({ link: `${kind}/${seq}`, kind, ...entry, row: text })),
      }),
    ],
    ['public-key.pem', Buffer.from(signer.publicPem, 'utf8')],
  ])
  const [first, last] = [entries[0]?.entry.no ?? 0, entries.at(-1)?.entry.no ?? 0]
  const manifest = {
    format: 'suoan-log-archive/1',
    kind,
    tenantId,
    firstNo: first,
    lastNo: last,
    rows: entries.length,
    archivedAt: ctx.clock.now(),
    kid: signer.kid,
    files: [...files].map(([name, content]) => ({
      name,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  }
  files.set('manifest.json', json(manifest))
  files.set('manifest.sig', Buffer.from(signer.sign(canonicalJson(manifest as Canonical)), 'utf8'))
  const folder = path.join(ctx.config.auditExportDir, 'logs')
  await mkdir(folder, { recursive: true })
  const file = path.join(
    folder,
    `${subjectId}-${String(first).padStart(12, '0')}-${String(last).padStart(12, '0')}.zip`,
  )
  const sink = new PassThrough()
  const packed = buffer(sink)
  const zip = zipWriter(sink)
  for (const [name, content] of files) await zip.add(name, [content])
  await zip.finish()
  sink.end()
  // Seen whole or not at all by whoever copies the directory.
  await writeFile(`${file}.part`, await packed, { flush: true })
  await rename(`${file}.part`, file)
  return entries.length
}
