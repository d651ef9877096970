import {
  alarm,
  cmd,
  devicePresence,
  lockLog,
  uncloseLock,
  type FeedEvent,
  type FeedKind,
  type FeedSource,
  type Resource,
} from '@suoan/contract'
import { commandStatus } from '@suoan/domain/dictionaries'
import { and, contains, eq, everything, isIn, nothing, or, startsWith, type Filter } from '@suoan/kit/filter'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import type { RowRecord } from '@suoan/platform/resource'

/** What is asked of the stream, in terms that every log can answer. */
export interface FeedQuestion {
  /** Code of an area, with all below it; null = anywhere. */
  readonly areaCode: string | null
  readonly levels: readonly number[] | null
  readonly object: string | null
  /** Locks whose code or name holds `object`, as far as the caller may see them. */
  readonly lockIds: readonly string[]
  readonly userId: string | null
}

/** An event as its log tells it: without its place and the caller's mark. */
export type ToldEvent = Omit<FeedEvent, 'source' | 'kind' | 'id' | 'time' | 'marked'>

/** Code and name of locks by their ids, as far as the caller may see them. */
export type LockNames = ReadonlyMap<string, string>

/** One log of the stream that is described as an entity. */
export interface DescribedLog {
  readonly source: FeedSource
  readonly kind: FeedKind
  readonly resource: Resource
  /** The field the log is ordered by; it has an index with the id. */
  readonly time: string
  readonly filter: (question: FeedQuestion) => Filter
  /** A row as the caller may see it (`present`), with its texts. */
  readonly tell: (row: RowRecord, lockNames: LockNames) => ToldEvent
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
const both = (...values: readonly unknown[]): string | null => {
  const words = values.flatMap((value) => text(value) ?? [])
  return words.length === 0 ? null : [...new Set(words)].join(' ')
}
const lockOf = (row: RowRecord, locks: LockNames): string | null =>
  locks.get(String(row['lockId'] ?? '')) ?? text(row['lockId_dictText'])
/** Seconds between two moments of a row; null where one is not told. */
const between = (from: unknown, to: unknown): number | null => {
  if (typeof from !== 'string' || typeof to !== 'string') return null
  const seconds = Math.round((shanghaiMoment(to) - shanghaiMoment(from)) / 1000)
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}
const below = (field: string, { areaCode }: FeedQuestion): Filter =>
  areaCode === null ? everything : startsWith(field, areaCode)
const levelIn = (field: string, { levels }: FeedQuestion): Filter =>
  levels === null ? everything : isIn(field, levels)
/** A log that knows no level is left out where one is asked for. */
const noLevel = ({ levels }: FeedQuestion): Filter => (levels === null ? everything : nothing)
const person = (fields: readonly string[], { userId }: FeedQuestion): Filter =>
  userId === null ? everything : or(...fields.map((field) => eq(field, userId)))
const named = (fields: readonly string[], { object, lockIds }: FeedQuestion, lockField?: string): Filter =>
  object === null
    ? everything
    : or(
        ...fields.map((field) => contains(field, object)),
        ...(lockField === undefined ? [] : [isIn(lockField, lockIds)]),
      )

const nobody = {
  level: null,
  person: null,
  workId: null,
  workNo: null,
  isBad: false,
  historical: false,
  latencySec: null,
  decisionId: null,
} as const

/** Commands under way, and those that did what was wished. */
const goesWell: ReadonlySet<unknown> = new Set([
  commandStatus.queued,
  commandStatus.sent,
  commandStatus.delivered,
  commandStatus.success,
])

/** The logs of the stream but for the steps of tickets, which are seen through their tickets. */
export const describedLogs: readonly DescribedLog[] = [
  {
    source: 'lockLog',
    kind: 'lock',
    resource: lockLog,
    time: 'occurTime',
    filter: (asked) =>
      and(
        noLevel(asked),
        below('areaCode', asked),
        person(['userId', 'coUserId'], asked),
        named(['lockCode', 'lockName'], asked),
      ),
    tell: (row) => ({
      ...nobody,
      area: text(row['areaName']),
      object: both(row['lockCode'], row['lockName']),
      objectId: text(row['lockId']),
      event: text(row['eventType_dictText']) ?? '锁具事件',
      person: [row['userName'], row['coUserName']].flatMap((name) => text(name) ?? []).join('、') || null,
      workId: text(row['workId']),
      workNo: text(row['workNo']),
      result: both(row['opResult_dictText'], row['failCode']),
      isBad: row['opResult'] === 0,
      origin: both(row['source_dictText'], row['openMethod_dictText']),
      historical: row['historical'] === 1,
      latencySec: between(row['occurTime'], row['recvTime']),
      decisionId: text(row['decisionId']),
    }),
  },
  {
    source: 'devicePresence',
    kind: 'device',
    resource: devicePresence,
    time: 'occurTime',
    filter: (asked) =>
      and(
        noLevel(asked),
        below('areaCode', asked),
        asked.userId === null ? everything : nothing,
        named(['deviceSn', 'deviceName', 'parentSn'], asked),
      ),
    tell: (row) => ({
      ...nobody,
      area: text(row['areaCode_dictText']),
      object: both(row['kind_dictText'], row['deviceSn'], row['deviceName']),
      objectId: text(row['deviceSn']),
      event: row['online'] === 1 ? '上线' : '离线',
      result: null,
      isBad: row['online'] === 0,
      origin: row['parentSn'] ? `经由 ${String(row['parentSn'])}` : '直连',
    }),
  },
  {
    source: 'cmd',
    kind: 'command',
    resource: cmd,
    time: 'issueTime',
    // A command knows its place through its lock (`inArea`).
    filter: (asked) =>
      and(
        noLevel(asked),
        asked.areaCode === null ? everything : eq('inArea', asked.areaCode),
        person(['issueBy'], asked),
        named(['deviceSn'], asked, 'lockId'),
      ),
    tell: (row, locks) => ({
      ...nobody,
      area: null,
      object: lockOf(row, locks) ?? text(row['deviceSn']),
      objectId: text(row['lockId']),
      event: `下发${text(row['cmdType_dictText']) ?? '指令'}`,
      person: text(row['issueBy_dictText']),
      workId: text(row['workId']),
      workNo: text(row['workId_dictText']),
      result: both(row['status_dictText'], row['resultMsg']),
      isBad: row['status'] !== undefined && row['status'] !== null && !goesWell.has(row['status']),
      origin: text(row['deviceSn']),
      latencySec: between(row['issueTime'], row['ackTime']),
      decisionId: text(row['decisionId']),
    }),
  },
  {
    source: 'alarm',
    kind: 'alarm',
    resource: alarm,
    time: 'lastTime',
    filter: (asked) =>
      and(
        levelIn('alarmLevel', asked),
        below('areaCode', asked),
        person(['ackBy', 'closeBy'], asked),
        named(['alarmNo', 'sourceSn'], asked, 'lockId'),
      ),
    tell: (row, locks) => ({
      ...nobody,
      area: text(row['areaCode_dictText']),
      object: lockOf(row, locks) ?? text(row['sourceSn']),
      objectId: text(row['lockId']),
      event: [text(row['alarmType_dictText']) ?? '报警', countText(row['count'])].join(''),
      level: typeof row['alarmLevel'] === 'number' ? row['alarmLevel'] : null,
      person: text(row['ackBy_dictText']),
      workId: text(row['workId']),
      workNo: text(row['workId_dictText']),
      result: text(row['status_dictText']),
      isBad: row['status'] === 0,
      origin: text(row['alarmNo']),
    }),
  },
  {
    source: 'uncloseLock',
    kind: 'alarm',
    resource: uncloseLock,
    time: 'raiseTime',
    filter: (asked) =>
      and(
        levelIn('warnLevel', asked),
        below('areaCode', asked),
        person(['openUserId', 'ackBy', 'closeBy'], asked),
        named(['warnNo'], asked, 'lockId'),
      ),
    tell: (row, locks) => ({
      ...nobody,
      area: text(row['areaCode_dictText']),
      object: lockOf(row, locks),
      objectId: text(row['lockId']),
      event: text(row['warnType_dictText']) ?? '未关锁警告',
      level: typeof row['warnLevel'] === 'number' ? row['warnLevel'] : null,
      person: text(row['openUserId_dictText']),
      workId: text(row['workId']),
      workNo: text(row['workId_dictText']),
      result: text(row['status_dictText']),
      isBad: row['status'] === 0,
      origin: text(row['warnNo']),
    }),
  },
]

/** What repeats within a minute is one alarm with a count. */
const countText = (count: unknown): string =>
  typeof count === 'number' && count > 1 ? `（${count} 次）` : ''
