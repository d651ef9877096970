import { everything, isIn } from '@suoan/kit/filter'
import { scopeFor } from './scope.ts'
import { actorOf } from '../http/access.ts'
import { requestParams } from '../http/bind.ts'
import { closedSignal } from '../http/closed-signal.ts'
import { fail } from '../fail.ts'
import { originOf, recordAudit } from './audit.ts'
import type { RowRecord } from '../db/compile.ts'
import { hiddenColumns } from './hidden-columns.ts'
import type { ListCall } from './hooks.ts'
import type { VerbHandler } from './mounted-resource.ts'
import { present } from './present.ts'
import { readListQuery } from './read-list-query.ts'
import { cellsOf, listedFields, sheetFields, type SheetField } from './sheet-columns.ts'
import { exportTitles, sheetMediaType, streamSheet } from './sheet-writer.ts'
import type { SheetCell } from './sheet.ts'

/**
 * Rows of the largest .xls. The format wants to know its end before its first byte; what is longer goes as .xlsx, whose
 * first byte leaves with the first rows, and which holds a million of them in one sheet.
 */
export const MOST_XLS_ROWS = 5_000
const exporting = new Map<symbol, readonly string[]>()

/**
 * A place among the exports that run, taken before anything is waited for; answers with how to leave it. The slow
 * downloads of one person, and of one address whose accounts may be one person's, never take the last place.
 */
function takePlace(most: number, keys: readonly string[]): () => void {
  const held = [...exporting.values()]
  const own = Math.max(...keys.map((key) => held.filter((each) => each.includes(key)).length))
  if (own >= Math.max(1, most - 1)) throw fail('TOO_MANY')
  if (exporting.size >= most) throw fail('BUSY')
  const place = Symbol('export')
  exporting.set(place, keys)
  return () => void exporting.delete(place)
}

/**
 * `exportXls` (4-api.md §6.4): the rows of the list's filters, or of `selections`, as a sheet that is written while it
 * is sent; memory does not grow with the rows. `exportFields` names the columns and their order, all of the sheet's by
 * default: clients of the family send the list's `field` with it and expect the whole sheet. `paramsStr` carries the same parameters as one JSON text. An error in
 * the first rows is an answer with its status; a later one breaks the connection, so that nobody takes a part for the
 * whole. Throws `BUSY` when as many exports run as there are connections for them: each holds one for as long as its
 * reader is slow.
 */
export const exportXls: VerbHandler = async (mounted, request, reply) => {
  const leave = takePlace(mounted.ctx.config.databaseExportPoolSize, [
    `person ${actorOf(request).userId}`,
    `address ${request.ip}`,
  ])
  try {
    return await sendRows(mounted, request, reply, leave)
  } catch (error) {
    leave()
    throw error
  }
}

async function sendRows(
  { ctx, resource, compiled, store, hooks }: Parameters<VerbHandler>[0],
  request: Parameters<VerbHandler>[1],
  reply: Parameters<VerbHandler>[2],
  leave: () => void,
): Promise<unknown> {
  const actor = actorOf(request)
  const input = withParamsStr(requestParams(request))
  const scope = await scopeFor(ctx, actor, resource, 'export')
  const call: ListCall = { ctx, actor, scope, input }
  const extra = hooks.filter ? await hooks.filter(call) : everything
  const selections = typeof input['selections'] === 'string' ? input['selections'] : ''
  const ids = selections
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  // Chosen rows are chosen by id; the filters that found them do not narrow the choice again.
  const query =
    ids.length === 0
      ? readListQuery(compiled, actor, input, extra)
      : {
          ...readListQuery(compiled, actor, { column: input['column'], order: input['order'] }, extra),
          filter: isIn('id', ids),
        }
  const hidden = await hiddenColumns(ctx, actor, resource)
  const isGiven = ({ name }: SheetField) => !hidden.has(name)
  const fields = chosenFields(
    sheetFields(compiled).filter(isGiven),
    input['exportFields'],
    listedFields(compiled).filter(isGiven),
  )
  const reader = { pool: ctx.pool, signal: closedSignal(reply) }
  async function* cells(): AsyncGenerator<SheetCell[]> {
    try {
      for await (const rows of store.stream(ctx.exportPool, scope, query, reader)) {
        await present(ctx, resource, actor, rows)
        if (hooks.present) await hooks.present(rows, call)
        for (const row of rows) yield cellsOf(fields, row)
      }
    } finally {
      leave()
    }
  }
  await recordAudit(ctx.pool, {
    actor,
    content: `${resource.title}：导出${ids.length === 0 ? '' : ` 所选 ${ids.length} 条`}`,
    operateType: 6,
    origin: originOf(request),
    now: ctx.clock.now(),
  })
  const { rows, isLong } = await firstRows(cells())
  const format = isLong ? 'xlsx' : 'xls'
  const sheet = {
    name: '导出信息',
    titles: exportTitles(`${resource.title}数据`, actor.realname),
    columns: fields.map(({ heading }) => ({ heading })),
  }
  const name = encodeURIComponent(`${resource.title}列表`)
  reply
    .header('content-type', sheetMediaType[format])
    .header('content-disposition', `attachment; filename*=UTF-8''${name}.${format}`)
  return await reply.send(streamSheet(format, sheet, rows))
}

/** All rows, and whether they are more than an .xls takes; the first ones are read by then. */
async function firstRows(
  source: AsyncGenerator<SheetCell[]>,
): Promise<{ rows: AsyncGenerator<SheetCell[]>; isLong: boolean }> {
  const first: SheetCell[][] = []
  let isLong = false
  while (!isLong) {
    const next = await source.next()
    if (next.done) break
    first.push(next.value)
    isLong = first.length > MOST_XLS_ROWS
  }
  async function* rows(): AsyncGenerator<SheetCell[]> {
    try {
      yield* first
      yield* source
    } finally {
      await source.return(undefined)
    }
  }
  return { rows: rows(), isLong }
}

/**
 * The columns of an export: those that `exportFields` names, in its order, as lists name theirs (`id,,code,name`, 4-api.md §4.1).
 * What is none of them is passed over; where nothing of it is one, the sheet has its usual columns.
 * @param usual the columns of the sheet
 * @param offered what may be chosen beside them
 */
export function chosenFields(
  usual: readonly SheetField[],
  asked: unknown,
  offered: readonly SheetField[] = usual,
): readonly SheetField[] {
  if (typeof asked !== 'string') return usual
  const byName = new Map([...offered, ...usual].map((field) => [field.name, field]))
  const names = new Set(asked.split(',').map((name) => name.trim().replace(/_dictText$/, '')))
  const chosen = [...names].flatMap((name) => byName.get(name) ?? [])
  return chosen.length === 0 ? usual : chosen
}

function withParamsStr(input: RowRecord): RowRecord {
  const text = input['paramsStr']
  if (typeof text !== 'string' || text === '') return input
  try {
    const given: unknown = JSON.parse(text)
    return typeof given === 'object' && given !== null ? { ...input, ...given } : input
  } catch (error) {
    if (error instanceof SyntaxError) return input
    throw error
  }
}
