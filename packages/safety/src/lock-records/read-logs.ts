import {
  lockLog,
  type DayCount,
  type InputOf,
  type LogPage,
  type LogRecord,
  type lockRecordEndpoints,
} from '@suoan/contract'
import { and, compare, eq, everything, isIn, ne, parsePage, type Filter } from '@suoan/kit/filter'
import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'
import type { Actor, Context } from '@suoan/platform/context'
import { runSearch } from '@suoan/platform/db/run-cancellable'
import { runSql } from '@suoan/platform/db/run-sql'
import { dataScope } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import { compile, defineSight, present, resourceStore, type RowRecord } from '@suoan/platform/resource'
import { mayKnowOfDuress } from '../alarms/index.ts'
import { hiddenColumns, refuseHiddenParams } from '@suoan/platform/resource/hidden-columns'
import { readRows } from '@suoan/platform/resource/read-rows'
import { whereOf } from '@suoan/platform/resource/where'

type Endpoints = typeof lockRecordEndpoints
const store = resourceStore(lockLog)
const compiled = compile(lockLog)

const DAY_MS = 86_400_000
/** The log kept for daily questions; older months are asked for by a job. */
const ONLINE_DAYS = 92
/** From this offset on only a cursor goes further. */
const CURSOR_FROM = 10_000

/** A page of the log for the conditions of the search form; without a range, the last 92 days. */
export async function selectCondition(
  ctx: Context,
  actor: Actor,
  input: InputOf<Endpoints['selectCondition']>,
  signal: AbortSignal,
): Promise<LogPage> {
  refuseHiddenParams(lockLog, await hiddenColumns(ctx, actor, lockLog), input)
  const { begin, end } = rangeOf(ctx, input.beginTime, input.endTime)
  const filter = and(
    compare('ge', 'occurTime', begin),
    compare('le', 'occurTime', end),
    contains('lockName', input.lockName),
    equals('lockCode', input.lockCode),
    starts('areaCode', input.areaCode),
    equals('userId', input.userId),
    input.eventType ? isIn('eventType', input.eventType.split(',')) : everything,
    equals('openMethod', input.openMethod),
    input.opResult ? eq('opResult', Number(input.opResult)) : everything,
    equals('workNo', input.workNo),
    input.historical ? eq('historical', Number(input.historical)) : everything,
    input.noTicket === '1' ? { op: 'isNull', field: 'workId' } : everything,
  )
  const scope = await dataScope(ctx, actor, lockLog)
  const { pageNo, pageSize, offset } = parsePage(input.pageNo, input.pageSize)
  if (input.cursor === undefined && offset + pageSize > CURSOR_FROM)
    throw fail('BAD_INPUT', { detail: `结果超过 ${CURSOR_FROM} 条，请缩小条件，或用“下一页”逐页查看` })
  const sort = [
    { field: 'occurTime', direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ] as const
  if (input.cursor === undefined) {
    const page = await store.page(ctx, scope, { filter, sort, pageNo, pageSize, offset }, signal)
    await present(ctx, lockLog, actor, page.records)
    const cursor = await cursorAfter(ctx, page.records, pageSize)
    // Every row of the store has an id.
    return { ...page, records: page.records as LogRecord[], cursor }
  }
  const [time, id] = readCursor(input.cursor)
  const where = whereOf(compiled, scope, filter)
  const values = [...where.values, time, id, pageSize]
  const n = where.values.length
  const rows = readRows(
    compiled,
    await runSearch<RowRecord>(
      ctx,
      `select ${compiled.select} from ${compiled.from} where ${where.text}
        and (t.occur_time, t.id) < ($${n + 1}::timestamptz, $${n + 2}::text)
      order by t.occur_time desc, t.id desc limit $${n + 3}`,
      values,
      signal,
    ),
  )
  await present(ctx, lockLog, actor, rows)
  const cursor = await cursorAfter(ctx, rows, pageSize)
  return {
    records: rows as LogRecord[],
    total: rows.length,
    size: pageSize,
    current: pageNo,
    pages: 1,
    totalEstimated: true,
    cursor,
  }
}

/** Newest first for one lock or an area with everything below it. */
export async function selectLockIdAreaCode(
  ctx: Context,
  actor: Actor,
  input: InputOf<Endpoints['selectLockIdAreaCode']>,
): Promise<LogRecord[]> {
  if (!input.lockId && !input.areaCode) throw fail('BAD_INPUT', { detail: '请选择锁具或区域' })
  const scope = await dataScope(ctx, actor, lockLog)
  const filter = and(equals('lockId', input.lockId), starts('areaCode', input.areaCode))
  const where = whereOf(compiled, scope, filter)
  const values: unknown[] = [...where.values]
  let before = ''
  if (input.beforeId) {
    const n = values.push(input.beforeId)
    before = `and (t.occur_time, t.id) < (select b.occur_time, b.id from lo_lock_log b where b.id = $${n})`
  }
  const limit = values.push(input.limit)
  const rows = readRows(
    compiled,
    await runSql<RowRecord>(
      ctx.pool,
      `select ${compiled.select} from ${compiled.from} where ${where.text} ${before}
      order by t.occur_time desc, t.id desc limit $${limit}`,
      values,
    ),
  )
  await present(ctx, lockLog, actor, rows)
  return rows as LogRecord[]
}

/** Openings, closings, failures, alarms and openings without a ticket, per day or hour of the plant's calendar. */
export async function selectDate(
  ctx: Context,
  actor: Actor,
  input: InputOf<Endpoints['selectDate']>,
): Promise<DayCount[]> {
  const begin = shanghaiMoment(input.beginDate)
  const end = shanghaiMoment(input.endDate) + DAY_MS
  if (Number.isNaN(begin) || Number.isNaN(end)) throw fail('BAD_INPUT', { detail: '日期不存在，请重新选择' })
  if (end <= begin) throw fail('BAD_INPUT', { detail: '开始日期不能晚于结束日期' })
  if (end - begin > ONLINE_DAYS * DAY_MS)
    throw fail('BAD_INPUT', { detail: `一次最多统计 ${ONLINE_DAYS} 天，请缩小日期范围` })
  const scope = await dataScope(ctx, actor, lockLog)
  const filter = and(equals('lockId', input.lockId), starts('areaCode', input.areaCode))
  return await countEvents(ctx, whereOf(compiled, scope, filter), begin, end, input.dim)
}

/** Alarms among the event types (3-domain.md §3.9 lo_event_type). */
const alarmTypes = "('TAMPER','FORCE','JAM','WRONG','DURESS','BATL','BATC','HTEMP','MOVE')"

/** Times in epoch ms, half-open. Days and hours without events are there with zeros. */
export async function countEvents(
  ctx: Context,
  where: { readonly text: string; readonly values: readonly unknown[] },
  begin: number,
  end: number,
  dim: 'day' | 'hour',
): Promise<DayCount[]> {
  const n = where.values.length
  // Nothing has happened after now; the rest of the range is empty without asking.
  const rows = await runSql<Record<string, string>>(
    ctx.pool,
    `select to_char(t.occur_time at time zone 'Asia/Shanghai', '${dim === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH24'}') as date,
      count(*) filter (where t.event_type = 'OPEN' and t.op_result = 1) as "openCount",
      count(*) filter (where t.event_type = 'CLOSE' and t.op_result = 1) as "closeCount",
      count(*) filter (where t.event_type in ('OPENF','CLOSEF') or t.op_result = 0) as "failCount",
      count(*) filter (where t.event_type in ${alarmTypes}) as "alarmCount",
      count(*) filter (where t.event_type = 'OPEN' and t.op_result = 1 and t.work_id is null) as "noTicketCount"
    from lo_lock_log t where ${where.text} and t.occur_time >= $${n + 1} and t.occur_time < $${n + 2} group by 1`,
    [...where.values, new Date(begin), new Date(end)],
  )
  const counted = new Map(rows.map((row) => [row['date'], row]))
  const step = dim === 'day' ? DAY_MS : 3_600_000
  const dates: string[] = []
  for (let at = begin; at < end; at += step) dates.push(shanghaiTime(at).slice(0, dim === 'day' ? 10 : 13))
  return dates.map((date) => {
    const row = counted.get(date) ?? {}
    const count = (name: string): number => Number(row[name] ?? 0)
    return {
      date,
      openCount: count('openCount'),
      closeCount: count('closeCount'),
      failCount: count('failCount'),
      alarmCount: count('alarmCount'),
      noTicketCount: count('noTicketCount'),
    }
  })
}

/** Leaves duress reports out of the log for those who may not know of them (A15): no call, sheet, number or photo tells. */
export const withoutDuress = (actor: Actor): Filter =>
  mayKnowOfDuress(actor) ? everything : ne('eventType', 'DURESS')
defineSight(lockLog, withoutDuress)

const equals = (field: string, value: string | undefined): Filter => (value ? eq(field, value) : everything)
const contains = (field: string, value: string | undefined): Filter =>
  value ? { op: 'contains', field, value } : everything
const starts = (field: string, value: string | undefined): Filter =>
  value ? { op: 'startsWith', field, value } : everything

function rangeOf(
  ctx: Context,
  beginTime: string | undefined,
  endTime: string | undefined,
): { begin: string; end: string } {
  const now = ctx.clock.now()
  const end =
    endTime ??
    (beginTime ? shanghaiTime(parse(beginTime) + ONLINE_DAYS * DAY_MS) : shanghaiTime(now + DAY_MS))
  const begin = beginTime ?? shanghaiTime(parse(end) - ONLINE_DAYS * DAY_MS)
  if (parse(begin) > parse(end)) throw fail('BAD_INPUT', { detail: '开始时间不能晚于结束时间' })
  if (parse(end) - parse(begin) > (ONLINE_DAYS + 1) * DAY_MS)
    throw fail('BAD_INPUT', { detail: `一次最多查询 ${ONLINE_DAYS} 天，请缩小时间范围` })
  return { begin, end }
}

function parse(time: string): number {
  const ms = shanghaiMoment(time)
  if (Number.isNaN(ms)) throw fail('BAD_INPUT', { detail: '时间不存在，请重新选择' })
  return ms
}

/** Names the last row by its exact time: rows show whole seconds, several fall into one. */
async function cursorAfter(
  ctx: Context,
  rows: readonly RowRecord[],
  pageSize: number,
): Promise<string | null> {
  const last = rows.at(-1)
  if (last === undefined || rows.length < pageSize) return null
  const [exact] = await runSql<{ at: Date }>(
    ctx.pool,
    'select occur_time as at from lo_lock_log where id = $1',
    [last['id']],
  )
  return exact === undefined ? null : `${exact.at.toISOString()}_${String(last['id'])}`
}

function readCursor(cursor: string): [time: string, id: string] {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_(\d{1,32})$/.exec(cursor)
  const [, time = '', id = ''] = match ?? []
  if (match === null || Number.isNaN(Date.parse(time)))
    throw fail('BAD_INPUT', { detail: '翻页标记无效，请重新查询' })
  return [time, id]
}
