import { uncloseLock, type InputOf, type WarningGroup, type WarningStatistics } from '@suoan/contract'
import type { warningStatisticsEndpoints } from '@suoan/contract'
import { isLive } from '@suoan/domain/warning'
import { and, compare } from '@suoan/kit/filter'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { present, resourceStore, type RowRecord } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { completeWarnings } from './own-warnings.ts'

const store = resourceStore(uncloseLock)
const most = 5000
const mostDays = 92
const dayMs = 86_400_000

/** Unclosed-lock warnings of a period that the caller may see, by area, person, reason and kind, the most frequent first. */
export async function statisticsOf(
  ctx: Context,
  actor: Actor,
  { beginDate, endDate }: InputOf<(typeof warningStatisticsEndpoints)['statistics']>,
): Promise<WarningStatistics> {
  const begin = shanghaiMoment(`${beginDate} 00:00:00`)
  const days = (shanghaiMoment(`${endDate} 00:00:00`) - begin) / dayMs + 1
  if (!(days >= 1)) throw fail('BAD_INPUT', { detail: '结束日期不能早于开始日期' })
  if (days > mostDays) throw fail('BAD_INPUT', { detail: `一次最多统计 ${mostDays} 天，请缩短时间范围` })
  const filter = and(
    compare('ge', 'raiseTime', `${beginDate} 00:00:00`),
    compare('le', 'raiseTime', `${endDate} 23:59:59`),
  )
  const rows = await store.list(ctx.pool, await dataScope(ctx, actor, uncloseLock), filter, {
    limit: most + 1,
  })
  const counted = rows.slice(0, most)
  await completeWarnings(counted, ctx)
  await present(ctx, uncloseLock, actor, counted)
  return {
    total: counted.length,
    live: counted.filter(isStillLive).length,
    byArea: groupsOf(counted, 'areaCode', '未登记区域'),
    byPerson: groupsOf(counted, 'openUserId', '开锁人不明'),
    byCause: groupsOf(counted, 'cause', '未登记原因'),
    byType: groupsOf(counted, 'warnType', '其他'),
    isCut: rows.length > most,
  }
}

const isStillLive = (row: RowRecord): boolean => isLive(Number(row['status']) as Parameters<typeof isLive>[0])

function groupsOf(rows: readonly RowRecord[], field: string, unnamed: string): WarningGroup[] {
  const groups = new Map<string, WarningGroup>()
  for (const row of rows) {
    const key = textOf(row[field])
    const known = groups.get(key)
    groups.set(key, {
      key,
      name: known?.name ?? (key === '' ? unnamed : textOf(row[`${field}_dictText`]) || key),
      count: (known?.count ?? 0) + 1,
      live: (known?.live ?? 0) + (isStillLive(row) ? 1 : 0),
      urgent: (known?.urgent ?? 0) + (Number(row['warnLevel']) === 3 ? 1 : 0),
      longestSec: Math.max(known?.longestSec ?? 0, Number(row['durationSec'] ?? 0)),
    })
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count || b.longestSec - a.longestSec)
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
