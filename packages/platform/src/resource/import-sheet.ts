import type { ImportPreview } from '@suoan/contract'
import { importLimits, openSheet } from './sheet-reader.ts'
import type { FastifyRequest } from 'fastify'
import { scopeFor } from './scope.ts'
import { inTransaction } from '../db/transaction.ts'
import { actorOf } from '../http/access.ts'
import { requestParams } from '../http/bind.ts'
import type { Context } from '../context.ts'
import { fail } from '../fail.ts'
import { disposeAll, takeFiles } from '../files/take-file.ts'
import { fairQueue } from '../http/fair-queue.ts'
import { answered } from '../http/route.ts'
import { originOf, recordAudit, type Origin, type RowChange } from './audit.ts'
import { importFailed, readImportSheet, type ImportSheet } from './import-columns.ts'
import { BLOCK, storeBlock, type ImportRun, type LineOutcome } from './import-lines.ts'
import { storeReport } from './import-report.ts'
import { addOutcomes, byLine, emptyTally, type ImportTally } from './import-tally.ts'
import { parentsFirst } from './import-tree.ts'
import { previewOf, tryRows } from './import-trial.ts'
import type { MountedResource, VerbHandler } from './mounted-resource.ts'
import type { RowFile } from './row-file.ts'
import { progressTo, type Progress } from '../realtime/progress.ts'
import { sheetFields } from './sheet-columns.ts'

/** One workbook at a time for each user (security.md V25). */
const ofPerson = fairQueue({ running: Infinity, waiting: 0, ofOne: 1 })
/**
 * No more than eight of 20 MB on the disk. Of one address, whose accounts one person may have, a part of them: the
 * addresses take turns, and one that floods gives up its place in the line to another.
 */
const importing = fairQueue({ running: 8, waiting: 32, ofOne: 4 })
/** Readers are threads of up to 160 MB each; whoever imports finds a place in the line, and the addresses take turns. */
const reading = fairQueue({ running: 2, waiting: 8, ofOne: 4 })

/** Does the work of an import when it is the caller's turn: before that, nothing of a file is taken in. */
function inTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return ofPerson(actorOf(request).userId, () => importing(request.ip, work))
}

/** Workbooks of one call: every part of its form is one (4-api.md §6.5). */
const MOST_WORKBOOKS = 8

interface Workbook {
  readonly rows: RowFile
  /** Names of its sheets that are not read though they hold something. */
  readonly others: readonly string[]
  /** What the client calls it. */
  readonly name: string
}

/**
 * Does `work` with the rows of each workbook of a call, in their order. All are opened before: what is no workbook refuses the
 * call, and nothing of it is stored. Throws `BAD_INPUT` for a call without one.
 */
async function eachWorkbook<T>(
  ctx: Context,
  request: FastifyRequest,
  most: number,
  work: (book: Workbook) => Promise<T>,
): Promise<T[]> {
  const megabytes = importLimits.fileBytes / 1024 / 1024
  const taken = await takeFiles(ctx.config, request, { megabytes, most })
  const opened: Workbook[] = []
  try {
    if (taken.length === 0) throw fail('BAD_INPUT', { detail: '文件导入失败！请选择要导入的文件' })
    for (const { spooled, name } of taken) {
      const sheet = await reading(request.ip, () => openSheet(spooled.file))
      if (!sheet.ok) throw importFailed(taken.length === 1 ? sheet.message : `${name}：${sheet.message}`)
      opened.push({ rows: sheet.rows, others: sheet.others, name })
    }
    const done: T[] = []
    for (const book of opened) done.push(await work(book))
    return done
  } finally {
    await disposeAll(opened.map(({ rows }) => rows))
    await disposeAll(taken)
  }
}

/** Refuses a call that brings no file before it is read. */
function refuseNoFile(request: FastifyRequest): void {
  if (!request.isMultipart()) throw fail('BAD_INPUT', { detail: '文件导入失败！请选择要导入的文件' })
}

/**
 * Opens the workbooks of a call for whoever may import them, and does `work` with each. The query of the call may say
 * `updateExisting=1` (lines with the key of a stored row change it; needs the permission to edit) and `task` (a name under
 * which the caller's sockets are told how far it is). Clients of the specification send neither.
 */
async function withSheets<T>(
  mounted: MountedResource,
  request: FastifyRequest,
  most: number,
  work: (run: ImportRun, progress: Progress, name: string) => Promise<T>,
): Promise<T[]> {
  const { ctx, resource } = mounted
  const actor = actorOf(request)
  const asked = requestParams(request)
  const scope = await scopeFor(ctx, actor, resource, 'import')
  const updates = asked['updateExisting'] === '1'
  if (updates && !resource.verbs.includes('edit'))
    throw importFailed(`“${resource.title}”不能用导入修改已有记录，请取消“更新已有记录”后重试`)
  const editing = updates ? await scopeFor(ctx, actor, resource, 'edit') : null
  refuseNoFile(request)
  const progress = progressTo(ctx, actor, asked['task'])
  return inTurn(request, () =>
    eachWorkbook(ctx, request, most, async ({ rows, others, name }) => {
      const read = await readImportSheet(sheetFields(mounted.compiled, mounted.hooks), rows, others)
      const sheet = await parentsFirst(resource, read)
      return await work({ mounted, actor, scope, sheet, editing, seen: new Map() }, progress, name)
    }),
  )
}

/**
 * `importExcel` (4-api.md §6.5): every row goes through the checks and hooks of `add`. Good rows are stored; bad ones
 * are told in a text file, by line, and marked in a workbook (code 201).
 */
export const importExcel: VerbHandler = async (mounted, request) => {
  const done = await withSheets(mounted, request, MOST_WORKBOOKS, async (run, progress, name) => {
    const { sheet, actor } = run
    const tally = await importRows(run, originOf(request), progress)
    const total = sheet.lines.length
    const left = leftWords(sheet)
    const counts =
      run.editing === null ? '' : `新增${tally.insert}行，修改${tally.change}行，未变${tally.same}行。`
    if (tally.errors.length === 0)
      return { name, report: null, said: `共${total}行数据全部导入成功！${counts}${left}` }
    const said =
      tally.errors.length < total
        ? `文件导入成功，但有错误。${counts}`
        : `没有导入任何数据：共${total}行都有错误，请按错误报告改正后重新导入。`
    return { name, report: await storeReport(mounted, actor, sheet, tally.errors), said: `${said}${left}` }
  })
  const reports = done.flatMap(({ report }) => report ?? [])
  // The answer has room for one report.
  const more = reports.length > 1 ? '以下是第一份错误报告，其余文件请单独导入以查看。' : ''
  const said = done.map((each) => (done.length === 1 ? each.said : `${each.name}：${each.said}`)).join('')
  const [report] = reports
  return report === undefined ? answered(null, said) : answered(report, `${said}${more}`, 201)
}

/** `importPreview`: what `importExcel` would make of the same workbook now. Nothing of it is stored. */
export const importPreview: VerbHandler = async (mounted, request) => {
  const [answer] = await withSheets(mounted, request, 1, async (run, progress) => {
    const trial = await tryRows(run, progress)
    const report =
      trial.errors.length === 0 ? null : await storeReport(mounted, run.actor, run.sheet, trial.errors)
    const preview: ImportPreview = previewOf(run, trial, report)
    return answered(preview, '预检完成，尚未导入任何数据')
  })
  return answer
}

/** What is said of columns that nobody knows and of sheets that are not read; empty where there are none. */
const leftWords = ({ unknown, others }: ImportSheet): string =>
  (unknown.length === 0 ? '' : `列“${unknown.join('、')}”无法识别，没有导入，请核对表头。`) +
  (others.length === 0 ? '' : `工作表“${others.join('、')}”没有导入：只导入第一张工作表，请另存后再导入。`)

/** Stores block after block, each in a transaction of its own; gives what came of the lines. */
async function importRows(run: ImportRun, origin: Origin, progress: Progress): Promise<ImportTally> {
  const { lines } = run.sheet
  let tally = emptyTally
  for (let start = 0; start < lines.length; start += BLOCK) {
    const block = await lines.slice(start, start + BLOCK)
    const outcomes = await inTransaction(run.mounted.ctx, async (tx, emit) => {
      const stored = await storeBlock(run, tx, emit, block)
      await auditBlock(run, tx, stored, origin)
      return stored
    })
    tally = addOutcomes(tally, outcomes)
    progress(Math.min(start + BLOCK, lines.length), lines.length)
  }
  return byLine(tally)
}

/** Writes what a block changed into the operation log and the data log, in its transaction. */
async function auditBlock(
  { mounted: { ctx, resource }, actor }: ImportRun,
  tx: Parameters<typeof recordAudit>[0],
  outcomes: readonly LineOutcome[],
  origin: Origin,
): Promise<void> {
  const changes = outcomes.flatMap((outcome): RowChange[] => {
    if (outcome.kind === 'insert') return [{ resource, before: null, after: outcome.after }]
    return outcome.kind === 'change' ? [{ resource, before: outcome.before, after: outcome.after }] : []
  })
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
}
