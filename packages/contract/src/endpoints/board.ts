import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { DayCount } from './lock-records.ts'

/** The board (3-domain.md §6.1). */
const base = '/loboard/loBoard'
const look = { methods: ['GET'] as const, access: { permission: 'lo:board:list' } }
const range = { areaCode: z.string().trim().max(64).optional() }

export interface BoardSummary {
  locks: { total: number; online: number; open: number; notFull: number; lowBattery: number; offline: number }
  tickets: {
    today: number
    reviewing: number
    approving: number
    executing: number
    overdue: number
    onSite: number
  }
  points: { isolated: number }
  warnings: { l1: number; l2: number; l3: number }
  alarms: number
  today: { openings: number; withTicket: number; meanOpenMinutes: number | null }
  /** Newest change among the figures, `YYYY-MM-DD HH:mm:ss`. */
  dataTime: string
}

export interface BoardTrend {
  byHour: DayCount[]
  tickets: { workType: string; workTypeText: string; status: number; statusText: string; count: number }[]
}

export interface BoardTodo {
  /** A review, an approval, another step of a ticket that waits for him, an alarm, a ticket he has a part in. */
  kind: 'review' | 'examine' | 'turn' | 'alarm' | 'ticket'
  id: string
  /** Empty for an alarm, whose number `workNo` is then. */
  workId: string
  workNo: string
  title: string
  dueTime: string | null
  /** The piece of work that waits for him on the ticket (`pieceOf`); null where none does. */
  turn: string | null
}

/** A point held now, with its tickets and the people whose locks are on it. */
export interface IsolatedPoint {
  pointId: string
  pointCode: string
  pointName: string
  areaCode: string
  areaName: string | null
  equipCode: string | null
  equipName: string | null
  holdCount: number
  workNos: string[]
  holders: string[]
  lockCodes: string[]
  since: string
}

/** Counts per day of the last thirty days, oldest first, today last; drafts and voided tickets are not counted. */
export interface BoardDays {
  /** `YYYY-MM-DD`. */
  days: string[]
  /** Tickets whose work was planned to begin on the day. */
  planned: number[]
  /** Tickets closed on the day. */
  finished: number[]
  openings: number[]
  /** Openings for a ticket. */
  ticketed: number[]
  /** Of the tickets planned and finished, those the caller takes part in. */
  ownPlanned: number[]
  ownFinished: number[]
}

/** How much happened within a range of days, and where most of it. */
export interface BoardVolume {
  unit: 'hour' | 'day' | 'month'
  /** Every hour, day or month of the range in order, also those with nothing. */
  buckets: { label: string; count: number }[]
  /** The seven teams (tickets) or areas (openings) with most. */
  rank: { name: string; count: number }[]
}

/** Openings of an area in the last thirty days, how many of them are closed, and how many were over their limit. */
export interface BoardTraffic {
  areaName: string
  opened: number
  closed: number
  over: number
}

export interface BoardLimits {
  /** Tickets in execution or before it, with the part of their time that is used. */
  works: {
    id: string
    workNo: string
    workTypeText: string
    leader: string | null
    startTime: string
    node: string
    /** Whole percent; 100 and more is over. */
    used: number
  }[]
  /** Steps of review and approval that wait. */
  steps: {
    id: string
    workId: string
    workNo: string
    handler: string | null
    sinceTime: string
    node: string
    /** Whole minutes past the limit; 0 or less when there is time, null without a limit. */
    overMinutes: number | null
  }[]
}

/** A live ticket the caller takes part in. */
export interface OwnWork {
  id: string
  workNo: string
  title: string
  workTypeText: string
  statusText: string
  place: string
  leader: string | null
  departName: string | null
  endTime: string
}

/** What was done as it should be, of how much there was in the last thirty days; `of` 0: nothing to judge. */
export interface BoardShare {
  done: number
  of: number
}

export interface BoardIndex {
  axes: { title: string; text: string; own: BoardShare; team: BoardShare; depart: BoardShare }[]
}

/** Unclosed-lock warnings of an area in the last thirty days. */
export interface AreaHeat {
  areaCode: string
  areaName: string
  total: number
  /** Not closed yet. */
  live: number
  /** Risen to level 3. */
  urgent: number
}

/** A ticket is about to end within so many hours. */
export const expiringHours = 2

/** A live ticket whose time ends within `expiringHours`, or has ended. */
export interface ExpiringTicket {
  id: string
  workNo: string
  workName: string
  areaName: string | null
  leader: string | null
  /** `YYYY-MM-DD HH:mm:ss`. */
  validEnd: string
  onSite: number
}

/** A lock that stands open under a live warning. */
export interface UnclosedLock {
  warnNo: string
  level: number
  lockCode: string
  lockName: string
  areaName: string | null
  opener: string | null
  since: string
}

/** Locks of one type, or devices of one kind. */
export interface DeviceHealth {
  of: 'lock' | 'device'
  /** Id of the type, or the kind. */
  key: string
  name: string
  total: number
  offline: number
  lowBattery: number
}

const date = z.iso.date('日期格式须为 YYYY-MM-DD')

export const boardEndpoints = {
  summary: defineEndpoint<BoardSummary>()({
    ...look,
    path: `${base}/summary`,
    title: '看板指标',
    input: z.object(range),
  }),
  trend: defineEndpoint<BoardTrend>()({
    ...look,
    path: `${base}/trend`,
    title: '看板趋势',
    input: z.object({ ...range, days: z.coerce.number().int().min(1).max(31).default(1) }),
  }),
  todo: defineEndpoint<BoardTodo[]>()({
    ...look,
    path: `${base}/todo`,
    title: '我的待办',
    input: z.object({}),
  }),
  isolated: defineEndpoint<IsolatedPoint[]>()({
    ...look,
    path: `${base}/isolated`,
    title: '当前隔离点',
    input: z.object(range),
  }),
  days: defineEndpoint<BoardDays>()({
    ...look,
    path: `${base}/days`,
    title: '最近三十天统计',
    input: z.object(range),
  }),
  volume: defineEndpoint<BoardVolume>()({
    ...look,
    path: `${base}/volume`,
    title: '作业与开锁统计',
    input: z.object({ ...range, of: z.enum(['tickets', 'openings']), from: date, to: date }),
  }),
  traffic: defineEndpoint<BoardTraffic[]>()({
    ...look,
    path: `${base}/traffic`,
    title: '各区域开关锁统计',
    input: z.object(range),
  }),
  limits: defineEndpoint<BoardLimits>()({
    ...look,
    path: `${base}/limits`,
    title: '作业与审批时限',
    input: z.object(range),
  }),
  ownWorks: defineEndpoint<OwnWork[]>()({
    ...look,
    path: `${base}/ownWorks`,
    title: '我参加的作业',
    input: z.object({}),
  }),
  areaHeat: defineEndpoint<AreaHeat[]>()({
    ...look,
    path: `${base}/areaHeat`,
    title: '区域热度',
    input: z.object(range),
  }),
  expiring: defineEndpoint<ExpiringTicket[]>()({
    ...look,
    path: `${base}/expiring`,
    title: '即将到期的工作票',
    input: z.object(range),
  }),
  topUnclosed: defineEndpoint<UnclosedLock[]>()({
    ...look,
    path: `${base}/topUnclosed`,
    title: '开启最久的锁',
    input: z.object(range),
  }),
  deviceHealth: defineEndpoint<DeviceHealth[]>()({
    ...look,
    path: `${base}/deviceHealth`,
    title: '设备健康',
    input: z.object(range),
  }),
  index: defineEndpoint<BoardIndex>()({
    ...look,
    path: `${base}/index`,
    title: '规范指数',
    input: z.object({}),
  }),
} as const
