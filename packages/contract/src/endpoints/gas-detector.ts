import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import {
  ticketBase as base,
  ticketId as id,
  ticketMove as move,
  ticketMoveInput,
  writing,
} from './work-ticket.ts'

/** The newest reading of one gas by one detector, with what the plant's limits say of it. */
export interface GasReadingRow {
  id: string
  deviceSn: string
  gasCode: string
  gasName: string | null
  value: number
  unit: string
  limitMin: number | null
  limitMax: number | null
  /** When it was measured, wire time. */
  occurTime: string
  /** `pass`, `fail`, `unproven` (would pass, and may not be relied on), `unknown` (no limits). */
  verdict: 'pass' | 'fail' | 'unproven' | 'unknown'
  /** Why it is not relied on, in Chinese. */
  doubt: string | null
}

/** A detector that stands at a place of a ticket, and what it measures now. */
export interface DetectorAtWork {
  deviceSn: string
  deviceName: string | null
  workId: string
  workNo: string | null
  pointDesc: string
  onTime: string
  onByName: string | null
  readings: GasReadingRow[]
}

const deviceSn = z.string().trim().min(1, '请选择检测仪').max(64)

/** Calls about gas detectors that measure by themselves (3-domain.md §5.2 `up/gas`, G14). */
export const gasDetectorEndpoints = {
  /** The tester or the guardian puts the detector at a place of the ticket: what it measures counts there from now on. */
  detectorOn: move({
    ...writing('lo:work:gas'),
    path: `${base}/detectorOn`,
    title: '指派气体检测仪',
    input: z.object({
      ...ticketMoveInput,
      deviceSn,
      pointDesc: z.string().trim().min(1, '请输入检测部位').max(100),
    }),
  }),
  detectorOff: move({
    ...writing('lo:work:gas'),
    path: `${base}/detectorOff`,
    title: '撤回气体检测仪',
    input: z.object({ ...ticketMoveInput, deviceSn }),
  }),
  ofTicket: defineEndpoint<DetectorAtWork[]>()({
    methods: ['GET'],
    path: `${base}/detectors`,
    title: '作业票的气体检测仪',
    access: { permission: 'lo:work:list' },
    input: z.object({ workId: id }),
  }),
  /** The newest reading of each gas, and where the detector stands. */
  readings: defineEndpoint<{ newest: GasReadingRow[]; at: DetectorAtWork | null }>()({
    methods: ['GET'],
    path: `${base}/gasReadings`,
    title: '气体检测仪读数',
    access: { permission: 'lo:device:list' },
    input: z.object({ deviceSn }),
  }),
  /** Live tickets on which the caller may put a detector. */
  tickets: defineEndpoint<{ workId: string; workNo: string; content: string }[]>()({
    methods: ['GET'],
    path: `${base}/gasTickets`,
    title: '可指派检测仪的作业票',
    access: { permission: 'lo:work:gas' },
    input: z.object({}),
  }),
} as const
