import { z } from 'zod'
import type { AskedExtension } from './open-session.ts'
import { defineEndpoint, type Access } from '../endpoint.ts'
import { scanId } from './site-tag.ts'
import type { Page, RuleResult } from '../envelope.ts'
import type { Filled, Presented } from '../presented.ts'
import type { cmd } from '../resources/cmd.ts'
import type { lock } from '../resources/lock.ts'
import { saidOrNot } from './work-ticket.ts'

/** Calls of a lock beyond the verbs (3-domain.md §3.7). */
const base = '/lolock/loLock'
const id = z.string().min(1, '请选择锁具').max(32)
const optionalId = z.string().max(32).nullish()
const clientOpId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, '操作号须为 26 位 ULID')
const perform = (action: string) => ({
  methods: ['POST'] as const,
  access: { permission: `lo:lock:${action}` },
})
const look = { methods: ['GET'] as const, access: { permission: 'lo:lock:list' } }

/** Answer of the interlock: every rule with its evidence, and the shortest list of things that would make it a yes. */
export interface OpenAnswer {
  decisionId: string
  allow: boolean
  /** The way the request was matched to, L1…L8; null when none fits. */
  leg: string | null
  rules: (RuleResult & { applies: boolean; hint: string })[]
  fix: string[]
  /** The same list with who does each. */
  changes: { kind: string; by: string; text: string }[]
  /** Why nothing people can do now would make it a yes; null otherwise. */
  never: string | null
  cmdId: string | null
  /** `lo_cmd_status` at the time of the answer. */
  cmdStatus: number | null
}

export interface CommandAnswer {
  cmdId: string
  cmdStatus: number
}

/** What lists show beside a lock. */
export interface LockMore {
  /** A06 or A07, where the charge is at or below the limits of the lock's type. */
  batteryAlarm?: string | null
}

/** What 开锁列表 tells of an opening, or of the ticket a lock may be opened for. */
export interface OpeningMore {
  /** Of 可开启: what the interlock would say to the caller now, standing at the lock, and what would make it a yes. */
  wouldOpen?: { allow: boolean; changes: { by: string; text: string }[]; never: string | null }
  sessionId?: string | null
  openSec?: number
  limitSec?: number | null
  leftSec?: number | null
  openUserId?: string | null
  openUserId_dictText?: string | null
  openWorkId?: string | null
  openWorkNo?: string | null
  /** More time that was asked for and waits for a decision. */
  extension?: AskedExtension | null
  workId?: string | null
  workNo?: string | null
  execPhase?: number | null
}

/** A lock in the open lists, as a list row with its texts. */
export type LockRow = Filled<Presented<typeof lock>, 'lockCode' | 'lockName'> & LockMore & OpeningMore

/** What 公用锁具 tells of a lock beside its row. */
export interface CommonMore {
  /** The caller's own star. */
  favorite: boolean
  /** From the place the caller gave, metres; null without one, or where neither the lock nor its area has a place. */
  distanceM: number | null
  /** Whose place it was measured to. */
  distanceTo: 'lock' | 'area' | null
  /** The newest opening or closing, `YYYY-MM-DD HH:mm:ss`, and who did it; null where the caller may not know. */
  lastUseTime: string | null
  lastUser: string | null
}
export type CommonLock = LockRow & CommonMore

const command = (action: string, title: string, access: Access = perform(action).access) =>
  defineEndpoint<CommandAnswer>()({
    methods: ['POST'],
    access,
    path: `${base}/${action}`,
    title,
    input: z.object({ lockId: id }),
  })

/** What shows that a person stands at the lock. */
const proof = z.object({
  /** A scan made before (`siteTagEndpoints.scan`); without it the text below is read in this very call. */
  scanId,
  nfcUid: z.string().max(64).optional(),
  qr: z.string().max(100).optional(),
  lng: z.number().min(-180).max(180).optional(),
  lat: z.number().min(-90).max(90).optional(),
  /** @NOTE Of older clients, and of no account: the server's clock says when (§4.5.8). */
  at: z.number().int().optional(),
})

/** One change of custody, newest first (3-domain.md §3.2 LoLockCustody). */
/** A time in which somebody had a lock: in his hands, hung on a point for a ticket, or opened by him. */
export interface LockHolder {
  readonly id: string
  readonly kind: 'custody' | 'hold' | 'session'
  readonly person: string | null
  /** `lo_custody_action`, `lo_hold_type` or `lo_open_method` in words. */
  readonly what: string
  /** `YYYY-MM-DD HH:mm:ss`; null while it goes on. */
  readonly from: string
  readonly to: string | null
  readonly workId: string | null
  readonly workNo: string | null
  readonly pointCode: string | null
}

export interface CustodyEntry {
  id: string
  time: string
  /** `lo_custody_action` */
  action: string
  action_dictText: string
  fromState: number
  fromState_dictText: string
  toState: number
  toState_dictText: string
  /** Who held it before, who has it or brought it, and who recorded it: real names. */
  fromUser: string | null
  toUser: string | null
  operator: string
  /** Numbers of the tickets that relied on it at the time. */
  workNos: string
  remark: string
}

const custodyReason: z.ZodType<string> = z
  .string()
  .trim()
  .min(2, '请填写原因，至少 2 个字')
  .max(200, '原因最多 200 个字')

/** A change of custody: one or more locks, why, and who lost, found, brought or repairs them. */
const custodyCall = (action: string, title: string, said = custodyReason, allowedBy = action) =>
  defineEndpoint<{ lockCodes: string[] }>()({
    ...perform(allowedBy),
    path: `${base}/${action}`,
    title,
    input: z.object({
      lockIds: z
        .union([z.array(z.string().max(32)), z.string().transform((ids) => ids.split(','))])
        .transform((ids) => [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ''))])
        .refine((ids) => ids.length > 0, '请选择锁具')
        .refine((ids) => ids.length <= 200, '一次最多 200 把锁具，请分批登记'),
      reason: said,
      /** Who lost, found or brought it, or whoever repairs it. */
      personId: optionalId.catch(null),
    }),
  })

export const lockEndpoints = {
  open: defineEndpoint<OpenAnswer>()({
    ...perform('open'),
    path: `${base}/open`,
    title: '开锁',
    input: z.object({
      lockId: id,
      workId: optionalId,
      reason: z.string().trim().max(200).nullish(),
      clientOpId,
      /** Somebody must be saved: guardian or safety opens an access lock at once (L7). */
      rescue: z.boolean().default(false),
      /** Without it the request counts as remote. */
      proof: proof.nullish(),
    }),
  }),
  witness: defineEndpoint<{ lockCode: string; validSec: number }>()({
    ...perform('open'),
    path: `${base}/witness`,
    title: '见证开锁',
    input: z.object({ lockId: id, proof }),
  }),
  close: command('close', '关锁', { permission: 'lo:lock:close', orNamed: true }),
  freeze: command('freeze', '冻结锁具'),
  unfreeze: command('unfreeze', '解冻锁具'),
  syncTime: command('syncTime', '锁具校时'),
  readLog: command('readLog', '读取锁内记录'),
  readState: command('readState', '读取锁状态'),
  locate: command('locate', '寻找锁具'),
  /** A lock that is fixed to its place is in no store any more (L6); whoever may put locks into the store records it. */
  install: custodyCall('install', '锁具安装', custodyReason, 'putBack'),
  reportLost: custodyCall('reportLost', '锁具报失', saidOrNot),
  found: custodyCall('found', '锁具找回'),
  repair: custodyCall('repair', '锁具送修'),
  putBack: custodyCall('putBack', '锁具入库'),
  scrap: custodyCall('scrap', '锁具报废'),
  custody: defineEndpoint<CustodyEntry[]>()({
    ...look,
    path: `${base}/custody`,
    title: '锁具流转记录',
    input: z.object({ lockId: id }),
  }),
  /** Who had the lock when, as far as a book of it is kept: handed out, hung on a point, opened. */
  holders: defineEndpoint<LockHolder[]>()({
    ...look,
    path: `${base}/holders`,
    title: '锁具持有记录',
    input: z.object({ lockId: id }),
  }),
  cmdStatus: defineEndpoint<Presented<typeof cmd>>()({
    methods: ['GET'],
    access: { permission: 'lo:lock:list', orNamed: true },
    path: `${base}/cmdStatus`,
    title: '指令状态',
    input: z.object({ cmdId: z.string().min(1, '缺少指令号').max(32) }),
  }),
  openList: defineEndpoint<Page<LockRow>>()({
    ...look,
    path: `${base}/openList`,
    title: '开锁列表',
    input: z.looseObject({ tab: z.enum(['opening', 'openable']).default('opening') }),
  }),
  queryByQr: defineEndpoint<{ lock: LockRow; answer: OpenAnswer }>()({
    ...look,
    path: `${base}/queryByQr`,
    title: '扫码查锁',
    input: z.object({ code: z.string().trim().min(1, '没有扫到编码').max(100), workId: optionalId }),
  }),
  commonList: defineEndpoint<Page<CommonLock>>()({
    ...look,
    path: `${base}/commonList`,
    title: '公用锁具',
    input: z
      .object({
        /** Code, name, or the first letters of the name's pinyin. */
        keyword: z.string().trim().max(100).optional(),
        /** The area and those below it. */
        areaId: z.string().max(32).optional(),
        /** `1` leaves those whose place is known, the nearest first; asks for a place. */
        near: z.enum(['0', '1']).default('0'),
        /** Where the caller stands (GCJ-02), degrees. */
        lng: z.coerce.number().min(-180).max(180).optional(),
        lat: z.coerce.number().min(-90).max(90).optional(),
        pageNo: z.coerce.number().int().min(1).catch(1),
        // Each row is judged by the whole interlock.
        pageSize: z.coerce.number().int().min(1).max(60).catch(20),
      })
      .refine(({ near, lng, lat }) => near === '0' || (lng !== undefined && lat !== undefined), {
        message: '没有取到您的位置，不能按附近查找；请允许定位，或改按区域查找',
      }),
  }),
  favorite: defineEndpoint<null>()({
    methods: ['POST'],
    access: { permission: 'lo:lock:list' },
    path: `${base}/favorite`,
    title: '收藏锁具',
    input: z.object({ lockId: id, on: z.boolean() }),
  }),
} as const

/** May this user open this lock? The same rules as a stored decision, without a command. */
export const grantEndpoints = {
  explain: defineEndpoint<Omit<OpenAnswer, 'decisionId' | 'cmdId' | 'cmdStatus'> & { message: string }>()({
    methods: ['GET'],
    access: { permission: 'lo:lockUser:explain' },
    path: '/lolockuser/loLockUser/explain',
    title: '开锁判定解释',
    input: z.object({
      userId: z.string().max(32).optional(),
      lockId: id,
      workId: optionalId,
      /** Moment to judge, `YYYY-MM-DD HH:mm:ss`; now unless given. */
      at: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, '时间格式须为 YYYY-MM-DD HH:mm:ss')
        .optional(),
      /** Judge as if the person stood at the lock (`1`, the default) or far away (`0`). */
      onSite: z.enum(['0', '1']).default('1'),
    }),
  }),
} as const
