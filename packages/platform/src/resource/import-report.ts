import { shanghaiTime } from '@suoan/kit/shanghai'
import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { Actor } from '../context.ts'
import type { ImportSheet } from './import-columns.ts'
import type { RefusedLine } from './import-tally.ts'
import type { MountedResource } from './mounted-resource.ts'
import { reasonHeading } from './sheet-headings.ts'
import { writeWorkbook, type BookCell } from './workbook.ts'

/** How long a report can be had, ms: it quotes rows that were refused. */
export const REPORT_MS = 86_400_000
/** Lines whose cells get a note: Excel is slow with many. All lines are filled and say their reason in the last column. */
const MOST_NOTED = 2_000
/** Refused lines whose cells are in memory at once. */
const READ_AT_ONCE = 500

/** What `importExcel` answers with code 201 (4-api.md §6.5). */
export interface ImportReport {
  readonly totalCount: number
  readonly successCount: number
  readonly errorCount: number
  readonly msg: string
  /** The reasons as lines of a text. */
  readonly fileUrl: string
  readonly fileName: string
  /** The refused lines as a workbook with their cells marked, to be corrected and imported again. */
  readonly markedUrl: string
  readonly markedName: string
}

/** Keeps the reasons of an import for whoever imported, as a text and as a workbook. */
export async function storeReport(
  { ctx, resource }: MountedResource,
  actor: Actor,
  sheet: ImportSheet,
  errors: readonly RefusedLine[],
): Promise<ImportReport> {
  const now = ctx.clock.now()
  const id = randomBytes(16).toString('hex')
  const name = `${resource.name}ImportExcelErrorLog${id}`
  const total = sheet.lines.length
  await sql`delete from sheet_report where create_time < ${new Date(now - REPORT_MS)}`.execute(ctx.db)
  await ctx.db
    .insertInto('sheetReport')
    .values({
      id,
      tenantId: actor.tenantId,
      userId: actor.userId,
      fileName: `${name}.txt`,
      content: errors
        .map(({ line, reason }) => `第 ${line} 行：${reason}，忽略导入。`)
        .join('\r\n')
        .replaceAll('\0', ''),
      book: await markedBook(sheet, errors),
      createTime: new Date(now),
    })
    .execute()
  const folder = `/sys/common/static/logs/${shanghaiTime(now).slice(0, 10).replaceAll('-', '')}`
  return {
    totalCount: total,
    successCount: total - errors.length,
    errorCount: errors.length,
    msg: `总上传行数：${total}，已导入行数：${total - errors.length}，错误行数：${errors.length}`,
    fileUrl: `${folder}/${name}.txt`,
    fileName: `${name}.txt`,
    markedUrl: `${folder}/${name}.xlsx`,
    markedName: `${name}.xlsx`,
  }
}

/** The refused lines below the headings of their sheet; each cell that is to blame is filled and says why. */
async function markedBook(sheet: ImportSheet, errors: readonly RefusedLine[]): Promise<Buffer> {
  const byName = new Map(sheet.columns.map(([at, { name }]) => [name, at]))
  const width = Math.max(sheet.headings.length, ...sheet.columns.map(([at]) => at + 1))
  const marked = new Set(sheet.columns.map(([at]) => at))
  const old = sheet.headings.findIndex((heading) => heading.trim() === reasonHeading)
  // A report that was corrected and imported again has the column already.
  const reasonAt = old >= 0 && !marked.has(old) ? old : width
  const columns = Array.from({ length: Math.max(width, reasonAt + 1) }, (_, at) => at)
  const headings = columns.map((at): BookCell => ({
    value: at === reasonAt ? reasonHeading : (sheet.headings[at] ?? '').trim(),
    look: 'heading',
  }))
  async function* rows(): AsyncGenerator<readonly BookCell[]> {
    yield headings
    for (let from = 0; from < errors.length; from += READ_AT_ONCE) {
      const some = errors.slice(from, from + READ_AT_ONCE)
      const lines = await sheet.lines.pick(some.map(({ at }) => at))
      for (const [index, { line, reason, fields }] of some.entries()) {
        const wrong = new Set(fields.map((name) => byName.get(name)))
        yield columns.map((at): BookCell => {
          if (at === reasonAt) return { value: `第 ${line} 行：${reason}`, look: 'wrong' }
          const value = lines[index]?.cells[at] ?? ''
          if (!wrong.has(at)) return { value, look: 'plain' }
          return { value, look: 'wrong', note: from + index < MOST_NOTED ? reason : undefined }
        })
      }
    }
  }
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const widths = columns.map((at) => (at === reasonAt ? 48 : 18))
  await writeWorkbook([{ name: '导入错误', widths, frozen: 1, rows: rows() }], sink)
  return Buffer.concat(chunks)
}
