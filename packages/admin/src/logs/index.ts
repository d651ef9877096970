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
  const shown = <T extends readonly RowRecord[]>(rows: T, actor: Actor): T => {
    for (const row of rows)
      for (const name of ['dataContent', 'dataChange'])
        row[name] = hideInRecord(described(row['dataTable']), actor, row[name])
    return versionsAsText(rows)
  }
  mountResource(
    mount,
    dataLog,
    defineHooks(dataLog, { present: (rows, { actor }) => void shown(rows, actor) }),
  )
  bind(logEndpoints.versions, async ({ input, actor }) => {
    const scope = await dataScope(ctx, actor, dataLog)
    const same = and(eq('dataTable', input.dataTable), eq('dataId', input.dataId))
    const rows = await resourceStore(dataLog).list(ctx.pool, scope, same, {
      sort: [{ field: 'dataVersion', direction: 'desc' }],
    })
    if (rows.length === 0) throw fail('REFUSED', { detail: '未找到版本信息' })
    return shown(rows, actor)
  })
  bind(logEndpoints.compare, async ({ input, actor }) => {
    const scope = await dataScope(ctx, actor, dataLog)
    const ids = [input.dataId1, input.dataId2]
    const rows = await resourceStore(dataLog).list(ctx.pool, scope, isIn('id', ids))
    return shown(
      rows.sort((a, b) => ids.indexOf(String(a['id'])) - ids.indexOf(String(b['id']))),
      actor,
    )
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
function versionsAsText<T extends readonly RowRecord[]>(rows: T): T {
  for (const row of rows) row['dataVersion'] = row['dataVersion'] === null ? null : String(row['dataVersion'])
  return rows
}
