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
  kind: 'review' | 'examine' | 'ticket'
  id: string
  workId: string
  workNo: string
  title: string
  dueTime: string | null
}

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
  isolated: defineEndpoint<Record<string, unknown>[]>()({
    ...look,
    path: `${base}/isolated`,
    title: '当前隔离点',
    input: z.object(range),
  }),
} as const
