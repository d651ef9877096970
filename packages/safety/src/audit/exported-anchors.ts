import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '@suoan/platform/context'
import { sql } from 'kysely'
import { z } from 'zod'
import { anchorFileName } from './make-anchor.ts'

/** Files that are read through at a check; the names of all of them are always compared. */
const READ_THROUGH = 60

const anchorFile = z.looseObject({ sig: z.string() })

/**
 * What the anchors that were copied out say about those in the database (3-domain.md §4.8): an anchor that is gone, or
 * says something else than its copy, and an anchor whose leaves are not all there. Null when they agree. Whoever owns
 * the database can delete its anchors; the copies lie elsewhere. `all` counts the leaves of every anchor, else of the
 * newest ones.
 */
export async function anchorGap(ctx: Context, tenantId: number, all = false): Promise<string | null> {
  const { rows } = await sql<{
    anchorNo: string
    date: string
    sig: string
    leaves: boolean
  }>`select anchor_no, date::text as date, sig,
      case when ${all} or row_number() over (order by anchor_no desc) <= ${READ_THROUGH}
        then leaf_count = 1 + (select count(*) from lo_audit_leaf f where f.anchor_id = a.id) else true end as leaves
    from lo_audit_anchor a where tenant_id = ${tenantId} order by anchor_no desc`.execute(ctx.db)
  const stored = new Map(
    rows.map((row) => [anchorFileName({ tenantId, anchorNo: Number(row.anchorNo), date: row.date }), row]),
  )
  const thinned = rows.find(({ leaves }) => !leaves)
  if (thinned) return `第 ${thinned.anchorNo} 号锚点（${thinned.date}）的叶子不全（被删除）`
  for (const [nth, name] of (await copies(ctx, tenantId)).entries()) {
    const row = stored.get(name)
    if (!row) return `导出的锚点 ${name} 在数据库中已不存在（被删除或重做）`
    if (nth >= READ_THROUGH) continue
    const copy = anchorFile.safeParse(
      JSON.parse(await readFile(path.join(ctx.config.auditExportDir, name), 'utf8')),
    )
    if (!copy.success || copy.data.sig !== row.sig)
      return `第 ${row.anchorNo} 号锚点（${row.date}）与导出的文件 ${name} 不符（被改写）`
  }
  return null
}

/** Names of the tenant's anchors in the export directory, newest first; none before the first was copied. */
async function copies(ctx: Context, tenantId: number): Promise<string[]> {
  const names = await readdir(ctx.config.auditExportDir).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const own = new RegExp(`^anchor-${tenantId}-\\d{6,}-\\d{4}-\\d{2}-\\d{2}\\.json$`)
  return names
    .filter((name) => own.test(name))
    .toSorted()
    .toReversed()
}
