import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { seenRevision, type TransitionAnswer } from './work-ticket.ts'

/** Simultaneous operations (3-domain.md §4.5.3–4.5.4, §6.1 SIMOPS layer, M7). */
const base = '/lowork/loWork'
const id = z.string().min(1, '缺少票据编号').max(32)

/** One clash of a ticket with another, as it stands now. Times are `YYYY-MM-DD HH:mm:ss`. */
export interface ConflictRow {
  otherWorkId: string
  otherWorkNo: string
  otherWorkName: string
  otherStatus: number
  /** The other ticket has its claim already (approved, executing, expired and not closed): it counts for G06. */
  isClaimed: boolean
  kind: string
  ruleCode: string
  severity: number
  overlapFrom: string
  overlapTo: string
  detail: string
  /** `lo_conflict_row_state`. */
  state: number
  decideName: string | null
  decideTime: string | null
  measures: string | null
}

/** A ticket on the map; times in epoch ms. */
export interface SimopsTicket {
  id: string
  workNo: string
  workName: string
  workType: string
  /** What an emergency repair is underneath. */
  baseTypes: string[]
  workLevel: string
  workStatus: number
  execPhase: number
  areaCode: string
  areaName: string
  leaderName: string | null
  start: number
  end: number
}

/** A clash of two tickets on the map. */
export interface SimopsConflict {
  a: string
  b: string
  kind: string
  ruleCode: string
  severity: number
  from: number
  to: number
  reason: string
  state: number
}

export interface SimopsMap {
  from: number
  to: number
  /** Every area that has a ticket, in code order. */
  areas: { areaCode: string; areaName: string }[]
  tickets: SimopsTicket[]
  conflicts: SimopsConflict[]
  /** More tickets than one map shows: narrow the filter. */
  isCut: boolean
  serverTime: number
}

/** A time the ticket could move to without a blocking clash (M7); epoch ms. */
export interface SimopsSlot {
  start: number
  end: number
  /** Worst severity left there, 0 = none. */
  worst: number
}

export const simopsEndpoints = {
  conflicts: defineEndpoint<ConflictRow[]>()({
    methods: ['GET'],
    path: `${base}/conflicts`,
    title: '作业冲突',
    access: { permission: 'lo:work:list', orNamed: true },
    input: z.object({ id }),
  }),
  /** SAFETY accepts a clash of severity 2 with measures, or marks one below 3 as misjudged (G06). */
  conflictAccept: defineEndpoint<TransitionAnswer>()({
    methods: ['POST'],
    path: `${base}/conflictAccept`,
    title: '处理作业冲突',
    access: { permission: 'lo:work:conflict' },
    input: z.object({
      workId: id,
      clientOpId: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, '操作号须为 26 位 ULID'),
      revision: z.coerce.number().int().optional(),
      seen: seenRevision,
      otherWorkId: id,
      ruleCode: z.string().min(1).max(20),
      detail: z.string().min(1).max(300),
      decision: z.enum(['accept', 'misjudged']),
      /** The measures both tickets keep, or why it is no clash. */
      measures: z.string().trim().min(5, '请写明措施或理由，至少 5 个字').max(300),
    }),
  }),
  map: defineEndpoint<SimopsMap>()({
    methods: ['GET'],
    path: `${base}/simops`,
    title: '冲突与排程',
    access: { permission: 'lo:work:simops' },
    input: z.object({
      /** Epoch ms; now when left out. */
      from: z.coerce.number().int().min(0).optional(),
      hours: z.coerce.number().int().min(1).max(336, '最多查看 14 天').default(24),
      areaCode: z.string().trim().max(64).optional(),
      workType: z.string().trim().max(16).optional(),
    }),
  }),
  slots: defineEndpoint<SimopsSlot[]>()({
    methods: ['GET'],
    path: `${base}/simopsSlots`,
    title: '建议作业时段',
    access: { permission: 'lo:work:simops' },
    input: z.object({ id, days: z.coerce.number().int().min(1).max(14).default(7) }),
  }),
} as const
