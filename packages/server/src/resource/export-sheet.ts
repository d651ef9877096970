import { everything, isIn } from '@suoan/kit/filter'
import { scopeFor } from '../db/scope.ts'
import { actorOf } from '../http/access.ts'
import { requestParams } from '../http/bind.ts'
import { fail } from '../http/fail.ts'
import { originOf, recordAudit } from './audit.ts'
import type { RowRecord } from './compile.ts'
import type { ListCall } from './hooks.ts'
import type { VerbHandler } from './mount-resource.ts'
import { present } from './present.ts'
import { readListQuery } from './read-list-query.ts'
import { cellsOf, sheetFields } from './sheet-columns.ts'
import { exportTitles, sheetMediaType, streamSheet, type SheetCell } from './sheet-writer.ts'

/** Each export holds a connection for as long as its reader is slow; lists must keep theirs. */
const MOST_EXPORTS = 3
let exporting = 0

/**
 * `exportXls` (4-api.md §6.4): the rows of the list's filters, or of `selections`, as an .xls that is written while it
 * is sent; memory does not grow with the rows. `paramsStr` carries the same parameters as one JSON text.
 */
export const exportXls: VerbHandler = async ({ ctx, resource, compiled, store, hooks }, request, reply) => {
  if (exporting >= MOST_EXPORTS) throw fail('TOO_MANY')
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
      ? readListQuery(compiled, input, extra)
      : {
          ...readListQuery(compiled, { column: input['column'], order: input['order'] }, extra),
          filter: isIn('id', ids),
        }
  const fields = sheetFields(compiled)
  async function* cells(): AsyncGenerator<SheetCell[]> {
    exporting += 1
    try {
      for await (const rows of store.stream(ctx.pool, scope, query)) {
        await present(ctx, resource, actor.tenantId, rows)
        if (hooks.present) await hooks.present(rows, call)
        for (const row of rows) yield cellsOf(fields, row)
      }
    } finally {
      exporting -= 1
    }
  }
  await recordAudit(ctx.pool, {
    actor,
    content: `${resource.title}：导出${ids.length === 0 ? '' : ` 所选 ${ids.length} 条`}`,
    operateType: 6,
    origin: originOf(request),
    now: ctx.clock.now(),
  })
  const name = `${resource.title}列表`
  const sheet = {
    name: '导出信息',
    titles: exportTitles(`${resource.title}数据`, actor.realname),
    columns: fields.map(({ heading }) => ({ heading })),
  }
  reply
    .header('content-type', sheetMediaType.xls)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}.xls`)
  return await reply.send(streamSheet('xls', sheet, cells()))
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
