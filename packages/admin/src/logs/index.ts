import { dataLog, logEndpoints, operationLog } from '@suoan/contract'
import { and, contains, eq, everything, isIn } from '@suoan/kit/filter'
import { dataScope } from '@suoan/platform/resource/scope'
import type { Actor } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import type { Feature } from '@suoan/platform/http/route'
import {
  defineHooks,
  engineOf,
  hideInRecord,
  mountResource,
  present,
  resourceStore,
  type RowRecord,
} from '@suoan/platform/resource'

/** Operation log and data log (4-api.md §7.19). Both are append-only: there is no call that deletes from them. */
export const logs: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, operationLog, operationLogHooks)
  const described = (table: unknown) =>
    engineOf(ctx)
      .resources()
      .find((resource) => resource.table === table)
  /** Versions as texts, with what the caller may not see whole masked in them as in the rows themselves. */
  const shown = async (rows: readonly RowRecord[], actor: Actor): Promise<void> => {
    for (const row of rows) {
      // Of which table a version is has been taken out where that column is not the caller's: then nothing of it is shown.
      const resource = described(row['dataTable'])
      for (const name of ['dataContent', 'dataChange'])
        if (row['dataTable'] === undefined) delete row[name]
        else row[name] = await hideInRecord(ctx, resource, actor, row[name])
    }
    versionsAsText(rows)
  }
  mountResource(mount, dataLog, defineHooks(dataLog, { present: (rows, { actor }) => shown(rows, actor) }))
  bind(logEndpoints.versions, async ({ input, actor }) => {
    const scope = await dataScope(ctx, actor, dataLog)
    const same = and(eq('dataTable', input.dataTable), eq('dataId', input.dataId))
    const rows = await resourceStore(dataLog).list(ctx.pool, scope, same, {
      sort: [{ field: 'dataVersion', direction: 'desc' }],
    })
    if (rows.length === 0) throw fail('REFUSED', { detail: '未找到版本信息' })
    await present(ctx, dataLog, actor, rows, () => shown(rows, actor))
    return rows
  })
  bind(logEndpoints.compare, async ({ input, actor }) => {
    const scope = await dataScope(ctx, actor, dataLog)
    const ids = [input.dataId1, input.dataId2]
    const rows = await resourceStore(dataLog).list(ctx.pool, scope, isIn('id', ids))
    await present(ctx, dataLog, actor, rows, () => shown(rows, actor))
    return rows.sort((a, b) => ids.indexOf(String(a['id'])) - ids.indexOf(String(b['id'])))
  })
}

const operationLogHooks = defineHooks(operationLog, {
  filter: ({ input }) => {
    const word = input['keyWord']
    return typeof word === 'string' && word.trim() !== ''
      ? contains('logContent', word.trim().replace(/^\*+|\*+$/g, ''))
      : everything
  },
})

/** The wire carries versions as texts (4-api.md §13). */
function versionsAsText(rows: readonly RowRecord[]): void {
  for (const row of rows)
    if (row['dataVersion'] !== undefined && row['dataVersion'] !== null)
      row['dataVersion'] = String(row['dataVersion'])
}
