import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** 日志看板: every event of the plant in one stream, newest first (3-domain.md §6.2 log list). */
const base = '/loboard/loEventFeed'

/** Kinds of the spec: locks, gateways and devices, commands, tickets, alarms with the warnings of open locks. */
export const feedKinds = ['lock', 'device', 'command', 'ticket', 'alarm'] as const
export type FeedKind = (typeof feedKinds)[number]
export const feedKindTexts: Readonly<Record<FeedKind, string>> = {
  lock: '锁具',
  device: '网关与设备',
  command: '指令',
  ticket: '工作票',
  alarm: '报警与警告',
}

/** The log an event stands in, by the name of its entity. */
export const feedSources = ['lockLog', 'devicePresence', 'cmd', 'workTrans', 'alarm', 'uncloseLock'] as const
export type FeedSource = (typeof feedSources)[number]

export interface FeedEvent {
  source: FeedSource
  kind: FeedKind
  /** Of its row in the log. */
  id: string
  /** When it happened, `YYYY-MM-DD HH:mm:ss`. */
  time: string
  area: string | null
  /** Code and name of the lock, device or ticket. */
  object: string | null
  /** Id of what can be opened: of the lock for events of locks, commands, alarms; of the ticket; the number of the device. */
  objectId: string | null
  event: string
  /** 1 to 3, of alarms and warnings. */
  level: number | null
  person: string | null
  workId: string | null
  workNo: string | null
  result: string | null
  /** Whether the result is one to look at: a failure, a refusal, something that stands. */
  isBad: boolean
  /** From where the log has it, in words. */
  origin: string | null
  /** Told later than it happened, from the memory of a device. */
  historical: boolean
  /** Between what happened and when the server knew, or between a command and its answer, seconds. */
  latencySec: number | null
  decisionId: string | null
  marked: boolean
}

export interface FeedPage {
  events: FeedEvent[]
  /** Fetches what is older; null at the end. */
  cursor: string | null
  /** The kinds that the caller may see at all. */
  kinds: FeedKind[]
  /** When this was read, `YYYY-MM-DD HH:mm:ss`. */
  readTime: string
}

const listed = <T extends string>(values: readonly T[]) =>
  z
    .string()
    .max(200)
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part): part is T => values.some((value) => value === part)),
    )
const asked = z.object({
  /** Comma list of kinds; all by default. */
  kinds: listed(feedKinds).optional(),
  /** The area and those below it. */
  areaId: z.string().max(32).optional(),
  /** Comma list of levels: then alarms and warnings alone. */
  levels: listed(['1', '2', '3']).optional(),
  /** Code or name of a lock, number or name of a device, number or name of a ticket. */
  object: z.string().trim().max(100).optional(),
  /** The person who did it. */
  userId: z.string().max(32).optional(),
  /** `1`: what the caller has marked. */
  marked: z.enum(['0', '1']).default('0'),
})

export const eventFeedEndpoints = {
  list: defineEndpoint<FeedPage>()({
    methods: ['GET'],
    access: { permission: 'lo:eventFeed:list' },
    path: `${base}/list`,
    title: '日志看板',
    input: asked.extend({
      cursor: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(200).catch(50),
    }),
  }),
  mark: defineEndpoint<null>()({
    methods: ['POST'],
    access: { permission: 'lo:eventFeed:list' },
    path: `${base}/mark`,
    title: '日志看板书签',
    input: z.object({ source: z.enum(feedSources), id: z.string().min(1).max(32), on: z.boolean() }),
  }),
  /** At most 5000 events as a CSV file. */
  exportCsv: defineEndpoint<null>()({
    methods: ['GET'],
    access: { permission: 'lo:eventFeed:export' },
    path: `${base}/exportCsv`,
    title: '导出日志看板',
    sendsFile: true,
    input: asked,
  }),
} as const
