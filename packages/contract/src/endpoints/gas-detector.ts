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
  /** What it sends cannot be read, in whole or in part: since when (wire time) and why (Chinese); null while it can. */
  unread: { time: string; note: string } | null
  readings: GasReadingRow[]
}

/** A gas that is to be measured without a break at its place (G30): how it is heard now. */
export interface GasWatchLine {
  position: string
  gasCode: string
  gasName: string | null
  /** `live`, `quiet` (late, and borne for a while), `silent`, `none` (no detector stands there). */
  state: 'live' | 'quiet' | 'silent' | 'none'
  deviceSn: string | null
  /** When it was last heard good, or since when nothing stands there, wire time; null when never. */
  since: string | null
  /** What is wrong, in Chinese; null while it is live. */
  problem: string | null
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
    title: '工作票的气体检测仪',
    access: { permission: 'lo:work:list', orNamed: true },
    input: z.object({ workId: id }),
  }),
  /** Every planned gas and place with how it is heard now; empty where no continuous measurement is asked for (G30). */
  watch: defineEndpoint<GasWatchLine[]>()({
    methods: ['GET'],
    path: `${base}/gasWatch`,
    title: '气体连续监测状态',
    access: { permission: 'lo:work:list', orNamed: true },
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
  /** Live tickets on which the caller may put a detector, with the places they plan; none planned: any place. */
  tickets: defineEndpoint<{ workId: string; workNo: string; content: string; places: string[] }[]>()({
    methods: ['GET'],
    path: `${base}/gasTickets`,
    title: '可指派检测仪的工作票',
    access: { permission: 'lo:work:gas' },
    input: z.object({}),
  }),
} as const
