import { eventFeedEndpoints as calls, feedKindTexts, type FeedEvent, type InputOf } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import { answered, type Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { csvLine, csvMark } from '@suoan/platform/resource/csv-line'
import { MOST_MARKS, readFeed } from './read-feed.ts'

/** 日志看板: every event of the plant in one stream (3-domain.md §6.2 log list, decision 0955). */
export const eventFeed: Feature = ({ ctx, bind }) => {
  bind(calls.list, ({ actor, input, reply }) => readFeed(ctx, actor, input, closedSignal(reply)))
  bind(calls.mark, async ({ actor, input }) => {
    await mark(ctx, actor, input)
    return answered(null, input.on ? '已加书签' : '已取消书签')
  })
  bind(calls.exportCsv, async ({ actor, input, request, reply }) => {
    const events = await everyEvent(ctx, actor, input, closedSignal(reply))
    await recordAudit(ctx.pool, {
      actor,
      content: `日志看板：导出 ${events.length} 条`,
      operateType: 6,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    const name = encodeURIComponent(`日志看板-${shanghaiTime(ctx.clock.now()).slice(0, 10)}.csv`)
    await reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="events.csv"; filename*=UTF-8''${name}`)
      .send(Buffer.from(csvOf(events)))
    return null
  })
}

async function mark(
  ctx: Context,
  { tenantId, userId }: Actor,
  { source, id, on }: InputOf<(typeof calls)['mark']>,
): Promise<void> {
  if (!on) {
    await sql`delete from lo_feed_mark where tenant_id = ${tenantId} and user_id = ${userId} and source = ${source}
      and event_id = ${id}`.execute(ctx.db)
    return
  }
  await sql`insert into lo_feed_mark (tenant_id, user_id, source, event_id, mark_time)
    values (${tenantId}, ${userId}, ${source}, ${id}, ${new Date(ctx.clock.now())}) on conflict do nothing`.execute(
    ctx.db,
  )
  await sql`delete from lo_feed_mark m where m.tenant_id = ${tenantId} and m.user_id = ${userId}
    and (m.source, m.event_id) in (select source, event_id from lo_feed_mark where tenant_id = ${tenantId}
      and user_id = ${userId} order by mark_time desc, event_id offset ${MOST_MARKS})`.execute(ctx.db)
}

const MOST_EXPORTED = 5_000

async function everyEvent(
  ctx: Context,
  actor: Actor,
  asked: InputOf<(typeof calls)['exportCsv']>,
  signal: AbortSignal,
): Promise<FeedEvent[]> {
  const events: FeedEvent[] = []
  let cursor: string | undefined
  do {
    const page = await readFeed(
      ctx,
      actor,
      { ...asked, limit: 200, ...(cursor === undefined ? {} : { cursor }) },
      signal,
    )
    events.push(...page.events)
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined && events.length < MOST_EXPORTED)
  return events.slice(0, MOST_EXPORTED)
}

const columns: readonly (readonly [heading: string, of: (event: FeedEvent) => string | number | null])[] = [
  ['时间', ({ time }) => time],
  ['类别', ({ kind }) => feedKindTexts[kind]],
  ['区域', ({ area }) => area],
  ['对象', ({ object }) => object],
  ['事件', ({ event }) => event],
  ['级别', ({ level }) => level],
  ['人员', ({ person }) => person],
  ['工作票', ({ workNo }) => workNo],
  ['结果', ({ result }) => result],
  ['来源', ({ origin }) => origin],
  ['补传', ({ historical }) => (historical ? '是' : '')],
  ['延迟(秒)', ({ latencySec }) => latencySec],
  ['编号', ({ source, id }) => `${source}:${id}`],
]

const csvOf = (events: readonly FeedEvent[]): string =>
  [
    csvMark,
    csvLine(columns.map(([heading]) => heading)),
    ...events.map((event) => csvLine(columns.map(([, of]) => of(event)))),
  ].join('')
