import { shanghaiTime } from '@suoan/kit/shanghai'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { scopeFor, type Scope } from './scope.ts'
import { inTransaction } from '../db/transaction.ts'
import { databaseRefusal } from '../db/database-refusal.ts'
import type { Actor, Tx } from '../context.ts'
import { actorOf } from '../http/access.ts'
import { AppError, fail, RuleRefusal } from '../fail.ts'
import { fairQueue } from '../http/fair-queue.ts'
import { answered } from '../http/route.ts'
import { originOf, recordAudit, type Origin, type RowChange } from './audit.ts'
import type { RowRecord } from '../db/compile.ts'
import type { MountedResource, VerbHandler } from './mounted-resource.ts'
import { readDraft } from './read-draft.ts'
import { sheetFields, valueOfCell, type SheetField } from './sheet-columns.ts'
import { importLimits, readSheet } from './sheet-reader.ts'
import { addRow } from './write-verbs.ts'

/** A row of the sheet that could not be stored; `line` as the spreadsheet counts, from 1. */
interface RowError {
  readonly line: number
  readonly reason: string
}

/** Rows of one transaction: few enough that a lock is not held long. */
const BLOCK = 200
/** Heading rows are looked for below at most this many title rows. */
const MOST_TITLES = 6

/** One workbook at a time for each user (security.md V25). */
const ofPerson = fairQueue({ running: Infinity, waiting: 0, ofOne: 1 })
/**
 * No more than eight of 20 MB in memory. Of one address, whose accounts one person may have, a part of them: the
 * addresses take turns, and one that floods gives up its place in the line to another.
 */
const importing = fairQueue({ running: 8, waiting: 32, ofOne: 4 })
/** Readers are threads of up to 768 MB each; whoever imports finds a place in the line, and the addresses take turns. */
const reading = fairQueue({ running: 2, waiting: 8, ofOne: 4 })

/**
 * `importExcel` (4-api.md §6.5): every row goes through the checks and hooks of `add`. Good rows are stored; bad ones
 * are told in a text file, by line (code 201).
 */
export const importExcel: VerbHandler = async (mounted, request) => {
  const { resource } = mounted
  const actor = actorOf(request)
  const scope = await scopeFor(mounted.ctx, actor, resource, 'import')
  if (!request.isMultipart()) throw fail('BAD_INPUT', { detail: '文件导入失败！请选择要导入的文件' })
  // Before the file is taken into memory.
  return ofPerson(actor.userId, () =>
    importing(request.ip, async () => {
      const part = await request.file({ limits: { fileSize: importLimits.fileBytes } })
      if (!part) throw fail('BAD_INPUT', { detail: '文件导入失败！请选择要导入的文件' })
      const bytes = await part.toBuffer()
      const sheet = await reading(request.ip, () => readSheet(bytes))
      if (!sheet.ok) throw failed(sheet.message)
      const { errors, total, unknown } = await importRows(
        mounted,
        actor,
        scope,
        sheet.rows,
        originOf(request),
      )
      const left = unknown.length === 0 ? '' : `列“${unknown.join('、')}”无法识别，没有导入，请核对表头。`
      if (errors.length === 0) return answered(null, `共${total}行数据全部导入成功！${left}`)
      const said =
        errors.length < total
          ? '文件导入成功，但有错误。'
          : `没有导入任何数据：共${total}行都有错误，请按错误报告改正后重新导入。`
      return answered(await report(mounted, actor, errors, total), `${said}${left}`, 201)
    }),
  )
}

function failed(detail: string): AppError {
  return fail('BAD_INPUT', { detail: `文件导入失败:${detail}` })
}

async function importRows(
  mounted: MountedResource,
  actor: Actor,
  scope: Scope,
  rows: readonly (readonly string[])[],
  origin: Origin,
): Promise<{ errors: RowError[]; total: number; unknown: string[] }> {
  const { ctx, resource, compiled } = mounted
  const { headRow, columns } = findHeadings(sheetFields(compiled), rows)
  const lines = rows
    .map((cells, index) => ({ cells, line: index + 1 }))
    .slice(headRow + 1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (lines.length === 0) throw failed('表头下没有数据，请填写后再导入')
  const errors: RowError[] = []
  for (let start = 0; start < lines.length; start += BLOCK) {
    const block = lines.slice(start, start + BLOCK)
    await inTransaction(ctx, async (tx, emit) => {
      const changes: RowChange[] = []
      for (const { cells, line } of block) {
        const body: RowRecord = {}
        for (const [at, field] of columns) {
          const text = (cells[at] ?? '').trim()
          if (text !== '') body[field.name] = await valueOfCell(ctx, tx, scope.tenantId, field, text)
        }
        const { values, problems } = readDraft(resource, body, 'add')
        if (problems.length > 0) {
          errors.push({ line, reason: problems.join('；') })
          continue
        }
        const call = { tx, ctx, actor, scope, now: ctx.clock.now(), input: body, emit }
        const stored = await attempt(tx, () => addRow(mounted, values, call))
        if ('reason' in stored) errors.push({ line, reason: stored.reason })
        else changes.push({ resource, before: null, after: stored.row })
      }
      await recordAudit(
        tx,
        {
          actor,
          content: `${resource.title}：导入 ${changes.length} 条`,
          operateType: 5,
          origin,
          now: ctx.clock.now(),
        },
        changes,
      )
    })
  }
  const known = new Set(columns.map(([at]) => at))
  const unknown = (rows[headRow] ?? []).filter((cell, at) => cell.trim() !== '' && !known.has(at))
  return {
    errors,
    total: lines.length,
    unknown: unknown.slice(0, 10).map((cell) => cell.trim().slice(0, 30)),
  }
}

/** A refused row must not take the rows before it along: each stands behind a savepoint of its own. */
async function attempt(
  tx: Tx,
  store: () => Promise<RowRecord>,
): Promise<{ readonly row: RowRecord } | { readonly reason: string }> {
  await sql`savepoint import_row`.execute(tx)
  try {
    const row = await store()
    await sql`release savepoint import_row`.execute(tx)
    return { row }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    await sql`rollback to savepoint import_row`.execute(tx)
    return { reason }
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof AppError || error instanceof RuleRefusal) return error.message
  return databaseRefusal(error)?.message
}

/** The first row that bears headings; columns are matched by text, wherever they stand. */
function findHeadings(
  fields: readonly SheetField[],
  rows: readonly (readonly string[])[],
): { headRow: number; columns: [number, SheetField][] } {
  const byHeading = new Map(
    fields.flatMap((field) => [
      [field.field.label, field],
      [field.heading, field],
    ]),
  )
  let best: { headRow: number; columns: [number, SheetField][] } = { headRow: -1, columns: [] }
  for (const [headRow, cells] of rows.slice(0, MOST_TITLES).entries()) {
    const columns = cells.flatMap((cell, at): [number, SheetField][] => {
      const field = byHeading.get(cell.trim())
      return field ? [[at, field]] : []
    })
    if (columns.length > best.columns.length) best = { headRow, columns }
  }
  if (best.columns.length === 0) {
    throw failed(`没有找到表头，表头应包含：${fields.map(({ heading }) => heading).join('、')}`)
  }
  const present = new Set(best.columns.map(([, { name }]) => name))
  const repeated = best.columns.filter(([, { name }], n) =>
    best.columns.slice(0, n).some(([, earlier]) => earlier.name === name),
  )
  if (repeated.length > 0)
    throw failed(`列重复：${repeated.map(([, { heading }]) => heading).join('、')}。每一列只保留一个，再导入`)
  const missing = fields.filter(({ name, field }) => field.required && !field.derived && !present.has(name))
  if (missing.length > 0) throw failed(`缺少必填的列：${missing.map(({ heading }) => heading).join('、')}`)
  return best
}

async function report(
  { ctx, resource }: MountedResource,
  actor: Actor,
  errors: readonly RowError[],
  total: number,
): Promise<Record<string, unknown>> {
  const now = ctx.clock.now()
  const id = randomBytes(16).toString('hex')
  const fileName = `${resource.name}ImportExcelErrorLog${id}.txt`
  await ctx.db
    .insertInto('sheetReport')
    .values({
      id,
      tenantId: actor.tenantId,
      userId: actor.userId,
      fileName,
      content: errors.map(({ line, reason }) => `第 ${line} 行：${reason}，忽略导入。`).join('\r\n'),
      createTime: new Date(now),
    })
    .execute()
  return {
    totalCount: total,
    successCount: total - errors.length,
    errorCount: errors.length,
    msg: `总上传行数：${total}，已导入行数：${total - errors.length}，错误行数：${errors.length}`,
    fileUrl: `/sys/common/static/logs/${shanghaiTime(now).slice(0, 10).replaceAll('-', '')}/${fileName}`,
    fileName,
  }
}
