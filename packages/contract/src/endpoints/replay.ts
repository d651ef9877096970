import type { LoggedDecision, LoggedEvent, LoggedLockEvent, Scene } from '@suoan/domain/replay'
import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** A ticket's logs in order, from which any second of it can be shown (3-domain.md §8.1 M5). Times in epoch ms. */
export interface TicketReplay {
  workId: string
  from: number
  to: number
  serverTime: number
  /** False for a ticket begun before its changes were recorded: its first seconds cannot be shown whole. */
  isWhole: boolean
  events: (LoggedEvent & {
    event: string
    transId: string
    fromStatus: number | null
    toStatus: number
    fromPhase: number | null
    toPhase: number | null
    actorName: string | null
    /** What the event says for people: reasons, values, differences. */
    said: unknown
  })[]
  lockEvents: LoggedLockEvent[]
  decisions: (LoggedDecision & { userName: string | null; lockCode: string | null })[]
  /** The ticket at the second that was asked for. */
  scene: Scene | null
}

export const replayEndpoints = {
  replay: defineEndpoint<TicketReplay>()({
    methods: ['GET'],
    path: '/lowork/loWork/replay',
    title: '作业回放',
    access: { permission: 'lo:work:list' },
    input: z.object({
      id: z.string().min(1, '缺少票据编号').max(32),
      at: z.coerce.number().int().min(0, '时间须为毫秒数').optional(),
    }),
  }),
} as const
