import {
  area,
  cmd,
  lock,
  work,
  workTrans,
  type FeedEvent,
  type FeedKind,
  type FeedPage,
  type InputOf,
  type Resource,
  type eventFeedEndpoints,
} from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { timelineWords } from '@suoan/domain/work-ticket'
import { and, contains, everything, isIn, nothing, or, startsWith, type Filter } from '@suoan/kit/filter'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { runSearch } from '@suoan/platform/db/run-cancellable'
import { failUnseen } from '@suoan/platform/fail'
import { compile, defineConditions, present, resourceStore, type RowRecord } from '@suoan/platform/resource'
import { hiddenColumns } from '@suoan/platform/resource/hidden-columns'
import { readRows } from '@suoan/platform/resource/read-rows'
import { dataScope, type Scope } from '@suoan/platform/resource/scope'
import { whereOf } from '@suoan/platform/resource/where'
import { behindPlace, inFeedOrder, readCursor, writeCursor, type FeedPlace } from './cursor.ts'
import {
  describedLogs,
  type DescribedLog,
  type FeedQuestion,
  type LockNames,
  type ToldEvent,
} from './sources.ts'

type Asked = InputOf<(typeof eventFeedEndpoints)['list']>
type Conditions = Omit<Asked, 'cursor' | 'limit'>

const DAY_MS = 86_400_000
/** The log kept for daily questions, as that of 锁具日志. */
const FEED_DAYS = 92
/** Locks that one word finds at most. */
const MOST_LOCKS = 500

defineConditions(cmd, {
  inArea: (code) =>
    `exists (select 1 from lo_lock l where l.id = t.lock_id and l.tenant_id = t.tenant_id and starts_with(l.area_code, ${code}::text))`,
})

interface Found {
  readonly place: FeedPlace
  readonly event: FeedEvent
}

/**
 * One page of the stream: of each log that the caller may see, its newest rows behind the cursor by one statement, as his
 * data rules, sights and hidden columns leave them (the engine’s own scope and `present`), then the newest of all together.
 * A log whose column he is not given is not asked about it: it is left out.
 */
export async function readFeed(
  ctx: Context,
  actor: Actor,
  { cursor, limit, ...asked }: Asked,
  signal: AbortSignal,
): Promise<FeedPage> {
  const now = ctx.clock.now()
  const from = cursor === undefined ? null : readCursor(cursor)
  const question = await questionOf(ctx, actor, asked)
  const marks = await marksOf(ctx, actor)
  const reading: Reading = {
    ctx,
    actor,
    question,
    from,
    limit,
    since: now - FEED_DAYS * DAY_MS,
    signal,
    marks,
  }
  const kinds = new Set<FeedKind>()
  const isAsked = (kind: FeedKind): boolean => asked.kinds === undefined || asked.kinds.includes(kind)
  const found: Found[] = []
  // One log after the other: a page of the stream takes one connection, however many logs there are.
  for (const log of describedLogs) {
    const scope = await dataScope(ctx, actor, log.resource)
    if (scope.filter.op === 'false') continue
    kinds.add(log.kind)
    if (isAsked(log.kind)) found.push(...(await ofDescribed(reading, log, scope, asked.marked === '1')))
  }
  const tickets = await dataScope(ctx, actor, work)
  if (tickets.filter.op !== 'false') {
    kinds.add('ticket')
    if (isAsked('ticket')) found.push(...(await ofTickets(reading, tickets, asked.marked === '1')))
  }
  found.sort((a, b) => inFeedOrder(a.place, b.place))
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    events: page.map(({ event }) => event),
    cursor: found.length > limit && last !== undefined ? writeCursor(last.place) : null,
    kinds: [...kinds],
    readTime: shanghaiTime(now),
  }
}

interface Reading {
  readonly ctx: Context
  readonly actor: Actor
  readonly question: FeedQuestion
  readonly from: FeedPlace | null
  readonly limit: number
  /** Epoch ms; nothing older is told. */
  readonly since: number
  readonly signal: AbortSignal
  readonly marks: Marks
}

async function questionOf(ctx: Context, actor: Actor, asked: Conditions): Promise<FeedQuestion> {
  const object = asked.object === undefined || asked.object === '' ? null : asked.object
  return {
    areaCode: asked.areaId ? await codeOfArea(ctx, actor, asked.areaId) : null,
    levels: asked.levels === undefined || asked.levels.length === 0 ? null : asked.levels.map(Number),
    object,
    lockIds: object === null ? [] : await locksNamed(ctx, actor, object),
    userId: asked.userId || null,
  }
}

async function codeOfArea(ctx: Context, actor: Actor, areaId: string): Promise<string> {
  const scope = await dataScope(ctx, actor, area)
  const row = await resourceStore(area).find(ctx.pool, scope, areaId)
  if (row === undefined) throw failUnseen(area.table, [areaId])
  return String(row['areaCode'])
}

async function locksNamed(ctx: Context, actor: Actor, words: string): Promise<string[]> {
  const hidden = await hiddenColumns(ctx, actor, lock)
  const fields = ['lockCode', 'lockName'].filter((name) => !hidden.has(name))
  const scope = await dataScope(ctx, actor, lock)
  const filter = or(...fields.map((field) => contains(field, words)))
  const rows = await resourceStore(lock).list(ctx.pool, scope, filter, { limit: MOST_LOCKS })
  return rows.map((row) => String(row['id']))
}

/** The newest rows of one described log behind the place; one more than are wanted, so that the end is known. */
async function ofDescribed(
  reading: Reading,
  log: DescribedLog,
  scope: Scope,
  onlyMarked: boolean,
): Promise<Found[]> {
  const { ctx, actor, question, from, limit, since, signal, marks } = reading
  const { source, kind, resource, time } = log
  const filter = and(log.filter(question), onlyMarked ? isIn('id', marks.get(source) ?? []) : everything)
  if (filter.op === 'false' || (await asksHidden(ctx, actor, resource, filter, time))) return []
  const compiled = compile(resource)
  const column = compiled.columns.get(time)?.column ?? ''
  const where = whereOf(compiled, scope, filter)
  const behind = behindPlace(from, source, { time: `t.${column}`, id: 't.id' }, where.values.length + 1)
  const values = [...where.values, ...behind.values, new Date(since)]
  const raw = await runSearch<RowRecord>(
    ctx,
    `select ${compiled.select}, ${exact(`t.${column}`)} as "exactTime" from ${compiled.from}
      where ${where.text} ${behind.text} and t.${column} >= $${values.length}
      order by t.${column} desc, t.id desc limit ${limit + 1}`,
    values,
    signal,
  )
  const times = raw.map((row) => String(row['exactTime']))
  for (const row of raw) delete row['exactTime']
  const rows = readRows(compiled, raw)
  await present(ctx, resource, actor, rows)
  const locks = await namesOfLocks(
    ctx,
    actor,
    rows.map((row) => row['lockId']),
  )
  return rows.map((row, index) => {
    const place = { at: times[index] ?? '', source, id: String(row['id']) }
    return { place, event: eventOf(place, kind, log.tell(row, locks), marks) }
  })
}

const exact = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const eventOf = (place: FeedPlace, kind: FeedKind, told: ToldEvent, marks: Marks): FeedEvent => ({
  ...told,
  source: place.source,
  kind,
  id: place.id,
  time: shanghaiTime(Date.parse(place.at)),
  marked: marks.get(place.source)?.includes(place.id) ?? false,
})

/** Whether a filter, or the order of the stream, would tell of a column that the caller is not given. */
async function asksHidden(
  ctx: Context,
  actor: Actor,
  resource: Resource,
  filter: Filter,
  ...more: readonly string[]
): Promise<boolean> {
  const hidden = await hiddenColumns(ctx, actor, resource)
  return hidden.size > 0 && [...fieldsOf(filter), ...more].some((name) => hidden.has(name))
}

function fieldsOf(filter: Filter): string[] {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.of.flatMap(fieldsOf)
    case 'not':
      return fieldsOf(filter.of)
    case 'true':
    case 'false':
      return []
    default:
      return [filter.field]
  }
}

interface Step extends Record<string, unknown> {
  id: string
  workId: string
  at: string
  event: string | null
  diff: unknown
  fromStatus: number | null
  toStatus: number
  fromPhase: number | null
  toPhase: number | null
  actorName: string | null
  latency: number | null
}

/** The steps of the tickets that the caller may see: who is named on one sees it, as on its own page. */
async function ofTickets(reading: Reading, scope: Scope, onlyMarked: boolean): Promise<Found[]> {
  const { ctx, actor, question, from, limit, since, signal, marks } = reading
  const filter = and(
    question.levels === null ? everything : nothing,
    question.areaCode === null ? everything : startsWith('areaCode', question.areaCode),
    question.object === null
      ? everything
      : or(contains('workNo', question.object), contains('workName', question.object)),
  )
  if (filter.op === 'false' || (await asksHidden(ctx, actor, work, filter))) return []
  const where = whereOf(compile(work), scope, filter)
  const behind = behindPlace(
    from,
    'workTrans',
    { time: 'x.server_time', id: 'x.id' },
    where.values.length + 1,
  )
  const values: unknown[] = [...where.values, ...behind.values]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const more = [
    `x.tenant_id = ${bind(actor.tenantId)}`,
    `x.server_time >= ${bind(new Date(since))}`,
    ...(question.userId === null ? [] : [`x.actor_id = ${bind(question.userId)}`]),
    ...(onlyMarked ? [`x.id = any(${bind(marks.get('workTrans') ?? [])}::text[])`] : []),
  ].join(' and ')
  const steps = await runSearch<Step>(
    ctx,
    `select x.id, x.work_id as "workId", ${exact('x.server_time')} as at, x.event, x.diff, x.from_status as "fromStatus",
        x.to_status as "toStatus", x.from_phase as "fromPhase", x.to_phase as "toPhase", x.actor_name as "actorName",
        extract(epoch from x.server_time - x.client_time)::float8 as latency
      from ${workTrans.table} x join ${compile(work).from} on t.id = x.work_id
      where ${where.text} and ${more} ${behind.text}
      order by x.server_time desc, x.id desc limit ${limit + 1}`,
    values,
    signal,
  )
  const tickets = await ticketsOf(ctx, actor, scope, [...new Set(steps.map(({ workId }) => workId))])
  return steps.map((step) => {
    const place: FeedPlace = { at: step.at, source: 'workTrans', id: step.id }
    const hasMoved = step.fromStatus !== step.toStatus || step.fromPhase !== step.toPhase
    const ticket = tickets.get(step.workId)
    const said = { event: step.event, diff: step.diff, hasMoved }
    const told: ToldEvent = {
      area: wordOf(ticket?.['areaId_dictText']),
      object: wordOf(ticket?.['workName']) ?? wordOf(ticket?.['workNo']),
      objectId: step.workId,
      event: timelineWords(said, { points: [], people: [], locks: [] }).title,
      level: null,
      person: step.actorName,
      workId: step.workId,
      workNo: wordOf(ticket?.['workNo']),
      result: hasMoved ? labelOf('lo_work_status', String(step.toStatus)) : null,
      isBad: false,
      origin: null,
      historical: false,
      latencySec: step.latency === null ? null : Math.max(0, Math.round(step.latency)),
      decisionId: null,
    }
    return { place, event: eventOf(place, 'ticket', told, marks) }
  })
}

const wordOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Tickets by their ids as the caller may see them. */
async function ticketsOf(
  ctx: Context,
  actor: Actor,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RowRecord>> {
  const rows = await resourceStore(work).findMany(ctx.pool, scope, ids)
  await present(ctx, work, actor, rows)
  return new Map(rows.map((row) => [String(row['id']), row]))
}

async function namesOfLocks(ctx: Context, actor: Actor, ids: readonly unknown[]): Promise<LockNames> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))].map(String)
  if (wanted.length === 0) return new Map()
  const rows = await resourceStore(lock).findMany(ctx.pool, await dataScope(ctx, actor, lock), wanted)
  await present(ctx, lock, actor, rows)
  return new Map(
    rows.map((row) => [
      String(row['id']),
      [wordOf(row['lockCode']), wordOf(row['lockName'])].filter(Boolean).join(' '),
    ]),
  )
}

/** What the caller has marked: ids by log. */
type Marks = ReadonlyMap<string, readonly string[]>

/** More than one looks through; the oldest give way. */
export const MOST_MARKS = 500

async function marksOf(ctx: Context, actor: Actor): Promise<Marks> {
  const { rows } = await sql<{ source: string; ids: string[] }>`
    select source, array_agg(event_id) as ids from lo_feed_mark
    where tenant_id = ${actor.tenantId} and user_id = ${actor.userId} group by source`.execute(ctx.db)
  return new Map(rows.map(({ source, ids }) => [source, ids]))
}
